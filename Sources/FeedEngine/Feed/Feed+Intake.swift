/// The start of a pass: what was set since the last one becomes true.
extension Feed {
  func takeIn(telling delegate: (any FeedDelegate)?) {
    // What the host was allowed is judged by what was known when it scrolled.
    machine.viewTop = topEdge - machine.shift
    let wasBlank = list.count == 0 || machine.geometry.viewport == .zero
    noteOverscroll()
    takeInGeometry()
    if isReloadPending { reload(telling: delegate) }
    if let estimate = pendingEstimate { takeIn(estimate: estimate) }
    takeInExtentChanges()
    if wasBlank { noteOverscroll() }
    takeInScroll()
  }

  private func noteOverscroll() {
    machine.overscrollBefore = max(.zero, machine.minimumOffset - topEdge)
    machine.overscrollAfter = max(.zero, topEdge - machine.maximumOffset)
  }

  private func takeInGeometry() {
    let geometry = WindowGeometry(
      viewport: FixedLength(ceiling: size.height) ?? .zero,
      startInset: FixedLength(ceiling: insets.top) ?? .zero,
      endInset: FixedLength(ceiling: insets.bottom) ?? .zero,
      overscanBefore: FixedLength(ceiling: scan.before) ?? .zero,
      overscanAfter: FixedLength(ceiling: scan.after) ?? .zero)
    machine.geometry = geometry
    let width = size.width - insets.left - insets.right
    if insets.left != rowX {
      rowX = insets.left
      isEveryPlacementStale = true
    }
    // A hidden feed keeps the width that its measures belong to.
    guard !isHidden, width != rowWidth else { return }
    isEveryPlacementStale = true
    let isFirst = rowWidth == nil
    rowWidth = width
    if isFirst || list.isFixed { return }
    do throws(ExtentError) {
      try list.forgetAll()
      machine.extentsForgotten()
    } catch {
      record(.contentTooLong)
    }
  }

  private func reload(telling delegate: (any FeedDelegate)?) {
    isReloadPending = false
    recycleAllCells(telling: delegate)
    let count = ownDataSource?.numberOfItems(inSection: 0, of: self) ?? 0
    do throws(ExtentError) {
      guard count >= 0 else { throw .tooManyItems(requested: count) }
      try list.reset(count: count)
      machine.isShiftStale = true
      if let anchor = machine.anchor, anchor.index >= count { machine.anchor = nil }
    } catch {
      record(error == .contentTooLong ? .contentTooLong : .invalidCount(count: count))
    }
  }

  private func takeIn(estimate: FixedLength) {
    pendingEstimate = nil
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

  private func takeInExtentChanges() {
    while let change = extentChanges.popFirst() { takeIn(change) }
  }

  private func takeIn(_ change: ExtentChange) {
    guard contains(change.path) else {
      return record(.pathOutOfRange(path: change.path, count: list.count))
    }
    let index = change.path.item
    if change.extent == .zero, isHidden {
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
    } else if let position {
      machine.markStale(position: position)
    } else {
      do throws(ExtentError) {
        _ = try list.forget(index)
        machine.extentChangedOffscreen(index)
      } catch {
        record(.contentTooLong)
      }
    }
  }

  private func takeInScroll() {
    guard !isHidden else { return }
    if let scroll = pendingScroll {
      pendingScroll = nil
      guard contains(scroll.path) else {
        return record(.pathOutOfRange(path: scroll.path, count: list.count))
      }
      machine.aim = Aim(
        index: scroll.path.item, position: scroll.position, side: side(of: scroll.path.item),
        distance: FixedLength(
          flooring: min(max(scroll.distance, -Feed.farthest), Feed.farthest)) ?? .zero)
      machine.overscrollBefore = .zero
      machine.overscrollAfter = .zero
    }
    if pendingDistance != 0 {
      // Clamped to the legal range once the rows there are known.
      let before = topEdge
      offset = min(max(offset + pendingDistance, -Feed.farthest), Feed.farthest)
      pendingDistance = 0
      machine.viewTop += topEdge - before
      machine.overscrollBefore = .zero
      machine.overscrollAfter = .zero
    }
  }

  private func side(of index: Int) -> Aim.Side {
    if machine.position(of: index) != nil { return .inside }
    if let first = machine.rows.first { return index < first.index ? .above : .below }
    return list.start(of: index) < topEdge ? .above : .below
  }

  func contains(_ path: FeedIndexPath) -> Bool {
    path.section == 0 && path.item >= 0 && path.item < list.count
  }
}
