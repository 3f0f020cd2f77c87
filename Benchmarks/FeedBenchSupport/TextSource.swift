#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file or stream that could not be read.
package struct FileError: Error, Equatable, CustomStringConvertible {
  package let description: String
}

/// The bytes of a text, mapped from a regular file or read whole from a stream.
@safe
package final class TextSource {
  /// The bytes; valid for as long as this object lives.
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// The number of bytes.
  package var count: Int { unsafe bytes.count }

  /// Opens a file, or standard input for `-`.
  package init(path: String) throws(FileError) {
    let descriptor: Int32
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      unsafe descriptor = open(path, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    // Devices and files of /proc claim a size of 0, so an empty file is read like a stream.
    isMapped = status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    if isMapped {
      let length = Int(status.st_size)
      let address = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard unsafe address != MAP_FAILED else { throw Self.failure(path) }
      unsafe bytes = UnsafeRawBufferPointer(start: address, count: length)
    } else {
      unsafe bytes = try Self.readAll(descriptor, path)
    }
  }

  /// Refuses a path that cannot be read, without opening it: a pipe can be read only once.
  package static func check(path: String) throws(FileError) {
    guard path != "-" else { return }
    var status = stat()
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw failure(path)
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      errno = EISDIR
      throw failure(path)
    }
  }

  /// Copies bytes that are already in memory.
  package init(copying source: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
    unsafe copy.copyBytes(from: source)
    unsafe bytes = UnsafeRawBufferPointer(copy)
    isMapped = false
  }

  deinit {
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      unsafe bytes.deallocate()
    }
  }

  private static func readAll(
    _ descriptor: Int32, _ path: String
  ) throws(FileError) -> UnsafeRawBufferPointer {
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    var length = 0
    while true {
      if length == buffer.count {
        let larger = UnsafeMutableRawBufferPointer.allocate(
          byteCount: buffer.count * 2, alignment: 16)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
        unsafe buffer.deallocate()
        unsafe buffer = larger
      }
      let received = unsafe read(
        descriptor, buffer.baseAddress.map { unsafe $0 + length }, buffer.count - length)
      if received == 0 { break }
      if received < 0 {
        if errno == EINTR { continue }
        let failure = failure(path)
        unsafe buffer.deallocate()
        throw failure
      }
      length += received
    }
    return unsafe UnsafeRawBufferPointer(start: buffer.baseAddress, count: length)
  }

  private static func failure(_ path: String) -> FileError {
    let reason = unsafe String(cString: strerror(errno))
    return FileError(description: singleLine("cannot read \(path): \(reason)"))
  }
}
