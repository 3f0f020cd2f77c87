/// Records of one size in chunks, reached by handle; chunks never move, so that a pointer stays
/// good until its record is released.
@safe struct ExtentSlab {
  @unsafe struct State {
    var chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>?
    var chunkCount = 0
    var chunkCapacity = 0
    /// Records handed out so far, released ones included.
    var used: UInt32 = 0
    /// The handles of released records. They are kept apart, as a released record is cold.
    var free: UnsafeMutablePointer<UInt32>?
    var freeCount = 0
    var freeCapacity = 0
  }

  static var stateByteCount: Int { unsafe MemoryLayout<State>.stride }

  /// Chunks that stay when everything is released.
  private static let keptChunks = 16
  private static let keptFree = 512

  private let state: UnsafeMutablePointer<State>
  private let layout: Layout

  /// The size of a record, and the logarithm of the number of records in a chunk.
  struct Layout {
    var byteCount: Int
    var shift: UInt32

    var chunkByteCount: Int { byteCount << Int(shift) }
  }

  init(at base: UnsafeMutableRawPointer, _ layout: Layout) {
    unsafe state = base.bindMemory(to: State.self, capacity: 1)
    unsafe state.initialize(to: State())
    self.layout = layout
  }

  /// The number of records in use.
  var liveCount: Int { unsafe Int(state.pointee.used) - state.pointee.freeCount }

  var byteCount: Int {
    unsafe state.pointee.chunkCount * layout.chunkByteCount
      + state.pointee.chunkCapacity * MemoryLayout<UnsafeMutableRawPointer>.stride
      + state.pointee.freeCapacity * 4
  }

  /// The memory of a record.
  ///
  /// - Parameter layout: That of the slab, given once more as a constant where speed counts.
  @inline(__always)
  func pointer(_ handle: UInt32, _ layout: Layout) -> UnsafeMutableRawPointer {
    assert(unsafe handle < state.pointee.used)
    let chunks = unsafe state.pointee.chunks.unsafelyUnwrapped
    let chunk = unsafe chunks[Int(truncatingIfNeeded: handle &>> layout.shift)]
    let index = handle & ((1 &<< layout.shift) &- 1)
    return unsafe chunk + Int(truncatingIfNeeded: index) &* layout.byteCount
  }

  /// Hands out a record with any content.
  func allocate() -> UInt32 {
    if unsafe state.pointee.freeCount > 0 {
      unsafe state.pointee.freeCount -= 1
      return unsafe state.pointee.free.unsafelyUnwrapped[state.pointee.freeCount]
    }
    let fresh = unsafe state.pointee.used
    precondition(fresh < ExtentEntry.none, "The extent tree holds too many pieces.")
    if unsafe Int(fresh &>> layout.shift) == state.pointee.chunkCount { addChunk() }
    unsafe state.pointee.used = fresh + 1
    return fresh
  }

  func release(_ handle: UInt32) {
    assert(unsafe handle < state.pointee.used)
    if unsafe state.pointee.freeCount == state.pointee.freeCapacity { growFree() }
    unsafe state.pointee.free.unsafelyUnwrapped[state.pointee.freeCount] = handle
    unsafe state.pointee.freeCount += 1
  }

  /// Releases all records, and the memory beyond what a list on screen needs.
  func releaseAll() {
    while unsafe state.pointee.chunkCount > ExtentSlab.keptChunks { removeChunk() }
    if unsafe state.pointee.freeCapacity > ExtentSlab.keptFree {
      unsafe state.pointee.free?.deallocate()
      unsafe state.pointee.free = nil
      unsafe state.pointee.freeCapacity = 0
    }
    unsafe state.pointee.freeCount = 0
    unsafe state.pointee.used = 0
  }

  func deallocate() {
    while unsafe state.pointee.chunkCount > 0 { removeChunk() }
    unsafe state.pointee.chunks?.deallocate()
    unsafe state.pointee.free?.deallocate()
  }

  private func growFree() {
    let capacity = unsafe max(32, state.pointee.freeCapacity * 2)
    let grown = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    if let free = unsafe state.pointee.free {
      unsafe grown.update(from: free, count: state.pointee.freeCount)
      unsafe free.deallocate()
    }
    unsafe state.pointee.free = grown
    unsafe state.pointee.freeCapacity = capacity
  }

  private func addChunk() {
    if unsafe state.pointee.chunkCount == state.pointee.chunkCapacity {
      let capacity = unsafe max(4, state.pointee.chunkCapacity * 2)
      let grown = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: capacity)
      if let chunks = unsafe state.pointee.chunks {
        unsafe grown.update(from: chunks, count: state.pointee.chunkCount)
        unsafe chunks.deallocate()
      }
      unsafe state.pointee.chunks = grown
      unsafe state.pointee.chunkCapacity = capacity
    }
    let chunk = UnsafeMutableRawPointer.allocate(
      byteCount: layout.chunkByteCount, alignment: 64)
    unsafe state.pointee.chunks.unsafelyUnwrapped[state.pointee.chunkCount] = chunk
    unsafe state.pointee.chunkCount += 1
  }

  private func removeChunk() {
    unsafe state.pointee.chunkCount -= 1
    unsafe state.pointee.chunks.unsafelyUnwrapped[state.pointee.chunkCount].deallocate()
  }
}
