/// Records of one size in chunks, reached by handle; chunks never move, so that a pointer stays
/// good until its record is released.
///
/// Chunks are of one size, so that a handle is found by a shift. In a large slab several are
/// allocated at once: it asks for memory more seldom, and never holds more than a hundredth idle.
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
  private static let mostBytesAtOnce = 64 << 10
  private static let chunksPerAdded = 100

  private let state: UnsafeMutablePointer<State>
  private let layout: Layout

  /// The size of a record, and the logarithm of the number of records in a chunk.
  struct Layout {
    var byteCount: Int
    var shift: UInt32

    var chunkByteCount: Int { byteCount << Int(shift) }

    /// The most chunks that are allocated at once.
    var mostAtOnce: Int { ExtentSlab.mostBytesAtOnce / chunkByteCount }
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
    if unsafe Int(fresh &>> layout.shift) == state.pointee.chunkCount { addChunks() }
    unsafe state.pointee.used = fresh + 1
    return fresh
  }

  /// Makes room for so many records, so that handing them out asks for no memory.
  func reserve(_ count: Int) {
    while unsafe state.pointee.chunkCount << Int(layout.shift) - Int(state.pointee.used)
      + state.pointee.freeCount < count
    {
      addChunks()
    }
  }

  func release(_ handle: UInt32) {
    assert(unsafe handle < state.pointee.used)
    if unsafe state.pointee.freeCount == state.pointee.freeCapacity { growFree() }
    unsafe state.pointee.free.unsafelyUnwrapped[state.pointee.freeCount] = handle
    unsafe state.pointee.freeCount += 1
  }

  /// Releases all records, and the memory beyond what a list on screen needs.
  func releaseAll() {
    removeChunks(keeping: ExtentSlab.keptChunks)
    if unsafe state.pointee.freeCapacity > ExtentSlab.keptFree {
      unsafe state.pointee.free?.deallocate()
      unsafe state.pointee.free = nil
      unsafe state.pointee.freeCapacity = 0
    }
    unsafe state.pointee.freeCount = 0
    unsafe state.pointee.used = 0
  }

  func deallocate() {
    removeChunks(keeping: 0)
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

  /// How many chunks are allocated at once where there are so many already.
  private func growth(at chunkCount: Int) -> Int {
    max(1, min(chunkCount / ExtentSlab.chunksPerAdded, layout.mostAtOnce))
  }

  private func addChunks() {
    let old = unsafe state.pointee.chunkCount
    let added = growth(at: old)
    if unsafe old + added > state.pointee.chunkCapacity { growTable(for: old + added) }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: added * layout.chunkByteCount, alignment: 64)
    let table = unsafe state.pointee.chunks.unsafelyUnwrapped
    for index in 0..<added {
      unsafe table[old + index] = memory + index * layout.chunkByteCount
    }
    unsafe state.pointee.chunkCount = old + added
  }

  private func growTable(for count: Int) {
    let capacity = unsafe max(16, count, state.pointee.chunkCapacity * 2)
    let grown = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: capacity)
    if let chunks = unsafe state.pointee.chunks {
      unsafe grown.update(from: chunks, count: state.pointee.chunkCount)
      unsafe chunks.deallocate()
    }
    unsafe state.pointee.chunks = grown
    unsafe state.pointee.chunkCapacity = capacity
  }

  /// Gives back what was allocated at once behind the first `kept` chunks.
  private func removeChunks(keeping kept: Int) {
    let old = unsafe state.pointee.chunkCount
    var first = 0
    var end = 0
    while first < old {
      let added = growth(at: first)
      if first >= kept {
        unsafe state.pointee.chunks.unsafelyUnwrapped[first].deallocate()
      } else {
        end = first + added
      }
      first += added
    }
    unsafe state.pointee.chunkCount = end
  }
}
