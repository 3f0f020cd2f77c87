/// Decides which rows are live and where, one step at a time.
///
/// A pass is `begin`, then `next()` until it answers `.finished`; after `.realize` and `.measure`
/// the caller says what came of it with `realized` or `remeasured`. The machine knows no cells, no
/// data source and no host, so it can be driven by numbers alone.
///
/// *Window coordinates* are content coordinates less `shift`. Rows keep their window coordinates
/// while they live; what is learned about rows above them goes into `shift`. So nothing that is on
/// screen can move, and the scroll offset (`viewTop + shift`) follows.
///
/// *Fronts* are the two ends of what is laid out: rows from `frontIndex` up to `backIndex` are
/// live, or known to have no extent.
final class WindowMachine {
  enum Action: Equatable {
    /// Row `index` gets a cell and an extent, above or below the live ones.
    case realize(index: Int, atFront: Bool)
    /// The cell of the live row at `position` is measured again.
    case measure(position: Int)
    /// The first live row has left; it is no longer among `rows`.
    case recycleFirst
    /// The last live row has left; it is no longer among `rows`.
    case recycleLast
    /// The pass is over, but elements are missing: it made as many as it may.
    case limitReached
    case finished
  }

  /// How many elements one pass may make.
  static let elementLimit = 512

  let layout: ListLayout
  var geometry = WindowGeometry()

  let rows = Ring<LiveRow>()
  var shift = FixedLength.zero
  /// The viewport's top edge in window coordinates.
  var viewTop = FixedLength.zero

  var frontIndex = 0
  var frontTop = FixedLength.zero
  var backIndex = 0
  var backTop = FixedLength.zero

  /// What stood where when the last live row went, so that a place survives a reload or hiding.
  var savedAnchor: Anchor?
  /// Whether extents above the window changed in a way that only the layout's sums can tell.
  var isShiftStale = false
  var staleRows = 0
  /// Live rows outside `keepFrom..<keepBelow` go, because a row between them has to be made.
  var keepFrom = 0
  var keepBelow = Int.max

  /// An item to bring to a place in the viewport; set before a pass, `nil` once it is there.
  var aim: Aim?
  /// How far beyond the legal range the host has scrolled and may stay.
  var overscrollBefore = FixedLength.zero
  var overscrollAfter = FixedLength.zero

  // State of the running pass.
  private var isSeeded = false
  private var seedOffset: FixedLength?
  private var viewExtent = FixedLength.zero
  private var staleCursor = 0
  private(set) var elements = 0
  /// Whether the offset was derived in this pass rather than taken from the host.
  private(set) var isOffsetDerived = false

  init(layout: ListLayout) {
    self.layout = layout
  }

  /// The viewport's bottom edge in window coordinates, rounded outward.
  var viewBottom: FixedLength { viewTop + viewExtent }
  var windowTop: FixedLength { viewTop - geometry.overscanBefore }
  var windowBottom: FixedLength { viewBottom + geometry.overscanAfter }
  /// The viewport's top in content coordinates.
  var offset: FixedLength { viewTop + shift }

  var minimumOffset: FixedLength { -geometry.startInset }
  var maximumOffset: FixedLength {
    max(minimumOffset, layout.length + geometry.endInset - geometry.viewport)
  }

  // MARK: The pass

  /// Starts a pass.
  ///
  /// `viewTop` is where the host wants the view among the rows that it knows.
  ///
  /// - Parameters:
  ///   - hostOffset: The same in content coordinates; it counts where none of those rows is near.
  ///   - extent: The distance of the viewport's edges, each rounded outward.
  func begin(hostOffset: FixedLength, extent: FixedLength) {
    elements = 0
    staleCursor = 0
    isOffsetDerived = false
    viewExtent = extent
    if isShiftStale { refreshShift() }
    seedOffset = nil
    if let aim {
      isSeeded = canWalk(to: aim)
    } else {
      isSeeded = isWindowNearRows
      if !isSeeded, !isWindowNearSavedAnchor { seedOffset = hostOffset }
    }
    if !rows.isEmpty { savedAnchor = nil }
  }

