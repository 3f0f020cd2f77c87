import FeedBenchSupport
import Foundation
import Testing

@Suite struct LineIndexTests {
  /// Lines as a plain split finds them: a newline ends a line, the last line need not have one.
  private func naiveLines(_ bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(start..<offset)
      start = offset + 1
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }

  private func check(_ bytes: [UInt8], blockSize: Int, _ comment: Comment) {
    let expected = naiveLines(bytes)
    let index = LineIndex(TextSource(copying: bytes), blockSize: blockSize)
    #expect(index.count == expected.count, comment)
    guard index.count == expected.count else { return }
    for (line, range) in expected.enumerated() {
      #expect(index.range(ofLine: line) == range, comment)
      let next = line + 1 < expected.count ? expected[line + 1] : nil
      #expect(index.range(ofLineAfter: range) == next, comment)
      let characters = bytes[range].filter { $0 & 0xC0 != 0x80 }.count
      #expect(index.characters(in: range) == characters, comment)
    }
  }

  @Test(arguments: [
    "", "\n", "\n\n\n", "a", "a\n", "a\nb", "\na", "a\r\nb\r\n", "日本\n\0\u{1}\né",
  ])
  func smallTexts(text: String) {
    for blockSize in [1, 2, 3, 16, 8192] {
      check(Array(text.utf8), blockSize: blockSize, "\(text.debugDescription) \(blockSize)")
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func randomBytes(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    // From one newline in two bytes to hardly any, so that lines are far shorter and far longer
    // than a block.
    let rarity = 1 << generator.index(below: 10)
    let bytes = (0..<generator.index(below: 3000)).map { _ in
      generator.index(below: rarity) == 0
        ? UInt8(ascii: "\n") : UInt8(truncatingIfNeeded: generator.next())
    }
    let blockSize = [1, 7, 16, 17, 64, 255, 8192][generator.index(below: 7)]
    check(bytes, blockSize: blockSize, "seed \(seed), block size \(blockSize)")
  }

  @Test func countersDoNotOverflowInLongBlocks() {
    check(
      [UInt8](repeating: UInt8(ascii: "\n"), count: 9000), blockSize: 8192, "only newlines")
    check([UInt8](repeating: UInt8(ascii: "x"), count: 20_000), blockSize: 8192, "no newline")
  }

  @Test func aMappedFileHasTheSameLines() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("lines-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    for text in ["", "one\ntwo\n\nfour", String(repeating: "row\n", count: 5000)] {
      try Data(text.utf8).write(to: file)
      let source = try TextSource(path: file.path)
      #expect(source.count == text.utf8.count)
      #expect(LineIndex(source).count == naiveLines(Array(text.utf8)).count)
    }
  }

  @Test func unreadableFilesAreRefusedInOneLine() {
    for path in ["/nonexistent/file.txt", "/", ""] {
      #expect(throws: FileError.self) { try TextSource.check(path: path) }
      let error = #expect(throws: FileError.self) { try TextSource(path: path) }
      #expect(error.map { !$0.description.contains("\n") } == true)
    }
  }
}
