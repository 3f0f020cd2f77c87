import Testing

@testable import FeedEngine

/// Extents that no row can have, and rows without any.
@Suite struct BadExtentTests {
  @Test("C095: refused extents leave the estimate", arguments: [true, false])
  func refusedExtents(isKnown: Bool) {
    let bad: [Int: Double] = [2: .nan, 4: -5, 6: .infinity, 8: 70]
    let harness = Harness(
      count: 10, layout: .list(estimatedExtent: 50), viewport: 1000
    ) { item, _ in bad[item] ?? 50 }
    if isKnown { harness.knownExtent = { bad[$0] } }
    harness.layout()
    #expect(harness.feed.contentLength == 520)
    #expect(harness.visible == 0..<10)
    for item in [2, 4, 6] {
      #expect(harness.feed.frame(at: itemPath(item))?.height == 50)
      let count = harness.feed.diagnostics.entries.count {
        if case .invalidExtent(itemPath(item), _) = $0.diagnostic { true } else { false }
      }
      #expect(count >= 1)
    }
    #expect(harness.feed.diagnostics.contains(.invalidExtent(path: itemPath(4), points: -5)))
    harness.height = { _, _ in 60 }
    harness.knownExtent = { _ in nil }
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.feed.contentLength == 600)
  }

  @Test("setExtent refuses what no row can have", arguments: [Double.nan, .infinity, -5, 1e300])
  func refusedSetExtent(points: Double) {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.feed.setExtent(points, at: itemPath(2))
    harness.layout()
    #expect(harness.feed.contentLength == 50_000)
    guard case .invalidExtent(itemPath(2), _) = harness.feed.diagnostics.entries[0].diagnostic
    else {
      Issue.record("\(harness.feed.diagnostics.entries)")
      return
    }
    BadInputTests.checkWorks(harness)
  }

  @Test("a measure that never converges ends after a bounded number of passes")
  func neverConverging() {
    let harness = Harness(count: 1000)
    harness.height = { [unowned harness] item, _ in
      if item == 3 { harness.feed.invalidateExtent(at: itemPath(3)) }
      return item == 3 ? 50 + Double(harness.measured.count % 2) : 50
    }
    harness.feed.layoutIfNeeded()
    #expect(harness.measured.count { $0 == 3 } == Feed.passLimit)
    #expect(harness.requested == Array(0..<6))
    #expect(harness.feed.diagnostics.contains(.layoutDidNotSettle(passes: Feed.passLimit)))
    #expect(harness.feed.needsLayout)
    harness.feed.layoutIfNeeded()
    #expect(harness.measured.count { $0 == 3 } == 2 * Feed.passLimit)
    harness.height = { _, _ in 50 }
    BadInputTests.checkWorks(harness)
    #expect(!harness.feed.needsLayout)
  }

  @Test("content beyond the limit is refused, by extents, estimates, counts and widths")
  func contentTooLong() {
    let limit = FixedLength.max.points
    let harness = Harness(count: 1000)
    harness.layout()
    harness.feed.setExtent(limit / 2, at: itemPath(10))
    harness.feed.setExtent(limit / 2, at: itemPath(20))
    harness.settle()
    #expect(harness.feed.diagnostics.contains(.contentTooLong))
    #expect(harness.feed.contentLength <= limit)
    #expect(harness.feed.frame(at: itemPath(20))?.height == 50)
    harness.feed.resetDiagnostics()
    harness.feed.estimatedExtent = limit / 100
    harness.settle()
    #expect(harness.feed.diagnostics.contains(.contentTooLong))
    #expect(harness.feed.estimatedExtent == 50)
    harness.feed.resetDiagnostics()
    harness.feed.estimatedExtent = 4000
    harness.settle()
    harness.count = 1 << 32
    harness.feed.reloadData()
    harness.settle()
    #expect(harness.feed.diagnostics.contains(.contentTooLong))
    #expect(harness.feed.numberOfItems(inSection: 0) == 1000)
    harness.count = 1000
    harness.feed.estimatedExtent = 50
    harness.feed.reloadData()
    BadInputTests.checkWorks(harness)
  }

  @Test("a layout whose lengths fill the content by themselves falls back or stays empty")
  func layoutTooLong() {
    let limit = FixedLength.max.points
    for layout in [
      FeedLayout.list(estimatedExtent: limit, spacing: limit), .list(extent: limit),
      .list(estimatedExtent: 50, spacing: limit),
    ] {
      let harness = Harness(count: 3, layout: layout) { _, _ in 50 }
      harness.settle(limit: 10)
      #expect(harness.feed.contentLength >= 0 && harness.feed.contentLength <= limit)
      #expect(!harness.feed.diagnostics.isEmpty)
      #expect(harness.feed.estimatedExtent > 0)
      harness.feed.viewport.offset = 1e6
      harness.settle(limit: 10)
      harness.count = 1
      harness.feed.reloadData()
      harness.settle(limit: 10)
      #expect(harness.feed.viewport.offset.isFinite)
    }
  }

  @Test("a data source that goes is reported, and another takes over")
  func dataSourceGoes() {
    let harness = Harness(count: 1000)
    var source: CountingSource? = CountingSource(harness)
    harness.feed.dataSource = source
    harness.feed.layoutIfNeeded()
    #expect(harness.liveItems == Array(0..<6))
    source = nil
    harness.feed.viewport.offset = 130
    harness.feed.layoutIfNeeded()
    #expect(harness.feed.diagnostics.contains(.dataSourceMissing))
    harness.feed.scroll(to: itemPath(700), at: .center)
    harness.feed.layoutIfNeeded()
    #expect(harness.feed.liveCells.isEmpty)
    harness.feed.dataSource = harness
    BadInputTests.checkWorks(harness)
  }

  private final class CountingSource: FeedDataSource {
    private let harness: Harness
    init(_ harness: Harness) { self.harness = harness }
    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 1000 }
    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      harness.cell(at: path, in: feed)
    }
  }
}
