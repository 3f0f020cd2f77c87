import Testing

@testable import FeedEngine

/// A feed with data source, delegate and a recording host: heights come from a closure, and after
/// every pass the host's screen is compared with what the engine says.
final class Harness: FeedDataSource, FeedDelegate, FeedHost {
  let feed: Feed
  var count: Int
  /// The height that the cell of an item asks for at a width.
  var height: (_ item: Int, _ width: Double) -> Double
  var knownExtent: (Int) -> Double? = { _ in nil }
  /// What an index shows; items keep it while updates renumber them.
  var identity: (Int) -> Int = { $0 }
  /// The same before the update that runs.
  var oldIdentity: ((Int) -> Int?)?
  /// Cell kinds by item; one registration each.
  var kind: (Int) -> Int = { _ in 0 }
  /// Replaces the normal answer of the data source.
  var answer: ((FeedIndexPath, Feed) -> any FeedCell)?

  private(set) var registrations: [CellRegistration<TestCell, Int>] = []

  // What happened since the last `clearRecord()`.
  var requested: [Int] = []
  var measured: [Int] = []
  var rangeChanges: [Range<Int>] = []
  var reports = 0
  var created = 0
  var boundItems: [ObjectIdentifier: Set<Int>] = [:]
  var keptCells: [TestCell] = []

  /// The host's screen.
  private let screenHost = RecordingHost()
  var shown: [ObjectIdentifier: Placement] { screenHost.shown }
  private var origin: Double { screenHost.origin }
  private var hostOffset = 0.0
  private(set) var lastCorrection = 0.0
  // Cells that are displayed, by the delegate's calls.
  private(set) var displayed: [ObjectIdentifier: Int] = [:]
  var problems: [String] = []

  init(
    count: Int, layout: FeedLayout, viewport: Double = 300, width: Double = 400, kinds: Int = 1,
    pool: CellPool = CellPool(), attach: Bool = true,
    height: @escaping (_ item: Int, _ width: Double) -> Double
  ) {
    feed = Feed(layout: layout, pool: pool)
    self.count = count
    self.height = height
    for number in 0..<kinds {
      registrations.append(
        CellRegistration(identifier: "kind \(number)") { [unowned self] in
          created += 1
          return TestCell(self)
        } configure: { [unowned self] cell, path, item in
          cell.item = item
          boundItems[ObjectIdentifier(cell), default: []].insert(item)
          if identity(path.item) != item { problems.append("configured \(path) for \(item)") }
        })
    }
    if attach {
      feed.dataSource = self
      feed.delegate = self
      feed.host = self
    }
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: width, height: viewport))
  }

  convenience init(
    count: Int, estimate: Double = 50, viewport: Double = 300, width: Double = 400,
    kinds: Int = 1, pool: CellPool = CellPool(), height: Double = 50
  ) {
    self.init(
      count: count, layout: .list(estimatedExtent: estimate), viewport: viewport, width: width,
      kinds: kinds, pool: pool
    ) { _, _ in height }
  }

  func clearRecord() {
    requested = []
    measured = []
    rangeChanges = []
    reports = 0
    created = 0
  }

  // MARK: Driving

  /// Sets the offset, lays out and checks.
  func show(at offset: Double) {
    feed.viewport.offset = offset
    layout()
  }

  func resize(height: Double? = nil, width: Double? = nil) {
    var size = feed.viewport.size
    if let height { size.height = height }
    if let width { size.width = width }
    feed.viewport.size = size
    layout()
  }

  func layout() {
    feed.layoutIfNeeded()
    check()
  }

  var offset: Double { feed.viewport.offset }
  var visible: Range<Int> {
    feed.visibleRange.lowerBound.item..<feed.visibleRange.upperBound.item
  }
  var fullyVisible: Range<Int> {
    feed.fullyVisibleRange.lowerBound.item..<feed.fullyVisibleRange.upperBound.item
  }

  /// Where an item stands on the screen, as the host sees it.
  func screenY(_ item: Int) -> Double? {
    for placement in shown.values where placement.indexPath.item == item {
      return placement.frame.y + origin - feed.viewport.offset
    }
    return nil
  }

  /// The items on the host's screen and their places.
  var screen: [Int: Double] {
    var places: [Int: Double] = [:]
    for placement in shown.values {
      places[placement.indexPath.item] = placement.frame.y + origin - feed.viewport.offset
    }
    return places
  }

  // MARK: Checks

  /// Compares the host's screen with the engine's own lists.
  func check() {
    if let problem = feed.checkInvariants() { problems.append(problem) }
    if let problem = screenHost.difference(from: feed) { problems.append(problem) }
    let live = feed.liveCells
    var previous: Placement?
    for placement in live {
      let cell = ObjectIdentifier(placement.cell)
      let item = identity(placement.indexPath.item)
      if let test = placement.cell as? TestCell, test.item != item {
        problems.append("cell of \(placement.indexPath) shows \(String(describing: test.item))")
      }
      if displayed[cell] != item { problems.append("display calls differ") }
      if !placement.frame.y.isFinite || placement.frame.height < 0 {
        problems.append("frame \(placement.frame)")
      }
      if let previous, previous.indexPath >= placement.indexPath { problems.append("order") }
      previous = placement
    }
    if displayed.count != live.count { problems.append("\(displayed.count) displayed") }
    let found = problems
    problems = []
    #expect(found.isEmpty, "\(found)")
  }

  // MARK: Data source

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    requested.append(path.item)
    if let answer { return answer(path, feed) }
    let item = identity(path.item)
    return feed.dequeue(registrations[kind(item)], for: path, item: item)
  }

  func measure(item: Int?, proposal: SizeProposal) -> FeedSize {
    guard let item, let width = proposal.width else {
      problems.append("measured without an item or a width")
      return FeedSize(width: 0, height: 0)
    }
    measured.append(item)
    return FeedSize(width: width, height: height(item, width))
  }

  // MARK: Delegate

  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? { knownExtent(path.item) }

  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    if displayed.updateValue(identity(path.item), forKey: ObjectIdentifier(cell)) != nil {
      problems.append("\(path) displayed twice")
    }
  }

  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    let item = displayed.removeValue(forKey: ObjectIdentifier(cell))
    let isOld = oldIdentity.map { $0(path.item) == item } ?? false
    if item == nil || (item != identity(path.item) && !isOld) {
      problems.append("\(path) ended and was not displayed")
    }
  }

  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
    rangeChanges.append(range.lowerBound.item..<range.upperBound.item)
  }

  // MARK: Host

  func apply(_ report: FeedReport, from feed: Feed) {
    reports += 1
    screenHost.apply(report, from: feed)
    problems += screenHost.problems
    screenHost.problems = []
    hostOffset = report.offset
    lastCorrection = report.offsetCorrection
    if report.offset != feed.viewport.offset { problems.append("report's offset") }
  }
}
