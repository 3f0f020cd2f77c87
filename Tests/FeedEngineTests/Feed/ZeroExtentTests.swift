import Testing

@testable import FeedEngine

/// Endless rows without extent: bounded work in a pass, few live cells, later rows are reached.
@Suite struct ZeroExtentTests {
  @Test(
    "C094: nothing but empty rows: a pass stays bounded and all are seen in the end",
    arguments: [50.0, 1, 4000], [0.0, 8])
  func allEmpty(estimate: Double, spacing: Double) {
    let harness = Harness(
      count: 10_000, layout: .list(estimatedExtent: estimate, spacing: spacing), viewport: 400
    ) { _, _ in 0 }
    var passes = 0
    repeat {
      let before = harness.requested.count
      harness.layout()
      passes += 1
      #expect(harness.requested.count - before <= 512)
      #expect(harness.liveItems.count <= 2)
    } while harness.feed.needsLayout && passes < 40
    #expect(passes <= 20)
    #expect(harness.feed.statistics.total.created <= 2)
    if spacing == 0 {
      #expect(harness.requested.count == 10_000)
      #expect(harness.feed.contentLength == 0 && harness.offset == 0)
      #expect(
        harness.feed.diagnostics.contains(
          .elementLimitReached(limit: WindowMachine.elementLimit)))
    }
    // Now known: another look costs nothing.
    harness.clearRecord()
    harness.feed.viewport.offset = 1
    harness.settle()
    #expect(harness.requested.count <= 60)
    harness.height = { _, _ in 50 }
    harness.feed.reloadData()
    harness.feed.viewport.offset = 0
    harness.settle()
    #expect(harness.visible == 0..<(spacing == 0 ? 8 : 7))
  }

  @Test("rows behind 10,000 empty ones are reached", arguments: [0.0, 250])
  func rowsBehindEmptyOnes(overscan: Double) {
    let harness = Harness(
      count: 10_100, layout: .list(estimatedExtent: 50), viewport: 400
    ) { item, _ in item < 10_000 ? 0 : 50 }
    harness.feed.overscan = Overscan(before: overscan, after: overscan)
    harness.settle()
    #expect(harness.visibleWithExtent == Array(10_000..<10_008))
    #expect(harness.feed.contentLength == 5000)
    harness.feed.scroll(to: itemPath(10_099), at: .end)
    harness.settle()
    #expect(harness.screenY(10_099) == 350)
    harness.feed.scroll(to: itemPath(3), at: .start)
    harness.settle()
    #expect(harness.offset == 0 && harness.visibleWithExtent.first == 10_000)
    #expect(harness.feed.statistics.total.created <= 20)
  }

  @Test("a billion empty rows: each pass is bounded, wherever one looks")
  func billionEmptyRows() {
    let harness = Harness(
      count: 1_000_000_000, layout: .list(estimatedExtent: 50), viewport: 400
    ) { _, _ in 0 }
    for offset in [0.0, 1e9, 2e10, 4e10, 5] {
      harness.feed.viewport.offset = offset
      for _ in 0..<3 {
        let before = harness.requested.count
        harness.layout()
        #expect(harness.requested.count - before <= 512)
        #expect(harness.liveItems.count <= 20)
      }
      #expect(harness.feed.contentLength >= 0)
    }
    harness.feed.scroll(to: itemPath(500_000_000), at: .center)
    for _ in 0..<3 { harness.layout() }
    #expect(harness.feed.statistics.total.created <= 20)
    harness.height = { _, _ in 50 }
    harness.feed.reloadData()
    BadInputTests.checkWorks(harness)
  }

  @Test(
    "live rows that shrink to nothing leave, and the rows behind come", arguments: [true, false])
  func liveRowsBecomeEmpty(isSet: Bool) {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.show(at: 5000)
    harness.height = { item, _ in (101..<105).contains(item) ? 0 : 50 }
    for item in 101..<105 {
      if isSet {
        harness.feed.setExtent(0, at: itemPath(item))
      } else {
        harness.feed.invalidateExtent(at: itemPath(item))
      }
    }
    harness.settle()
    #expect(harness.visibleWithExtent == [100] + Array(105..<110))
    #expect(harness.screenY(100) == 0 && harness.screenY(105) == 50)
    #expect(harness.feed.contentLength == 50_000 - 200)
    harness.show(at: 4900)
    #expect(harness.visibleWithExtent == [98, 99, 100, 105, 106, 107])
  }

  @Test("a live row set to nothing beside an empty one keeps its neighbours", arguments: [2, 8])
  func setBesideAnEmptyRow(set: Int) {
    let harness = Harness(
      count: 100, layout: .list(estimatedExtent: 50)
    ) { item, _ in item == 3 || item == 7 ? 0 : 50 }
    harness.feed.overscan = Overscan(before: 200, after: 200)
    harness.layout()
    harness.show(at: 200)
    let screen = harness.screen
    #expect(harness.visible.lowerBound == 5)
    harness.clearRecord()
    harness.feed.setExtent(0, at: itemPath(set))
    harness.layout()
    for item in [5, 6] { #expect(harness.screenY(item) == screen[item]) }
    // Where a row below is gone from the view, one more comes.
    #expect(harness.requested == (set == 2 ? [] : [16]))
  }

  @Test("an empty row at the top is no anchor")
  func emptyRowAtTheTop() {
    let harness = Harness(count: 100)
    harness.feed.contentInsets = FeedInsets(top: 20)
    harness.show(at: -20)
    harness.feed.setExtent(0, at: itemPath(0))
    harness.layout()
    #expect(harness.offset == -20 && harness.screenY(1) == 20)
    harness.feed.setExtent(50, at: itemPath(0))
    harness.layout()
    #expect(harness.screenY(1) == 20)
  }

  @Test(
    "more empty rows with spacing in the view than one pass takes: the rows behind them appear",
    arguments: [600, 700, 2500], [0, 30_000])
  func emptyRowsWithSpacing(emptyCount: Int, first: Int) {
    let spacing = 300.0 / Double(emptyCount)
    let harness = Harness(
      count: 60_000, layout: .list(estimatedExtent: 50, spacing: spacing), viewport: 800
    ) { item, _ in (first..<first + emptyCount).contains(item) ? 0 : 50 }
    harness.feed.scroll(to: itemPath(first), at: .start)
    #expect(harness.settle(limit: 20) <= 2 * emptyCount / 512 + 2)
    #expect(!harness.feed.needsLayout)
    let shown = harness.visibleWithExtent
    #expect(shown.first == first + emptyCount && (9...11).contains(shown.count))
    // The same again from afar, when the empty rows are known to be so.
    harness.show(at: 2_000_000)
    harness.settle()
    harness.clearRecord()
    harness.feed.scroll(to: itemPath(first), at: .start)
    #expect(harness.settle(limit: 20) <= 2 * emptyCount / 512 + 2)
    #expect(harness.visibleWithExtent == shown)
    #expect(harness.requested.count <= 20)
  }

  @Test(
    "more empty rows with spacing than a pass may pass do not keep a window open for ever",
    arguments: [400.0, 600, 800], [0.0, 300])
  func emptyRowsWithSpacing(viewport: Double, overscan: Double) {
    let harness = Harness(
      count: 3600, layout: .list(estimatedExtent: 50, spacing: 1), viewport: viewport
    ) { item, _ in (200..<3200).contains(item) ? 0 : 50 }
    harness.feed.scroll(to: itemPath(200), at: .start)
    harness.settle()
    harness.feed.overscan = Overscan(before: overscan, after: overscan)
    for offset in [10_125.0, 10_000, 11_500, 12_900, 10_200] {
      harness.show(at: offset)
      #expect(harness.settle(limit: 20) < 20, "at \(offset)")
    }
    harness.show(at: 10_125)
    harness.settle(limit: 20)
    #expect(harness.screenY(199) == 24)
  }

  @Test("collapsed rows between visible ones cost no frame", arguments: [1000, 10_000, 100_000])
  func collapsedRows(count: Int) {
    let harness = Harness(
      count: count + 2000, layout: .list(estimatedExtent: 50), viewport: 400
    ) { item, _ in (1004..<1004 + count).contains(item) ? 0 : 50 }
    harness.feed.scroll(to: itemPath(1000), at: .start)
    harness.settle(limit: 1000)
    let screen = harness.screen
    #expect(screen.count == 8 && screen[1004 + count] == 200)
    harness.clearRecord()
    harness.feed.invalidateExtent(at: itemPath(1001))
    harness.feed.layoutIfNeeded()
    #expect(harness.screen == screen && harness.requested.isEmpty)
    for way in [500.0, -500, -500, 500] {
      harness.feed.viewport.offset += way
      harness.feed.layoutIfNeeded()
      #expect(!harness.feed.needsLayout && harness.liveItems.count >= 8)
    }
    #expect(harness.screen == screen)
  }
}
