#if !FUZZING
  @testable import FeedEngine
#endif

/// What each call does, and how data source and cells misbehave.
extension FuzzPlayer {
  private func path(_ byte: UInt8) -> FeedIndexPath {
    FeedIndexPath(
      item: FuzzCall.item(byte, of: feed.numberOfItems(inSection: 0)),
      section: byte == 251 ? 1 : byte == 250 ? -1 : 0)
  }

  func perform(_ call: FuzzCall) {
    switch call.operation {
    case .layout, .arm: break
    case .offset, .offsetBy, .smallScroll, .size, .insets, .overscan, .scrollTo, .scrollBy,
      .beginScroll, .stepScroll, .endScroll:
      scroll(call)
    case .reload, .recount, .lie, .update, .wrongUpdate, .lateUpdate, .smallUpdate, .append,
      .prepend:
      change(call)
    case .estimate, .invalidate, .setExtent, .setState, .startBehavior, .endBehavior,
      .learnsEstimate, .freezeLength, .limit, .totalLimit, .trim, .prewarm:
      set(call)
    case .loader, .loadingDistance, .finishLoading, .retryLoading, .prefetching, .prefetchRange:
      load(call)
    case .dataSource, .delegate, .host, .register, .renewRegistration, .dequeue, .dequeueNamed,
      .newFeed, .otherFeed:
      surround(call)
    case .answers: answers = call.first
    case .heights: heights = call.first
    case .knownExtents: knownExtents = call.first
    case .questions: ask(call)
    case .resets:
      feed.resetStatistics()
      feed.resetDiagnostics()
    }
  }

  // MARK: Scrolling

  private func scroll(_ call: FuzzCall) {
    let positions = [ScrollPosition.start, .center, .end, .nearest]
    switch call.operation {
    case .offset: feed.viewport.offset = call.points + Double(call.second) / 16
    case .offsetBy: feed.viewport.offset += call.points
    case .smallScroll: feed.viewport.offset += Double(Int8(bitPattern: call.first)) * 1.7
    case .size:
      feed.viewport.size = FeedSize(
        width: call.second < 128 ? 300 : FuzzCall.points(call.second), height: call.points)
    case .insets:
      feed.contentInsets = FeedInsets(
        top: call.points, left: FuzzCall.points(call.third) / 40,
        bottom: FuzzCall.points(call.second), right: 0)
    case .overscan:
      feed.overscan = Overscan(before: call.points, after: FuzzCall.points(call.second))
    case .scrollTo:
      feed.scroll(to: path(call.first), at: FuzzCall.pick(positions, call.second))
    case .scrollBy: feed.scroll(by: call.points)
    case .beginScroll:
      feed.beginScroll(
        to: path(call.first), at: FuzzCall.pick(positions, call.second),
        duration: FuzzCall.points(call.third) / 100,
        easing: FuzzCall.pick([.linear, .easeInOut, .easeOut], call.second >> 2))
    case .stepScroll:
      let isStrange = call.first >= 144
      if !isStrange { time += Double(call.first) / 100 }
      feed.stepScroll(at: isStrange ? call.points : time)
    default: feed.endScroll()
    }
  }

  // MARK: Items

  private func change(_ call: FuzzCall) {
    switch call.operation {
    case .reload: feed.reloadData()
    case .recount:
      count = FuzzCall.count(call.first)
      feed.reloadData()
    case .lie:
      toldCount = call.first < 64 ? nil : FuzzCall.item(call.first, of: count)
    case .lateUpdate:
      declareWrongly(call, in: lastUpdates)
    case .wrongUpdate:
      update { player, updates in player.declareWrongly(call, in: updates) }
    case .append:
      update { player, updates in
        let added = FuzzCall.count(call.first)
        updates.insertItems(player.count..<player.count + added, inSection: 0)
        player.count += added
      }
    case .prepend:
      update { player, updates in
        let added = FuzzCall.count(call.first)
        updates.insertItems(0..<added, inSection: 0)
        player.count += added
      }
    default:
      let isSmall = call.operation == .smallUpdate
      update { player, updates in player.declare(call, isSmall: isSmall, in: updates) }
    }
  }

