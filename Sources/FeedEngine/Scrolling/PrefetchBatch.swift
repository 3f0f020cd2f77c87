/// Neighbouring items, in order, for a data source to prepare or to let go; nearest to the viewport
/// first.
///
/// A value without storage of its own: it is made, copied and iterated without allocating.
public struct PrefetchBatch: RandomAccessCollection, Hashable, Sendable {
  /// The first path.
  private let start: FeedIndexPath
  /// From one item to the next: 1 or -1.
  private let step: Int
  /// How many items there are.
  public let count: Int

  /// Some items of the one section, from the lower end upward or from the upper end downward.
  init(_ items: Range<Int>, isForward: Bool) {
    start = FeedIndexPath(item: isForward ? items.lowerBound : items.upperBound - 1, section: 0)
    step = isForward ? 1 : -1
    count = items.count
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The same as ``count``.
  public var endIndex: Int { count }

  /// The path at a position from 0 up to, not including, ``count``.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> FeedIndexPath {
    precondition(position >= 0 && position < count, "position outside the batch")
    return FeedIndexPath(item: start.item + position * step, section: start.section)
  }

  /// Goes through the paths without the detour over positions.
  public struct Iterator: IteratorProtocol {
    fileprivate var path: FeedIndexPath
    fileprivate let step: Int
    fileprivate var left: Int

    /// The next path, or `nil` at the end.
    public mutating func next() -> FeedIndexPath? {
      guard left > 0 else { return nil }
      defer { path.item += step }
      left -= 1
      return path
    }
  }

  /// Makes an iterator from the nearest item on.
  public func makeIterator() -> Iterator {
    Iterator(path: start, step: step, left: count)
  }
}
