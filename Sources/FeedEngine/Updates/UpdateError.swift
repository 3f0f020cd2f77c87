/// Why an update was refused. Nothing was changed.
public enum UpdateError: Error, Hashable, Sendable {
  /// The counts do not add up: `before - removed + inserted` is not `after`.
  case countMismatch(section: Int, before: Int, after: Int, inserted: Int, removed: Int)
  /// A removed, reloaded or reconfigured item is not among those before the update.
  case oldPathOutOfRange(path: FeedIndexPath, before: Int)
  /// An inserted item is not among those after the update.
  case newPathOutOfRange(path: FeedIndexPath, after: Int)
  /// There would be more than 2^32 items, or less than none.
  case invalidCount(section: Int, after: Int)
  /// The content would be longer than 2^53 units.
  case contentTooLong
}

extension UpdateError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .countMismatch(let section, let before, let after, let inserted, let removed):
      """
      Section \(section) had \(before) items and has \(after); \(inserted) inserted and \(removed) \
      removed do not explain that. Change the model inside the block and declare every change.
      """
    case .oldPathOutOfRange(let path, let before):
      """
      There was no item at \(path) before the update; the section had \(before). Removals, reloads \
      and reconfigures name items as they were before.
      """
    case .newPathOutOfRange(let path, let after):
      """
      There is no item at \(path) after the update; the section has \(after). Insertions name items \
      as they are afterwards.
      """
    case .invalidCount(let section, let after):
      "Section \(section) cannot have \(after) items. Return 0 to 4294967296."
    case .contentTooLong:
      "The content would exceed 2^53 units (8.8e12 points). Insert less or lower the estimate."
    }
  }
}
