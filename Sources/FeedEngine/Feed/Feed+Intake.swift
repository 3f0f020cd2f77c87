/// The start of a pass: what was set since the last one becomes true.
extension Feed {
  /// Takes in an offset, where nothing else can be new: the common pass.
  ///
  /// - Returns: Whether that was all.
  func takeInScrollOnly() -> Bool {
    guard notedRange == nil, !isContentChanged, !isEndPending, !isLearning else { return false }
    machine.viewTop = topEdge - machine.shift
    machine.overscrollBefore = max(.zero, machine.minimumOffset - topEdge)
    machine.overscrollAfter = max(.zero, topEdge - machine.maximumOffset)
    machine.goal = nil
    return true
  }

  func takeIn(telling delegate: (any FeedDelegate)?) {
    noteRange()
    machine.viewTop = topEdge - machine.shift
    machine.holdTarget()
    let isOpening = machine.geometry.viewport == .zero
    let followsEnd = isAtEnd || isEndPending || (isOpening && ownEndBehavior != .keepItem)
    let wasAtStart = isStuckToStart
    let wasLegal = topEdge >= machine.minimumOffset
    let startInset = machine.geometry.startInset
    takeInGeometry()
    if isReloadPending {
      reload(telling: delegate)
      if wasAtStart { machine.holdStart() }
    }
    if isLearning, pendingEstimate == nil, !list.isFixed {
      pendingEstimate = learner.betterEstimate(than: list.estimate)
    }
    if let estimate = pendingEstimate { takeIn(estimate: estimate) }
    takeInExtentChanges()
    if isOpening { notedRange = nil }
    noteRange()
    takeInOverscroll()
    // A scroll that the app asked for lets go of an end.
    let isScrolling = pendingScroll != nil || pendingDistance != 0 || travel != nil
    takeInScroll()
    // Content that fits the viewport is at both its ends; then the end has the say.
    let isInsetNew = machine.geometry.startInset != startInset
    if isInsetNew, wasAtStart, wasLegal, !followsEnd { followStart() }
    if isScrolling {
      isEndPending = false
    } else if followsEnd, isContentChanged || isEndPending {
      if isOpening { machine.overscrollAfter = .zero }
      followEnd()
    }
    notedRange = nil
    isContentChanged = false
  }

  /// Remembers the legal range before the first change: how far the host has left it, and whether
  /// it was at an end, is judged by what was known when it scrolled.
  func noteRange() {
    guard notedRange == nil else { return }
    notedRange = NotedRange(
      minimum: machine.minimumOffset, maximum: machine.maximumOffset, isEmpty: list.count == 0)
  }

  /// Whether the feed follows its end and stood near enough before the first change.
  private var isAtEnd: Bool {
    guard case .stickToEnd(let tolerance) = ownEndBehavior, let range = notedRange else {
      return false
    }
    return (range.maximum - topEdge).points <= tolerance
  }

  private func followStart() {
    guard machine.aim == nil, !isPassHidden, list.count > 0 else { return }
    machine.aim = Aim(index: 0, position: .start)
  }

  private func followEnd() {
    isEndPending = isPassHidden
    guard machine.aim == nil, !isPassHidden else { return }
    if list.count > 0 {
      machine.aim = Aim(
        index: list.count - 1, position: .end, distance: machine.overscrollAfter)
    } else {
      machine.overscrollAfter = .zero
    }
    machine.overscrollBefore = .zero
  }

  private func takeInOverscroll() {
    guard let range = notedRange else { return }
    machine.overscrollBefore = max(.zero, range.minimum - topEdge)
    // Over an empty list every offset is beyond the end; the first rows are shown all the same.
    let isFilled = range.isEmpty && list.count > 0
    machine.overscrollAfter = isFilled ? .zero : max(.zero, topEdge - range.maximum)
    machine.goal = topEdge <= range.minimum ? .start : nil
    if !isFilled, topEdge >= range.maximum, range.maximum > range.minimum { machine.goal = .end }
  }

  private func takeInGeometry() {
    let geometry = WindowGeometry(
      // A hidden feed keeps the viewport that it was hidden in, and with it its place at an end.
      viewport: isPassHidden
        ? machine.geometry.viewport : FixedLength(ceiling: size.height) ?? .zero,
      startInset: FixedLength(ceiling: insets.top) ?? .zero,
      endInset: FixedLength(ceiling: insets.bottom) ?? .zero,
      overscanBefore: FixedLength(ceiling: ownOverscan.before) ?? .zero,
      overscanAfter: FixedLength(ceiling: ownOverscan.after) ?? .zero)
    if geometry.viewport != machine.geometry.viewport
      || geometry.startInset != machine.geometry.startInset
      || geometry.endInset != machine.geometry.endInset
    {
      isContentChanged = true
    }
    machine.geometry = geometry
    let width = size.width - insets.left - insets.right
    if insets.left != rowX {
      rowX = insets.left
      isEveryPlacementStale = true
    }
    // A hidden feed keeps the width that its measures belong to.
    guard !isPassHidden, width != rowWidth else { return }
    isEveryPlacementStale = true
    let isFirst = rowWidth == nil
    rowWidth = width
    if isFirst || list.isFixed { return }
    isContentChanged = true
    learner = EstimateLearner()
    do throws(ExtentError) {
      try list.forgetAll()
      machine.extentsForgotten()
    } catch {
      record(.contentTooLong)
    }
  }

