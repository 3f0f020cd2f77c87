import AllocationCounter
import Testing

@testable import FeedEngine

/// Nothing is allocated once the pool is warm and rows were measured; counted, in debug and
/// release builds alike.
@Suite(
  .enabled(
    if: AllocationCounts.isAvailable, "allocations cannot be counted in this kind of build"))
struct AllocationTests {
  // MARK: Cells of three kinds, as an app has them

  private struct Post: ContentConfiguration {
    var author: String
    var text: String
    var isSelected = false
    func makeContentView() -> PostView { PostView(self) }
    func updated(for state: CellState) -> Post {
      var updated = self
      updated.isSelected = state.contains(.selected)
      return updated
    }
  }

  private final class PostView: ContentView {
    var configuration: Post
    init(_ configuration: Post) { self.configuration = configuration }
    func size(fitting proposal: SizeProposal) -> FeedSize {
      FeedSize(width: 0, height: Double(40 + configuration.text.utf8.count))
    }
  }

  private struct Photo: ContentConfiguration {
    var height: Double
    func makeContentView() -> PhotoView { PhotoView(self) }
  }

  private final class PhotoView: ContentView {
    var configuration: Photo
    init(_ configuration: Photo) { self.configuration = configuration }
    func size(fitting proposal: SizeProposal) -> FeedSize {
      FeedSize(width: 0, height: configuration.height)
    }
  }

