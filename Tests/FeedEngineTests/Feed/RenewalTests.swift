import Testing

@testable import FeedEngine

@Suite struct RenewalTests {
  @Test("a reloaded item gets another cell, a reconfigured one keeps its own")
  func cells() throws {
    let harness = Harness(count: 100)
    harness.layout()
    let path = FeedIndexPath(item: 3, section: 0)
    let first = try #require(harness.feed.cell(at: path))
    try harness.feed.performUpdates { $0.reloadItems(at: [path]) }
    harness.layout()
    let second = try #require(harness.feed.cell(at: path))
    #expect(first !== second)
    try harness.feed.performUpdates { $0.reconfigureItems(at: [path]) }
    harness.layout()
    #expect(harness.feed.cell(at: path) === second)
  }

  @Test("rows that leave in the same pass are not asked for")
  func leavingRows() throws {
    let harness = Harness(count: 1000, viewport: 400)
    harness.layout()
    harness.clearRecord()
    let paths = (0..<8).map { FeedIndexPath(item: $0, section: 0) }
    try harness.feed.performUpdates { $0.reloadItems(at: paths) }
    harness.show(at: 3000)
    #expect(harness.requested == Array(60..<68))
    // Nor do their cells keep the wish for the items that they show next.
    for item in 60..<68 {
      harness.feed.invalidateExtent(at: FeedIndexPath(item: item, section: 0))
    }
    harness.layout()
    #expect(harness.requested == Array(60..<68))
  }

  @Test("calls from a callback that follow an update name items as they are after it")
  func orderInCallbacks() {
    let harness = Harness(count: 100, height: 50)
    var ids = Array(0..<100)
    harness.identity = { ids.indices.contains($0) ? ids[$0] : -1 }
    let source = ScriptedDelegate()
    harness.feed.delegate = source
    source.onRange = { feed in
      try? feed.performUpdates { updates in
        ids.insert(contentsOf: 1000..<1050, at: 0)
        harness.count = 150
        updates.insertItems(0..<50, inSection: 0)
      }
      feed.setExtent(90, at: FeedIndexPath(item: 3, section: 0))
      feed.scroll(to: FeedIndexPath(item: 0, section: 0), at: .start)
    }
    harness.feed.layoutIfNeeded()
    #expect(harness.offset == 0 && harness.visible.lowerBound == 0)
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("a feed that follows its end opens there", arguments: [0.0, -64, 6000])
  func opensAtItsEnd(offset: Double) {
    let harness = Harness(count: 100, viewport: 400)
    harness.feed.endBehavior = .stickToEnd(tolerance: 0)
    harness.feed.contentInsets = FeedInsets(top: 64, bottom: 34)
    harness.show(at: offset)
    #expect(harness.offset == 4634)
  }

  @Test("following in hiding ends with the wish for it")
  func noLongerWanted() throws {
    let harness = Harness(count: 100)
    harness.feed.endBehavior = .stickToEnd(tolerance: 0)
    harness.layout()
    harness.resize(height: 0)
    try harness.feed.performUpdates { updates in
      harness.count = 101
      updates.insertItems(100..<101, inSection: 0)
    }
    harness.layout()
    harness.feed.endBehavior = .keepItem
    harness.resize(height: 300)
    #expect(harness.offset == 4700)
  }

  private final class ScriptedDelegate: FeedDelegate {
    var onRange: ((Feed) -> Void)?

    func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
      let once = onRange
      onRange = nil
      once?(feed)
    }
  }
}
