import Testing

@testable import FeedEngine

/// Changes of the viewport's size; a case's id stands in the test's name.
@Suite struct ViewportCaseTests {
  @Test("C087: another width keeps the place and forgets heights of the old one")
  func widthChange() {
    let harness = Harness(
      count: 1000, layout: .list(estimatedExtent: 50), viewport: 300
    ) { _, width in 20_000 / width }
    harness.walkToEnd(step: 250)
    harness.show(at: 25_010)
    #expect(harness.screenY(500) == -10)
    harness.resize(width: 200)
    #expect(harness.screenY(500) == -10)
    #expect(harness.visible == 500..<504)
    #expect(harness.visible.allSatisfy { harness.feed.frame(at: itemPath($0))?.height == 100 })
    harness.feed.scroll(to: itemPath(999), at: .end)
    harness.layout()
    #expect(harness.visible == 997..<1000)
    #expect(harness.visible.allSatisfy { harness.feed.frame(at: itemPath($0))?.height == 100 })
    harness.resize(width: 400)
    #expect(harness.visible.allSatisfy { harness.feed.frame(at: itemPath($0))?.height == 50 })
  }

  @Test("C087: no height measured at one width is used at another", arguments: 1...20)
  func everyVisibleHeightBelongsToTheWidth(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let harness = Harness(
      count: 400, layout: .list(estimatedExtent: 40, spacing: 3), viewport: 500
    ) { item, width in Double(1 + item % 7) * 8_000 / width }
    harness.layout()
    for _ in 0..<60 {
      let anchor = harness.visible.lowerBound
      let before = harness.screenY(anchor) ?? 0
      let oldHeight = harness.feed.frame(at: itemPath(anchor))?.height ?? 0
      harness.resize(width: random.pick(200, 250, 320, 400))
      if harness.offset < harness.feed.maximumOffset, harness.offset > 0 {
        let height = harness.feed.frame(at: itemPath(anchor))?.height ?? 0
        // A row that would shrink out of the view keeps its bottom instead of its top.
        let wanted = before + height <= 0 ? before + oldHeight - height : before
        #expect(harness.screenY(anchor) == wanted, "seed \(seed)")
      }
      for item in harness.visible {
        let width = harness.feed.viewport.size.width
        let height = FixedLength(ceiling: harness.height(item, width))?.points
        #expect(harness.feed.frame(at: itemPath(item))?.height == height, "seed \(seed)")
      }
      // Whole points, so that places on screen compare exactly.
      harness.show(at: Double(Int.random(in: 0...20_000, using: &random)))
    }
  }

  @Test("C088: a taller viewport moves no row")
  func tallerViewport() {
    let harness = Harness(count: 100)
    harness.show(at: 1020)
    let cells = harness.liveCellIDs
    harness.resize(height: 500)
    #expect(harness.screenY(20) == -20)
    #expect(cells.allSatisfy { harness.liveCellIDs[$0.key] == $0.value })
  }

  @Test("C088: a point more asks for the one row that it shows")
  func onePointTaller() {
    let harness = Harness(count: 100)
    harness.layout()
    let cells = harness.liveCellIDs
    harness.clearRecord()
    harness.feed.resetStatistics()
    harness.resize(height: 301)
    #expect(harness.requested == [6])
    #expect(harness.measured == [6])
    #expect(harness.feed.statistics.total.configured == 1)
    #expect(harness.feed.statistics.total.recycled == 0)
    #expect(cells.allSatisfy { harness.liveCellIDs[$0.key] == $0.value })
  }

  enum Hiding: CaseIterable { case noHeight, noWidth, narrowedByInsets }

  @Test("C089: a hidden feed keeps extents and place", arguments: Hiding.allCases)
  func hiddenFeed(hiding: Hiding) {
    var isHidden = false
    let harness = Harness(
      count: 1000, layout: .list(estimatedExtent: 40), viewport: 300
    ) { _, _ in isHidden ? 0 : 50 }
    harness.walkToEnd(step: 250)
    harness.show(at: 10_000)
    isHidden = true
    harness.clearRecord()
    switch hiding {
    case .noHeight: harness.resize(height: 0)
    case .noWidth: harness.resize(width: 0)
    case .narrowedByInsets:
      harness.feed.contentInsets = FeedInsets(left: 300, right: 100)
      harness.layout()
    }
    for item in 195..<210 { harness.feed.setExtent(0, at: itemPath(item)) }
    harness.layout()
    #expect(harness.visible.isEmpty && harness.fullyVisible.isEmpty && harness.liveItems.isEmpty)
    #expect(harness.offset == 10_000 && harness.feed.contentLength == 50_000)
    #expect(harness.measured.isEmpty && harness.requested.isEmpty)
    #expect(harness.feed.diagnostics.contains(.zeroExtentWhileHidden(path: itemPath(200))))
    isHidden = false
    harness.feed.contentInsets = .zero
    harness.resize(height: 300, width: 400)
    #expect(harness.offset == 10_000 && harness.visible == 200..<206)
    #expect(harness.feed.contentLength == 50_000)
  }

  @Test("C110: a first layout asks for what is visible, a second for nothing")
  func firstLayout() {
    let harness = Harness(count: 100)
    harness.layout()
    #expect(harness.requested == Array(0..<6))
    harness.layout()
    #expect(harness.requested.count == 6)
    harness.show(at: 10)
    #expect(harness.requested == Array(0..<7))
    #expect(harness.measured == harness.requested)
  }
}
