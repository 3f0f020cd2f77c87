/// A growing list of entries that keeps its memory; it lives in the memory of a tree.
@safe struct ExtentEntryList {
  @unsafe struct State {
    var entries: UnsafeMutablePointer<ExtentEntry>?
    var count = 0
    var capacity = 0
  }

  static var stateByteCount: Int { unsafe MemoryLayout<State>.stride }

  private static let keptCapacity = 256

  private let state: UnsafeMutablePointer<State>

  init(at base: UnsafeMutableRawPointer) {
    unsafe state = base.bindMemory(to: State.self, capacity: 1)
    unsafe state.initialize(to: State())
  }

  var count: Int { unsafe state.pointee.count }

  var byteCount: Int { unsafe state.pointee.capacity * MemoryLayout<ExtentEntry>.stride }

  @inline(__always)
  subscript(index: Int) -> ExtentEntry {
    assert(index >= 0 && index < count)
    return unsafe state.pointee.entries.unsafelyUnwrapped[index]
  }

  @inline(__always)
  func append(_ entry: ExtentEntry) {
    if unsafe state.pointee.count == state.pointee.capacity { grow() }
    unsafe state.pointee.entries.unsafelyUnwrapped[state.pointee.count] = entry
    unsafe state.pointee.count += 1
  }

  /// Makes room for the entries of two nodes.
  func reserve() {
    if unsafe state.pointee.capacity == 0 { grow() }
  }

  func removeAll() {
    unsafe state.pointee.count = 0
  }

  /// Empties the list, and gives back what only a large change needed.
  func trim() {
    unsafe state.pointee.count = 0
    if unsafe state.pointee.capacity > ExtentEntryList.keptCapacity { deallocate() }
  }

  func deallocate() {
    unsafe state.pointee.entries?.deallocate()
    unsafe state.initialize(to: State())
  }

  private func grow() {
    let capacity = unsafe max(64, state.pointee.capacity * 2)
    let grown = UnsafeMutablePointer<ExtentEntry>.allocate(capacity: capacity)
    if let entries = unsafe state.pointee.entries {
      unsafe grown.update(from: entries, count: state.pointee.count)
      unsafe entries.deallocate()
    }
    unsafe state.pointee.entries = grown
    unsafe state.pointee.capacity = capacity
  }
}
