/// What happened to the cells of one identifier, or of all.
public struct ReuseCounts: Hashable, Sendable {
  /// Cells that were made.
  public internal(set) var created = 0
  /// Cells that were handed out, new ones included.
  public internal(set) var dequeued = 0
  /// Cells that were handed out of the pool.
  public internal(set) var reused = 0
  /// Cells that came back from use.
  public internal(set) var recycled = 0
  /// Cells that were let go: no room in the pool, trimmed, or never tracked.
  public internal(set) var discarded = 0
  /// Times that a cell was configured for an item.
  public internal(set) var configured = 0
  /// Times that a cell was asked for its size.
  public internal(set) var measured = 0
  /// Cells that wait in the pool now; a reset leaves it.
  public internal(set) var pooled = 0
  /// Cells that are in use now; a reset leaves it.
  public internal(set) var live = 0

  /// The share of dequeued cells that came out of the pool, 0 to 1; 0 when none was dequeued.
  public var reuseRate: Double {
    dequeued == 0 ? 0 : Double(reused) / Double(dequeued)
  }

  mutating func add(_ other: ReuseCounts) {
    created += other.created
    dequeued += other.dequeued
    reused += other.reused
    recycled += other.recycled
    discarded += other.discarded
    configured += other.configured
    measured += other.measured
    pooled += other.pooled
    live += other.live
  }

  mutating func reset() {
    let (pooled, live) = (pooled, live)
    self = ReuseCounts()
    self.pooled = pooled
    self.live = live
  }
}

/// The allocation and reuse figures of a feed: always on, per identifier and in sum.
public struct FeedStatistics: Sendable {
  /// The sum over all identifiers.
  public internal(set) var total = ReuseCounts()
  /// The counts of each identifier, in the order of first use. Identifiers whose registration was
  /// dropped are in ``total`` only.
  public internal(set) var byIdentifier: [(identifier: String, counts: ReuseCounts)] = []

  /// The counts of one identifier, or `nil` when it was never used.
  ///
  /// - Complexity: O(number of identifiers).
  public subscript(identifier: String) -> ReuseCounts? {
    byIdentifier.first { $0.identifier == identifier }?.counts
  }
}
