import Testing

@testable import FeedEngine

/// A feed beside a naive one: arrays, every row summed up, nothing clever. Random calls go to both;
/// after each pass the two must agree, and nothing may have moved on screen.
final class FeedModel {
  var random: SplitMix
  let seed: UInt64
  let harness: Harness
  let loader: LoaderModel
  let spacing: FixedLength
  /// What each index shows; an item keeps its number for ever.
  var ids: [Int]
  /// What was measured or set, as the log of questions tells.
  var known: [FixedLength?]
  var estimate: FixedLength
  var step = 0
  var operation = ""

  static let widths = [200.0, 320, 400]

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
    let count = Int.random(in: 0...150, using: &random)
    let spacing = random.pick(0, 0, 8, 0.3)
    let estimate = random.pick(50, 1, 20.7, 300)
    self.spacing = FixedLength(ceiling: spacing) ?? .zero
    self.estimate = FixedLength(ceiling: estimate) ?? .zero
    ids = Array(0..<count)
    known = Array(repeating: nil, count: count)
    let source = Heights()
    harness = Harness(
      count: count, layout: .list(estimatedExtent: estimate, spacing: spacing), kinds: 3
    ) { item, width in source.values[item] * 400 / width }
    harness.kind = { $0 % 3 }
    self.source = source
    loader = LoaderModel(harness.feed, random: &random)
    source.values = (0..<count).map { _ in randomHeight() }
    harness.identity = { [unowned self] in ids.indices.contains($0) ? ids[$0] : -1 }
    if Int.random(in: 0..<3, using: &random) == 0 {
      harness.feed.endBehavior = .stickToEnd(tolerance: random.pick(0, 100))
    }
    if Int.random(in: 0..<3, using: &random) == 0 { harness.feed.startBehavior = .stickToStart }
  }

  var count: Int { ids.count }

  func height(_ index: Int) -> Double { source.values[ids[index]] }

  func newItem() -> Int {
    source.values.append(randomHeight())
    return source.values.count - 1
  }

  final class Heights {
    var values: [Double] = []
  }
  let source: Heights

  func randomHeight() -> Double {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: 0
    case 1: Double.random(in: 300...2000, using: &random)
    case 2: 50
    default: Double.random(in: 5...120, using: &random)
    }
  }

  // MARK: Steps

  func run(steps: Int) {
    layout()
    for _ in 0..<steps {
      step += 1
      perform()
      if hasFailed { return }
    }
  }

  var hasFailed = false

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition, !hasFailed else { return }
    hasFailed = true
    Issue.record("seed \(seed), step \(step), \(operation): \(message())")
  }

  func perform() {
    if Int.random(in: 0..<4, using: &random) == 0 { loader.answer(harness.feed, random: &random) }
    let item = count == 0 ? 0 : Int.random(in: 0..<count, using: &random)
    let path = FeedIndexPath(item: item, section: 0)
    switch Int.random(in: 0..<30, using: &random) {
    case 0..<8:
      scroll(by: Double(Int.random(in: -300...300, using: &random)) / 4)
    case 8, 9:
      let low = harness.feed.minimumOffset - 60
      let high = harness.feed.maximumOffset + 60
      operation = "jump"
      jump(to: (Double.random(in: low...high, using: &random) * 8).rounded() / 8)
    case 10, 11:
      let positions = [ScrollPosition.start, .center, .end, .nearest]
      aim(at: path, position: positions.randomElement(using: &random) ?? .start)
    case 12:
      operation = "scroll(by:)"
      let distance = Double(Int.random(in: -800...800, using: &random))
      harness.feed.scroll(by: distance)
      layout()
      let legal = harness.feed.minimumOffset...harness.feed.maximumOffset
      expect(isHidden || distance == 0 || legal.contains(harness.offset), "at \(harness.offset)")
    case 13, 14: changeHeight(at: path)
    case 15: setExtent(at: path)
    case 16:
      operation = ""
      setEstimate()
      keepingStill { layout() }
    case 17: changeWidth()
    case 18:
      operation = "viewport"
      let height = random.pick(300, 0, 299.5, 120, 640)
      harness.feed.viewport.size.height = height
      keepingStill { layout() }
    case 19:
      operation = "insets"
      harness.feed.contentInsets = FeedInsets(
        top: random.pick(0, 20, 64.25),
        bottom: random.pick(0, 34))
      keepingStill { layout() }
    case 20:
      operation = "overscan"
      harness.feed.overscan = Overscan(
        before: random.pick(0, 100),
        after: random.pick(0, 250.5))
      keepingStill { layout() }
    case 21:
      operation = "trim"
      harness.feed.pool.trim()
      layout()
    case 22 where Int.random(in: 0..<4, using: &random) == 0: reload()
    case 23:
      if Bool.random(using: &random) { travel() } else { scrollThroughChange() }
    case 24...28: edit()
    default:
      operation = "layout"
      keepingStill { layout() }
    }
  }

  var isWidthStale = false
  var measuredWidth = 400.0

  func changeHeight(at path: FeedIndexPath) {
    guard !ids.isEmpty else { return }
    operation = "height of \(path.item)"
    source.values[ids[path.item]] = randomHeight()
    known[path.item] = nil
    harness.feed.invalidateExtent(at: path)
    keepingStill { layout() }
  }

  func setExtent(at path: FeedIndexPath) {
    guard !ids.isEmpty else { return }
    let height = randomHeight()
    operation = "setExtent(\(height), at: \(path.item))"
    // A cell that is measured again must not disagree, or the two would fight over the row.
    source.values[ids[path.item]] = height * harness.feed.viewport.size.width / 400
    if !(isHidden && height == 0) { known[path.item] = FixedLength(ceiling: height) }
    harness.feed.setExtent(height, at: path)
    keepingStill { layout() }
  }

  func setEstimate() {
    let points = random.pick(50, 1, 20.7, 300)
    operation += "estimate \(points)"
    harness.feed.estimatedExtent = points
    estimate = FixedLength(ceiling: points) ?? .zero
  }

  func changeWidth() {
    operation = "width"
    let width = FeedModel.widths.randomElement(using: &random) ?? 400
    guard width != harness.feed.viewport.size.width else { return }
    harness.feed.viewport.size.width = width
    if isHidden {
      isWidthStale = true
    } else {
      forgetAll()
    }
    keepingStill { layout() }
  }

  func forgetAll() {
    for index in known.indices { known[index] = nil }
  }

  func reload() {
    operation = "reload"
    let count = Int.random(in: 0...150, using: &random)
    let (wasAtEnd, wasAtStart, wasHidden) = (isStuckToEnd, isStuckToStart, isHidden)
    let (offsetBefore, anchorBefore) = (harness.offset, anchor)
    let over = overscroll(at: offsetBefore)
    let old = ids
    harness.oldIdentity = { old.indices.contains($0) ? old[$0] : nil }
    ids = (0..<count).map { _ in newItem() }
    known = Array(repeating: nil, count: count)
    harness.count = count
    loader.reset()
    harness.feed.reloadData()
    layout()
    harness.oldIdentity = nil
    if wasAtEnd { return expectEnd(true, beyond: over.end) }
    guard !wasHidden, !isHidden, !isAtEnd(beyond: over) else { return }
    if wasAtStart { return expect(harness.offset == offsetBefore, "left the start") }
    if let anchorBefore, let y = harness.screen[anchorBefore.item], isVisible(anchorBefore.item) {
      expect(y == anchorBefore.y, "item \(anchorBefore.item) moved from \(anchorBefore.y) to \(y)")
    }
  }

  // MARK: Checks

  var isHidden: Bool { harness.feed.viewport.size.height == 0 }

  var isStuckToEnd: Bool {
    guard case .stickToEnd(let tolerance) = harness.feed.endBehavior else { return false }
    let offset = (harness.offset * 1024).rounded(.down) / 1024
    return harness.feed.maximumOffset - offset <= tolerance
  }

  var isStuckToStart: Bool {
    harness.feed.startBehavior == .stickToStart
      && (harness.offset * 1024).rounded(.down) / 1024 <= harness.feed.minimumOffset
  }

  func expectEnd(_ isWanted: Bool, beyond over: Double = 0) {
    guard isWanted, !isHidden else { return }
    // Over-scroll stays, as far as rows that were measured meanwhile leave it.
    let end = harness.feed.maximumOffset
    expect(
      harness.offset >= end && harness.offset <= end + over,
      "at \(harness.offset), not at the end \(harness.feed.maximumOffset) + \(over)")
  }

  /// How far an offset lies outside the legal range at either end.
  func overscroll(at offset: Double) -> (start: Double, end: Double) {
    (
      max(0, harness.feed.minimumOffset - offset),
      max(0, (offset * 1024).rounded(.down) / 1024 - harness.feed.maximumOffset)
    )
  }

  /// Whether the offset stands where it had to be brought back to.
  func isAtEnd(beyond over: (start: Double, end: Double)) -> Bool {
    let isShort = harness.feed.minimumOffset == harness.feed.maximumOffset
    return harness.offset == harness.feed.minimumOffset - over.start
      || harness.offset == harness.feed.maximumOffset + over.end
      || (isShort && (over.start > 0 || over.end > 0))
  }

  /// Runs a change that is no scroll: the first visible row keeps its place, unless the offset had
  /// to be brought back into the legal range.
  func keepingStill(_ change: () -> Void) {
    let anchor = anchor
    let cells = cellsByID(ids)
    let wasHidden = isHiddenBefore
    let (offsetBefore, startBefore) = (harness.offset, harness.feed.minimumOffset)
    let over = overscroll(at: offsetBefore)
    let wasAtEnd = isStuckToEnd
    let wasAtStart =
      harness.feed.startBehavior == .stickToStart && offsetBefore == startBefore
    change()
    if !wasHidden, !isHidden { expectKeptCells(cells, except: []) }
    if operation == "insets", wasAtStart, !wasAtEnd, !wasHidden, !isHidden {
      return expect(harness.offset == harness.feed.minimumOffset, "left the start")
    }
    if operation != "layout", operation != "overscan", wasAtEnd, !wasHidden, !isHidden {
      // A change that changes nothing may leave the offset where it was, within the tolerance.
      if harness.offset != offsetBefore { expectEnd(true, beyond: over.end) }
      return
    }
    guard let (first, before, extent) = anchor, !isHidden, !wasHidden,
      let now = harness.screen[first]
    else { return }
    // A row that would shrink out of the view keeps its bottom instead, as far as that is in view.
    let shrunk = self.extent(first).points
    let fraction = offsetBefore - (offsetBefore * 1024).rounded(.down) / 1024
    let view = harness.feed.viewport.size.height + fraction
    let wanted =
      before + fraction + shrunk <= coveredTop
      ? min(before + extent.points, (view * 1024).rounded(.up) / 1024 - fraction) - shrunk : before
    expect(
      now == wanted || isAtEnd(beyond: over),
      "item \(first) moved from \(before) to \(now), offset \(harness.offset), over \(over)")
  }

  var isHiddenBefore = false
  /// How much of the viewport's top an inset covers, where something is left below it.
  var coveredTop: Double {
    let insets = harness.feed.contentInsets
    return insets.top + insets.bottom < harness.feed.viewport.size.height ? insets.top : 0
  }

  /// The first visible item below the top inset after the last pass, its place on screen and its
  /// extent.
  var anchor: (item: Int, y: Double, extent: FixedLength)?

  func layout() {
    let width = harness.feed.viewport.size.width
    if !isHidden, width != measuredWidth {
      measuredWidth = width
      forgetAll()
    }
    harness.clearRecord()
    var passes = 0
    repeat {
      harness.feed.layoutIfNeeded()
      passes += 1
    } while harness.feed.needsLayout && passes < 40
    expect(!harness.feed.needsLayout, "not settled")
    for id in harness.measured {
      guard let index = ids.firstIndex(of: id) else { continue }
      known[index] = FixedLength(ceiling: harness.height(id, width))
    }
    isHiddenBefore = isHidden
    compare()
  }

  func extent(_ item: Int) -> FixedLength { known[item] ?? estimate }

  func start(_ item: Int) -> FixedLength {
    var sum = FixedLength.zero
    for index in 0..<item { sum += extent(index) + spacing }
    return sum
  }

  func isVisible(_ item: Int) -> Bool {
    guard item < count, extent(item) > .zero else { return false }
    let top = start(item)
    let offset = harness.offset
    return (top + extent(item)).points > offset
      && top.points < offset + harness.feed.viewport.size.height
  }

  func compare() {
    harness.check()
    let feed = harness.feed
    let length = count == 0 ? .zero : start(count) - spacing
    expect(feed.contentLength == length.points, "length \(feed.contentLength), not \(length)")
    if isHidden {
      expect(feed.visibleRange.isEmpty && feed.liveCells.isEmpty, "live while hidden")
      return
    }
    let problem = loader.problem(in: feed, length: length)
    expect(problem == nil, problem ?? "")
    let insets = feed.contentInsets
    let view = feed.viewport.size.height
    expect(feed.minimumOffset == -insets.top, "minimum")
    expect(
      feed.maximumOffset == max(-insets.top, (length.points + insets.bottom) - view), "maximum")
    // The viewport's edges are rounded outward to whole units.
    let windowTop = (harness.offset * 1024).rounded(.down) / 1024 - feed.overscan.before
    let windowBottom = ((harness.offset + view) * 1024).rounded(.up) / 1024 + feed.overscan.after
    var top = FixedLength.zero
    var visible: [Int] = []
    let screen = harness.screen
    for item in 0..<count {
      let extent = extent(item)
      let isShown =
        extent > .zero && (top + extent).points > harness.offset
        && top.points < harness.offset + view
      if isShown {
        visible.append(item)
        expect(screen[item] == top.points - harness.offset, "item \(item) at \(screen[item] ?? -1)")
        let height = FixedLength(ceiling: harness.height(ids[item], feed.viewport.size.width))
        expect(height == known[item], "item \(item) is shown and was not measured")
      }
      let isInWindow = (top + extent).points > windowTop && top.points < windowBottom
      expect(
        extent == .zero || (screen[item] != nil) == isInWindow,
        "item \(item) is \(isInWindow ? "not " : "")live")
      top += extent + spacing
    }
    let range = harness.visible.filter { $0 < count && extent($0) > .zero }
    expect(range == visible, "visible \(range), not \(visible)")
    let readable = visible.first { (screen[$0] ?? 0) + extent($0).points > coveredTop }
    anchor = (readable ?? visible.last).flatMap { item in
      screen[item].map { (item, $0, extent(item)) }
    }
  }
}

@Suite struct FeedModelTests {
  #if DEBUG
    static let steps = 400
    static let seeds = UInt64(1)...50
  #else
    static let steps = 2500
    static let seeds = UInt64(1)...400
  #endif

  @Test("random scrolls, measures and changes agree with the naive feed", arguments: seeds)
  func agreesWithNaiveFeed(seed: UInt64) {
    FeedModel(seed: seed).run(steps: FeedModelTests.steps)
  }
}
