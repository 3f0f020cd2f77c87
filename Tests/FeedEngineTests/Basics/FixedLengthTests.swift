import Testing

@testable import FeedEngine

@Suite struct FixedLengthTests {
  @Test func extentsAreNeverShorterAndWithinOneUnit() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let points = Double.random(in: 0...5_000, using: &random)
      let kept = try #require(FixedLength(ceiling: points)).points
      #expect(kept >= points)
      #expect(kept - points < 1 / FixedLength.unitsPerPoint)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, 0x1p44])
  func impossibleExtentsAreRefused(points: Double) {
    #expect(FixedLength(ceiling: points) == nil)
  }
}
