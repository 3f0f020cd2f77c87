/// The extents of any number of items along one axis, and the way between index and offset.
///
/// Each item is measured, with an extent of its own, or unmeasured, with the tree's ``estimate``.
/// A run of unmeasured items costs nothing, however long it is; a measured item costs a few bytes.
/// Indices count items from 0; offsets are lengths from the start of item 0. Sums are exact, so
/// `locate(offset(of: i))` is `i` at distance 0 for every item that has an extent.
///
/// A tree is a counted B+tree: nodes hold prefix sums of items, unmeasured items and measured
/// extents; at the lowest level they hold pieces of the list. Until something is measured
/// there are no nodes at all.
public final class ExtentTree {
  var items: Int64
  var measuredItems: Int64 = 0
  var measuredSum: Int64 = 0
  var estimateUnits: Int64

  /// The top node, ``ExtentEntry/none`` while nothing is measured.
  var root = ExtentEntry.none
  /// The number of levels of nodes.
  var depth = 0

  /// The items of the lowest node on the path of the last descent; none when it is out of date.
  var fingerStart: Int64 = 0
  var fingerCount: Int64 = 0

  /// Changes with every change of an offset, an index or an extent.
  var generation: UInt64 = 0

  let memory = ExtentMemory()
  let capacities: ExtentCapacities

  #if DEBUG
    /// Nodes and leaves looked at and written to, for tests of the cost.
    var visits = 0
    var writes = 0
  #endif

  static let defaultEstimate: Int64 = 44 << 10
  static let maxCount: Int64 = Swift.min(1 << 32, Int64(Int.max))

  /// Makes an empty tree with an estimate of 44 points.
  ///
  /// - Complexity: O(1).
  public init() {
    items = 0
    estimateUnits = ExtentTree.defaultEstimate
    capacities = ExtentCapacities()
  }

  /// Makes a tree of unmeasured items.
  ///
  /// - Parameters:
  ///   - count: The number of items, at most 2^32.
  ///   - estimate: The extent of each item until it is measured; above zero.
  /// - Throws: ``ExtentError/tooManyItems(requested:)``, ``ExtentError/invalidExtent``,
  ///   ``ExtentError/contentTooLong``, or ``ExtentError/rangeOutOfRange(lower:upper:count:)`` for a
  ///   negative count.
  /// - Complexity: O(1), whatever the count.
  public convenience init(count: Int, estimate: FixedLength) throws(ExtentError) {
    try self.init(count: count, estimate: estimate, capacities: ExtentCapacities())
  }

  init(
    count: Int, estimate: FixedLength, capacities: ExtentCapacities
  ) throws(ExtentError) {
    items = 0
    estimateUnits = ExtentTree.defaultEstimate
    self.capacities = capacities
    try reset(count: count, estimate: estimate)
  }

  deinit {
    memory.deallocate()
  }

  /// Forgets everything and starts over with unmeasured items; keeps a little memory for reuse.
  ///
  /// - Parameters:
  ///   - count: The number of items, at most 2^32.
  ///   - estimate: The extent of each item until it is measured; above zero.
  /// - Throws: As ``init(count:estimate:)``; then nothing changes.
  /// - Complexity: O(1), and O(memory / 8 KiB) to give memory back.
  public func reset(count: Int, estimate: FixedLength) throws(ExtentError) {
    guard count >= 0 else {
      throw .rangeOutOfRange(lower: 0, upper: count, count: self.count)
    }
    guard Int64(count) <= ExtentTree.maxCount else { throw .tooManyItems(requested: count) }
    guard estimate.rawValue > 0 else { throw .invalidExtent }
    guard ExtentTree.fits(sum: 0, unmeasured: Int64(count), estimate: estimate.rawValue) else {
      throw .contentTooLong
    }
    estimateUnits = estimate.rawValue
    collapse(to: Int64(count))
    generation &+= 1
  }

  /// The number of items.
  ///
  /// - Complexity: O(1).
  public var count: Int { Int(truncatingIfNeeded: items) }

  /// The number of measured items.
  ///
  /// - Complexity: O(1).
  public var measuredCount: Int { Int(truncatingIfNeeded: measuredItems) }

  /// The length of all items: the measured extents, and the estimate for each unmeasured item.
  ///
  /// - Complexity: O(1).
  public var total: FixedLength { FixedLength(rawValue: totalUnits) }

  /// The extent of every unmeasured item.
  ///
  /// - Complexity: O(1).
  public var estimate: FixedLength { FixedLength(rawValue: estimateUnits) }

  /// Gives all unmeasured items another extent.
  ///
  /// - Parameter estimate: The extent; above zero.
  /// - Throws: ``ExtentError/invalidExtent`` or ``ExtentError/contentTooLong``; then nothing
  ///   changes.
  /// - Complexity: O(1).
  public func setEstimate(_ estimate: FixedLength) throws(ExtentError) {
    let units = estimate.rawValue
    guard units > 0 else { throw .invalidExtent }
    guard
      ExtentTree.fits(sum: measuredSum, unmeasured: items - measuredItems, estimate: units)
    else { throw .contentTooLong }
    if units == estimateUnits { return }
    estimateUnits = units
    generation &+= 1
  }

  /// The bytes that the tree holds, whether in use or kept for reuse.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: Int { memory.byteCount }
}

extension ExtentTree {
  @inline(__always)
  var totalUnits: Int64 { measuredSum &+ (items &- measuredItems) &* estimateUnits }

  /// Whether a total stays within ``FixedLength/max``; `sum` is at least 0.
  static func fits(sum: Int64, unmeasured: Int64, estimate: Int64) -> Bool {
    let (length, overflow) = unmeasured.multipliedReportingOverflow(by: estimate)
    if overflow || length > FixedLength.max.rawValue { return false }
    return sum <= FixedLength.max.rawValue - length
  }

  /// Leaves unmeasured items only, and no nodes.
  func collapse(to count: Int64) {
    items = count
    measuredItems = 0
    measuredSum = 0
    root = ExtentEntry.none
    depth = 0
    fingerCount = 0
    memory.nodes.releaseAll()
    memory.leaves.releaseAll()
    memory.front.trim()
    memory.back.trim()
    memory.pieces.trim()
  }

  @inline(__always)
  func node(_ handle: UInt32) -> ExtentNode {
    #if DEBUG
      visits += 1
    #endif
    return memory.node(handle)
  }

  @inline(__always)
  func dense(_ handle: UInt32) -> DenseLeaf {
    #if DEBUG
      visits += 1
    #endif
    return memory.dense(handle)
  }

  @inline(__always)
  func sparse(_ handle: UInt32) -> SparseLeaf {
    #if DEBUG
      visits += 1
    #endif
    return memory.sparse(handle)
  }

  @inline(__always)
  func noteWrite() {
    #if DEBUG
      writes += 1
    #endif
  }
}
