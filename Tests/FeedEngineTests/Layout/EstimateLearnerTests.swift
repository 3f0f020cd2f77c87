import Testing

@testable import FeedEngine

@Suite struct EstimateLearnerTests {
  private static func units(_ points: Double) -> FixedLength {
    FixedLength(ceiling: points) ?? .zero
  }

  /// What is learned from some rows, against an estimate.
  private static func learned(_ rows: [Double], estimate: Double = 20) -> Double? {
    var learner = EstimateLearner()
    for row in rows { learner.take(units(row)) }
    return learner.betterEstimate(than: units(estimate))?.points
  }

  @Test("a few rows make no mean")
  func enough() {
    #expect(EstimateLearnerTests.learned(Array(repeating: 50, count: 7)) == nil)
    #expect(EstimateLearnerTests.learned(Array(repeating: 50, count: 8)) == 50)
    #expect(EstimateLearnerTests.learned([0, 50, 0] + Array(repeating: 50, count: 6)) == nil)
  }

  @Test("an estimate that is a tenth off stays", arguments: [-1.0, 1])
  func threshold(sign: Double) {
    let near = Array(repeating: 50 + 5 * sign, count: 10)
    #expect(EstimateLearnerTests.learned(near, estimate: 50) == nil)
    let far = Array(repeating: 50 + 6 * sign, count: 10)
    #expect(EstimateLearnerTests.learned(far, estimate: 50) == 50 + 6 * sign)
  }

  @Test("a giant counts as four typical rows, whenever it comes", arguments: 0..<8)
  func giants(place: Int) {
    var rows = Array(repeating: 50.0, count: 7)
    rows.insert(1e6, at: place)
    #expect(EstimateLearnerTests.learned(rows) == 550.0 / 8)
    let late = Array(repeating: 50.0, count: 8 + place) + [1e6]
    #expect(
      EstimateLearnerTests.learned(late)
        == (Double(8 + place) * 50 + 200).inUnits(dividedBy: 9 + place))
  }
}

extension Double {
  /// A share of so many points, in whole units.
  fileprivate func inUnits(dividedBy count: Int) -> Double {
    (self * 1024 / Double(count)).rounded(.down) / 1024
  }
}
