import Testing

@testable import FeedEngine

/// Lists of fixed rows, spacing and insets.
@Suite struct ListLayoutTests {
  @Test("a list of fixed rows never measures", arguments: [0.0, 8, 0.3])
  func fixedRows(spacing: Double) {
    let harness = Harness(
      count: 5000, layout: .list(extent: 40, spacing: spacing), viewport: 300
    ) { _, _ in 99 }
    var asked = 0
    harness.knownExtent = { _ in
      asked += 1
      return 99
    }
    harness.layout()
    for offset in stride(from: 0.0, through: 3000, by: 37) { harness.show(at: offset) }
    harness.feed.scroll(to: itemPath(4000), at: .center)
    harness.layout()
    harness.resize(width: 200)
    harness.feed.invalidateExtent(at: itemPath(4000))
    harness.feed.invalidateExtent(at: itemPath(10))
    harness.layout()
    #expect(harness.measured.isEmpty && asked == 0)
    #expect(harness.feed.statistics.total.measured == 0)
    #expect(harness.feed.measuredItemCount == 0)
    let slot = 40 + (FixedLength(ceiling: spacing)?.points ?? 0)
    #expect(harness.feed.contentLength == 5000 * slot - (slot - 40))
    #expect(harness.feed.frame(at: itemPath(4000))?.y == 4000 * slot)
  }

  @Test("a page over fixed rows takes one pass, however many it goes past")
  func pageOverFixedRows() {
    let harness = Harness(count: 5000, layout: .list(extent: 1.5), viewport: 600) { _, _ in 0 }
    harness.layout()
    for step in [1140.0, 1140, -1140] {
      harness.show(at: harness.offset + step)
      #expect(!harness.feed.needsLayout && harness.visible.count >= 400)
    }
    #expect(harness.offset == 1140)
  }

  @Test("a fixed row may be given another extent of its own")
  func fixedRowsWithOneOther() {
    let harness = Harness(count: 100, layout: .list(extent: 40), viewport: 300) { _, _ in 0 }
    harness.layout()
    harness.feed.setExtent(100, at: itemPath(1))
    harness.feed.setExtent(0, at: itemPath(50))
    harness.layout()
    #expect(harness.feed.contentLength == 100 * 40 + 60 - 40)
    #expect(harness.screenY(2) == 140)
    harness.walkToEnd(step: 200)
    #expect(harness.measured.isEmpty)
    harness.feed.estimatedExtent = 20
    harness.settle()
    #expect(harness.feed.contentLength == 98 * 20 + 100)
  }

  @Test("spacing stands between rows only", arguments: [0, 1, 2, 5, 100])
  func spacing(count: Int) {
    let harness = Harness(
      count: count, layout: .list(estimatedExtent: 10, spacing: 8), viewport: 10_000
    ) { item, _ in Double(item) + 1 }
    harness.layout()
    let rows = Double(count * (count + 1) / 2)
    #expect(harness.feed.contentLength == rows + Double(max(0, count - 1)) * 8)
    var top = 0.0
    for item in 0..<count {
      #expect(harness.screenY(item) == top)
      top += Double(item) + 9
    }
  }

  @Test("an offset in the spacing belongs to the row above")
  func spacingBelongsToRowAbove() {
    let harness = Harness(
      count: 3, layout: .list(estimatedExtent: 40, spacing: 10), viewport: 300
    ) { _, _ in 40 }
    harness.layout()
    let wanted: [(Double, Int?)] = [
      (-0.001, nil), (0, 0), (39.9, 0), (40, 0), (49.9, 0), (50, 1), (100, 2), (139.9, 2),
    ]
    for (offset, item) in wanted {
      #expect(harness.feed.indexPath(atOffset: offset)?.item == item, "at \(offset)")
    }
    #expect(harness.feed.indexPath(atOffset: 150) == nil)
    // A viewport inside the spacing shows nothing, and that is not an error.
    harness.feed.viewport.size.height = 6
    harness.show(at: 42)
    #expect(harness.visible.isEmpty && harness.liveItems.isEmpty)
    harness.show(at: 46)
    #expect(harness.visible == 1..<2)
  }

  @Test("insets give room on every side")
  func insets() {
    let harness = Harness(count: 100)
    harness.feed.contentInsets = FeedInsets(top: 20, left: 15, bottom: 30, right: 5)
    harness.layout()
    #expect(harness.feed.minimumOffset == -20)
    #expect(harness.feed.maximumOffset == 5000 + 30 - 300)
    #expect(harness.feed.contentLength == 5000)
    let frame = harness.feed.frame(at: itemPath(0))
    #expect(frame == FeedRect(x: 15, y: 0, width: 380, height: 50))
    for placement in harness.feed.liveCells {
      #expect(placement.frame.x == 15 && placement.frame.width == 380)
    }
    harness.show(at: -20)
    #expect(harness.screenY(0) == 20)
    harness.feed.contentInsets.left = 40
    harness.layout()
    #expect(harness.feed.liveCells.allSatisfy { $0.frame.x == 40 && $0.frame.width == 355 })
  }
}
