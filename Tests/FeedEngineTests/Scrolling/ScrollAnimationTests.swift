import Testing

@testable import FeedEngine

@Suite struct ScrollAnimationTests {
  private static let easings: [ScrollEasing] = [.linear, .easeInOut, .easeOut]
  private static let jumps = [ScrollAnimation.farViewports, ScrollAnimation.travelViewports]

  @Test("a target that stands still is approached and reached exactly", arguments: 1...30)
  func standingTarget(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for easing in ScrollAnimationTests.easings {
      let bits = Int64.random(in: 0...53, using: &random)
      let way = Int64.random(in: -(1 << bits)...(1 << bits), using: &random)
      let duration = Double.random(in: 0.05...2, using: &random)
      var time = Double.random(in: -1e4...1e4, using: &random)
      let begin = time
      var animation = ScrollAnimation(duration: duration, easing: easing)
      var remaining = way
      var frames: Int64 = 0
      repeat {
        let move = animation.advance(to: time, remaining: FixedLength(rawValue: remaining)).rawValue
        if frames == 0 { #expect(move == 0) }
        #expect(way < 0 ? (remaining...0).contains(move) : (0...remaining).contains(move))
        remaining -= move
        frames += 1
        let share = min(1, (time - begin) / duration)
        let ideal = Double(way) * ScrollAnimationTests.left(easing, share)
        // Half a unit a frame is lost to rounding, and a Double's share of the way.
        let slack = Double(frames) + abs(Double(way)) * 1e-12
        #expect(abs(Double(remaining) - ideal) <= slack, "seed \(seed), \(easing), \(share)")
        if animation.isFinished(at: time) { break }
        time += Double.random(in: 0...0.05, using: &random)
      } while frames < 10_000
      #expect(remaining == 0 && time >= begin + duration - 1e-9, "seed \(seed), \(easing)")
    }
  }

  /// The same curves by their definition.
  private static func left(_ easing: ScrollEasing, _ share: Double) -> Double {
    switch easing {
    case .linear: 1 - share
    case .easeOut: (1 - share) * (1 - share) * (1 - share)
    case .easeInOut:
      share < 0.5 ? 1 - 4 * share * share * share : 4 * (1 - share) * (1 - share) * (1 - share)
    }
  }

  @Test("a target that moves is reached exactly at the end", arguments: 1...30)
  func movingTarget(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for easing in ScrollAnimationTests.easings {
      var animation = ScrollAnimation(duration: 0.5, easing: easing)
      var position: Int64 = 0
      var target = Int64.random(in: -9_000_000...9_000_000, using: &random)
      var time = 100.0
      while !animation.isFinished(at: time) {
        target += Int64.random(in: -900_000...900_000, using: &random)
        let remaining = target - position
        let move = animation.advance(
          to: time, remaining: FixedLength(rawValue: remaining)
        ).rawValue
        #expect(abs(move) <= abs(remaining) && move.signum() * remaining.signum() >= 0)
        position += move
        time += 1 / 64
      }
      target += 77
      position +=
        animation.advance(to: time, remaining: FixedLength(rawValue: target - position)).rawValue
      #expect(position == target && time >= 100.5, "seed \(seed), \(easing)")
    }
  }

  @Test("quarters of the time")
  func quarters() {
    let expected: [[Int64]] = [
      [0, 256, 512, 768, 1024], [0, 64, 512, 960, 1024], [0, 592, 896, 1008, 1024],
    ]
    for (easing, positions) in zip(ScrollAnimationTests.easings, expected) {
      var animation = ScrollAnimation(duration: 1, easing: easing)
      var position: Int64 = 0
      for (quarter, wanted) in positions.enumerated() {
        position +=
          animation.advance(
            to: 8 + Double(quarter) / 4, remaining: FixedLength(rawValue: 1024 - position)
          ).rawValue
        #expect(abs(position - wanted) <= 1, "\(easing), quarter \(quarter)")
      }
      #expect(position == 1024)
    }
  }

  @Test("a clock that goes back, or tells no time, moves nothing and does not stop the travel")
  func badClocks() {
    let way = FixedLength(rawValue: 1 << 20)
    var animation = ScrollAnimation(duration: 1, easing: .linear)
    for time in [Double.nan, .infinity, 10] {
      #expect(!animation.isFinished(at: 1e9))
      let move = animation.advance(to: time, remaining: way)
      #expect(move == .zero)
    }
    var left = way
    left -= animation.advance(to: 10.5, remaining: left)
    #expect(left.rawValue == 1 << 19)
    for time in [Double.nan, .infinity, -.infinity, 10.5, 10.25, 3, -1e6] {
      let move = animation.advance(to: time, remaining: left)
      #expect(move == .zero, "\(time)")
      #expect(!animation.isFinished(at: -1e6))
    }
    left -= animation.advance(to: -1e6 + 0.25, remaining: left)
    #expect(left.rawValue == 1 << 18)
    #expect(!animation.isFinished(at: .nan))
    #expect(animation.isFinished(at: -1e6 + 0.5))
    left -= animation.advance(to: -1e6 + 0.5, remaining: left)
    #expect(left == .zero)
  }

  @Test(
    "a duration that is none goes all the way",
    arguments: [0, -1, Double.nan, .infinity, -.infinity])
  func noDuration(duration: Double) {
    let way = FixedLength(rawValue: -12_345)
    for easing in ScrollAnimationTests.easings {
      var animation = ScrollAnimation(duration: duration, easing: easing)
      #expect(!animation.isFinished(at: 5))
      let move = animation.advance(to: 5, remaining: way)
      #expect(move == way)
      #expect(animation.isFinished(at: 5))
    }
  }

  @Test("the longest ways do not trap")
  func longestWays() {
    let odd: Int64 = (1 << 53) + 1
    for way in [Int64.max, Int64.max - 1, odd, -odd, Int64.min + 1, Int64.min] {
      for easing in ScrollAnimationTests.easings {
        var animation = ScrollAnimation(duration: 1, easing: easing)
        var remaining = way
        for time in [0, 1e-9, 0.3, 1 - 1e-16, 1] {
          let move = animation.advance(to: time, remaining: FixedLength(rawValue: remaining))
          remaining -= move.rawValue
          #expect(remaining == 0 || remaining.signum() == way.signum())
        }
        #expect(remaining == 0)
      }
    }
    // So near the end that the part is all of it.
    var last = ScrollAnimation(duration: 1, easing: .easeOut)
    _ = last.advance(to: 0, remaining: .zero)
    let move = last.advance(to: 1 - 1e-16, remaining: FixedLength(rawValue: .max))
    #expect(move.rawValue == .max)
    var animation = ScrollAnimation(duration: 1, easing: .easeOut)
    for time in [1e308, -1e308, 1e308, -1e308] {
      _ = animation.advance(to: time, remaining: .max)
    }
    #expect(animation.isFinished(at: -1e308))
  }

  @Test("a far target's travel begins some viewports before it")
  func farTargets() {
    #expect(ScrollAnimationTests.jumps == [10, 4])
    func jump(_ remaining: Double, _ viewport: Double) -> Double {
      ScrollAnimation.jump(
        remaining: EdgeTriggerTests.points(remaining), viewport: EdgeTriggerTests.points(viewport)
      ).points
    }
    #expect(jump(8000, 800) == 0 && jump(-8000, 800) == 0)
    #expect(jump(8001, 800) == 4801 && jump(-8001, 800) == -4801)
    #expect(jump(1e12, 800) == 1e12 - 3200)
    #expect(jump(0, 0) == 0 && jump(5, 0) == 5)
  }
}