  private final class PlainCell: FeedCell {
    var height = 50.0
    func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: height) }
  }

  private final class App: FeedDataSource, FeedDelegate, FeedHost {
    let feed = Feed(layout: .list(estimatedExtent: 80, spacing: 4))
    private let texts: [String] = (1...97).map {
      String(repeating: "long text ", count: $0 % 19 + 2)
    }
    private let post = CellRegistration<ContentCell, (String, String)> { cell, _, item in
      cell.setContent(Post(author: item.0, text: item.1))
    }
    private let photo = CellRegistration<ContentCell, Double> { cell, _, height in
      cell.setContent(Photo(height: height))
    }
    var displayed = 0
    var ranges = 0
    var placements = 0
    var knowsExtents = false

    var count: Int

    init(isHosted: Bool = true, count: Int = 100_000) {
      self.count = count
      feed.register({ PlainCell() }, forCellReuseIdentifier: "plain")
      feed.dataSource = self
      feed.delegate = self
      if isHosted { feed.host = self }
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 390, height: 800))
      feed.layoutIfNeeded()
    }

    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }

    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      switch path.item % 3 {
      case 0:
        let text = texts[path.item % texts.count]
        return feed.dequeue(post, for: path, item: (text, text))
      case 1: return feed.dequeue(photo, for: path, item: Double(60 + path.item % 300))
      default:
        let cell = feed.dequeueReusableCell(withIdentifier: "plain", for: path)
        unsafe unsafeDowncast(cell, to: PlainCell.self).height = Double(30 + path.item % 40)
        return cell
      }
    }

    func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      displayed += 1
    }
    func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      displayed -= 1
    }
    func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) { ranges += 1 }
    func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? {
      knowsExtents ? Double(30 + path.item % 200) : nil
    }
    func apply(_ report: FeedReport, from feed: Feed) {
      for placement in report.attached { placements += placement.indexPath.item & 1 }
      for placement in report.placed { placements += placement.indexPath.item & 1 }
      placements += report.detached.count
    }

    func show(_ offset: Double) {
      feed.viewport.offset = offset
      feed.layoutIfNeeded()
    }

    /// Forth and back over some content, so that rows are measured and the pool is warm.
    func scroll(from start: Double, frames: Int, step: Double) {
      for frame in 0..<frames { show(start + Double(frame) * step) }
      for frame in 0..<frames { show(start + Double(frames - frame) * step) }
    }
  }

  private static func allocations(_ work: () -> Void) -> (calls: Int64, bytes: Int64) {
    let before = AllocationCounts.current()
    work()
    let after = AllocationCounts.current()
    return (after.calls - before.calls, after.bytes - before.bytes)
  }

  @Test(
    "a scroll allocates nothing, whether rows enter or not", arguments: [0.25, 37, 400, 3000],
    [true, false])
  func scroll(step: Double, isHosted: Bool) {
    let app = App(isHosted: isHosted)
    for _ in 0..<2 { app.scroll(from: 5000, frames: 200, step: step) }
    app.feed.resetStatistics()
    let counted = AllocationTests.allocations { app.scroll(from: 5000, frames: 200, step: step) }
    #expect(counted == (0, 0))
    #expect(step < 1 || app.feed.statistics.total.dequeued > 100)
    #expect(app.feed.statistics.total.created == 0)
    #expect(step < 1 || app.feed.statistics.total.reuseRate == 1)
  }

  @Test("rows never measured before take memory in chunks of many", arguments: [true, false])
  func freshRows(isHosted: Bool) {
    let app = App(isHosted: isHosted)
    let rows = 2000
    // So that every type has had its peak before the count begins.
    app.feed.overscan = Overscan(before: 400, after: 400)
    while app.feed.visibleRange.lowerBound.item < rows { app.show(app.feed.viewport.offset + 37) }
    app.feed.overscan = .none
    app.feed.layoutIfNeeded()
    app.feed.resetStatistics()
    let before = app.feed.measuredItemCount
    let counted = AllocationTests.allocations {
      while app.feed.visibleRange.lowerBound.item < 10 * rows {
        app.show(app.feed.viewport.offset + 37)
      }
    }
    let fresh = app.feed.measuredItemCount - before
    #expect(fresh > 8 * rows)
    #expect(app.feed.statistics.total.created == 0)
    // A chunk of leaves holds about 1,800 rows; nodes and the tables of chunks come on top.
    #expect(counted.calls * 700 <= fresh)
    #expect(counted.bytes <= 8 * fresh)
  }

  @Test("between pages that arrive nothing is allocated, though all rows are new")
  func pages() throws {
    let app = App(count: 300)
    func read() {
      while app.feed.visibleRange.upperBound.item < app.count - 10 {
        app.show(app.feed.viewport.offset + 37)
      }
    }
    app.feed.overscan = Overscan(before: 400, after: 400)
    read()
    app.feed.overscan = .none
    app.feed.layoutIfNeeded()
    app.feed.resetStatistics()
    for _ in 0..<200 {
      let old = app.count
      try app.feed.performUpdates { updates in
        app.count += 50
        updates.insertItems(old..<old + 50, inSection: 0)
      }
      app.feed.layoutIfNeeded()
      #expect(AllocationTests.allocations(read) == (0, 0), "rows from \(old) on")
    }
    #expect(app.feed.measuredItemCount > 10_000)
    #expect(app.feed.statistics.total.created == 0)
  }

  @Test("cells return to the pool without an allocation, however many never waited before")
  func returns() throws {
    let pool = CellPool()
    let type = ObjectIdentifier(PlainCell.self)
    let bin = try #require(pool.register("plain", cellType: type, make: PlainCell.init))
    // The first use of a type costs the runtime's own tables.
    let other = CellPool()
    let otherBin = try #require(other.register("plain", cellType: type, make: PlainCell.init))
    other.give(other.adopt(PlainCell(), into: otherBin))
    var records: [CellRecord] = []
    records.reserveCapacity(200)
    for count in 1...200 {
      // One more than ever before in use, then one more than ever before waiting.
      records.append(pool.adopt(PlainCell(), into: bin))
      let counted = AllocationTests.allocations {
        for place in 0..<count { pool.give(records[place]) }
      }
      #expect(counted == (0, 0) && pool.statistics.total.pooled == count)
      records.removeAll(keepingCapacity: true)
      for _ in 0..<count { records.append(try #require(pool.take(from: bin, for: 0))) }
    }
  }

  @Test("a scroll with known extents and overscan allocates nothing")
  func scrollWithOverscan() {
    let app = App()
    app.knowsExtents = true
    app.feed.overscan = Overscan(before: 200, after: 600)
    for _ in 0..<2 { app.scroll(from: 5000, frames: 200, step: 60) }
    #expect(AllocationTests.allocations { app.scroll(from: 5000, frames: 200, step: 60) } == (0, 0))
  }

  @Test("jumps with a warm pool allocate nothing")
  func jumps() {
    let app = App()
    func run() {
      var random = SplitMix(seed: 7)
      for _ in 0..<200 {
        let item = Int.random(in: 0..<100_000, using: &random)
        app.show(app.feed.frame(at: itemPath(item))?.y ?? 0)
        let other = Int.random(in: 0..<100_000, using: &random)
        app.feed.scroll(to: itemPath(other), at: .center)
        app.feed.layoutIfNeeded()
      }
    }
    // The first runs measure the rows; the places are those of items, so all see the same ones.
    for _ in 0..<4 { run() }
    app.feed.resetStatistics()
    #expect(AllocationTests.allocations(run) == (0, 0))
    #expect(app.feed.statistics.total.created == 0 && app.feed.statistics.total.reused > 1000)
  }

  @Test("reconfiguration in place and changes of state allocate nothing")
  func reconfiguration() {
    let text = String(repeating: "a text that is too long to be kept inline ", count: 3)
    let cell = ContentCell()
    cell.setContent(Post(author: text, text: text))
    let counted = AllocationTests.allocations {
      for number in 0..<1000 {
        cell.setContent(Post(author: text, text: text))
        cell.stateDidChange(number % 2 == 0 ? .selected : [])
      }
    }
    #expect(counted == (0, 0))
  }

  @Test("measures, states and extents of known rows allocate nothing")
  func changes() {
    let app = App()
    func run() {
      for round in 0..<100 {
        let item = app.feed.visibleRange.lowerBound.item + round % 4
        app.feed.invalidateExtent(at: FeedIndexPath(item: item, section: 0))
        app.feed.setState(round % 2 == 0 ? .selected : [], forCellAt: itemPath(item))
        app.feed.setExtent(Double(50 + round % 9), at: itemPath(item + 1))
        app.feed.scroll(by: round % 2 == 0 ? 90 : -90)
        app.feed.layoutIfNeeded()
      }
    }
    run()
    run()
    #expect(AllocationTests.allocations(run) == (0, 0))
  }

  @Test("reading live cells each frame allocates nothing")
  func immediateMode() {
    let app = App(isHosted: false)
    var sum = 0.0
    func run() {
      for frame in 0..<100 {
        app.show(5000 + Double(frame) * 60)
        for placement in app.feed.liveCells { sum += placement.frame.y }
      }
    }
    run()
    run()
    #expect(AllocationTests.allocations(run) == (0, 0))
    #expect(sum.isFinite)
  }

  @Test("a feed of a billion rows opens with few allocations and little memory")
  func opening() {
    final class Billion: FeedDataSource {
      let registration = CellRegistration<PlainCell, Int> {
        PlainCell()
      } configure: { _, _, _ in
      }
      func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 1_000_000_000 }
      func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
        feed.dequeue(registration, for: path, item: path.item)
      }
    }
    let source = Billion()
    var feed: Feed?
    func open() {
      let opened = Feed(layout: .list())
      opened.dataSource = source
      opened.viewport = Viewport(offset: 0, size: FeedSize(width: 390, height: 800))
      opened.layoutIfNeeded()
      feed = opened
    }
    // The first use of a type costs the runtime's own tables.
    open()
    let counted = AllocationTests.allocations(open)
    #expect(feed?.visibleRange == itemPath(0)..<itemPath(16))
    #expect(counted.bytes <= 64 << 10)
    #expect(counted.calls <= 200)
  }
}
