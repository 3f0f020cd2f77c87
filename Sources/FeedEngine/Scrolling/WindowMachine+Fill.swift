/// Rows enter and leave: the fronts move outward until the window is covered.
extension WindowMachine {
  // MARK: Leaving rows

  func recycleStrays() -> Action? {
    guard let first = rows.first, let last = rows.last else { return nil }
    if !isSeeded { return recycleLast() }
    let isOver = isStopped || elements >= WindowMachine.elementLimit
    if pendingAfter > 0 {
      if isOver { return recycleLast() }
    } else if pendingBefore < rows.count, last.top >= windowBottom {
      return recycleLast()
    }
    if pendingBefore > 0 {
      if isOver { return recycleFirst() }
    } else if pendingAfter < rows.count, first.bottom <= windowTop {
      return recycleFirst()
    }
    return nil
  }

  func recycleFirst() -> Action {
    guard let row = rows.popFirst() else { return .finished }
    if row.isStale { shift += forget(row.index) }
    if pendingBefore > 0 {
      pendingBefore -= 1
    } else {
      frontIndex = row.index + 1
      frontTop = row.bottom + layout.spacing
    }
    return .recycleFirst
  }

  func recycleLast() -> Action {
    guard let row = rows.popLast() else { return .finished }
    if row.isStale { _ = forget(row.index) }
    if pendingAfter > 0 {
      pendingAfter -= 1
    } else if pendingBefore > rows.count {
      // Nothing is settled, so the last row is one of those before.
      pendingBefore -= 1
    } else {
      backIndex = row.index
      backTop = row.top
    }
    return .recycleLast
  }

  /// Goes back to the estimate for a row that leaves before it could be measured again.
  private func forget(_ index: Int) -> FixedLength {
    // Where estimates fill the content to its limit the old extent stays.
    (try? layout.forget(index)) ?? .zero
  }

  // MARK: Entering rows

  func fillBack() -> Action? {
    while backIndex < layout.count, backTop < windowBottom, elements < WindowMachine.elementLimit {
      if pendingAfter > 0, rows[rows.count - pendingAfter].index == backIndex {
        let position = rows.count - pendingAfter
        if rows[position].isStale { return .measure(position: position) }
        settleBack(position)
        continue
      }
      guard layout.isKnownEmpty(backIndex) else {
        if passBack() { continue }
        return .realize(index: backIndex, atFront: false)
      }
      elements += 1
      if layout.spacing > .zero {
        backIndex += 1
        backTop += layout.spacing
      } else {
        // All rows up to the next one with an extent begin at the same offset.
        let next = layout.locate(backTop + shift)?.index ?? layout.count
        backIndex = pendingAfter > 0 ? min(next, rows[rows.count - pendingAfter].index) : next
      }
    }
    return nil
  }

  func fillFront() -> Action? {
    while frontIndex > 0, frontTop - layout.spacing > windowTop,
      elements < WindowMachine.elementLimit
    {
      if pendingBefore > 0, rows[pendingBefore - 1].index == frontIndex - 1 {
        let position = pendingBefore - 1
        if rows[position].isStale { return .measure(position: position) }
        settleFront(position)
        continue
      }
      guard layout.isKnownEmpty(frontIndex - 1) else {
        if passFront() { continue }
        return .realize(index: frontIndex - 1, atFront: true)
      }
      elements += 1
      if layout.spacing > .zero {
        frontIndex -= 1
        frontTop -= layout.spacing
      } else {
        let above = layout.locate(frontTop + shift - FixedLength(rawValue: 1))
        let next = above.map { $0.index + 1 } ?? 0
        frontIndex = pendingBefore > 0 ? max(next, rows[pendingBefore - 1].index + 1) : next
      }
    }
    return nil
  }

