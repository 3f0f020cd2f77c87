import Testing

@testable import FeedEngine

/// A harness whose items keep their identity while updates renumber them, and that counts what the
/// data source is asked.
final class EditedFeed: FeedDataSource, FeedDelegate {
  let harness: Harness
  /// What each index shows.
  var ids: [Int]
  /// The heights of cells by identity, where they differ from the usual one.
  var heights: [Int: Double] = [:]
  private var nextID: Int
  private var oldIDs: [Int] = []

  // What happened since the last `clearRecord()`.
  var countQuestions = 0
  var extentQuestions = 0
  /// Identities whose display ended.
  var ended: [Int] = []
  var began: [Int] = []

  var feed: Feed { harness.feed }
  var offset: Double { harness.offset }

  init(
    count: Int, layout: FeedLayout, viewport: Double = 300, kinds: Int = 1, height: Double = 50
  ) {
    harness = Harness(count: count, layout: layout, viewport: viewport, kinds: kinds) { _, _ in 0 }
    ids = Array(0..<count)
    nextID = count
    harness.height = { [unowned self] id, _ in heights[id] ?? height }
    harness.identity = { [unowned self] in ids.indices.contains($0) ? ids[$0] : -1 }
    harness.oldIdentity = { [unowned self] in oldIDs.indices.contains($0) ? oldIDs[$0] : nil }
    feed.dataSource = self
    feed.delegate = self
  }

  convenience init(
    count: Int, estimate: Double = 50, viewport: Double = 300, kinds: Int = 1, height: Double = 50
  ) {
    self.init(
      count: count, layout: .list(estimatedExtent: estimate), viewport: viewport, kinds: kinds,
      height: height)
  }

  // MARK: Driving

  func layout() {
    harness.count = ids.count
    harness.layout()
  }

  func show(at offset: Double) {
    feed.viewport.offset = offset
    layout()
  }

  func clearRecord() {
    harness.clearRecord()
    countQuestions = 0
    extentQuestions = 0
    ended = []
    began = []
  }

  /// An identity that was not used yet.
  func newID(height: Double? = nil) -> Int {
    defer { nextID += 1 }
    heights[nextID] = height
    return nextID
  }

  /// Changes the model without declaring anything.
  func setModel(_ newIDs: [Int]) {
    oldIDs = ids
    ids = newIDs
  }

  /// Takes away old indices and puts new items at final ones.
  func changeModel(
    removing removed: [Int] = [], inserting inserted: [Int] = [], height: Double? = nil
  ) {
    let gone = Set(removed)
    var kept = ids.indices.filter { !gone.contains($0) }.map { ids[$0] }
    for place in inserted.sorted() { kept.insert(newID(height: height), at: place) }
    setModel(kept)
  }

  /// An update whose declarations fit the model.
  func edit(
    removing removed: [Int] = [], inserting inserted: [Int] = [], reloading reloaded: [Int] = [],
    reconfiguring reconfigured: [Int] = [], height: Double? = nil
  ) throws(UpdateError) {
    try feed.performUpdates { [self] updates in
      changeModel(removing: removed, inserting: inserted, height: height)
      updates.deleteItems(at: removed.map(itemPath))
      updates.insertItems(at: inserted.map(itemPath))
      updates.reloadItems(at: reloaded.map(itemPath))
      updates.reconfigureItems(at: reconfigured.map(itemPath))
    }
  }

  // MARK: The screen, by identity

  /// Where items stand on the host's screen.
  var screen: [Int: Double] {
    var places: [Int: Double] = [:]
    for (index, y) in harness.screen where ids.indices.contains(index) { places[ids[index]] = y }
    return places
  }

  func screenY(id: Int) -> Double? { screen[id] }

  /// The identities in view, in order.
  var visibleIDs: [Int] { harness.visible.map { ids[$0] } }

  var cells: [Int: ObjectIdentifier] {
    var cells: [Int: ObjectIdentifier] = [:]
    for (index, cell) in harness.liveCellIDs { cells[ids[index]] = cell }
    return cells
  }

  func cell(id: Int) -> TestCell? {
    guard let index = ids.firstIndex(of: id) else { return nil }
    return feed.cell(at: itemPath(index)) as? TestCell
  }

  // MARK: Data source and delegate

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int {
    countQuestions += 1
    return ids.count
  }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    harness.cell(at: path, in: feed)
  }

  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? {
    extentQuestions += 1
    return harness.extentForItem(at: path, in: feed)
  }

  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    began.append(harness.identity(path.item))
    harness.willDisplay(cell, at: path, in: feed)
  }

  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    ended.append(harness.displayed[ObjectIdentifier(cell)] ?? -1)
    harness.didEndDisplaying(cell, at: path, in: feed)
  }

  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
    harness.visibleRangeDidChange(range, in: feed)
  }
}

/// All that a refused call must leave as it was.
struct FeedState: Equatable {
  struct Live: Equatable {
    let cell: ObjectIdentifier
    let path: FeedIndexPath
    let frame: FeedRect
  }

  let live: [Live]
  let viewport: Viewport
  let count: Int
  let length: Double
  let maximumOffset: Double
  let visible: Range<FeedIndexPath>
  let statistics: ReuseCounts
  let measured: Int

  init(_ feed: Feed) {
    live = feed.liveCells.map {
      Live(cell: ObjectIdentifier($0.cell), path: $0.indexPath, frame: $0.frame)
    }
    viewport = feed.viewport
    count = feed.numberOfItems(inSection: 0)
    length = feed.contentLength
    maximumOffset = feed.maximumOffset
    visible = feed.visibleRange
    statistics = feed.statistics.total
    measured = feed.measuredItemCount
  }
}
