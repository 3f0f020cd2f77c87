/// What went wrong lately: the last ``capacity`` distinct entries, and how often.
///
/// Equal neighbours are counted, not repeated, so a mistake made on every frame stays one entry.
public struct FeedDiagnostics: Sendable {
  /// A diagnostic and how many times in a row it came.
  public struct Entry: Hashable, Sendable {
    /// What happened.
    public var diagnostic: FeedDiagnostic
    /// How many times it came without another in between.
    public var count: Int
  }

  /// How many entries are kept; older ones are dropped and counted in ``droppedCount``.
  public static let capacity = 128

  /// The entries, oldest first.
  public private(set) var entries: [Entry] = []
  /// How many diagnostics came since the last reset, repeated and dropped ones included.
  public private(set) var totalCount = 0
  /// How many entries were dropped because there were more than ``capacity``.
  public private(set) var droppedCount = 0

  /// Whether nothing went wrong.
  public var isEmpty: Bool { totalCount == 0 }

  /// Whether a diagnostic is among the entries kept.
  ///
  /// - Complexity: O(``capacity``).
  public func contains(_ diagnostic: FeedDiagnostic) -> Bool {
    entries.contains { $0.diagnostic == diagnostic }
  }

  mutating func record(_ diagnostic: FeedDiagnostic) {
    totalCount += 1
    if let last = entries.last, last.diagnostic == diagnostic {
      entries[entries.count - 1].count += 1
      return
    }
    if entries.count == FeedDiagnostics.capacity {
      entries.removeFirst()
      droppedCount += 1
    }
    entries.append(Entry(diagnostic: diagnostic, count: 1))
  }
}
