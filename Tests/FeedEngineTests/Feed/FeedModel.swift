import Testing

@testable import FeedEngine

/// A feed beside a naive one: arrays, every row summed up, nothing clever. Random calls go to both;
/// after each pass the two must agree, and nothing may have moved on screen.
final class FeedModel {
  private var random: SplitMix
  private let seed: UInt64
  private let harness: Harness
  private let loader: LoaderModel
  private let spacing: FixedLength
  /// What each index shows; an item keeps its number for ever.
  private var ids: [Int]
  /// What was measured or set, as the log of questions tells.
  private var known: [FixedLength?]
  private var estimate: FixedLength
  private var step = 0
  private var operation = ""

  private static let widths = [200.0, 320, 400]

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

  private var count: Int { ids.count }

  private func height(_ index: Int) -> Double { source.values[ids[index]] }

  private func newItem() -> Int {
    source.values.append(randomHeight())
    return source.values.count - 1
  }

  private final class Heights {
    var values: [Double] = []
  }
  private let source: Heights

  private func randomHeight() -> Double {
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

  private var hasFailed = false

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition, !hasFailed else { return }
    hasFailed = true
    Issue.record("seed \(seed), step \(step), \(operation): \(message())")
  }

  private func perform() {
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
      operation = "estimate"
      let points = random.pick(50, 1, 20.7, 300)
      harness.feed.estimatedExtent = points
      estimate = FixedLength(ceiling: points) ?? .zero
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
    case 23: travel()
    case 24...28: edit()
    default:
      operation = "layout"
      keepingStill { layout() }
    }
  }

  private func scroll(by distance: Double) {
    operation = "scroll \(distance)"
    let before = harness.screen.filter { isVisible($0.key) }
    let wanted = harness.offset + distance
    let over = overscroll(at: wanted)
    harness.feed.viewport.offset = wanted
    layout()
    let isAtEnd = isAtEnd(beyond: over)
    for (item, y) in before where !isHidden {
      guard let now = harness.screen[item], isVisible(item), !isAtEnd else { continue }
      expect(now == y - distance, "item \(item) at \(now), not \(y - distance)")
    }
  }

  private func jump(to offset: Double) {
    let view = harness.feed.viewport.size.height
    let over = overscroll(at: offset)
    let isFar = abs(offset - harness.offset) >= view
    let isBeyondEnd = offset >= harness.feed.maximumOffset
    let isBeforeStart = offset <= harness.feed.minimumOffset
    harness.feed.viewport.offset = offset
    layout()
    // Who goes to an end from afar is there, whatever the rows there measure.
    guard isFar, !isHidden else { return }
    if isBeforeStart {
      expect(harness.offset == offset, "at \(harness.offset) after a jump to the start")
    } else if isBeyondEnd {
      expect(isAtEnd(beyond: over), "at \(harness.offset) after a jump to the end")
    }
  }

  /// Scrolls by less than two viewports: the way over rows that are measured meanwhile is as long
  /// as the host meant.
  private func travel() {
    let view = harness.feed.viewport.size.height
    let distance = (Double.random(in: -2...2, using: &random) * view * 8).rounded() / 8
    operation = "travel \(distance)"
    let wanted = harness.offset + distance
    let isInside =
      wanted > harness.feed.minimumOffset
      && (wanted * 1024).rounded(.down) / 1024
        < harness.feed.maximumOffset
    let before = anchor
    let knownBefore = known
    let over = overscroll(at: wanted)
    harness.feed.viewport.offset = wanted
    layout()
    guard isInside, abs(distance) < 2 * view, let before, let after = anchor, !isHidden,
      !isAtEnd(beyond: over)
    else { return }
    let way = (start(after.item) - start(before.item)).points
    expect(
      after.y == before.y - distance + way,
      "item \(after.item) at \(after.y), not at \(before.y - distance + way)")
    for item in min(before.item, after.item)..<max(before.item, after.item) {
      expect(known[item] != nil, "item \(item) was skipped")
    }
    for item in harness.requested where knownBefore[item] != nil {
      expect(harness.screen[item] != nil, "item \(item) got a cell on the way")
    }
  }

  private func aim(at path: FeedIndexPath, position: ScrollPosition) {
    operation = "scroll to \(path.item) \(position)"
    let before = harness.offset
    let placeBefore = isHidden ? nil : harness.screen[path.item]
    harness.feed.scroll(to: path, at: position)
    layout()
    guard !ids.isEmpty, !isHidden, !harness.feed.needsLayout else { return }
    let insets = harness.feed.contentInsets
    let view = harness.feed.viewport.size.height
    let (top, extent) = (start(path.item).points - harness.offset, self.extent(path.item).points)
    let room = view - insets.top - insets.bottom
    let places = [insets.top, view - insets.bottom - extent, insets.top + (room - extent) / 2]
    let isClamped =
      harness.offset == harness.feed.minimumOffset || harness.offset == harness.feed.maximumOffset
    if isClamped { return }
    switch position {
    case .start: expect(top == places[0], "at \(top)")
    case .end: expect(top == places[1], "at \(top)")
    case .center: expect(abs(top - places[2]) <= 1 / 1024, "at \(top), not \(places[2])")
    case .nearest:
      let isWhole = top >= places[0] && top <= places[1]
      let isTooLong = extent >= room
      expect(isWhole || isTooLong, "at \(top), not whole")
      if let placeBefore, placeBefore >= places[0], placeBefore <= places[1] {
        expect(harness.offset == before, "moved though whole")
      }
    }
  }

  /// Expects an item below the top inset, or the offset at an end.
  private func expectTop(of item: Int) {
    let isClamped =
      harness.offset == harness.feed.minimumOffset || harness.offset == harness.feed.maximumOffset
    let y = start(item).points - harness.offset
    expect(isClamped || y == harness.feed.contentInsets.top, "item \(item) at \(y)")
  }

  private func changeHeight(at path: FeedIndexPath) {
    guard !ids.isEmpty else { return }
    operation = "height of \(path.item)"
    source.values[ids[path.item]] = randomHeight()
    known[path.item] = nil
    harness.feed.invalidateExtent(at: path)
    keepingStill { layout() }
  }

  private func setExtent(at path: FeedIndexPath) {
    guard !ids.isEmpty else { return }
    let height = randomHeight()
    operation = "setExtent(\(height), at: \(path.item))"
    // A cell that is measured again must not disagree, or the two would fight over the row.
    source.values[ids[path.item]] = height * harness.feed.viewport.size.width / 400
    if !(isHidden && height == 0) { known[path.item] = FixedLength(ceiling: height) }
    harness.feed.setExtent(height, at: path)
    keepingStill { layout() }
  }

  private func changeWidth() {
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

  private var isWidthStale = false
  private var measuredWidth = 400.0

  private func forgetAll() {
    for index in known.indices { known[index] = nil }
  }

  private func reload() {
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

  // MARK: Edits

  /// One or two updates before a layout, at times with a scroll that waits: what stays on screen
  /// stays where it is, under whatever index.
  private func edit() {
    let old = ids
    let before = harness.screen
    let cells = cellsByID(old)
    let (anchorBefore, wasAtEnd, wasHidden) = (anchor, isStuckToEnd, isHidden)
    let over = overscroll(at: harness.offset)
    let wasAtStart = isStuckToStart
    let offsetBefore = harness.offset
    let target =
      Int.random(in: 0..<8, using: &random) == 0 ? old.randomElement(using: &random) : nil
    if let index = target.flatMap({ old.firstIndex(of: $0) }) {
      harness.feed.scroll(to: path(index), at: .start)
    }
    operation = "edit, scroll to \(target ?? -1)"
    var renewed: Set<Int> = []
    var isEmpty = true
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let update = update() else { return }
      renewed.formUnion(update.renewed)
      isEmpty = isEmpty && update.isEmpty
    }
    layout()
    harness.oldIdentity = nil
    guard !wasHidden, !isHidden else { return }
    if let target {
      guard let now = ids.firstIndex(of: target), !harness.feed.needsLayout else { return }
      return expectTop(of: now)
    }
    expectKeptCells(cells, except: renewed)
    if isEmpty { return expect(harness.offset == offsetBefore, "moved by nothing") }
    if wasAtEnd { return expectEnd(true, beyond: over.end) }
    if wasAtStart {
      return expect(harness.offset == offsetBefore || isAtEnd(beyond: over), "left the start")
    }
    guard let anchorBefore, !isAtEnd(beyond: over) else { return }
    let stayed = Set(ids)
    let survivors = before.keys.sorted().filter {
      $0 >= anchorBefore.item && stayed.contains(old[$0])
    }
    if let next = survivors.first, let now = ids.firstIndex(of: old[next]) {
      if next != anchorBefore.item, extent(now) == .zero { return }
      expect(
        harness.screen[now] == before[next],
        "item \(next) moved from \(before[next] ?? -1) to \(harness.screen[now] ?? -1)")
    }
  }

  /// Removes, inserts, reloads and reconfigures at random, all in one update.
  ///
  /// - Returns: The items that are shown anew, and whether nothing was declared; `nil` when the
  ///   update was refused.
  private func update() -> (renewed: Set<Int>, isEmpty: Bool)? {
    let old = ids
    let seen = harness.visible.filter { old.indices.contains($0) }.map { old[$0] }
    let removed = randomRemoval()
    var kept = old.indices.filter { !removed.contains($0) }.map { (old[$0], known[$0]) }
    var inserted: [Int] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: 0...kept.count, using: &random)
      let length = [1, 1, 3, 50].randomElement(using: &random) ?? 1
      kept.insert(contentsOf: (0..<length).map { _ in (newItem(), nil) }, at: place)
      inserted = inserted.map { $0 >= place ? $0 + length : $0 } + (place..<place + length)
    }
    var renewed: Set<Int> = []
    for _ in 0..<Int.random(in: 0...1, using: &random) where !old.isEmpty {
      renewed.insert(Int.random(in: 0..<old.count, using: &random))
    }
    operation += " -\(removed.sorted()) +\(inserted.sorted()) ~\(renewed)"
    harness.oldIdentity = { old.indices.contains($0) ? old[$0] : nil }
    let isReload = Bool.random(using: &random)
    do throws(UpdateError) {
      try harness.feed.performUpdates { [self] updates in
        loader.insertedCount += inserted.count
        ids = kept.map(\.0)
        known = kept.map(\.1)
        harness.count = ids.count
        updates.deleteItems(at: removed.map { FeedIndexPath(item: $0, section: 0) })
        updates.insertItems(at: inserted.shuffled(using: &random).map(path))
        if isReload {
          updates.reloadItems(at: renewed.map(path))
        } else {
          updates.reconfigureItems(at: renewed.map(path))
        }
      }
    } catch {
      expect(false, "\(error)")
      return nil
    }
    for index in renewed where !removed.contains(index) {
      if let now = ids.firstIndex(of: old[index]) { known[now] = nil }
    }
    let stayed = seen.compactMap { ids.firstIndex(of: $0) }
    let range = (stayed.first ?? 0)..<(stayed.last.map { $0 + 1 } ?? 0)
    expect(harness.visible == range, "visible \(harness.visible) before the layout, not \(range)")
    let isEmpty = removed.isEmpty && inserted.isEmpty && renewed.isEmpty
    return (Set(renewed.map { old[$0] }), isEmpty)
  }

  private func path(_ item: Int) -> FeedIndexPath { FeedIndexPath(item: item, section: 0) }

  private func randomRemoval() -> Set<Int> {
    guard count > 0 else { return [] }
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: return []
    case 3: return [Int.random(in: 0..<count, using: &random)]
    case 4 where Int.random(in: 0..<4, using: &random) == 0: return Set(0..<count)
    case 5: return Set(harness.visible.filter { $0 < count })
    default:
      let first = Int.random(in: 0..<count, using: &random)
      return Set(first..<min(count, first + Int.random(in: 1...20, using: &random)))
    }
  }

  private func cellsByID(_ ids: [Int]) -> [Int: ObjectIdentifier] {
    var cells: [Int: ObjectIdentifier] = [:]
    for (cell, placement) in harness.shown { cells[ids[placement.indexPath.item]] = cell }
    return cells
  }

  /// What stayed on screen kept its cell and was not asked for again.
  private func expectKeptCells(_ before: [Int: ObjectIdentifier], except renewed: Set<Int>) {
    let asked = Set(harness.requested.filter { $0 < count }.map { ids[$0] })
    for (id, cell) in cellsByID(ids) where !renewed.contains(id) {
      guard let old = before[id] else { continue }
      expect(old == cell, "item \(id) has another cell")
      expect(!asked.contains(id), "item \(id) was configured again")
    }
  }

  // MARK: Checks

  private var isHidden: Bool { harness.feed.viewport.size.height == 0 }

  private var isStuckToEnd: Bool {
    guard case .stickToEnd(let tolerance) = harness.feed.endBehavior else { return false }
    let offset = (harness.offset * 1024).rounded(.down) / 1024
    return harness.feed.maximumOffset - offset <= tolerance
  }

  private var isStuckToStart: Bool {
    harness.feed.startBehavior == .stickToStart
      && (harness.offset * 1024).rounded(.down) / 1024 <= harness.feed.minimumOffset
  }

  private func expectEnd(_ isWanted: Bool, beyond over: Double = 0) {
    guard isWanted, !isHidden else { return }
    // Over-scroll stays, as far as rows that were measured meanwhile leave it.
    let end = harness.feed.maximumOffset
    expect(
      harness.offset >= end && harness.offset <= end + over,
      "at \(harness.offset), not at the end \(harness.feed.maximumOffset) + \(over)")
  }

  /// How far an offset lies outside the legal range at either end.
  private func overscroll(at offset: Double) -> (start: Double, end: Double) {
    (
      max(0, harness.feed.minimumOffset - offset),
      max(0, (offset * 1024).rounded(.down) / 1024 - harness.feed.maximumOffset)
    )
  }

  /// Whether the offset stands where it had to be brought back to.
  private func isAtEnd(beyond over: (start: Double, end: Double)) -> Bool {
    let isShort = harness.feed.minimumOffset == harness.feed.maximumOffset
    return harness.offset == harness.feed.minimumOffset - over.start
      || harness.offset == harness.feed.maximumOffset + over.end
      || (isShort && (over.start > 0 || over.end > 0))
  }

  /// Runs a change that is no scroll: the first visible row keeps its place, unless the offset had
  /// to be brought back into the legal range.
  private func keepingStill(_ change: () -> Void) {
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

  private var isHiddenBefore = false
  /// How much of the viewport's top an inset covers, where something is left below it.
  private var coveredTop: Double {
    let insets = harness.feed.contentInsets
    return insets.top + insets.bottom < harness.feed.viewport.size.height ? insets.top : 0
  }

  /// The first visible item below the top inset after the last pass, its place on screen and its
  /// extent.
  private var anchor: (item: Int, y: Double, extent: FixedLength)?

  private func layout() {
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

  private func extent(_ item: Int) -> FixedLength { known[item] ?? estimate }

  private func start(_ item: Int) -> FixedLength {
    var sum = FixedLength.zero
    for index in 0..<item { sum += extent(index) + spacing }
    return sum
  }

  private func isVisible(_ item: Int) -> Bool {
    guard item < count, extent(item) > .zero else { return false }
    let top = start(item)
    let offset = harness.offset
    return (top + extent(item)).points > offset
      && top.points < offset + harness.feed.viewport.size.height
  }

  private func compare() {
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
