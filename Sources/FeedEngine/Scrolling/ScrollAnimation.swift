/// How the speed of an animated scroll changes on the way.
public enum ScrollEasing: Hashable, Sendable {
  /// The same speed all the way.
  case linear
  /// Slow at both ends, fast in the middle (cubic).
  case easeInOut
  /// Fast at first, slower and slower toward the target (cubic).
  case easeOut

  /// The share of the way that is left after a share of the time, both from 0 to 1; 0 only at the
  /// end.
  func left(after time: Double) -> Double {
    let rest = 1 - time
    switch self {
    case .linear: return rest
    case .easeOut: return rest * rest * rest
    case .easeInOut:
      return time < 0.5 ? 1 - 4 * time * time * time : 4 * rest * rest * rest
    }
  }
}

/// A scroll that takes a given time, toward a target that may move on the way.
///
/// It knows no positions. Each step is told the distance that remains *now* and covers the part of
/// it that the easing gives to the time that passed, so a target that moves is still reached
/// exactly, at the end, and a target that stands still is never passed.
struct ScrollAnimation {
  private let duration: Double
  private let easing: ScrollEasing
  /// When the travel began; moves back with a clock that goes back.
  private var start: Double?
  private var latest = 0.0
  /// The share of the way that was left at the last step.
  private var left = 1.0

  /// - Parameter duration: In seconds. Not finite or not above 0: the first step goes all the way.
  init(duration: Double, easing: ScrollEasing) {
    self.duration = duration.isFinite ? duration : 0
    self.easing = easing
  }

  /// Takes one step. The first one fixes when the travel began, and moves nothing.
  ///
  /// A clock that goes back moves nothing, and the travel goes on from there with the next step; a
  /// time that is not finite is as if it was never told.
  ///
  /// - Parameters:
  ///   - time: In seconds, on any clock.
  ///   - remaining: The distance from here to the target; negative when the target lies before.
  /// - Returns: How far to move now: from zero to `remaining`, and that exactly at the end.
  mutating func advance(to time: Double, remaining: FixedLength) -> FixedLength {
    guard time.isFinite else { return .zero }
    if let start, time < latest { self.start = start - (latest - time) }
    latest = time
    let begin = start ?? time
    start = begin
    let before = left
    left = min(before, share(leftAfter: time - begin))
    return left > 0 ? ScrollAnimation.part(1 - left / before, of: remaining) : remaining
  }

  /// Whether the step to a time goes all the way; before the first step none is known to.
  func isFinished(at time: Double) -> Bool {
    guard let start else { return false }
    guard left > 0, time.isFinite, time > latest else { return left <= 0 }
    return share(leftAfter: time - start) <= 0
  }

  private func share(leftAfter elapsed: Double) -> Double {
    elapsed < duration ? easing.left(after: elapsed / duration) : 0
  }

  /// A part of a distance, in whole units toward zero.
  private static func part(_ share: Double, of distance: FixedLength) -> FixedLength {
    // Below 1 the product stays inside Int64; rounding may still pass a distance that a Double does
    // not hold exactly.
    guard share < 1 else { return distance }
    let units = Int64(Double(distance.rawValue) * share)
    return FixedLength(
      rawValue: distance.rawValue < 0
        ? max(units, distance.rawValue) : min(units, distance.rawValue))
  }
}

extension ScrollAnimation {
  /// A target farther away than this many viewports is far.
  static let farViewports: Int64 = 10
  /// The travel to a far target begins this many viewports before it.
  static let travelViewports: Int64 = 4

  /// How far to jump before the travel begins, so that rows in the middle are never made.
  ///
  /// - Parameters:
  ///   - remaining: The distance from here to the target.
  ///   - viewport: The viewport's extent; in an empty one every target is far, and the jump goes
  ///     all the way.
  /// - Returns: Zero for a target that is not far.
  static func jump(remaining: FixedLength, viewport: FixedLength) -> FixedLength {
    let far = viewport.rawValue * farViewports
    let travel = viewport.rawValue * travelViewports
    if remaining.rawValue > far { return FixedLength(rawValue: remaining.rawValue - travel) }
    if remaining.rawValue < -far { return FixedLength(rawValue: remaining.rawValue + travel) }
    return .zero
  }
}