  /// On the way down to a window that lies apart: goes past a measured row that ends above it.
  private func passBack() -> Bool {
    guard rows.isEmpty, backTop < windowTop, layout.isMeasured(backIndex) else {
      return false
    }
    let bottom = backTop + layout.extent(at: backIndex)
    guard bottom <= windowTop else { return false }
    elements += 1
    setFronts(index: backIndex + 1, top: bottom + layout.spacing)
    return true
  }

  /// On the way up to a window that lies apart: goes past a measured row that begins below it.
  private func passFront() -> Bool {
    let bottom = frontTop - layout.spacing
    guard rows.isEmpty, bottom > windowBottom, layout.isMeasured(frontIndex - 1) else {
      return false
    }
    let top = bottom - layout.extent(at: frontIndex - 1)
    guard top >= windowBottom else { return false }
    elements += 1
    setFronts(index: frontIndex - 1, top: top)
    return true
  }

  /// Whether the row that `.realize` asks for will be live, if it has such an extent.
  func isLive(extent: FixedLength, atFront: Bool) -> Bool {
    guard extent > .zero else { return false }
    guard rows.isEmpty, aim == nil else { return true }
    let top = atFront ? frontTop - layout.spacing - extent : backTop
    return top < windowBottom && top + extent > windowTop
  }

  /// Where a row that `.realize` asks for comes to stand among the live ones.
  func entryPosition(atFront: Bool) -> Int {
    atFront ? pendingBefore : rows.count - pendingAfter
  }

  /// Takes in the extent of the row that `.realize` asked for.
  ///
  /// - Parameters:
  ///   - extent: The row's extent, already recorded in the layout.
  ///   - change: By how much that is more than what the layout knew before.
  /// - Returns: Whether the row is live now, at `entryPosition`; if not, its cell goes back at
  ///   once.
  func realized(extent: FixedLength, change: FixedLength, atFront: Bool) -> Bool {
    elements += 1
    let position = entryPosition(atFront: atFront)
    let row: LiveRow
    if atFront {
      frontIndex -= 1
      frontTop -= extent + layout.spacing
      shift += change
      row = LiveRow(index: frontIndex, top: frontTop, extent: extent)
    } else {
      row = LiveRow(index: backIndex, top: backTop, extent: extent)
      backIndex += 1
      backTop += extent + layout.spacing
    }
    if let aim { reach(aim, top: row.top, extent: extent) }
    let isKept = keep(row, at: position)
    rejoin()
    return isKept
  }

  private func keep(_ row: LiveRow, at position: Int) -> Bool {
    // A row without extent shows nothing; keeping its cell would let endless ones pile up.
    guard row.extent > .zero else { return false }
    // Beside live rows it stays and leaves in order with them.
    if rows.isEmpty {
      if row.bottom <= windowTop {
        setFronts(index: row.index + 1, top: row.bottom + layout.spacing)
        return false
      }
      if row.top >= windowBottom {
        setFronts(index: row.index, top: row.top)
        return false
      }
    }
    rows.insert(row, at: position)
    return true
  }

  // MARK: Settling

  /// Begins anew at an anchor: every live row is pending.
  func unsettle(from anchor: Anchor) {
    setFronts(index: anchor.index, top: anchor.top)
    pendingBefore = firstPosition { $0.index >= anchor.index }
    pendingAfter = rows.count - pendingBefore
    let isLive = pendingAfter > 0 && rows[pendingBefore].index == anchor.index
    heldBottom = isLive ? anchor.bottom : nil
  }

  /// Takes in the new extent of a live row, already recorded in the layout.
  ///
  /// - Parameter change: By how much the extent is more than what the layout knew before.
  func measured(position: Int, extent: FixedLength, change: FixedLength) {
    rows[position].isStale = false
    rows[position].extent = extent
    if position < pendingBefore { shift += change }
  }

  func settleBack(_ position: Int) {
    pendingAfter -= 1
    rows[position].top = backTop
    // The anchor keeps its top; where it would shrink out of the view, its bottom, as far as that
    // is in view.
    if let held = heldBottom {
      heldBottom = nil
      if rows[position].bottom <= readTop {
        let top = min(held, viewBottom) - rows[position].extent
        shift -= top - backTop
        rows[position].top = top
        frontTop = top
      }
    }
    backIndex += 1
    backTop = rows[position].bottom + layout.spacing
  }

