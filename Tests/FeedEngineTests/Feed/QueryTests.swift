import Testing

@testable import FeedEngine

/// Questions to a feed, against a naive sum.
@Suite struct QueryTests {
  @Test("cells, paths and frames agree with a naive list", arguments: 1...15)
  func agreesWithNaiveList(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let spacing = random.pick(0, 8, 0.5)
    let heights = (0..<120).map { _ in Double(Int.random(in: 0...1200, using: &random)) / 8 }
    let harness = Harness(
      count: 120, layout: .list(estimatedExtent: 30, spacing: spacing), viewport: 400, kinds: 2
    ) { item, _ in heights[item] }
    harness.walkToEnd(step: 300)
    var tops: [Double] = []
    var top = 0.0
    for height in heights {
      tops.append(top)
      top += height + spacing
    }
    let feed = harness.feed
    #expect(feed.contentLength == top - spacing)
    for item in 0..<120 {
      let frame = FeedRect(x: 0, y: tops[item], width: 400, height: heights[item])
      #expect(feed.frame(at: itemPath(item)) == frame, "seed \(seed)")
    }
    for _ in 0..<60 {
      harness.show(at: Double(Int.random(in: -50...Int(top), using: &random)))
      let live = harness.liveCellIDs
      for item in 0..<120 {
        #expect(feed.cell(at: itemPath(item)).map { ObjectIdentifier($0) } == live[item])
      }
      for placement in feed.liveCells {
        #expect(feed.indexPath(for: placement.cell) == placement.indexPath)
        #expect(feed.frame(at: placement.indexPath)?.y == placement.frame.y + feed.origin)
      }
      let offset = Double(Int.random(in: -100...Int(top) * 8 + 100, using: &random)) / 8
      let found = (0..<120).last { tops[$0] <= offset && heights[$0] + spacing > 0 }
      let isInside = offset >= 0 && offset < top
      let wanted = isInside ? found : nil
      let answer = feed.indexPath(atOffset: offset)?.item
      // The last slot's spacing belongs to no content.
      let isInLastSpacing = offset >= top - spacing && offset < top
      #expect(answer == wanted || isInLastSpacing, "seed \(seed), offset \(offset)")
    }
  }

  @Test("questions about what is not there are answered with nil")
  func nothingThere() {
    let harness = Harness(count: 10)
    let other = Harness(count: 10)
    #expect(harness.feed.frame(at: itemPath(0)) == nil, "before the first layout")
    #expect(harness.feed.indexPath(atOffset: 0) == nil)
    #expect(harness.feed.liveCells.isEmpty && harness.feed.visibleRange.isEmpty)
    #expect(harness.feed.fullyVisibleRange.isEmpty)
    harness.layout()
    other.layout()
    let outside = [
      itemPath(-1), itemPath(10), itemPath(.max), itemPath(.min),
      FeedIndexPath(item: 0, section: 1), FeedIndexPath(item: 0, section: -1),
    ]
    for path in outside {
      #expect(harness.feed.frame(at: path) == nil)
      #expect(harness.feed.cell(at: path) == nil)
    }
    for offset in [-0.1, 500, 1e18, -1e18, .nan, .infinity, -.infinity] {
      #expect(harness.feed.indexPath(atOffset: offset) == nil)
    }
    #expect(harness.feed.indexPath(for: other.feed.liveCells[0].cell) == nil)
    #expect(harness.feed.numberOfItems(inSection: 0) == 10)
    #expect(harness.feed.numberOfItems(inSection: 1) == 0)
    #expect(harness.feed.numberOfItems(inSection: -1) == 0)
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("a feed without data source, host and delegate answers and lays out")
  func bareFeed() {
    let feed = Feed(layout: .list())
    feed.layoutIfNeeded()
    feed.viewport = Viewport(offset: 40, size: FeedSize(width: 100, height: 100))
    feed.scroll(by: 10)
    feed.reloadData()
    feed.layoutIfNeeded()
    #expect(feed.contentLength == 0 && feed.maximumOffset == 0 && feed.liveCells.isEmpty)
    #expect(feed.statistics.total == ReuseCounts() && feed.statistics.total.reuseRate == 0)
    #expect(feed.diagnostics.isEmpty && !feed.needsLayout)
  }

  @Test("both ranges are those of the last pass, whatever was set since")
  func rangesOfTheLastPass() {
    let harness = Harness(count: 100)
    harness.show(at: 20)
    for change in 0..<4 {
      switch change {
      case 0: harness.feed.viewport.offset = 100
      case 1: harness.feed.viewport.size.height = 90
      case 2: harness.feed.viewport.offset = 4000
      default: harness.feed.viewport.size = FeedSize(width: 0, height: 0)
      }
      #expect(harness.visible == 0..<7 && harness.fullyVisible == 1..<6, "change \(change)")
    }
    harness.feed.viewport = Viewport(offset: 100, size: FeedSize(width: 400, height: 300))
    harness.layout()
    #expect(harness.visible == 2..<8 && harness.fullyVisible == 2..<8)
    // Where a pass finds nothing to do it moves the ranges all the same.
    harness.show(at: 110)
    #expect(harness.visible == 2..<9 && harness.fullyVisible == 3..<8)
    harness.show(at: 120)
    #expect(harness.visible == 2..<9 && harness.fullyVisible == 3..<8)
    harness.feed.viewport.offset = 150
    #expect(harness.fullyVisible == 3..<8)
  }
}
