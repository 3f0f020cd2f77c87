import AllocationCounter
import Testing

@testable import FeedEngine

/// An edit allocates for what it declares, whatever the length of the list; a chat whose last
/// message grows allocates nothing.
@Suite(
  .enabled(
    if: AllocationCounts.isAvailable, "allocations cannot be counted in this kind of build"))
struct UpdateAllocationTests {
  private final class Cell: FeedCell {
    unowned let app: App
    var item = 0
    init(_ app: App) { self.app = app }
    func size(fitting proposal: SizeProposal) -> FeedSize {
      FeedSize(width: 0, height: item == app.count - 1 ? app.lastHeight : 50)
    }
  }

  private final class App: FeedDataSource, FeedDelegate, FeedHost {
    let feed = Feed(layout: .list(estimatedExtent: 50))
    var count: Int
    var lastHeight = 50.0
    var reports = 0
    private lazy var registration = CellRegistration<Cell, Int> { [unowned self] in
      Cell(self)
    } configure: { cell, _, item in
      cell.item = item
    }

    init(count: Int) {
      self.count = count
      feed.dataSource = self
      feed.delegate = self
      feed.host = self
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 390, height: 800))
      feed.layoutIfNeeded()
    }

    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }
    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      feed.dequeue(registration, for: path, item: path.item)
    }
    func apply(_ report: FeedReport, from feed: Feed) { reports += 1 }

    /// Puts some rows before the first, and takes them away.
    func insertAndRemove(_ items: Range<Int>) {
      try? feed.performUpdates { [unowned self] updates in
        count += items.count
        updates.insertItems(items, inSection: 0)
      }
      feed.layoutIfNeeded()
      try? feed.performUpdates { [unowned self] updates in
        count -= items.count
        updates.deleteItems(items, inSection: 0)
      }
      feed.layoutIfNeeded()
    }
  }

  private static func allocations(_ work: () -> Void) -> (calls: Int64, bytes: Int64) {
    let before = AllocationCounts.current()
    work()
    let after = AllocationCounts.current()
    return (after.calls - before.calls, after.bytes - before.bytes)
  }

  @Test("an edit allocates as much in a long list as in a short one", arguments: [1, 50, 100_000])
  func edits(length: Int) {
    var counted: [(calls: Int64, bytes: Int64)] = []
    for count in [200, 10_000, 10_000_000] {
      let app = App(count: count)
      app.feed.viewport.offset = 3000
      app.feed.layoutIfNeeded()
      for _ in 0..<4 { app.insertAndRemove(10..<10 + length) }
      counted.append(
        UpdateAllocationTests.allocations {
          for _ in 0..<10 { app.insertAndRemove(10..<10 + length) }
        })
      #expect(app.feed.viewport.offset == 3000 && app.count == count)
    }
    // 20 updates: the declarations, their runs and their sums, each a small array.
    for (calls, bytes) in counted { #expect(calls <= 20 * 40 && bytes <= 20 * 4000) }
    #expect(counted[2].calls <= counted[0].calls + 20)
  }

  @Test("an edit of many places allocates in proportion to them")
  func manyPlaces() {
    func count(_ places: Int) -> Int64 {
      let app = App(count: 1_000_000)
      func run() {
        try? app.feed.performUpdates { updates in
          for place in 0..<places { updates.reloadItems(at: [itemPath(500_000 + place * 3)]) }
        }
        app.feed.layoutIfNeeded()
      }
      run()
      return UpdateAllocationTests.allocations(run).bytes
    }
    let (few, many) = (count(100), count(1000))
    #expect(few <= 100 * 1500)
    #expect(many <= few * 15)
    #expect(many <= 1000 * 600, "a fraction of a byte for each item")
  }

  @Test("a last message that grows allocates nothing", arguments: [true, false])
  func chat(isSet: Bool) {
    let app = App(count: 10_000)
    app.feed.endBehavior = .stickToEnd(tolerance: 0)
    app.feed.scroll(to: itemPath(9999), at: .end)
    app.feed.layoutIfNeeded()
    func run() {
      for step in 0..<500 {
        app.lastHeight = 50 + Double(step * 37 % 600)
        if isSet {
          app.feed.setExtent(app.lastHeight, at: itemPath(9999))
        } else {
          app.feed.invalidateExtent(at: itemPath(9999))
        }
        app.feed.layoutIfNeeded()
      }
    }
    for _ in 0..<2 { run() }
    app.reports = 0
    let counted = UpdateAllocationTests.allocations(run)
    #expect(counted == (0, 0))
    #expect(app.feed.viewport.offset == app.feed.maximumOffset && app.reports >= 499)
    #expect(app.feed.contentLength == 9999 * 50 + app.lastHeight)
  }
}
