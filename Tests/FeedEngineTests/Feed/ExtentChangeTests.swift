import Testing

@testable import FeedEngine

/// Rows that change on their own, and reloads.
@Suite struct ExtentChangeTests {
  @Test("an invalidated row is measured once: at once when live, else when it comes")
  func invalidateExtent() {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.show(at: 5000)
    harness.clearRecord()
    harness.height = { _, _ in 70 }
    for _ in 0..<3 { harness.feed.invalidateExtent(at: itemPath(102)) }
    harness.feed.invalidateExtent(at: itemPath(3))
    harness.feed.invalidateExtent(at: itemPath(900))
    harness.layout()
    #expect(harness.measured == [102] && harness.requested.isEmpty)
    #expect(harness.screenY(100) == 0 && harness.screenY(103) == 170)
    #expect(harness.offset == 5000)
    harness.layout()
    #expect(harness.measured == [102])
    harness.clearRecord()
    harness.show(at: 0)
    #expect(harness.measured.filter { $0 == 3 } == [3])
  }

  @Test("a row invalidated as the feed is hidden goes back to the estimate")
  func invalidateAndHide() {
    let harness = Harness(count: 1000, estimate: 20)
    harness.layout()
    harness.feed.invalidateExtent(at: itemPath(2))
    harness.resize(height: 0)
    #expect(harness.feed.frame(at: itemPath(2))?.height == 20)
    #expect(harness.feed.contentLength == 995 * 20 + 5 * 50)
  }

  @Test("a row above the view changes and nothing on screen moves", arguments: [0.0, 10, 400])
  func changeAboveView(extent: Double) {
    let harness = Harness(count: 1000)
    harness.walkToEnd(step: 300)
    harness.show(at: 20_000)
    let screen = harness.screen
    harness.feed.setExtent(extent, at: itemPath(7))
    harness.layout()
    #expect(harness.screen == screen)
    #expect(harness.offset == 20_000 + extent - 50)
    #expect(harness.feed.contentLength == 50_000 + extent - 50)
    #expect(harness.lastCorrection == extent - 50)
    harness.feed.invalidateExtent(at: itemPath(7))
    harness.layout()
    #expect(harness.screen == screen && harness.offset == 20_000)
  }

  @Test("an extent that was set holds until the row gets a cell")
  func setExtentHolds() {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.feed.setExtent(90, at: itemPath(2))
    harness.feed.setExtent(90, at: itemPath(500))
    harness.layout()
    #expect(harness.screenY(3) == 190)
    #expect(harness.feed.frame(at: itemPath(500))?.height == 90)
    #expect(harness.measured == Array(0..<6))
    harness.show(at: 1000)
    harness.show(at: 0)
    #expect(harness.screenY(3) == 150)
  }

  @Test("changes of one pass count in the order of the calls")
  func changesInOrder() {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.feed.setExtent(10, at: itemPath(800))
    harness.feed.invalidateExtent(at: itemPath(800))
    harness.feed.invalidateExtent(at: itemPath(801))
    harness.feed.setExtent(10, at: itemPath(801))
    harness.feed.setExtent(20, at: itemPath(802))
    harness.feed.setExtent(30, at: itemPath(802))
    harness.layout()
    let heights = (800...802).map { harness.feed.frame(at: itemPath($0))?.height }
    #expect(heights == [50, 10, 30])
  }

  @Test(
    "a reload keeps the first visible item in place and asks for all anew",
    arguments: [0.0, 5025, 44_000])
  func reload(offset: Double) {
    let harness = Harness(count: 1000)
    harness.walkToEnd(step: 300)
    harness.show(at: offset)
    let first = harness.visible.lowerBound
    let y = harness.screenY(first)
    harness.clearRecord()
    harness.height = { item, _ in Double(30 + item % 40) }
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.screenY(first) == y)
    #expect(Set(harness.requested) == Set(harness.visible))
    #expect(harness.feed.measuredItemCount == harness.visible.count)
    #expect(harness.feed.statistics.total.created <= 12)
  }

  @Test(
    "a reload to any other count keeps a legal place", arguments: [0, 1, 5, 100, 101, 1_000_000])
  func reloadToOtherCount(count: Int) {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.show(at: 5025)
    harness.count = count
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.feed.numberOfItems(inSection: 0) == count)
    #expect(harness.feed.contentLength == Double(count) * 50)
    #expect(harness.offset == min(5025, harness.feed.maximumOffset))
    #expect(harness.liveItems.count == min(count, harness.visible.count))
    harness.count = 1000
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.feed.contentLength == 50_000 && harness.visible.count >= 6)
  }

  @Test("a reload forgets extents that were set and have not been taken in")
  func reloadForgets() {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.feed.setExtent(90, at: itemPath(500))
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.feed.frame(at: itemPath(500))?.height == 50)
  }

  @Test("another data source reloads")
  func otherDataSource() {
    let (first, second) = (Harness(count: 100), Harness(count: 7))
    first.layout()
    first.feed.dataSource = second
    first.feed.layoutIfNeeded()
    #expect(first.feed.numberOfItems(inSection: 0) == 7)
    first.feed.dataSource = nil
    first.feed.layoutIfNeeded()
    #expect(first.feed.numberOfItems(inSection: 0) == 0 && first.feed.liveCells.isEmpty)
    #expect(first.feed.contentLength == 0)
  }

  @Test(
    "in a fixed layout a forgotten extent is the fixed one, on screen and off it",
    arguments: [2, 21, 24, 40], [true, false])
  func forgottenInFixedLayout(item: Int, isOnePass: Bool) {
    let harness = Harness(count: 100, layout: .list(extent: 50)) { _, _ in 50 }
    harness.show(at: 1000)
    harness.feed.setExtent(80, at: itemPath(item))
    if !isOnePass {
      harness.layout()
      #expect(harness.feed.frame(at: itemPath(item))?.height == 80)
      #expect(harness.feed.contentLength == 5030)
    }
    harness.feed.invalidateExtent(at: itemPath(item))
    harness.layout()
    #expect(harness.feed.frame(at: itemPath(item))?.height == 50)
    #expect(harness.feed.contentLength == 5000)
    #expect(harness.screenY(20) == 0 && harness.visible == 20..<26)
  }
}
