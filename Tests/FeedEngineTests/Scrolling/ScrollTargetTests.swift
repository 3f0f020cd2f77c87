import Testing

@testable import FeedEngine

/// Scrolls to an item, with insets, on rows that were never measured.
@Suite struct ScrollTargetTests {
  static let insets = [
    FeedInsets.zero, FeedInsets(top: 64, bottom: 34), FeedInsets(top: 0.5, bottom: 200.25),
  ]
  static let positions = [ScrollPosition.start, .center, .end, .nearest]

  static func height(_ item: Int) -> Double {
    Double(8 + (item &* 2_654_435_761) % 150) / 2
  }

  @Test(
    "one pass brings an item to its place between the insets",
    arguments: insets, positions)
  func exactInOnePass(insets: FeedInsets, position: ScrollPosition) {
    for target in [0, 1, 7, 500, 60_000, 99_998, 99_999] {
      let harness = Harness(
        count: 100_000, layout: .list(estimatedExtent: 40, spacing: 6), viewport: 500
      ) { item, _ in ScrollTargetTests.height(item) }
      harness.feed.contentInsets = insets
      harness.layout()
      harness.feed.scroll(to: itemPath(target), at: position)
      harness.layout()
      #expect(!harness.feed.needsLayout)
      guard let y = harness.screenY(target) else {
        Issue.record("item \(target) is not on screen")
        continue
      }
      let height = ScrollTargetTests.height(target)
      let room = 500 - insets.top - insets.bottom
      let whole = insets.top...(500 - insets.bottom - height)
      let wanted: Double
      switch position {
      case .start: wanted = insets.top
      case .center: wanted = insets.top + (room - height) / 2
      case .end: wanted = 500 - insets.bottom - height
      case .nearest: wanted = whole.contains(y) ? y : .nan
      }
      let isClamped =
        harness.offset == harness.feed.minimumOffset || harness.offset == harness.feed.maximumOffset
      #expect(abs(y - wanted) <= 1 / 1024 || isClamped, "item \(target) at \(y)")
      #expect(whole.contains(y), "item \(target) at \(y)")
      #expect(harness.offset >= harness.feed.minimumOffset)
      #expect(harness.offset <= harness.feed.maximumOffset)
    }
  }

  @Test("the ends are reached with their insets", arguments: insets)
  func clampedWithInsets(insets: FeedInsets) {
    let harness = Harness(
      count: 1000, layout: .list(estimatedExtent: 40), viewport: 500
    ) { item, _ in ScrollTargetTests.height(item) }
    harness.feed.contentInsets = insets
    for position in ScrollTargetTests.positions.dropLast() {
      harness.feed.scroll(to: itemPath(0), at: position)
      harness.layout()
      #expect(harness.offset == -insets.top)
      #expect(harness.screenY(0) == insets.top)
      harness.feed.scroll(to: itemPath(999), at: position)
      harness.layout()
      #expect(harness.offset == harness.feed.maximumOffset)
      #expect(harness.screenY(999) == 500 - insets.bottom - ScrollTargetTests.height(999))
    }
  }

  @Test("an item longer than the viewport is brought in by the edge that comes first")
  func nearestOfLongItem() {
    let harness = Harness(count: 20, estimate: 1000, viewport: 300, height: 1000)
    harness.show(at: 0)
    harness.feed.scroll(to: itemPath(5), at: .nearest)
    harness.layout()
    #expect(harness.screenY(5) == 0)
    harness.show(at: 9000)
    harness.feed.scroll(to: itemPath(5), at: .nearest)
    harness.layout()
    #expect(harness.screenY(5) == -700)
    harness.show(at: 5300)
    harness.feed.scroll(to: itemPath(5), at: .nearest)
    harness.layout()
    #expect(harness.offset == 5300, "it fills the viewport already")
  }

  @Test("a scroll by a distance ends at the ends", arguments: insets)
  func scrollBy(insets: FeedInsets) {
    let harness = Harness(count: 100)
    harness.feed.contentInsets = insets
    harness.layout()
    // A top inset that was added leaves the offset, which lies inside the legal range.
    harness.show(at: harness.feed.minimumOffset)
    for distance in [-10.0, 10, 25.5, -5, 1e9, 3, -1e9, 1e5, -17] {
      let wanted = harness.offset + distance
      harness.feed.scroll(by: distance)
      harness.layout()
      let (low, high) = (harness.feed.minimumOffset, harness.feed.maximumOffset)
      #expect(harness.offset == min(max(wanted, low), high), "by \(distance)")
    }
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("a scroll that leaves all rows behind makes no cell anew", arguments: [true, false])
  func reusesWhatLeaves(isDown: Bool) {
    let harness = Harness(count: 1000)
    harness.show(at: 10_000)
    harness.feed.scroll(to: itemPath(isDown ? 210 : 195), at: isDown ? .start : .end)
    harness.layout()
    #expect(harness.visible == (isDown ? 210..<216 : 190..<196))
    #expect(harness.created == 6)
  }

  @Test("a distance far from an item makes no row on the way", arguments: [3, 4, 500], [1, -1])
  func farFromItem(item: Int, direction: Double) {
    let harness = Harness(
      count: 5000, layout: .list(estimatedExtent: 50)
    ) { item, _ in item % 5000 == 2004 ? 0 : 50 }
    harness.show(at: 100_000)
    harness.clearRecord()
    harness.feed.scroll(to: itemPath(2000 + item), at: .start)
    harness.feed.scroll(by: 40_000 * direction)
    harness.layout()
    #expect(harness.visible.count == 6 && !harness.feed.needsLayout)
    // The item itself gets a cell where its extent is not known.
    #expect(harness.requested.count == (item == 500 ? 7 : 6))
  }

  @Test("distances add up before a pass, and follow a scroll to an item")
  func distancesAddUp() {
    let harness = Harness(count: 1000)
    harness.layout()
    harness.feed.scroll(by: 100)
    harness.feed.scroll(by: 25)
    harness.layout()
    #expect(harness.offset == 125)
    harness.feed.scroll(to: itemPath(500), at: .start)
    harness.feed.scroll(by: -30)
    harness.layout()
    #expect(harness.screenY(500) == 30)
    harness.feed.scroll(to: itemPath(10), at: .start)
    harness.feed.scroll(to: itemPath(20), at: .start)
    harness.layout()
    #expect(harness.screenY(20) == 0, "the last call counts")
    harness.feed.scroll(to: itemPath(600), at: .start)
    harness.show(at: 77)
    #expect(harness.offset == 77, "the host's own scroll ends one that was asked for")
    harness.feed.scroll(by: 500)
    harness.show(at: 80)
    #expect(harness.offset == 80)
  }
}
