/// How the items of a feed are laid out.
public struct FeedLayout: Hashable, Sendable {
  /// The extent that stands for rows not yet measured, in points.
  let estimate: Double
  /// Whether ``estimate`` is the extent of every row, so that nothing is measured.
  let isFixed: Bool
  let spacing: Double

  /// The estimate where none is given: 44 points, UIKit's row height.
  static let defaultEstimate = 44.0

  /// A list of rows that measure themselves.
  ///
  /// - Parameters:
  ///   - estimatedExtent: The height of a typical row in points, above 0. It decides the length of
  ///     what was never shown, nothing on screen.
  ///   - spacing: The distance between two rows in points.
  public static func list(
    estimatedExtent: Double = 44, spacing: Double = 0
  ) -> FeedLayout {
    FeedLayout(estimate: estimatedExtent, isFixed: false, spacing: spacing)
  }

  /// A list of rows of one fixed height, which are never measured.
  ///
  /// - Parameters:
  ///   - extent: The height of every row in points, above 0.
  ///   - spacing: The distance between two rows in points.
  public static func list(extent: Double, spacing: Double = 0) -> FeedLayout {
    FeedLayout(estimate: extent, isFixed: true, spacing: spacing)
  }
}
