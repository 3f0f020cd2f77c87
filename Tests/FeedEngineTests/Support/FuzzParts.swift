#if !FUZZING
  @testable import FeedEngine
#endif

/// A cell that runs what was armed in each of its calls.
final class FuzzCell: FeedCell {
  unowned let player: FuzzPlayer
  /// Made for a registration, so that each use begins with `configure`.
  let isTyped: Bool
  var item = 0
  var isInUse = false
  var state: CellState = []

  init(_ player: FuzzPlayer, isTyped: Bool) {
    self.player = player
    self.isTyped = isTyped
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    if isTyped, !isInUse { player.note("measured a cell that nobody uses") }
    if !(proposal.width ?? .nan).isFinite { player.note("no width") }
    player.fire(.size)
    return FeedSize(width: 0, height: player.height(of: item))
  }

  func prepareForReuse() {
    if isTyped, !isInUse { player.note("cleaned a cell twice") }
    if !state.isEmpty { player.note("cleaned a cell with its state") }
    isInUse = false
    player.fire(.prepareForReuse)
  }

  func stateDidChange(_ state: CellState) {
    if isTyped, !isInUse { player.note("state of a cell that nobody uses") }
    self.state = state
    player.fire(.stateDidChange)
  }
}

/// A second type of cell, for identifiers that are registered twice.
final class OtherFuzzCell: FeedCell {
  func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: 31) }
}

/// Whatever a feed holds weakly; each can be dropped apart from the others.
final class FuzzPart: FeedDataSource, FeedDelegate, FeedHost, FeedLoader,
  FeedDataSourcePrefetching
{
  unowned let player: FuzzPlayer
  /// What a host has on its screen.
  var shown: [ObjectIdentifier: Placement] = [:]

  init(_ player: FuzzPlayer) {
    self.player = player
  }

  // MARK: Data source

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int {
    player.fire(.numberOfItems)
    return player.toldCount ?? player.count
  }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    if path.item < 0 || path.item >= feed.numberOfItems(inSection: 0) || path.section != 0 {
      player.note("asked for \(path)")
    }
    player.fire(.cell)
    return player.answer(path, in: feed)
  }

  // MARK: Delegate

  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    if feed === player.feed { player.noteDisplayed(cell) }
    player.fire(.willDisplay)
  }

  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    if feed === player.feed { player.noteEnded(cell) }
    player.fire(.didEndDisplaying)
  }

  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
    player.fire(.visibleRange)
  }

  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? {
    player.fire(.extentForItem)
    return player.knownExtent(of: path.item)
  }

  // MARK: Host

  func apply(_ report: FeedReport, from feed: Feed) {
    if feed === player.feed { take(report) }
    player.fire(.apply)
  }

  private func take(_ report: FeedReport) {
    for placement in report.detached
    where shown.removeValue(forKey: ObjectIdentifier(placement.cell)) == nil {
      player.note("detached \(placement.indexPath), which was not attached")
    }
    for placement in report.placed
    where shown.updateValue(placement, forKey: ObjectIdentifier(placement.cell)) == nil {
      player.note("placed \(placement.indexPath), which was not attached")
    }
    for placement in report.attached
    where shown.updateValue(placement, forKey: ObjectIdentifier(placement.cell)) != nil {
      player.note("attached \(placement.indexPath) twice")
    }
    let values = [
      report.origin, report.offset, report.offsetCorrection, report.contentLength,
    ]
    if !values.allSatisfy(\.isFinite) { player.note("report \(values)") }
  }

  // MARK: Loader, prefetch source

  func loadItems(at edge: LoadingEdge, for feed: Feed) {
    player.fire(.load)
  }

  func prefetchItems(_ items: PrefetchBatch, for feed: Feed) {
    let count = feed.numberOfItems(inSection: 0)
    for path in [items.first, items.last] {
      guard let path, path.item >= 0, path.item < count else {
        player.note("prefetches \(String(describing: path)) of \(count)")
        continue
      }
    }
    player.fire(.prefetch)
  }

  func cancelPrefetching(_ items: PrefetchBatch, for feed: Feed) {
    if items.isEmpty { player.note("cancels nothing") }
    player.fire(.cancelPrefetching)
  }
}

/// Another feed on the same pool.
final class FuzzNeighbour: FeedDataSource {
  let feed: Feed
  unowned let player: FuzzPlayer

  init(_ player: FuzzPlayer) {
    self.player = player
    feed = Feed(layout: .list(estimatedExtent: 50), pool: player.feed.pool)
    feed.dataSource = self
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 200))
  }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 50 }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    feed.dequeue(player.registration, for: path, item: path.item)
  }
}