  /// Ends a pass with the viewport's edges as they are now.
  func settle(offset: FixedLength, extent: FixedLength) {
    viewTop = offset - shift
    viewExtent = extent
  }

  /// Decides the next step.
  func next() -> Action {
    if let position = nextStalePosition() { return .measure(position: position) }
    while true {
      if let action = recycleStrays() { return action }
      if keepFrom > 0 || keepBelow < Int.max { endCut() }
      if !isSeeded, !seed() {
        if clampOffset() { continue }
        return .finished
      }
      if elements >= WindowMachine.elementLimit { return .limitReached }
      if aim != nil {
        if let action = approachAim() { return action }
      } else if let action = fillBack() ?? fillFront() {
        return action
      } else if elements < WindowMachine.elementLimit, !clampOffset() {
        return .finished
      }
    }
  }

  /// Takes in the extent of the row that `.realize` asked for.
  ///
  /// - Parameters:
  ///   - extent: The row's extent, already recorded in the layout.
  ///   - change: By how much that is more than what the layout knew before.
  /// - Returns: Whether the row is live now; if not, its cell goes back at once.
  func realized(extent: FixedLength, change: FixedLength, atFront: Bool) -> Bool {
    elements += 1
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
    if let aim, aim.index == row.index { reach(aim, top: row.top, extent: extent) }
    // A row without extent shows nothing; keeping its cell would let endless ones pile up.
    guard extent > .zero else { return false }
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
    if atFront { rows.prepend(row) } else { rows.append(row) }
    return true
  }

  // MARK: Leaving rows

  private func recycleStrays() -> Action? {
    // On the way to an aim the view comes after the rows; they leave as it does.
    let isWalking = aim != nil && isSeeded
    if let last = rows.last,
      !isSeeded || last.index >= keepBelow || (!isWalking && last.top >= windowBottom)
    {
      return recycleLast()
    }
    if let first = rows.first,
      first.index < keepFrom || (!isWalking && first.bottom <= windowTop)
    {
      return recycleFirst()
    }
    return nil
  }

  private func recycleFirst() -> Action {
    guard let row = rows.popFirst() else { return .finished }
    if row.isStale { staleRows -= 1 }
    frontIndex = row.index + 1
    frontTop = row.bottom + layout.spacing
    return .recycleFirst
  }

  private func recycleLast() -> Action {
    guard let row = rows.popLast() else { return .finished }
    if row.isStale { staleRows -= 1 }
    backIndex = row.index
    backTop = row.top
    return .recycleLast
  }

  // MARK: Entering rows

  private func fillBack() -> Action? {
    while backIndex < layout.count, backTop < windowBottom, elements < WindowMachine.elementLimit {
      guard layout.isKnownEmpty(backIndex) else {
        return .realize(index: backIndex, atFront: false)
      }
      elements += 1
      if layout.spacing > .zero {
        backIndex += 1
        backTop += layout.spacing
      } else {
        // All rows up to the next one with an extent begin at the same offset.
        backIndex = layout.locate(backTop + shift)?.index ?? layout.count
      }
    }
    return nil
  }

  private func fillFront() -> Action? {
    while frontIndex > 0, frontTop - layout.spacing > windowTop,
      elements < WindowMachine.elementLimit
    {
      guard layout.isKnownEmpty(frontIndex - 1) else {
        return .realize(index: frontIndex - 1, atFront: true)
      }
      elements += 1
      if layout.spacing > .zero {
        frontIndex -= 1
        frontTop -= layout.spacing
      } else {
        let above = layout.locate(frontTop + shift - FixedLength(rawValue: 1))
        frontIndex = above.map { $0.index + 1 } ?? 0
      }
    }
    return nil
  }

  // MARK: Ends

  /// Brings the offset back into the legal range, as far as the host has not left it itself.
  ///
  /// - Returns: Whether it moved, so that rows may have to enter or leave.
  private func clampOffset() -> Bool {
    let lowest = minimumOffset - overscrollBefore
    let highest = maximumOffset + overscrollAfter
    let legal = min(max(offset, lowest), highest)
    guard legal != offset else { return false }
    derive(top: viewTop + (legal - offset))
    return true
  }