  private func settleFront(_ position: Int) {
    pendingBefore -= 1
    frontIndex -= 1
    frontTop -= layout.spacing + rows[position].extent
    rows[position].top = frontTop
  }

  // MARK: Where to begin

  /// Sets both fronts to the row where filling begins.
  ///
  /// - Returns: `false` when no row is near the window.
  func seed() -> Bool {
    isSeeded = true
    // Content coordinates become the new window coordinates.
    viewTop = seedOffset ?? offset
    seedOffset = nil
    shift = .zero
    pendingBefore = 0
    pendingAfter = 0
    if let aim {
      setFronts(index: aim.index, top: layout.start(of: aim.index))
      return true
    }
    setFronts(index: 0, top: .zero)
    guard let place = placeToBegin() else { return false }
    setFronts(index: place.index, top: place.start)
    if offset >= maximumOffset { return layout.length > windowTop }
    return place.start < windowBottom && layout.start(of: place.index + 1) > windowTop
  }

  /// The row where filling begins anew and its top edge in content coordinates: the one at the
  /// viewport's top, or nearest to it.
  ///
  /// At or beyond the end that is the end itself, so that the last row stays there, whatever the
  /// rows turn out to be; but a feed at its start stays there, though the content seems to fit the
  /// viewport.
  func placeToBegin() -> (index: Int, start: FixedLength)? {
    guard layout.length > .zero else { return nil }
    if offset >= maximumOffset {
      let index = offset > minimumOffset ? layout.count : 0
      return (index, layout.start(of: index))
    }
    return layout.locate(min(max(offset, .zero), layout.length - FixedLength(rawValue: 1)))
  }

  func setFronts(index: Int, top: FixedLength) {
    frontIndex = index
    frontTop = top
    backIndex = index
    backTop = top
  }

  /// Whether the host has scrolled by two viewports or more since rows were shown last.
  private var isFar: Bool {
    max(viewTop - settledTop, settledTop - viewTop) >= geometry.viewport + geometry.viewport
  }

  /// Remembers which row a far offset names, before other extents make it name another.
  func holdTarget() {
    guard isFar, anchor == nil, !isShiftStale,
      let place = layout.locate(min(max(offset, .zero), layout.length - FixedLength(rawValue: 1)))
    else { return }
    target = (place.index, offset - place.start)
  }

  /// Where the host wants the view in content coordinates, now that all changes are known.
  func wantedOffset() -> FixedLength {
    let held = target
    target = nil
    guard isFar else { return offset }
    switch goal {
    case .start: return minimumOffset - overscrollBefore
    case .end: return maximumOffset + overscrollAfter
    case nil: break
    }
    guard let held, held.index < layout.count else { return offset }
    return layout.start(of: held.index) + held.distance
  }

  /// Whether the pass can begin with the live rows, or with the anchor where they are gone.
  ///
  /// A way of less than two viewports is near: the rows that it leads over are passed one by one,
  /// so that it is as long as the host meant, whatever they measure. Rows of one extent need none
  /// of that. Who goes to an end of the content from farther away gets the end.
  func isNear(_ wanted: FixedLength) -> Bool {
    let anchor = anchor.flatMap { $0.index < layout.count ? $0 : nil }
    guard anchor != nil || !rows.isEmpty else { return false }
    if isFar {
      if wanted <= minimumOffset || wanted >= maximumOffset { return false }
    } else if !layout.isFixed {
      return true
    }
    if let first = rows.first, let last = rows.last,
      first.top < windowBottom && last.bottom > windowTop
    {
      return true
    }
    guard let anchor else { return false }
    let bottom = anchor.bottom ?? anchor.top + geometry.viewport
    return anchor.top < windowBottom && bottom > windowTop
  }
}
