/// The part of the content that the host shows.
public struct Viewport: Hashable, Sendable {
  /// The distance from the content's top to the viewport's top in points; negative or beyond the
  /// content while over-scrolling.
  public var offset: Double
  /// The size in points. An empty one hides the feed: nothing is live, extents and place are kept.
  public var size: FeedSize

  /// Makes a viewport.
  @inlinable
  public init(offset: Double, size: FeedSize) {
    self.offset = offset
    self.size = size
  }
}

/// How far beyond the viewport rows are kept live, in points.
public struct Overscan: Hashable, Sendable {
  /// The distance above the viewport.
  public var before: Double
  /// The distance below the viewport.
  public var after: Double

  /// Makes an overscan; nothing on a side unless given.
  @inlinable
  public init(before: Double = 0, after: Double = 0) {
    self.before = before
    self.after = after
  }

  /// Only what is visible is live.
  public static let none = Overscan()
}

/// Where in the viewport, less its insets, a scroll brings an item.
public enum ScrollPosition: Hashable, Sendable {
  /// The item's top at the top.
  case start
  /// The item's middle in the middle.
  case center
  /// The item's bottom at the bottom.
  case end
  /// The shortest way that shows the item whole; nowhere when it is whole already. An item longer
  /// than the viewport is brought in by the edge that comes first.
  case nearest
}
