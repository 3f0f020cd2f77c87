/// A width and a height in points.
public struct FeedSize: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Makes a size.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points; `y` grows downward.
public struct FeedRect: Hashable, Sendable {
  /// The left edge in points.
  public var x: Double
  /// The top edge in points.
  public var y: Double
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Makes a rectangle.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The bottom edge in points.
  @inlinable
  public var maxY: Double { y + height }
}

/// Distances in points that content keeps from the edges of a viewport.
public struct FeedInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// Makes insets; every side is 0 unless given.
  @inlinable
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance on any side.
  public static let zero = FeedInsets()
}

/// The room that a cell is offered when it is measured.
///
/// `nil` on an axis means that the axis is unconstrained: the cell chooses.
public struct SizeProposal: Hashable, Sendable {
  /// The width to fill in points, or `nil` when the cell chooses.
  public var width: Double?
  /// The height to fill in points, or `nil` when the cell chooses.
  public var height: Double?

  /// Makes a proposal.
  @inlinable
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
