#if !FUZZING
  @testable import FeedEngine
#endif

/// Carries out lists of calls on a feed whose surroundings misbehave as they are told, and checks
/// after each layout what must hold whatever was done.
final class FuzzPlayer {
  var feed: Feed
  /// The spacing of a feed's layout; feeds with strange ones are not asked to work in the end.
  var spacing = 0.0
  var count = 200
  /// What the data source says in place of the count.
  var toldCount: Int?

  // How the surroundings behave.
  var answers: UInt8 = 0
  var heights: UInt8 = 0
  var knownExtents: UInt8 = 0
  private var armed: [FuzzCall.Callback: (budget: Int, call: FuzzCall)] = [:]
  private var isArming: FuzzCall?
  private var depth = 0
  var isInCallback: Bool { depth > 0 }

  var source: FuzzPart?
  var delegate: FuzzPart?
  var screen: FuzzPart?
  var loader: FuzzPart?
  var prefetcher: FuzzPart?
  lazy var neighbour = FuzzNeighbour(self)
  lazy var registration = makeRegistration()
  var lastUpdates: FeedUpdates?
  var lastCell: (any FeedCell)?
  var time = 0.0
  var serial = 0

  // Cells that a delegate has been told of; `uncertain` are those whose end may have gone unheard.
  private var displayed: Set<ObjectIdentifier> = []
  private var uncertain: Set<ObjectIdentifier> = []
  private var wasDelegateGone = false

  private(set) var problem: String?
  /// Shows each call before it is carried out.
  var trace: ((String) -> Void)?

