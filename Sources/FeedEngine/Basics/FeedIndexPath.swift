/// The place of an item: its section and its index in that section.
public struct FeedIndexPath: Hashable, Comparable, Sendable {
  /// The index of the item in its section.
  public var item: Int
  /// The index of the section.
  public var section: Int

  /// Makes an index path.
  @inlinable
  public init(item: Int, section: Int) {
    self.item = item
    self.section = section
  }

  /// Whether the left path comes before the right one in reading order.
  @inlinable
  public static func < (left: FeedIndexPath, right: FeedIndexPath) -> Bool {
    left.section != right.section ? left.section < right.section : left.item < right.item
  }
}

extension FeedIndexPath {
  /// The paths of some items of the one section.
  static func range(_ items: Range<Int>) -> Range<FeedIndexPath> {
    FeedIndexPath(
      item: items.lowerBound, section: 0)..<FeedIndexPath(item: items.upperBound, section: 0)
  }
}

extension Range where Bound == FeedIndexPath {
  /// The indices of the items of a range that lies in one section.
  public var items: Range<Int> {
    lowerBound.item..<Swift.max(lowerBound.item, upperBound.item)
  }
}

extension FeedIndexPath: CustomStringConvertible {
  /// Section and item, for messages.
  public var description: String { "(section \(section), item \(item))" }
}