  private func update(_ changes: @escaping (FuzzPlayer, FeedUpdates) -> Void) {
    // What the model had when the feed was last right is the feed's own count.
    try? feed.performUpdates { [weak self] updates in
      guard let self else { return }
      lastUpdates = updates
      changes(self, updates)
      fire(.updates)
    } completion: { [weak self] _ in
      self?.fire(.completion)
    }
  }

  /// Removes, inserts, reloads and reconfigures, and says so.
  private func declare(_ call: FuzzCall, isSmall: Bool, in updates: FeedUpdates) {
    let near = feed.visibleRange.lowerBound.item
    let start = min(isSmall ? near : FuzzCall.item(call.first, of: count), count)
    let lower = max(0, start)
    let removed = lower..<min(count, lower + Int(call.second & 15))
    count -= removed.count
    let added = isSmall ? Int(call.third & 7) : FuzzCall.count(call.third)
    let place = min(count, isSmall ? max(0, lower + Int(call.first & 7) - 3) : lower)
    count += added
    updates.deleteItems(removed, inSection: 0)
    updates.insertItems(place..<place + added, inSection: 0)
    guard call.second & 16 != 0 else { return }
    let known = feed.numberOfItems(inSection: 0)
    for index in near..<near + 3 where index < known {
      let path = FeedIndexPath(item: index, section: 0)
      if call.second & 32 != 0 { updates.reloadItems(at: [path]) }
      if call.second & 64 != 0 { updates.reconfigureItems(at: [path]) }
    }
  }

  /// Says what is not so, or what cannot be.
  private func declareWrongly(_ call: FuzzCall, in updates: FeedUpdates?) {
    guard let updates else { return }
    let (from, to) = (path(call.first), path(call.second))
    let range = min(from.item, to.item)..<max(from.item, to.item)
    switch call.third % 8 {
    case 0: updates.insertItems(at: [from, to])
    case 1: updates.deleteItems(at: [from, to])
    case 2: updates.insertItems(range, inSection: 0)
    case 3: updates.deleteItems(range, inSection: 0)
    case 4: updates.reloadItems(at: [from, to, from])
    case 5: updates.reconfigureItems(at: [to, from])
    case 6: count = max(0, count - 1)
    default:
      updates.insertItems(range, inSection: call.third > 128 ? 1 : 0)
      updates.deleteItems(range, inSection: 0)
    }
  }

  // MARK: Settings

  private func set(_ call: FuzzCall) {
    switch call.operation {
    case .estimate: feed.estimatedExtent = call.points
    case .invalidate: feed.invalidateExtent(at: path(call.first))
    case .setExtent: feed.setExtent(FuzzCall.points(call.second), at: path(call.first))
    case .setState:
      let first = feed.visibleRange.lowerBound.item
      let item = call.second < 200 ? first + Int(call.second % 8) : path(call.second).item
      feed.setState(
        CellState(rawValue: UInt16(call.first)), forCellAt: FeedIndexPath(item: item, section: 0))
    case .startBehavior:
      feed.startBehavior = call.first % 2 == 0 ? .keepItem : .stickToStart
    case .endBehavior:
      feed.endBehavior =
        call.first % 3 == 0 ? .keepItem : .stickToEnd(tolerance: FuzzCall.points(call.second))
    case .learnsEstimate: feed.learnsEstimate = call.first % 2 == 0
    case .freezeLength: feed.isContentLengthFrozen = call.first % 2 == 0
    case .limit: feed.pool.limit = limit(call)
    case .totalLimit: feed.pool.totalLimit = limit(call)
    case .trim: feed.pool.trim()
    default:
      var left = Int(call.third)
      feed.prewarm(registration, count: FuzzCall.item(call.first, of: 40)) {
        fire(.hasTime)
        left -= 1
        return left > 0
      }
    }
  }

  private func limit(_ call: FuzzCall) -> PoolLimit {
    call.first < 100 ? .adaptive : .cells(FuzzCall.item(call.second, of: 30))
  }