  init() {
    feed = Feed(layout: .list(estimatedExtent: 50))
    attach()
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 400))
  }

  private func attach() {
    source = FuzzPart(self)
    delegate = FuzzPart(self)
    setScreen(FuzzPart(self))
    loader = FuzzPart(self)
    prefetcher = FuzzPart(self)
    feed.dataSource = source
    feed.delegate = delegate
    feed.loader = loader
    feed.prefetchDataSource = prefetcher
  }

  func note(_ problem: String) {
    if self.problem == nil { self.problem = problem }
  }

  // MARK: Playing

  /// Carries out calls up to the first problem.
  ///
  /// - Returns: What is wrong and after which call.
  func play(_ calls: [FuzzCall]) -> String? {
    for (number, call) in calls.enumerated() {
      trace?("\(number): \(call)")
      step(call)
      if let problem { return "call \(number), \(call): \(problem)" }
    }
    return nil
  }

  private func step(_ call: FuzzCall) {
    if let arming = isArming {
      isArming = nil
      let budget = FuzzCall.pick([1, 2, 3, 20, 1000], arming.second)
      armed[arming.callback] = (budget, call)
      return
    }
    if call.operation == .arm {
      isArming = call
      return
    }
    perform(call)
    if call.isLaidOut || call.operation == .layout { layout() }
  }

  /// Runs what was armed for a callback.
  func fire(_ callback: FuzzCall.Callback) {
    guard depth < 5, var entry = armed[callback] else { return }
    entry.budget -= 1
    armed[callback] = entry.budget > 0 ? entry : nil
    depth += 1
    perform(entry.call)
    if entry.call.isLaidOut || entry.call.operation == .layout { feed.layoutIfNeeded() }
    depth -= 1
  }

  func layout() {
    if feed.delegate == nil { noteDelegateGone() }
    feed.layoutIfNeeded()
    check()
    // Any size is legal, but rows without end, 512 a pass, would only cost time.
    if feed.liveCells.count > 2048 {
      feed.overscan = .none
      feed.viewport.size.height = 300
    }
  }

  func setScreen(_ part: FuzzPart?) {
    screen = part
    feed.host = part
  }

  func use(_ newFeed: Feed) {
    feed = newFeed
    displayed = []
    uncertain = []
    attach()
  }

  // MARK: Display calls

  func noteDelegateGone() {
    wasDelegateGone = true
  }

  func noteDisplayed(_ cell: any FeedCell) {
    let id = ObjectIdentifier(cell)
    uncertain.remove(id)
    if !displayed.insert(id).inserted, !wasDelegateGone { note("displayed a cell twice") }
  }

  func noteEnded(_ cell: any FeedCell) {
    let id = ObjectIdentifier(cell)
    if displayed.remove(id) == nil, uncertain.remove(id) == nil {
      note("a cell ended that was not displayed")
    }
  }

  // MARK: Checks

  private func check() {
    // Where callbacks change something in each pass, the last pass may be followed by an update.
    if feed.hasPendingWork { return }
    if let problem = feed.checkInvariants() { note("invariants: \(problem)") }
    let count = feed.numberOfItems(inSection: 0)
    let values = [
      feed.contentLength, feed.minimumOffset, feed.maximumOffset, feed.origin,
      feed.viewport.offset,
    ]
    if !values.allSatisfy(\.isFinite) { note("figures \(values)") }
    if feed.contentLength < 0 || feed.minimumOffset > feed.maximumOffset { note("range \(values)") }
    for range in [feed.visibleRange, feed.fullyVisibleRange] {
      let (lower, upper) = (range.lowerBound.item, range.upperBound.item)
      if lower < 0 || upper > count { note("visible \(lower)..<\(upper) of \(count)") }
    }
    let live = checkFrames(count)
    checkDisplayed(live)
    checkScreen(live)
  }

  private func checkFrames(_ count: Int) -> Set<ObjectIdentifier> {
    var live: Set<ObjectIdentifier> = []
    var previous: Placement?
    for placement in feed.liveCells {
      let (path, frame) = (placement.indexPath, placement.frame)
      if ![frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite)
        || frame.height < 0 || frame.width < 0
      {
        note("\(path) at \(frame)")
      }
      if let previous, previous.indexPath >= path || previous.frame.maxY > frame.y {
        note("\(path) at \(frame) after \(previous.indexPath) at \(previous.frame)")
      }
      if path.item < 0 || path.item >= count { note("\(path) of \(count) is live") }
      if !live.insert(ObjectIdentifier(placement.cell)).inserted { note("\(path) shares a cell") }
      if feed.cell(at: path) !== placement.cell { note("cell(at: \(path))") }
      previous = placement
    }
    return live
  }

  private func checkDisplayed(_ live: Set<ObjectIdentifier>) {
    if wasDelegateGone || feed.delegate == nil {
      wasDelegateGone = feed.delegate == nil
      uncertain.formUnion(displayed)
      displayed = []
    }
    uncertain.formIntersection(live)
    if !displayed.isSubset(of: live) { note("a cell went without didEndDisplaying") }
  }

  private func checkScreen(_ live: Set<ObjectIdentifier>) {
    guard let screen, feed.host === screen else { return }
    if live != Set(screen.shown.keys) { note("\(screen.shown.count) shown, \(live.count) live") }
    for placement in feed.liveCells {
      guard let seen = screen.shown[ObjectIdentifier(placement.cell)] else { continue }
      if seen.frame != placement.frame || seen.indexPath != placement.indexPath {
        note("host has \(seen.indexPath) at \(seen.frame), not \(placement.frame)")
      }
    }
  }

  /// Stops all misbehaviour and checks that correct use works, as if nothing had happened.
  func recover() -> String? {
    trace?("recover")
    armed = [:]
    isArming = nil
    (toldCount, answers, heights, knownExtents) = (nil, 0, 0, 0)
    noteDelegateGone()
    attach()
    feed.pool.limit = .adaptive
    feed.pool.totalLimit = .adaptive
    feed.startBehavior = .keepItem
    feed.endBehavior = .keepItem
    feed.learnsEstimate = false
    feed.isContentLengthFrozen = false
    feed.contentInsets = .zero
    feed.overscan = .none
    feed.estimatedExtent = 50
    feed.endScroll()
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 300))
    // Updates without end that callbacks asked for are carried out a part at a time.
    var rounds = 0
    while !feed.queuedCalls.isEmpty && rounds < 100 {
      feed.reloadData()
      feed.layoutIfNeeded()
      rounds += 1
    }
    count = 1000
    feed.reloadData()
    settle()
    guard spacing >= 0, spacing < 100 else { return problem }
    feed.scroll(to: FeedIndexPath(item: 600, section: 0), at: .start)
    settle()
    checkShows(600)
    do throws(UpdateError) {
      try feed.performUpdates { [unowned self] updates in
        count += 7
        updates.insertItems(100..<107, inSection: 0)
      }
    } catch {
      note("update refused: \(error)")
    }
    settle()
    checkShows(607)
    return problem.map { "afterwards: \($0)" }
  }

  private func settle() {
    var frames = 0
    repeat {
      layout()
      frames += 1
    } while feed.needsLayout && frames < 30
    if feed.needsLayout { note("does not settle: \(feed.diagnostics.entries.suffix(2))") }
  }

  private func checkShows(_ item: Int) {
    let path = FeedIndexPath(item: item, section: 0)
    let offset = feed.viewport.offset
    guard feed.numberOfItems(inSection: 0) == count, feed.frame(at: path)?.y == offset,
      feed.visibleRange.contains(path), let last = feed.liveCells.last,
      last.frame.maxY + feed.origin + spacing + 0.01 >= offset + 300
    else {
      return note(
        "\(feed.visibleRange) instead of \(item); \(count) items, feed has "
          + "\(feed.numberOfItems(inSection: 0)); \(feed.diagnostics.entries.suffix(3))")
    }
  }
}
