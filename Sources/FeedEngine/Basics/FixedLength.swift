/// A length along one axis, counted in whole units of 1/1024 point.
///
/// Sums of integers do not depend on their order, so positions never drift and neighbours share
/// an edge bit for bit. Every length up to ``max`` is exact in a `Double` of points as well.
public struct FixedLength: Hashable, Comparable, Sendable {
  /// The number of units; one unit is 1/1024 point.
  public var rawValue: Int64

  /// Makes a length from a number of units.
  @inlinable
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The number of units in a point.
  public static let unitsPerPoint: Double = 1024

  /// The empty length.
  public static let zero = FixedLength(rawValue: 0)

  /// The longest content that the engine lays out: 2^53 units, about 8.8e12 points.
  public static let max = FixedLength(rawValue: 1 << 53)

  /// Rounds an extent up to whole units, so that it is never shorter than what was asked for.
  ///
  /// - Parameter points: The extent in points.
  /// - Returns: `nil` when `points` is negative, not a number, infinite or longer than ``max``.
  @inlinable
  public init?(ceiling points: Double) {
    let scaled = points * FixedLength.unitsPerPoint
    // The comparisons are false for NaN as well.
    guard scaled >= 0, scaled <= 0x1p53 else { return nil }
    rawValue = FixedLength.roundUp(scaled)
  }

  /// Rounds a position down to whole units.
  ///
  /// - Parameter points: The position in points; may be negative.
  /// - Returns: `nil` when `points` is not a number or lies beyond 4 times ``max`` on either side:
  ///   room for a viewport and over-scroll around the longest content.
  @inlinable
  public init?(flooring points: Double) {
    let scaled = points * FixedLength.unitsPerPoint
    guard scaled >= -0x1p55, scaled <= 0x1p55 else { return nil }
    rawValue = FixedLength.roundDown(scaled)
  }

  /// The length in points; exact.
  @inlinable
  public var points: Double {
    Double(rawValue) / FixedLength.unitsPerPoint
  }

  // `floor` and `ceil` are library calls on baseline x86-64; a truncation and a compare are not.
  @inlinable
  static func roundUp(_ scaled: Double) -> Int64 {
    let truncated = Int64(scaled)
    return Double(truncated) < scaled ? truncated + 1 : truncated
  }

  @inlinable
  static func roundDown(_ scaled: Double) -> Int64 {
    let truncated = Int64(scaled)
    return Double(truncated) > scaled ? truncated - 1 : truncated
  }

  @inlinable
  public static func < (left: FixedLength, right: FixedLength) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The sum of two lengths.
  @inlinable
  public static func + (left: FixedLength, right: FixedLength) -> FixedLength {
    FixedLength(rawValue: left.rawValue + right.rawValue)
  }

  /// The difference of two lengths.
  @inlinable
  public static func - (left: FixedLength, right: FixedLength) -> FixedLength {
    FixedLength(rawValue: left.rawValue - right.rawValue)
  }

  /// Adds a length to another.
  @inlinable
  public static func += (left: inout FixedLength, right: FixedLength) {
    left.rawValue += right.rawValue
  }

  /// Takes a length from another.
  @inlinable
  public static func -= (left: inout FixedLength, right: FixedLength) {
    left.rawValue -= right.rawValue
  }

  /// The length in the opposite direction.
  @inlinable
  public static prefix func - (length: FixedLength) -> FixedLength {
    FixedLength(rawValue: -length.rawValue)
  }
}

extension FixedLength: CustomStringConvertible {
  /// The length in points, for messages.
  public var description: String { "\(points) pt" }
}