  private func reload(telling delegate: (any FeedDelegate)?) {
    isReloadPending = false
    if ownDataSource == nil, isSourceExpected { record(.dataSourceMissing) }
    let count = ownDataSource?.numberOfItems(inSection: 0, of: self) ?? 0
    let estimate = pendingEstimate ?? list.estimate
    do throws(ExtentError) {
      try list.check(count: count, estimate: estimate)
      pendingEstimate = nil
      recycleAllCells(telling: delegate)
      try list.reset(count: count, estimate: estimate)
      machine.isShiftStale = true
      if let anchor = machine.anchor, anchor.index >= count { machine.anchor = nil }
      isStale = false
      isContentChanged = true
      startTrigger.reset()
      endTrigger.reset()
      planner.cancelAll()
      if let source = ownPrefetchSource { tellPlan(to: source) }
      planner.reset()
      learner = EstimateLearner()
    } catch {
      // What the source says cannot be, so it is not asked for cells either.
      isStale = true
      record(error == .contentTooLong ? .contentTooLong : .invalidCount(count: count))
    }
  }

  private func takeIn(estimate: FixedLength) {
    pendingEstimate = nil
    isContentChanged = true
    do throws(ExtentError) {
      try list.setEstimate(estimate)
      machine.isShiftStale = true
      // Live rows that could not be measured stand on the estimate, as do those of a fixed layout.
      for position in 0..<machine.rows.count where !list.isMeasured(machine.rows[position].index) {
        machine.markStale(position: position)
      }
    } catch {
      record(.contentTooLong)
    }
  }

  func takeInExtentChanges() {
    while let change = extentChanges.popFirst() {
      isContentChanged = true
      takeIn(change)
    }
  }

  private func takeIn(_ change: ExtentChange) {
    guard contains(change.path) else {
      return recordMissing(change.path)
    }
    let index = change.path.item
    if change.extent == .zero, isPassHidden {
      return record(.zeroExtentWhileHidden(path: change.path))
    }
    let position = machine.position(of: index)
    if let extent = change.extent {
      let (stored, _) = store(extent, at: change.path)
      if let position {
        machine.setExtent(stored, position: position)
      } else {
        machine.extentChangedOffscreen(index)
      }
    } else if let position, !list.isFixed {
      machine.markStale(position: position)
    } else {
      forgetExtent(of: index)
      if let position { machine.setExtent(list.extent(at: index), position: position) }
    }
  }

  /// Goes back to the estimate for a row.
  func forgetExtent(of index: Int) {
    do throws(ExtentError) {
      _ = try list.forget(index)
      if machine.position(of: index) == nil { machine.extentChangedOffscreen(index) }
    } catch {
      record(.contentTooLong)
    }
  }

  private func takeInScroll() {
    guard !isPassHidden else { return }
    if let scroll = pendingScroll {
      pendingScroll = nil
      if contains(scroll.path) {
        aim(by: scroll)
      } else {
        recordMissing(scroll.path)
        // What was asked for after it counts from here.
        pendingDistance += scroll.distance
      }
    }
    if pendingDistance != 0 {
      // Clamped to the legal range once the rows there are known.
      let before = topEdge
      offset = min(max(offset + pendingDistance, -Feed.farthest), Feed.farthest)
      pendingDistance = 0
      machine.viewTop += topEdge - before
      machine.goal = nil
      machine.overscrollBefore = .zero
      machine.overscrollAfter = .zero
    }
  }

  private func aim(by scroll: ScrollRequest) {
    machine.aim = Aim(
      index: scroll.path.item, position: scroll.position, side: side(of: scroll.path.item),
      distance: FixedLength(
        flooring: min(max(scroll.distance, -Feed.farthest), Feed.farthest)) ?? .zero)
    machine.overscrollBefore = .zero
    machine.overscrollAfter = .zero
  }

  private func side(of index: Int) -> Aim.Side {
    if machine.position(of: index) != nil { return .inside }
    let start = list.start(of: index)
    let insets = (machine.geometry.startInset, machine.geometry.endInset)
    if list.isKnownEmpty(index), start >= topEdge + insets.0, start <= bottomEdge - insets.1 {
      return .inside
    }
    if let first = machine.rows.first, let last = machine.rows.last {
      if index < first.index { return .above }
      // Between live rows there are only rows without extent.
      return index > last.index ? .below : .inside
    }
    return start < topEdge ? .above : .below
  }

  func recordMissing(_ path: FeedIndexPath) {
    record(.pathOutOfRange(path: path, count: numberOfItems(inSection: path.section)))
  }

  func contains(_ path: FeedIndexPath) -> Bool {
    path.section == 0 && path.item >= 0 && path.item < list.count
  }
}
