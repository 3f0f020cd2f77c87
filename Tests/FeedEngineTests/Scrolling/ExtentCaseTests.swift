import Testing

@testable import FeedEngine

/// Extents as a feed sums them up; a case's id stands in the test's name.
@Suite struct ExtentCaseTests {
  @Test("C091: rows without height among others", arguments: [20.0, 30, 1, 500])
  func everyThirdRowIsEmpty(estimate: Double) {
    let harness = Harness(
      count: 300, layout: .list(estimatedExtent: estimate), viewport: 300
    ) { item, _ in item % 3 == 0 ? 0 : 30 }
    harness.layout()
    #expect(harness.visibleWithExtent == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14])
    harness.walkToEnd(step: 100)
    #expect(harness.feed.contentLength == 6000)
    harness.show(at: 3000)
    #expect(harness.visibleWithExtent == [151, 152, 154, 155, 157, 158, 160, 161, 163, 164])
    harness.show(at: 0)
    #expect(harness.visibleWithExtent == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14])
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("C092: a measured extent of 0 is a value")
  func measuredZero() {
    let harness = Harness(
      count: 20, layout: .list(estimatedExtent: 40), viewport: 1000
    ) { item, _ in item % 2 == 0 ? 0 : 40 }
    harness.layout()
    #expect(harness.feed.contentLength == 400)
    #expect(harness.feed.frame(at: itemPath(19))?.y == 360)
    harness.feed.estimatedExtent = 90
    harness.layout()
    #expect(harness.feed.contentLength == 400)
  }

  @Test("C097: the content of an emptied feed is exactly 0", arguments: 1...12)
  func emptiedFeed(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var heights = [10.1, 20.2, 30.3]
    if seed > 1 { heights = (0..<200).map { _ in Double.random(in: 0...99, using: &random) } }
    let source = heights
    let harness = Harness(
      count: heights.count, layout: .list(estimatedExtent: 20), viewport: 30_000
    ) { item, _ in source[item] }
    harness.layout()
    while harness.count > 0 {
      let sum = heights[0..<harness.count].reduce(0, +)
      let error = harness.feed.contentLength - sum
      #expect(error >= -1e-9 && error <= Double(harness.count) / 1024, "seed \(seed)")
      for _ in 0..<3 {
        let item = Int.random(in: 0..<harness.count, using: &random)
        harness.feed.setExtent(Double.random(in: 0...300, using: &random), at: itemPath(item))
        harness.feed.invalidateExtent(at: itemPath(item))
      }
      harness.layout()
      #expect(harness.feed.contentLength == sum + error, "seed \(seed)")
      harness.count -= Int.random(in: 1...min(9, harness.count), using: &random)
      harness.feed.reloadData()
      harness.layout()
    }
    #expect(harness.feed.contentLength == 0)
    #expect(harness.feed.maximumOffset == 0 && harness.offset == 0)
  }

  @Test(
    "C098: the last row of huge content is reached, with exact frames",
    arguments: [
      (1_677_723, 20.0, 600.0), (1_000_000, 35, 700), (10_000_000, 35, 700),
      (1_000_000_000, 44, 800), (1 << 32, 0.5, 300),
    ], [true, false])
  func hugeContent(row: (count: Int, height: Double, viewport: Double), isFixed: Bool) {
    let layout: FeedLayout =
      isFixed ? .list(extent: row.height) : .list(estimatedExtent: row.height)
    let harness = Harness(
      count: row.count, layout: layout, viewport: row.viewport
    ) { _, _ in row.height }
    harness.layout()
    let length = Double(row.count) * row.height
    #expect(harness.feed.contentLength == length)
    #expect(harness.feed.maximumOffset == length - row.viewport)
    harness.show(at: harness.feed.maximumOffset)
    harness.settle()
    let rows = Int((row.viewport / row.height).rounded(.up))
    #expect(harness.visible == row.count - rows..<row.count)
    for placement in harness.feed.liveCells {
      #expect(placement.frame.height == row.height)
      #expect(Float(placement.frame.height) == Float(row.height))
      // Relative to the origin even a Float tells where a row stands.
      #expect(Double(Float(placement.frame.y)) == placement.frame.y)
    }
    let y = harness.screenY(row.count - 1)
    #expect(y == row.viewport - row.height)
  }

  @Test("C099: fractional heights do not add up to a drift", arguments: [true, false])
  func fractionalHeights(isFixed: Bool) {
    let height = 36.397
    let layout: FeedLayout = isFixed ? .list(extent: height) : .list(estimatedExtent: height)
    let harness = Harness(count: 100_000, layout: layout, viewport: 600) { _, _ in height }
    for offset in stride(from: 0.0, through: 60_000, by: 500) { harness.show(at: offset) }
    harness.show(at: 1_819_000)
    let length = harness.feed.contentLength
    #expect(length >= 3_639_700 && length <= 3_639_700 + 100_000.0 / 1024)
    let top = harness.feed.frame(at: itemPath(50_000))?.y ?? 0
    #expect(top >= 1_819_850 && top <= 1_819_850 + 50_000.0 / 1024)
    var previous: FeedRect?
    for item in 0..<100_000 {
      guard let frame = harness.feed.frame(at: itemPath(item)) else { continue }
      if let previous, previous.maxY != frame.y { Issue.record("edge of \(item)") }
      previous = frame
    }
    var live: FeedRect?
    for placement in harness.feed.liveCells {
      if let live { #expect(live.maxY == placement.frame.y) }
      live = placement.frame
    }
  }

  @Test("C103: a tiny estimate makes no more rows than fit", arguments: [1.0, 0.001, 50, 100_000])
  func estimateDecidesNothingOnScreen(estimate: Double) {
    let harness = Harness(count: 10_000, estimate: estimate, viewport: 800, height: 100)
    harness.layout()
    #expect(harness.requested == Array(0..<8))
    #expect(harness.visible == 0..<8)
    harness.clearRecord()
    harness.feed.scroll(to: itemPath(5000), at: .center)
    harness.layout()
    #expect(harness.requested.count <= 16)
    #expect(harness.screenY(5000) == 350)
  }
}
