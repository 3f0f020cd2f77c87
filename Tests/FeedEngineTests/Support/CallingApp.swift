@testable import FeedEngine

/// Everything that a feed calls back.
enum Callback: CaseIterable, Codable {
  case numberOfItems, cell, make, configure, size, prepareForReuse, stateDidChange
  case willDisplay, didEndDisplaying, visibleRange, extentForItem, apply
}

/// A data source, delegate and host in one that hears of each callback before it is answered.
class CallingApp: FeedDataSource, FeedDelegate, FeedHost {
  final class Cell: FeedCell {
    unowned let app: CallingApp
    var item = -1
    init(_ app: CallingApp) { self.app = app }
    func size(fitting proposal: SizeProposal) -> FeedSize {
      app.called(.size)
      return FeedSize(width: 0, height: app.height(item))
    }
    func prepareForReuse() { app.called(.prepareForReuse) }
    func stateDidChange(_ state: CellState) { app.called(.stateDidChange) }
  }

  let feed: Feed
  let height: (Int) -> Double
  var count = 1000
  private(set) lazy var registration = CellRegistration<Cell, Int> { [unowned self] in
    called(.make)
    return Cell(self)
  } configure: { [unowned self] cell, _, item in
    called(.configure)
    cell.item = item
  }

  init(layout: FeedLayout, height: @escaping (Int) -> Double) {
    feed = Feed(layout: layout)
    self.height = height
    feed.dataSource = self
    feed.delegate = self
    feed.host = self
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 300))
  }

  func called(_ callback: Callback) {}

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int {
    called(.numberOfItems)
    return count
  }
  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    called(.cell)
    return feed.dequeue(registration, for: path, item: path.item)
  }
  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    called(.willDisplay)
  }
  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    called(.didEndDisplaying)
  }
  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
    called(.visibleRange)
  }
  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? {
    called(.extentForItem)
    return nil
  }
  func apply(_ report: FeedReport, from feed: Feed) { called(.apply) }
}