  private func load(_ call: FuzzCall) {
    let edge = call.first % 2 == 0 ? LoadingEdge.end : .start
    switch call.operation {
    case .loader:
      loader = call.first < 60 ? nil : FuzzPart(self)
      if call.first > 30 { feed.loader = loader }
    case .loadingDistance:
      let value = FuzzCall.points(call.second)
      let distances: [TriggerDistance?] = [.points(value), .viewports(value / 300), nil]
      let distance = FuzzCall.pick(distances, call.third)
      if edge == .start {
        feed.startLoadingDistance = distance
      } else {
        feed.endLoadingDistance = distance
      }
    case .finishLoading:
      feed.finishLoading(FuzzCall.pick([.more, .exhausted, .failed], call.second), at: edge)
    case .retryLoading: feed.retryLoading(at: edge)
    case .prefetching:
      prefetcher = call.first < 60 ? nil : FuzzPart(self)
      if call.first > 30 { feed.prefetchDataSource = prefetcher }
    default:
      let (one, other) = (
        FuzzCall.item(call.first, of: 30), FuzzCall.item(call.second, of: 30)
      )
      feed.prefetchRange = min(one, other)...max(one, other)
    }
  }

  // MARK: Surroundings

  private func surround(_ call: FuzzCall) {
    switch call.operation {
    case .dataSource:
      source = call.first < 60 ? nil : FuzzPart(self)
      if call.first > 30 { feed.dataSource = source }
    case .delegate:
      noteDelegateGone()
      delegate = call.first < 60 ? nil : FuzzPart(self)
      if call.first > 30 { feed.delegate = delegate }
    case .host:
      if call.first > 30 {
        setScreen(call.first < 60 ? nil : FuzzPart(self))
      } else {
        screen = nil
      }
    case .register:
      let name = "named \(call.first % 4)"
      if call.second < 200 {
        feed.register({ [unowned self] in makeNamed() }, forCellReuseIdentifier: name)
      } else {
        feed.register({ OtherFuzzCell() }, forCellReuseIdentifier: name)
      }
    case .renewRegistration: registration = makeRegistration()
    case .dequeue:
      let path = path(call.first)
      lastCell = feed.dequeue(registration, for: path, item: path.item)
    case .dequeueNamed:
      lastCell = feed.dequeueReusableCell(
        withIdentifier: "named \(call.first % 5)", for: path(call.second))
    case .newFeed:
      spacing = call.second < 200 ? Double(call.second % 4) * 2.5 : FuzzCall.points(call.second)
      let isShared = call.third < 128 && !isInCallback && !feed.needsLayout
      let pool = isShared ? feed.pool : CellPool()
      let layout =
        call.third % 3 == 0
        ? FeedLayout.list(extent: call.points, spacing: spacing)
        : .list(estimatedExtent: call.points, spacing: spacing)
      use(Feed(layout: layout, pool: pool))
      neighbour = FuzzNeighbour(self)
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 400))
    default:
      neighbour.feed.viewport.offset = Double(call.first) * 10
      neighbour.feed.layoutIfNeeded()
      if let problem = neighbour.feed.checkInvariants() { note("neighbour: \(problem)") }
    }
  }

  private func makeNamed() -> FuzzCell {
    fire(.make)
    return FuzzCell(self, isTyped: false)
  }

  func makeRegistration() -> CellRegistration<FuzzCell, Int> {
    serial += 1
    return CellRegistration(identifier: "typed \(serial % 3)") { [unowned self] in
      fire(.make)
      return FuzzCell(self, isTyped: true)
    } configure: { [unowned self] cell, _, item in
      cell.isInUse = true
      cell.item = item
      fire(.configure)
    }
  }

  // MARK: Answers

  /// The data source's answer: right, or wrong as it was told.
  func answer(_ path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    // Some modes are wrong for some of the items only.
    let isWrong = answers < 128 || path.item % 3 == 0
    switch isWrong ? answers % 16 : 0 {
    case 1: return lastCell ?? FuzzCell(self, isTyped: false)
    case 2: return FuzzCell(self, isTyped: false)
    case 3:
      if let cell = neighbour.feed.liveCells.first?.cell { return cell }
    case 4: _ = feed.dequeue(registration, for: path, item: path.item)
    case 5:
      let other = FeedIndexPath(item: path.item &+ 1, section: path.section)
      return feed.dequeue(registration, for: other, item: path.item)
    case 6: return feed.dequeueReusableCell(withIdentifier: "named 4", for: path)
    case 7: return feed.dequeue(makeRegistration(), for: path, item: path.item)
    case 8: return feed.dequeueReusableCell(withIdentifier: "named 1", for: path)
    case 9:
      _ = feed.dequeue(registration, for: path, item: path.item)
      return FuzzCell(self, isTyped: false)
    case 10: if let cell = feed.liveCells.first?.cell { return cell }
    case 11: if let cell = feed.liveCells.last?.cell { return cell }
    case 12:
      let first = feed.dequeue(registration, for: path, item: path.item)
      _ = feed.dequeueReusableCell(withIdentifier: "named 1", for: path)
      return first
    case 13: return neighbour.feed.dequeue(registration, for: path, item: path.item)
    case 14:
      count = max(0, count - 1)
      self.feed.reloadData()
    default: break
    }
    let cell = feed.dequeue(registration, for: path, item: path.item)
    lastCell = cell
    return cell
  }

  func height(of item: Int) -> Double {
    let normal = Double(40 + (item % 3) * 10)
    switch heights % 8 {
    case 1: return 0
    case 2: return item % 2 == 0 ? 0 : normal
    case 3: return FuzzCall.points(UInt8(truncatingIfNeeded: item &* 37 &+ Int(heights)))
    case 4: return 0x1p-10
    case 5: return item % 5 == 0 ? FuzzCall.points(heights) : normal
    case 6: return item % 50 < 45 ? 0 : normal
    case 7:
      serial += 1
      return Double(serial % 90)
    default: return normal
    }
  }

  func knownExtent(of item: Int) -> Double? {
    switch knownExtents % 5 {
    case 1: item % 2 == 0 ? 60 : nil
    case 2: item % 3 == 0 ? 0 : 70
    case 3: FuzzCall.points(UInt8(truncatingIfNeeded: item &* 61 &+ Int(knownExtents)))
    case 4: FuzzCall.points(knownExtents)
    default: nil
    }
  }

  // MARK: Questions

  private func ask(_ call: FuzzCall) {
    let path = path(call.first)
    _ = (feed.needsLayout, feed.isScrollAnimating, feed.diagnostics.isEmpty, feed.statistics)
    _ = (feed.contentLength, feed.minimumOffset, feed.maximumOffset, feed.origin, feed.viewport)
    _ = (feed.visibleRange, feed.fullyVisibleRange, feed.extentMemory, feed.measuredItemCount)
    _ = (feed.contentInsets, feed.overscan, feed.estimatedExtent, feed.learnsEstimate)
    _ = (feed.startBehavior, feed.endBehavior, feed.startLoadingDistance, feed.endLoadingDistance)
    _ = (feed.prefetchRange, feed.pool.limit, feed.pool.totalLimit, feed.layout)
    _ = (feed.dataSource, feed.delegate, feed.host, feed.loader, feed.prefetchDataSource)
    _ = feed.numberOfItems(inSection: path.section)
    for entry in feed.diagnostics.entries { _ = entry.diagnostic.description }
    // A few, as each costs O(live cells).
    for placement in feed.liveCells.prefix(8) {
      let path = feed.indexPath(for: placement.cell)
      if path == nil, !feed.needsLayout, !isInCallback { note("a live cell has no path") }
    }
    if let cell = feed.cell(at: path), feed.indexPath(for: cell) != path { note("path of a cell") }
    if let frame = feed.frame(at: path) {
      if !frame.y.isFinite || frame.height < 0 { note("frame of \(path): \(frame)") }
    } else if path.section == 0, path.item >= 0, path.item < feed.numberOfItems(inSection: 0) {
      note("no frame of \(path)")
    }
    if let found = feed.indexPath(atOffset: FuzzCall.points(call.second)) {
      if feed.frame(at: found) == nil { note("\(found) at an offset") }
    }
  }
}
