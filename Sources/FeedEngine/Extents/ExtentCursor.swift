/// A place in an ``ExtentTree`` that moves to its neighbours in constant time.
///
/// The cursor keeps its index when the tree changes, and finds its place anew when it is next
/// moved. Its ``offset``, ``extent`` and ``isMeasured`` are those of the tree as it is.
public struct ExtentCursor {
  private let tree: ExtentTree
  private var generation: UInt64
  private var spot: ExtentSpot
  private var item: Int64
  private var itemOffset: Int64
  private var measured: Int64

  /// Makes a cursor.
  ///
  /// - Parameters:
  ///   - tree: The tree, which the cursor retains.
  ///   - index: An index within `0...count`; `count` is the end, where there is no item.
  /// - Precondition: `index` lies within `0...count`.
  /// - Complexity: O(log p), where p is the number of pieces.
  public init(_ tree: ExtentTree, at index: Int = 0) {
    self.tree = tree
    generation = tree.generation
    spot = ExtentSpot(node: nil, slot: 0, start: 0, offset: 0, entry: .run(0))
    item = 0
    itemOffset = 0
    measured = -1
    seek(to: index)
  }

  /// The index of the item at the cursor, `count` at the end.
  ///
  /// - Complexity: O(1).
  public var index: Int { Int(truncatingIfNeeded: min(item, tree.items)) }

  /// The offset at which the item starts.
  ///
  /// - Complexity: O(1); after a change of the tree O(log p), where p is the number of pieces.
  public var offset: FixedLength {
    isFresh ? FixedLength(rawValue: itemOffset) : tree.offset(of: index)
  }

  /// The extent of the item, zero at the end.
  ///
  /// - Complexity: As ``offset``.
  public var extent: FixedLength {
    if item >= tree.items { return .zero }
    if !isFresh { return tree.extent(at: index) }
    return FixedLength(rawValue: measured < 0 ? tree.estimateUnits : measured)
  }

  /// Whether the item has an extent of its own.
  ///
  /// - Complexity: As ``offset``.
  public var isMeasured: Bool {
    if item >= tree.items { return false }
    return isFresh ? measured >= 0 : tree.isMeasured(index)
  }

  /// Moves to an item.
  ///
  /// - Parameter index: An index within `0...count`.
  /// - Precondition: `index` lies within `0...count`.
  /// - Complexity: O(1) within the piece at the cursor, else O(log p), where p is the number of
  ///   pieces.
  public mutating func seek(to index: Int) {
    let target = Int64(index)
    precondition(target >= 0 && target <= tree.items, "Index out of range")
    if target == tree.items {
      moveToEnd()
      return
    }
    if !isFresh || target < spot.start || target >= spot.end {
      spot = tree.spot(containing: target)
      generation = tree.generation
    }
    item = target
    let local = target &- spot.start
    itemOffset = spot.offset &+ tree.offsetInPiece(spot.entry, local, tree.estimateUnits)
    measured = tree.measuredInPiece(spot.entry, local)
  }

  /// Moves to the item at an offset, as ``ExtentTree/locate(_:)`` finds it.
  ///
  /// - Returns: The item and the distance from its start; `nil`, and the cursor stays, where no
  ///   item is.
  /// - Complexity: O(1) near the cursor, else O(log p), where p is the number of pieces.
  public mutating func locate(
    _ offset: FixedLength
  ) -> (index: Int, distance: FixedLength)? {
    let target = offset.rawValue
    let estimate = tree.estimateUnits
    if isFresh, item < tree.items, target >= itemOffset {
      let distance = target &- itemOffset
      if distance < (measured < 0 ? estimate : measured) {
        return (Int(truncatingIfNeeded: item), FixedLength(rawValue: distance))
      }
    }
    guard target >= 0, target < tree.totalUnits else { return nil }
    if !isFresh || !reach(target, estimate) {
      spot = tree.spot(at: target)
      generation = tree.generation
    }
    let (local, distance) = tree.locateInPiece(spot.entry, target &- spot.offset, estimate)
    item = spot.start &+ local
    itemOffset = target &- distance
    measured = tree.measuredInPiece(spot.entry, local)
    return (Int(truncatingIfNeeded: item), FixedLength(rawValue: distance))
  }

  /// Moves to the next item, or to the end.
  ///
  /// - Returns: Whether there is an item.
  /// - Complexity: O(1); after a change of the tree O(log p), where p is the number of pieces.
  @discardableResult
  public mutating func advance() -> Bool {
    if !isFresh { seek(to: index) }
    if item >= tree.items { return false }
    if item &+ 1 == tree.items {
      moveToEnd()
      return false
    }
    itemOffset &+= measured < 0 ? tree.estimateUnits : measured
    item &+= 1
    if item == spot.end { spot = tree.next(spot) }
    measured = tree.measuredInPiece(spot.entry, item &- spot.start)
    return true
  }

  /// Moves to the item before.
  ///
  /// - Returns: `false`, and the cursor stays, at the first item.
  /// - Complexity: O(1); after a change of the tree O(log p), where p is the number of pieces.
  @discardableResult
  public mutating func retreat() -> Bool {
    if !isFresh { seek(to: index) }
    if item == 0 { return false }
    if item == tree.items {
      seek(to: Int(truncatingIfNeeded: item &- 1))
      return true
    }
    item &-= 1
    if item < spot.start { spot = tree.previous(spot) }
    measured = tree.measuredInPiece(spot.entry, item &- spot.start)
    itemOffset &-= measured < 0 ? tree.estimateUnits : measured
    return true
  }

  @inline(__always)
  private var isFresh: Bool { generation == tree.generation }

  private mutating func moveToEnd() {
    generation = tree.generation
    // Without a piece of its own, so that a later `seek` looks for one.
    spot = ExtentSpot(node: nil, slot: 0, start: 0, offset: 0, entry: .run(0))
    item = tree.items
    itemOffset = tree.totalUnits
    measured = -1
  }

  /// Moves to the piece at an offset where it is this one or a neighbour in the same node.
  @inline(__always)
  private mutating func reach(_ target: Int64, _ estimate: Int64) -> Bool {
    if target >= spot.offset {
      if target < spot.endOffset(estimate) { return true }
      guard let node = spot.node, spot.slot &+ 1 < node.count else { return false }
      let next = tree.next(spot)
      guard target < next.endOffset(estimate) else { return false }
      spot = next
      return true
    }
    guard spot.node != nil, spot.slot > 0 else { return false }
    let previous = tree.previous(spot)
    guard target >= previous.offset else { return false }
    spot = previous
    return true
  }
}
