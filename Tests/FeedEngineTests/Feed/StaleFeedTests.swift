import Testing

@testable import FeedEngine

/// A feed whose update was refused asks nothing of anyone until it knows its items again.
@Suite struct StaleFeedTests {
  private final class Asked: FeedLoader, FeedDataSourcePrefetching {
    var loads = 0
    var prefetches = 0

    func loadItems(at edge: LoadingEdge, for feed: Feed) { loads += 1 }
    func prefetchItems(_ items: PrefetchBatch, for feed: Feed) { prefetches += 1 }
  }

  @Test("neither cells nor pages nor data are asked for while stale, and all are afterwards")
  func asksNothing() throws {
    let harness = Harness(count: 100)
    let asked = Asked()
    harness.layout()
    let path = FeedIndexPath(item: 2, section: 0)
    try harness.feed.performUpdates { $0.reconfigureItems(at: [path]) }
    #expect(throws: UpdateError.self) {
      try harness.feed.performUpdates { $0.insertItems(0..<1, inSection: 0) }
    }
    harness.feed.loader = asked
    harness.feed.prefetchDataSource = asked
    harness.clearRecord()
    for offset in [100.0, 1000, 4700, 0] {
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
    }
    #expect(harness.requested.isEmpty && asked.loads == 0 && asked.prefetches == 0)
    try harness.feed.performUpdates { _ in }
    harness.show(at: 4700)
    #expect(harness.visible == 94..<100 && asked.loads == 1)
    harness.show(at: 2000)
    #expect(asked.prefetches > 0)
  }

  @Test("what was to be shown anew when an update was refused is shown anew later")
  func laterRenewal() throws {
    let harness = Harness(count: 100)
    harness.layout()
    let path = FeedIndexPath(item: 2, section: 0)
    try harness.feed.performUpdates { $0.reconfigureItems(at: [path]) }
    #expect(throws: UpdateError.self) {
      try harness.feed.performUpdates { $0.insertItems(0..<1, inSection: 0) }
    }
    harness.clearRecord()
    harness.layout()
    #expect(harness.requested.isEmpty)
    try harness.feed.performUpdates { _ in }
    harness.layout()
    #expect(harness.requested == [2])
  }

  @Test("a scroll and an extent that wait go with their items through an update")
  func waitingCalls() throws {
    let harness = Harness(count: 100)
    var ids = Array(0..<100)
    harness.identity = { ids.indices.contains($0) ? ids[$0] : -1 }
    harness.layout()
    harness.feed.setExtent(90, at: FeedIndexPath(item: 80, section: 0))
    harness.feed.scroll(to: FeedIndexPath(item: 50, section: 0), at: .start)
    try harness.feed.performUpdates { updates in
      ids.insert(contentsOf: 1000..<1010, at: 0)
      harness.count = 110
      updates.insertItems(0..<10, inSection: 0)
    }
    harness.layout()
    #expect(harness.screenY(60) == 0)
    #expect(harness.feed.frame(at: FeedIndexPath(item: 90, section: 0))?.height == 90)
  }

  @Test("a report tells the frozen length")
  func frozenReport() {
    final class Lengths: FeedHost {
      var last = 0.0
      func apply(_ report: FeedReport, from feed: Feed) { last = report.contentLength }
    }
    let harness = Harness(count: 1000, estimate: 20, height: 80)
    let host = Lengths()
    harness.feed.host = host
    harness.feed.layoutIfNeeded()
    let length = host.last
    harness.feed.isContentLengthFrozen = true
    harness.feed.viewport.offset = 500
    harness.feed.layoutIfNeeded()
    #expect(host.last == length)
    harness.feed.isContentLengthFrozen = false
    harness.feed.layoutIfNeeded()
    #expect(host.last > length)
  }
}
