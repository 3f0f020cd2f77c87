/// The memory of a tree: nodes and leaves in chunks that never move, reached by handle, and the
/// lists and the path that changes work with. One allocation holds what is always needed.
@safe struct ExtentMemory {
  /// The most levels of nodes; 2^32 pieces in nodes of at least two entries stay below it.
  static let maxDepth = 40

  @inline(__always)
  private static var nodeLayout: ExtentSlab.Layout {
    ExtentSlab.Layout(byteCount: ExtentNode.byteCount, shift: 3)
  }

  @inline(__always)
  private static var leafLayout: ExtentSlab.Layout {
    ExtentSlab.Layout(byteCount: DenseLeaf.byteCount, shift: 5)
  }

  let nodes: ExtentSlab
  let leaves: ExtentSlab
  /// The entries that a change puts in.
  let front: ExtentEntryList
  /// The entries of a node that is being divided.
  let back: ExtentEntryList
  /// The pieces that travel in a move.
  let pieces: ExtentEntryList

  private static var ownByteCount: Int {
    2 * ExtentSlab.stateByteCount + 3 * ExtentEntryList.stateByteCount + 8 * maxDepth
  }

  private let base: UnsafeMutableRawPointer
  private let path: UnsafeMutablePointer<UInt32>

  init() {
    let slab = ExtentSlab.stateByteCount
    let list = ExtentEntryList.stateByteCount
    let fixed = 2 * slab + 3 * list
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: ExtentMemory.ownByteCount, alignment: 8)
    unsafe self.base = base
    nodes = unsafe ExtentSlab(at: base, ExtentMemory.nodeLayout)
    leaves = unsafe ExtentSlab(at: base + slab, ExtentMemory.leafLayout)
    front = unsafe ExtentEntryList(at: base + 2 * slab)
    back = unsafe ExtentEntryList(at: base + 2 * slab + list)
    pieces = unsafe ExtentEntryList(at: base + 2 * slab + 2 * list)
    unsafe path = (base + fixed).bindMemory(to: UInt32.self, capacity: 2 * ExtentMemory.maxDepth)
    unsafe path.initialize(repeating: 0, count: 2 * ExtentMemory.maxDepth)
  }

  func deallocate() {
    nodes.deallocate()
    leaves.deallocate()
    front.deallocate()
    back.deallocate()
    pieces.deallocate()
    unsafe base.deallocate()
  }

  @inline(__always)
  func node(_ handle: UInt32) -> ExtentNode {
    unsafe ExtentNode(nodes.pointer(handle, ExtentMemory.nodeLayout))
  }

  @inline(__always)
  func dense(_ handle: UInt32) -> DenseLeaf {
    unsafe DenseLeaf(leaves.pointer(handle, ExtentMemory.leafLayout))
  }

  @inline(__always)
  func sparse(_ handle: UInt32) -> SparseLeaf {
    unsafe SparseLeaf(leaves.pointer(handle, ExtentMemory.leafLayout))
  }

  /// The node of a level on the path of the last descent; level 0 is the root.
  @inline(__always)
  func pathNode(_ level: Int) -> UInt32 {
    assert(level >= 0 && level < ExtentMemory.maxDepth)
    return unsafe path[2 &* level]
  }

  /// The entry that the path takes at a level.
  @inline(__always)
  func pathSlot(_ level: Int) -> Int {
    assert(level >= 0 && level < ExtentMemory.maxDepth)
    return unsafe Int(path[2 &* level &+ 1])
  }

  @inline(__always)
  func setPath(_ level: Int, node: UInt32) {
    precondition(level >= 0 && level < ExtentMemory.maxDepth, "The extent tree is too deep.")
    unsafe path[2 &* level] = node
  }

  @inline(__always)
  func setPath(_ level: Int, slot: Int) {
    assert(level >= 0 && level < ExtentMemory.maxDepth)
    unsafe path[2 &* level &+ 1] = UInt32(truncatingIfNeeded: slot)
  }

  /// Makes room for measuring items that came, a page of them at most: then the frames in which
  /// they are first seen need no memory. A few leaves are for those that came before.
  func reserve(forMeasuring items: Int) {
    leaves.reserve(min(items, 256) / 8 + 4)
    nodes.reserve(4)
    front.reserve()
    back.reserve()
  }

  var byteCount: Int {
    ExtentMemory.ownByteCount + nodes.byteCount + leaves.byteCount
      + front.byteCount + back.byteCount + pieces.byteCount
  }
}
