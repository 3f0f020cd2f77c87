/// What a node knows of one child: a node of the next level, or at the lowest level a piece.
///
/// A piece is described by its entry alone. A *run* (unmeasured items) and a *giant* (one measured
/// item too long for a leaf) have no memory of their own. A leaf without unmeasured items is
/// *dense*, any other leaf is *sparse*.
struct ExtentEntry: Equatable {
  /// The handle of a node or leaf, or ``runMark`` or ``giantMark``.
  var child: UInt32
  /// The number of items.
  var count: Int64
  /// How many of the items have no measured extent.
  var unmeasured: Int64
  /// The sum of the measured extents in units.
  var sum: Int64

  /// In place of a handle: all items are unmeasured.
  static let runMark = UInt32.max
  /// In place of a handle: one item, whose extent is the sum.
  static let giantMark = UInt32.max - 1
  /// No node and no leaf.
  static let none = UInt32.max - 2

  static func run(_ count: Int64) -> ExtentEntry {
    ExtentEntry(child: runMark, count: count, unmeasured: count, sum: 0)
  }

  static func giant(_ extent: Int64) -> ExtentEntry {
    ExtentEntry(child: giantMark, count: 1, unmeasured: 0, sum: extent)
  }

  var measured: Int64 { count &- unmeasured }
  var isRun: Bool { child == ExtentEntry.runMark }
  var isGiant: Bool { child == ExtentEntry.giantMark }
  var isLeaf: Bool { child < ExtentEntry.none }
  var isDense: Bool { isLeaf && unmeasured == 0 }
  var isSparse: Bool { isLeaf && unmeasured != 0 }
}

/// What a subtree gains; losses are negative.
struct ExtentDelta {
  var count: Int64 = 0
  var unmeasured: Int64 = 0
  var sum: Int64 = 0
}

/// How full nodes and leaves get; tests make them small, so that splits and merges come early.
struct ExtentCapacities {
  /// The most entries of a node, at least 4.
  var fanout = ExtentNode.maxFanout
  /// The most items of a dense leaf, at least 2.
  var dense = DenseLeaf.maxCount
  /// The most measured items of a sparse leaf, at least 2.
  var sparse = SparseLeaf.maxCount
  /// The most items, measured or not, of a sparse leaf.
  var sparseSpan: Int64 = 1 << 30
  /// The first extent in units that a leaf does not hold.
  var giant: Int64 = 1 << 25

  var minimumFanout: Int { fanout / 2 }
  /// Nodes made in bulk keep a little room.
  var bulkFanout: Int { fanout - fanout / 16 }
  /// Leaves made in bulk keep room for a few insertions.
  var bulkDense: Int { dense - dense / 12 }
  /// Joined leaves keep room, so that the next change does not split them again.
  var joinedDense: Int64 { Int64(dense - dense / 8) }
  var joinedSparse: Int64 { Int64(sparse - sparse / 4) }
}

extension ExtentDelta {
  mutating func add(_ other: ExtentDelta) {
    count += other.count
    unmeasured += other.unmeasured
    sum += other.sum
  }
}
