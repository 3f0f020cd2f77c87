import Testing

@testable import FeedEngine

/// Content near the longest that there can be: every offset in it is legal, and steps stay steps.
@Suite struct FarOffsetTests {
  static let count = 1 << 32
  static let extents = [600.0, 1025, 2047]

  private static func shown(_ extent: Double) -> Harness {
    let harness = Harness(count: count, layout: .list(extent: extent)) { _, _ in extent }
    harness.feed.scroll(to: itemPath(count - 1), at: .end)
    harness.layout()
    return harness
  }

  @Test("steps beyond 2^51 units move as far as they say", arguments: extents)
  func steps(extent: Double) {
    let harness = FarOffsetTests.shown(extent)
    let end = Double(FarOffsetTests.count) * extent - 300
    #expect(harness.offset == end)
    var expected = end
    for distance in [-10.0, 4, -3000, 2999, -0.5] {
      harness.feed.scroll(by: distance)
      harness.layout()
      expected = min(end, expected + distance)
      #expect(harness.offset == expected)
      #expect(harness.visible.upperBound == Int((expected + 300) / extent) + 1 || expected == end)
    }
    harness.feed.scroll(by: 100_000)
    harness.layout()
    #expect(harness.offset == end && harness.visible.upperBound == FarOffsetTests.count)
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("a host scrolls, over-scrolls and turns there as anywhere", arguments: extents)
  func host(extent: Double) {
    let harness = FarOffsetTests.shown(extent)
    let end = harness.offset
    for offset in [end - 10, end + 40, end - 5000.25] {
      harness.show(at: offset)
      #expect(harness.offset == offset)
    }
    harness.resize(height: 500)
    #expect(harness.feed.viewport.size.height == 500 && harness.offset == end - 5000.25)
    harness.resize(width: 800)
    #expect(harness.feed.viewport.size.width == 800 && harness.offset == end - 5000.25)
    harness.show(at: 20)
    #expect(harness.visible.lowerBound == 0)
    harness.show(at: harness.feed.maximumOffset)
    #expect(harness.visible.upperBound == FarOffsetTests.count)
    #expect(harness.feed.diagnostics.isEmpty)
  }
}
