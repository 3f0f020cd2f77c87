import Testing

@testable import FeedEngine

/// Hosts that come late, change, go, or read the live cells instead.
@Suite struct HostTests {
  @Test("a host that comes late attaches all that is live")
  func lateHost() {
    let harness = Harness(count: 100)
    harness.feed.host = nil
    harness.feed.viewport.offset = 1000
    harness.feed.layoutIfNeeded()
    let host = RecordingHost()
    harness.feed.host = host
    harness.feed.layoutIfNeeded()
    #expect(host.reports == 1 && host.items == Array(20..<26))
    #expect(host.difference(from: harness.feed) == nil)
  }

  @Test("a host that goes leaves the feed working, and the next one gets all")
  func hostGoes() {
    let harness = Harness(count: 100)
    var host: RecordingHost? = RecordingHost()
    harness.feed.host = host
    harness.feed.layoutIfNeeded()
    host = nil
    #expect(harness.feed.host == nil, "held weakly")
    for offset in [500.0, 2000, 2020] {
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
    }
    #expect(harness.visible == 40..<47)
    let next = RecordingHost()
    harness.feed.host = next
    harness.feed.layoutIfNeeded()
    #expect(next.difference(from: harness.feed) == nil)
    for offset in [2500.0, 100, 4000, 0] {
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
      #expect(next.difference(from: harness.feed) == nil)
    }
  }

  @Test("the host may change with any other change in one pass")
  func hostChangesWhileScrolling() {
    let harness = Harness(count: 100)
    let (first, second) = (RecordingHost(), RecordingHost())
    harness.feed.host = first
    harness.feed.layoutIfNeeded()
    harness.feed.host = second
    harness.feed.viewport.offset = 170
    harness.feed.layoutIfNeeded()
    #expect(second.difference(from: harness.feed) == nil)
    #expect(first.reports == 1)
    harness.feed.host = first
    harness.feed.reloadData()
    harness.feed.layoutIfNeeded()
    // The first still shows its old screen, which is its own affair; all live cells are attached.
    #expect(first.attached == 6 + harness.feed.liveCells.count)
  }

  @Test("a new host is not told to detach what the old one shows")
  func hostChangesWhileRowsLeave() {
    let harness = Harness(count: 100)
    let (first, second) = (RecordingHost(), RecordingHost())
    harness.feed.host = first
    harness.feed.layoutIfNeeded()
    harness.feed.host = second
    harness.feed.viewport.size.height = 100
    harness.feed.layoutIfNeeded()
    #expect(second.difference(from: harness.feed) == nil)
  }

  @Test("cells that were pooled while there was no host are attached to the next")
  func pooledWithoutHost() {
    let harness = Harness(count: 100)
    let (first, second) = (RecordingHost(), RecordingHost())
    harness.feed.host = first
    harness.feed.layoutIfNeeded()
    harness.feed.host = nil
    harness.feed.viewport.size.height = 100
    harness.feed.layoutIfNeeded()
    harness.feed.host = second
    harness.feed.layoutIfNeeded()
    harness.feed.viewport.size.height = 300
    harness.feed.layoutIfNeeded()
    #expect(second.difference(from: harness.feed) == nil)
  }

