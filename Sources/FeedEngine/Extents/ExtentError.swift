/// Why an ``ExtentTree`` refused a change; a refused change leaves everything as it was.
public enum ExtentError: Error, Hashable, Sendable {
  /// There is no item, or no place to insert, at `index`.
  case indexOutOfRange(index: Int, count: Int)

  /// `lower..<upper` does not lie within the items, or is not a range.
  case rangeOutOfRange(lower: Int, upper: Int, count: Int)

  /// An extent is negative, or an estimate is not positive.
  case invalidExtent

  /// More than 2^32 items; `requested` is the number there would have been.
  case tooManyItems(requested: Int)

  /// The content would be longer than ``FixedLength/max``.
  case contentTooLong
}

extension ExtentError: CustomStringConvertible {
  /// What was wrong, and what to do about it.
  public var description: String {
    switch self {
    case .indexOutOfRange(let index, let count):
      return "Index \(index) is out of range: pass an index within the \(count) items."
    case .rangeOutOfRange(let lower, let upper, let count):
      return "Items \(lower) to \(upper) are out of range: pass a range within the \(count) items."
    case .invalidExtent:
      return "The extent is invalid: pass extents of zero or more and estimates above zero."
    case .tooManyItems(let requested):
      return "\(requested) items are too many: keep the list at or below 4294967296 items."
    case .contentTooLong:
      return "The content would be too long: keep the sum of all extents at or below 2^43 points."
    }
  }
}
