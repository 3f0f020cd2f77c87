import Testing

@testable import FeedEngine

/// A cell that writes down what happens to it.
final class LoggedCell: FeedCell {
  let kind: Int
  weak var log: ReuseLog?
  var item: Int?
  var isPrepared = true
  var onTap: (() -> Void)?

  init(kind: Int, log: ReuseLog) {
    self.kind = kind
    self.log = log
    log.created[kind, default: 0] += 1
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    log?.measured[kind, default: 0] += 1
    return FeedSize(width: proposal.width ?? 0, height: log?.height(item ?? 0) ?? 0)
  }

  func prepareForReuse() {
    if isPrepared { log?.problems.append("prepared twice: \(String(describing: item))") }
    isPrepared = true
    item = nil
    onTap = nil
    log?.prepared[kind, default: 0] += 1
    log?.order.append(.returned)
  }
}

/// A data source that counts, apart from the engine, what happens to the cells of some kinds.
final class ReuseLog: FeedDataSource {
  enum Event { case returned, dequeued }

  let feed: Feed
  var count: Int
  var kinds: Int
  var kind: (Int) -> Int
  var height: (Int) -> Double = { _ in 50 }
  /// Which kinds go by a string identifier.
  let usesNames: Bool

  var created: [Int: Int] = [:]
  var dequeued: [Int: Int] = [:]
  var measured: [Int: Int] = [:]
  var prepared: [Int: Int] = [:]
  var order: [Event] = []
  var problems: [String] = []
  var boundItems: [ObjectIdentifier: Set<Int>] = [:]
  /// Keeps cells alive, so that an address is never used twice.
  var keeping: [LoggedCell] = []
  private var registrations: [CellRegistration<LoggedCell, Int>] = []

  init(
    count: Int, kinds: Int = 1, usesNames: Bool = false, viewport: Double = 500,
    layout: FeedLayout = .list(estimatedExtent: 50), pool: CellPool = CellPool()
  ) {
    feed = Feed(layout: layout, pool: pool)
    self.count = count
    self.kinds = kinds
    self.usesNames = usesNames
    kind = { $0 % kinds }
    for kind in 0..<kinds {
      if usesNames {
        feed.register(
          { [unowned self] in LoggedCell(kind: kind, log: self) },
          forCellReuseIdentifier: "kind \(kind)")
      } else {
        registrations.append(
          CellRegistration(identifier: "kind \(kind)") { [unowned self] in
            LoggedCell(kind: kind, log: self)
          } configure: { _, _, _ in
          })
      }
    }
    feed.dataSource = self
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 320, height: viewport))
  }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    dequeue(path)
  }

  func dequeue(_ path: FeedIndexPath) -> LoggedCell {
    let kind = kind(path.item)
    let found: (any FeedCell)? =
      usesNames
      ? feed.dequeueReusableCell(withIdentifier: "kind \(kind)", for: path)
      : feed.dequeue(registrations[kind], for: path, item: path.item)
    guard let cell = found as? LoggedCell else { fatalError("another cell") }
    dequeued[kind, default: 0] += 1
    order.append(.dequeued)
    if !cell.isPrepared { problems.append("\(path) got a cell that was not prepared") }
    if cell.kind != kind { problems.append("\(path) got a cell of kind \(cell.kind)") }
    cell.isPrepared = false
    cell.item = path.item
    boundItems[ObjectIdentifier(cell), default: []].insert(path.item)
    keeping.append(cell)
    return cell
  }

  func show(at offset: Double) {
    feed.viewport.offset = offset
    layout()
  }

  func layout() {
    feed.layoutIfNeeded()
    check()
  }

  /// Sums that hold whatever happens, as long as every dequeue answers a request.
  func check(untracked: Int = 0) {
    let total = feed.statistics.total
    #expect(feed.checkInvariants() == nil)
    #expect(problems.isEmpty, "\(problems)")
    #expect(total.live == feed.liveCells.count)
    #expect(total.dequeued == total.live + total.recycled + untracked)
    #expect(total.created == total.live + total.pooled + total.discarded)
    #expect(total.dequeued == total.created + total.reused)
  }

  var live: [LoggedCell] { feed.liveCells.compactMap { $0.cell as? LoggedCell } }
}