  /// Moves the view on the engine's own account.
  private func derive(top: FixedLength) {
    viewTop = top
    isOffsetDerived = true
    // Walking to a far place would make every row on the way.
    if frontTop - geometry.viewport > windowBottom || backTop + geometry.viewport < windowTop {
      isSeeded = false
    }
  }

  // MARK: Where to begin

  /// Sets both fronts to the row where filling begins.
  ///
  /// - Returns: `false` when no row is near the window.
  private func seed() -> Bool {
    isSeeded = true
    if aim == nil, seedOffset == nil, let anchor = savedAnchor {
      savedAnchor = nil
      setFronts(index: anchor.index, top: anchor.top)
      return true
    }
    // Content coordinates become the new window coordinates.
    viewTop = seedOffset ?? offset
    seedOffset = nil
    savedAnchor = nil
    shift = .zero
    if let aim {
      setFronts(index: aim.index, top: layout.start(of: aim.index))
      return true
    }
    setFronts(index: 0, top: .zero)
    let inside = min(max(viewTop, .zero), layout.length - FixedLength(rawValue: 1))
    guard let place = layout.locate(inside) else { return false }
    setFronts(index: place.index, top: place.start)
    return place.start < windowBottom && layout.start(of: place.index + 1) > windowTop
  }

  func setFronts(index: Int, top: FixedLength) {
    frontIndex = index
    frontTop = top
    backIndex = index
    backTop = top
  }

  private var isWindowNearRows: Bool {
    guard let first = rows.first, let last = rows.last else { return false }
    return first.top < windowBottom && last.bottom > windowTop
  }

  private var isWindowNearSavedAnchor: Bool {
    guard rows.isEmpty, let anchor = savedAnchor, anchor.index < layout.count else { return false }
    return anchor.top > windowTop - geometry.viewport && anchor.top < windowBottom
  }

  private func nextStalePosition() -> Int? {
    guard staleRows > 0 else { return nil }
    while staleCursor < rows.count {
      if rows[staleCursor].isStale { return staleCursor }
      staleCursor += 1
    }
    return nil
  }

  // MARK: Aims

  /// Goes a step toward the aimed item, or brings it to its place.
  private func approachAim() -> Action? {
    guard let aim else { return nil }
    if let position = position(of: aim.index) {
      reach(aim, top: rows[position].top, extent: rows[position].extent)
    } else if aim.index >= backIndex {
      // The item is at least here, so the view can come as far, and rows leave before others enter.
      let nearest = backTop + geometry.endInset - geometry.viewport
      if viewTop < nearest { viewTop = nearest }
      if let first = rows.first, first.bottom <= windowTop { return recycleFirst() }
      guard layout.isKnownEmpty(backIndex) else {
        return .realize(index: backIndex, atFront: false)
      }
      elements += 1
      backIndex += 1
      backTop += layout.spacing
    } else if aim.index < frontIndex {
      let nearest = frontTop - layout.spacing - geometry.startInset
      if viewTop > nearest { viewTop = nearest }
      if let last = rows.last, last.top >= windowBottom { return recycleLast() }
      guard layout.isKnownEmpty(frontIndex - 1) else {
        return .realize(index: frontIndex - 1, atFront: true)
      }
      elements += 1
      frontIndex -= 1
      frontTop -= layout.spacing
    } else {
      reach(aim, top: layout.start(of: aim.index) - shift, extent: .zero)
    }
    return nil
  }

  private func reach(_ aim: Aim, top: FixedLength, extent: FixedLength) {
    self.aim = nil
    if let target = aim.viewTop(
      forTop: top, extent: extent, current: viewTop, in: geometry)
    {
      derive(top: target)
    }
  }

  /// Whether the aimed item is so near that live rows will stay on screen.
  private func canWalk(to aim: Aim) -> Bool {
    guard let first = rows.first, let last = rows.last else { return false }
    if aim.index > last.index {
      return aim.keepsRowsAbove && aim.index - last.index <= rows.count
    }
    if aim.index < first.index {
      return aim.keepsRowsBelow && first.index - aim.index <= rows.count
    }
    return true
  }
}
