#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the lines of a text by number without an entry a line.
///
/// Keeps how many lines begin before each block of bytes, 1/256 of the text's size whatever
/// its lines are like. A line ends with a newline byte; the last one need not.
@safe
package final class LineIndex {
  private let source: TextSource
  // How many newlines stand before each block.
  private var newlinesBefore: [Int] = []
  /// The number of lines.
  package let count: Int
  private let blockSize: Int

  /// Counts the newlines of a text; reads each byte once.
  package init(_ source: TextSource, blockSize: Int = 2048) {
    self.source = source
    self.blockSize = blockSize
    let bytes = unsafe source.bytes
    let blocks = (bytes.count + blockSize - 1) / blockSize
    newlinesBefore.reserveCapacity(blocks)
    var newlines = 0
    for block in 0..<blocks {
      newlinesBefore.append(newlines)
      let start = block * blockSize
      let end = min(start + blockSize, bytes.count)
      newlines += unsafe countOfBytes(in: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) {
        $0 .== SIMD16(repeating: newline)
      }
    }
    let endsOpen = unsafe bytes.last.map { $0 != newline } ?? false
    count = newlines + (endsOpen ? 1 : 0)
  }

  /// The offsets of a line's bytes in the text, its newline left out.
  package func range(ofLine line: Int) -> Range<Int> {
    precondition(line >= 0 && line < count, "no such line")
    let start = line == 0 ? 0 : offset(afterNewline: line)
    return start..<(nextNewline(from: start) ?? source.count)
  }

  /// The offsets of the line that follows one, without a search for its beginning.
  package func range(ofLineAfter line: Range<Int>) -> Range<Int>? {
    let start = line.upperBound + 1
    guard start < source.count else { return nil }
    return start..<(nextNewline(from: start) ?? source.count)
  }

  /// The number of characters of a line, counted as Unicode scalars; stray bytes count as one each
  /// unless they look like the inside of a character.
  package func characters(in line: Range<Int>) -> Int {
    unsafe countOfBytes(in: UnsafeRawBufferPointer(rebasing: source.bytes[line])) {
      ($0 & SIMD16(repeating: 0xC0)) .!= SIMD16(repeating: 0x80)
    }
  }

  // The offset behind the newline with the given number, counted from 1.
  private func offset(afterNewline number: Int) -> Int {
    // The last block with fewer newlines before it holds the one in question.
    var low = 0
    var high = newlinesBefore.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if newlinesBefore[middle] < number { low = middle } else { high = middle }
    }
    var offset = low * blockSize
    for _ in newlinesBefore[low]..<number {
      guard let found = nextNewline(from: offset) else { return source.count }
      offset = found + 1
    }
    return offset
  }

  private func nextNewline(from offset: Int) -> Int? {
    let bytes = unsafe source.bytes
    guard offset < bytes.count, let base = bytes.baseAddress else { return nil }
    guard let found = unsafe memchr(base + offset, Int32(newline), bytes.count - offset) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - base
  }
}

private let newline = UInt8(ascii: "\n")

// Sixteen bytes a step; the lanes' counters are emptied before they can overflow.
@inline(__always)
private func countOfBytes(
  in bytes: UnsafeRawBufferPointer, where matches: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
) -> Int {
  var total = 0
  var offset = 0
  while offset + 16 <= bytes.count {
    let steps = min((bytes.count - offset) / 16, 255)
    var lanes = SIMD16<UInt8>()
    for _ in 0..<steps {
      let vector = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      lanes.replace(with: lanes &+ 1, where: matches(vector))
      offset += 16
    }
    for lane in 0..<16 { total += Int(lanes[lane]) }
  }
  while offset < bytes.count {
    if unsafe matches(SIMD16(repeating: bytes[offset]))[0] { total += 1 }
    offset += 1
  }
  return total
}
