import Testing

@testable import FeedEngine

/// Everything goes when its owner goes, whatever goes first.
@Suite struct LifetimeTests {
  enum Part: CaseIterable { case feed, source, delegate, host, cells, closures }

  /// All orders of the parts.
  static let orders: [[Part]] = {
    var orders: [[Part]] = []
    func extend(_ order: [Part], with rest: [Part]) {
      if rest.isEmpty { orders.append(order) }
      for part in rest { extend(order + [part], with: rest.filter { $0 != part }) }
    }
    extend([], with: Part.allCases)
    return orders
  }()

  /// What the closures of a registration capture.
  private final class Captured {}

  private final class Cell: FeedCell {
    let height: Double
    init(height: Double) { self.height = height }
    func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: height) }
  }

  private final class Source: FeedDataSource {
    let registration: CellRegistration<Cell, Int>
    var count = 1000
    init(_ captured: Captured) {
      registration = CellRegistration { [captured] in
        withExtendedLifetime(captured) { Cell(height: 50) }
      } configure: { [captured] _, _, _ in
        _ = captured
      }
    }
    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }
    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      feed.dequeue(registration, for: path, item: path.item)
    }
  }

  private final class Delegate: FeedDelegate {}

  private final class Host: FeedHost {
    /// Keeps what it was told, as a host with views does.
    var cells: [any FeedCell] = []
    var report: FeedReport?
    func apply(_ report: FeedReport, from feed: Feed) {
      self.report = report
      cells.append(contentsOf: report.attached.map(\.cell))
    }
  }

  /// A running feed and its parts, each of which can be let go.
  private struct Owner {
    var feed: Feed?
    var source: Source?
    var delegate: Delegate? = Delegate()
    var host: Host? = Host()
    var cells: [any FeedCell] = []
    var captured: Captured? = Captured()

    init() {
      let feed = Feed(layout: .list())
      source = captured.map(Source.init)
      feed.dataSource = source
      feed.delegate = delegate
      feed.host = host
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 320, height: 480))
      for offset in [0.0, 700, 720, 300] {
        feed.viewport.offset = offset
        feed.layoutIfNeeded()
      }
      feed.viewport.size.height = 200
      feed.layoutIfNeeded()
      cells = feed.liveCells.map(\.cell)
      self.feed = feed
    }

    mutating func release(_ part: Part) {
      switch part {
      case .feed: feed = nil
      case .source: source = nil
      case .delegate: delegate = nil
      case .host: host = nil
      case .cells: cells = []
      case .closures: captured = nil
      }
    }
  }

  private struct Watch {
    weak var feed: Feed?
    weak var source: Source?
    weak var delegate: Delegate?
    weak var host: Host?
    weak var pool: CellPool?
    weak var captured: Captured?
    var cells: [WeakCell]

    init(_ owner: Owner) {
      feed = owner.feed
      source = owner.source
      delegate = owner.delegate
      host = owner.host
      pool = owner.feed?.pool
      captured = owner.captured
      cells = owner.cells.map(WeakCell.init) + (owner.host?.cells ?? []).map(WeakCell.init)
    }

    var left: Int {
      let objects: [AnyObject?] = [feed, source, delegate, host, pool, captured]
      return objects.count { $0 != nil } + cells.count { $0.cell != nil }
    }
  }

  @Test("all parts go, in every order")
  func everyOrder() {
    for order in LifetimeTests.orders {
      var owner = Owner()
      let watch = Watch(owner)
      #expect(watch.left > 15)
      for part in order {
        owner.release(part)
        // What is left goes on working.
        owner.feed?.viewport.offset += 90
        owner.feed?.layoutIfNeeded()
      }
      if watch.left > 0 {
        Issue.record("\(order): \(watch.left) left")
        return
      }
    }
  }

  @Test(
    "data source, delegate and host are held weakly", arguments: [Part.source, .delegate, .host])
  func weaklyHeld(part: Part) {
    var owner = Owner()
    let watch = Watch(owner)
    owner.release(part)
    switch part {
    case .source: #expect(watch.source == nil)
    case .delegate: #expect(watch.delegate == nil)
    default: #expect(watch.host == nil)
    }
    #expect(watch.feed != nil)
  }

  @Test("trim and a cap of 0 let cells go at once", arguments: [true, false], [true, false])
  func waitingCellsGo(trims: Bool, hasReadLiveCells: Bool) {
    var owner = Owner()
    if hasReadLiveCells { #expect(owner.feed?.liveCells.isEmpty == false) }
    owner.release(.host)
    let cells = owner.cells.map(WeakCell.init)
    owner.release(.cells)
    if !trims { owner.feed?.pool.limit = .cells(0) }
    owner.source?.count = 0
    owner.feed?.reloadData()
    owner.feed?.layoutIfNeeded()
    if trims { owner.feed?.pool.trim() }
    #expect(cells.count >= 4 && cells.allSatisfy { $0.cell == nil })
  }

  @Test("a feed that goes inside its own callback finishes the pass", arguments: 0..<6)
  func feedGoesInsideCallback(callback: Int) {
    final class Dropper: FeedDataSource, FeedDelegate, FeedHost {
      var feed: Feed?
      let callback: Int
      let registration = CellRegistration<Cell, Int> {
        Cell(height: 50)
      } configure: { _, _, _ in
      }
      init(callback: Int) { self.callback = callback }
      func drop(_ number: Int) { if number == callback { feed = nil } }
      func numberOfItems(inSection section: Int, of feed: Feed) -> Int {
        drop(0)
        return 100
      }
      func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
        drop(1)
        return feed.dequeue(registration, for: path, item: path.item)
      }
      func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) { drop(2) }
      func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) { drop(3) }
      func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) { drop(4) }
      func apply(_ report: FeedReport, from feed: Feed) { drop(5) }
    }
    let dropper = Dropper(callback: callback)
    dropper.feed = Feed(layout: .list())
    weak let feed = dropper.feed
    feed?.dataSource = dropper
    feed?.delegate = dropper
    feed?.host = dropper
    feed?.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 300))
    feed?.layoutIfNeeded()
    feed?.viewport.offset = 2000
    feed?.layoutIfNeeded()
    #expect(feed == nil)
  }
}