  @Test("hosts come and go at random", arguments: 1...30)
  func randomHosts(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let harness = Harness(count: 1000, kinds: 2)
    harness.kind = { $0 % 2 }
    var host: RecordingHost? = RecordingHost()
    harness.feed.host = host
    for offset in ReuseRandomTests.offsets(seed: UInt64(seed), count: 120, end: 50_000) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        host = nil
        if Bool.random(using: &random) { harness.feed.host = nil }
      case 1:
        host = RecordingHost()
        harness.feed.host = host
      case 2: harness.feed.reloadData()
      case 3: harness.feed.contentInsets.left = random.pick(0, 10, 20)
      default: break
      }
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
      if let host {
        let difference = host.difference(from: harness.feed)
        #expect(difference == nil, "seed \(seed)")
        if difference != nil { return }
      }
    }
  }

  @Test("a feed without a host keeps live cells and frames for those who read them")
  func immediateMode() {
    let harness = Harness(count: 1_000_000)
    harness.feed.host = nil
    for offset in [0.0, 33, 40_000_000, 39_999_950, 12] {
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
      let first = Int(offset) / 50
      var item = first
      for placement in harness.feed.liveCells {
        #expect(placement.indexPath == itemPath(item))
        #expect((placement.cell as? TestCell)?.item == item)
        let y = placement.frame.y + harness.feed.origin - offset
        #expect(y == Double(item) * 50 - offset)
        item += 1
      }
      #expect(item == Int((offset + 300) / 50.0 + 0.999))
    }
  }

  @Test("a host hears once a pass, and not at all in frames that only scroll")
  func oneReportAPass() {
    let harness = Harness(count: 100)
    harness.layout()
    #expect(harness.reports == 1)
    harness.layout()
    harness.show(at: 10)
    harness.show(at: 12)
    harness.show(at: 49)
    #expect(harness.reports == 2)
    harness.feed.setExtent(70, at: itemPath(3))
    harness.feed.contentInsets.top = 5
    harness.feed.estimatedExtent = 10
    harness.feed.scroll(by: 10)
    harness.layout()
    #expect(harness.reports == 3)
  }

  @Test("a report holds no cell after the call")
  func reportIsEmptied() {
    final class KeepingHost: FeedHost {
      var report: FeedReport?
      func apply(_ report: FeedReport, from feed: Feed) { self.report = report }
    }
    let harness = Harness(count: 10)
    let host = KeepingHost()
    harness.feed.host = host
    harness.feed.layoutIfNeeded()
    #expect(host.report?.attached.isEmpty == true && host.report?.visibleRange.isEmpty == false)
  }

  private final class Shared: FeedDataSource {
    let registration = CellRegistration<LabelCell, Int> {
      LabelCell()
    } configure: { _, _, _ in
    }
    var count = 100
    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }
    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      feed.dequeue(registration, for: path, item: path.item)
    }
    func open(pool: CellPool, host: RecordingHost?) -> Feed {
      let feed = Feed(layout: .list(estimatedExtent: 50), pool: pool)
      feed.dataSource = self
      feed.host = host
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 300))
      return feed
    }
  }

  private final class LabelCell: FeedCell {
    func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: 50) }
  }

  enum Way: CaseIterable {
    case emptied, hidden, scrolledAway, sourceGone
  }

  @Test(
    "cells that go from one feed to another by a shared pool are attached there",
    arguments: Way.allCases, [true, false])
  func sharedPool(way: Way, isHostReplaced: Bool) {
    let (source, pool) = (Shared(), CellPool())
    var hosts = [RecordingHost(), RecordingHost(), RecordingHost()]
    let first = source.open(pool: pool, host: hosts[0])
    first.layoutIfNeeded()
    #expect(hosts[0].items == Array(0..<6))
    first.host = isHostReplaced ? hosts[2] : nil
    switch way {
    case .emptied:
      source.count = 0
      first.reloadData()
    case .hidden: first.viewport.size.height = 0
    case .scrolledAway: first.viewport.offset = 50_000
    case .sourceGone: first.dataSource = nil
    }
    first.layoutIfNeeded()
    #expect(pool.statistics.total.pooled == 6)
    source.count = 100
    let second = source.open(pool: pool, host: hosts[1])
    second.layoutIfNeeded()
    #expect(hosts[1].items == Array(0..<6) && hosts[1].difference(from: second) == nil)
    // And back again, to a host of the first feed that is new.
    second.viewport.size.height = 0
    second.layoutIfNeeded()
    hosts.append(RecordingHost())
    first.dataSource = source
    first.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 300))
    first.host = hosts[3]
    first.layoutIfNeeded()
    #expect(hosts[3].items == Array(0..<6) && hosts[3].difference(from: first) == nil)
    #expect(hosts[1].items.isEmpty && hosts[1].difference(from: second) == nil)
  }

  @Test(
    "a cell that leaves one feed and enters another in one pass belongs to the other",
    arguments: [(12, -600.0), (12, 500), (10, -600)])
  func cellsChangeFeeds(item: Int, distance: Double) {
    let pool = CellPool()
    let (first, second) = (
      Harness(count: 100, viewport: 400, pool: pool),
      Feed(layout: .list(estimatedExtent: 50), pool: pool)
    )
    let source = first.registrations[0]
    final class Source: FeedDataSource, FeedDelegate {
      let registration: CellRegistration<TestCell, Int>
      var displayed: [Int] = []
      init(_ registration: CellRegistration<TestCell, Int>) { self.registration = registration }
      func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 100 }
      func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
        feed.dequeue(registration, for: path, item: path.item)
      }
      func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
        displayed.append(path.item)
      }
    }
    let other = Source(source)
    let host = RecordingHost()
    second.dataSource = other
    second.delegate = other
    second.host = host
    second.viewport = Viewport(offset: 0, size: FeedSize(width: 400, height: 400))
    second.layoutIfNeeded()
    first.layout()
    pool.trim()
    var requests = 0
    first.answer = { path, feed in
      requests += 1
      if requests == 2 {
        second.viewport.offset = 25
        second.layoutIfNeeded()
      }
      return feed.dequeue(source, for: path, item: path.item)
    }
    first.feed.scroll(to: itemPath(item), at: .center)
    first.feed.scroll(by: distance)
    first.layout()
    #expect(requests >= 2)
    #expect(host.difference(from: second) == nil)
    #expect(other.displayed == Array(0...8))
  }
}
