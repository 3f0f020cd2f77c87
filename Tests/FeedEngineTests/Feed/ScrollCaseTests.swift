import Testing

@testable import FeedEngine

/// Scrolls to items and through unmeasured rows; a case's id stands beside its row.
@Suite struct ScrollCaseTests {
  @Test("C077: a wrong estimate does not miss the item")
  func scrollWithWrongEstimate() throws {
    let harness = Harness(count: 500, estimate: 200, viewport: 800, height: 300)
    harness.layout()
    harness.feed.scroll(to: FeedIndexPath(item: 250, section: 0), at: .start)
    harness.layout()
    #expect(harness.screenY(250) == 0)
    #expect(harness.visible == 250..<253)
    let frames = try (0..<500).map {
      try #require(harness.feed.frame(at: FeedIndexPath(item: $0, section: 0)))
    }
    #expect((0..<499).allSatisfy { frames[$0 + 1].y == frames[$0].maxY })
    #expect(frames[251].y - frames[250].y == 300)
  }

  @Test("C078: the last row is reached though it is unmeasured and tall")
  func scrollToTallLastRow() {
    let harness = Harness(
      count: 100, layout: .list(estimatedExtent: 50), viewport: 600
    ) { item, _ in item == 99 ? 400 : 50 }
    harness.layout()
    harness.feed.scroll(to: FeedIndexPath(item: 99, section: 0), at: .end)
    harness.layout()
    #expect(harness.feed.contentLength == 5350)
    #expect(harness.offset == 4750)
    #expect(harness.screenY(99) == 200)
    #expect(harness.visible == 95..<100)
  }

  @Test("C080: centre is clamped at both ends", arguments: [(3, 0.0), (97, 7200.0), (50, 3640.0)])
  func scrollToCenter(item: Int, offset: Double) {
    let harness = Harness(count: 100, estimate: 80, viewport: 800, height: 80)
    harness.layout()
    harness.feed.scroll(to: FeedIndexPath(item: item, section: 0), at: .center)
    harness.layout()
    #expect(harness.offset == offset)
  }

  @Test("C083: nearest moves as little as it must")
  func reveal() {
    let harness = Harness(count: 100)
    harness.show(at: 100)
    for (item, offset) in [(4, 100.0), (1, 50.0), (10, 250.0)] {
      harness.feed.scroll(to: FeedIndexPath(item: item, section: 0), at: .nearest)
      harness.layout()
      #expect(harness.offset == offset, "item \(item)")
    }
    harness.feed.scroll(to: FeedIndexPath(item: 99, section: 0), at: .nearest)
    harness.layout()
    #expect(harness.screenY(99) == 250)
  }

  @Test("C086: rows measured while scrolling up move nothing")
  func scrollUpAfterJumpToEnd() {
    let harness = Harness(count: 1000, estimate: 50, viewport: 400, height: 80)
    harness.feed.scroll(to: FeedIndexPath(item: 999, section: 0), at: .end)
    harness.layout()
    #expect(harness.offset == 49750)
    #expect(harness.feed.contentLength == 50150)
    for step in 1...50 {
      let before = harness.screen
      harness.show(at: harness.offset - 100)
      for (item, y) in before where harness.visible.contains(item) {
        #expect(harness.screenY(item) == y + 100, "step \(step), item \(item)")
      }
      if step == 1 {
        #expect(harness.offset == 49710)
        #expect(harness.feed.contentLength == 50210)
      }
    }
  }
}
