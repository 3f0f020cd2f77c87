/// Decides which rows are live and where, one step at a time.
///
/// A pass is `begin`, then `next()` until it answers `.finished`; after `.realize` and `.measure`
/// the caller says what came of it with `realized` or `measured`. The machine knows no cells, no
/// data source and no host, so it can be driven by numbers alone.
///
/// *Window coordinates* are content coordinates less `shift`. Rows keep their window coordinates
/// while they live; what is learned about rows above them goes into `shift`. So nothing that is on
/// screen can move, and the scroll offset (`viewTop + shift`) follows.
///
/// *Fronts* are the two ends of what is settled: rows from `frontIndex` up to `backIndex` are live
/// and in place, or known to have no extent. A pass that follows a change begins at the anchor with
/// nothing settled; live rows beyond the fronts are *pending*, and are settled as the fronts reach
/// them. So a row that is live is never made anew, whatever happened around it.
final class WindowMachine {
  enum Action: Equatable {
    /// Row `index` gets a cell and an extent.
    case realize(index: Int, atFront: Bool)
    /// The cell of the live row at `position` is measured again.
    case measure(position: Int)
    /// The first live row has left; it is no longer among `rows`.
    case recycleFirst
    /// The last live row has left; it is no longer among `rows`.
    case recycleLast
    /// The pass is over, but elements are missing: it made as many as it may.
    case limitReached
    /// The pass was stopped from outside.
    case stopped
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

  /// Where that was when rows were shown last, in a frame without a pass as well.
  var settledTop = FixedLength.zero

  var frontIndex = 0
  var frontTop = FixedLength.zero
  var backIndex = 0
  var backTop = FixedLength.zero
  /// How many live rows above the front, and below the back, are not settled.
  var pendingBefore = 0
  var pendingAfter = 0

  /// What the reader looks at, held while rows change or are gone; `nil` when nothing changed.
  var anchor: Anchor?
  /// Whether extents above the window changed in a way that only the layout's sums can tell.
  var isShiftStale = false
  /// Whether the last pass stopped at its bound without a live row, and its fronts may be gone on
  /// from.
  var isFrontHeld = false

  /// An item to bring to a place in the viewport; set before a pass, `nil` once it is there.
  var aim: Aim?
  /// How far beyond the legal range the host has scrolled and may stay.
  var overscrollBefore = FixedLength.zero
  var overscrollAfter = FixedLength.zero
  /// The end that the host has scrolled to, as it knew the content.
  var goal: Goal?
  /// What a far offset named before extents changed, in this pass.
  var target: (index: Int, distance: FixedLength)?

  enum Goal {
    case start, end
  }

  // State of the running pass.
  /// Where the bottom edge of the anchor stood, until the anchor is settled.
  var heldBottom: FixedLength?
  var isSeeded = false
  var seedOffset: FixedLength?
  private var viewExtent = FixedLength.zero
  var elements = 0
  private(set) var isStopped = false
  /// Whether the offset was derived in this pass rather than taken from the host.
  private(set) var isOffsetDerived = false
  /// Whether the view was moved and may have left what is settled.
  private var mayBeFar = false

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
  /// `viewTop` is where the host wants the view among the rows that it knows; what has changed above
  /// them since goes along.
  ///
  /// - Parameter extent: The distance of the viewport's edges, each rounded outward.
  func begin(extent: FixedLength) {
    elements = 0
    isStopped = false
    isOffsetDerived = false
    mayBeFar = false
    viewExtent = extent
    seedOffset = nil
    let isFrontKept = isFrontHeld && !isShiftStale && rows.isEmpty
    isFrontHeld = false
    if isShiftStale { refreshShift() }
    let wanted = wantedOffset()
    if let aim {
      holdAimed(aim)
    } else {
      isSeeded = isNear(wanted)
      if !isSeeded { seedOffset = wanted }
    }
    if let anchor {
      self.anchor = nil
      if isSeeded, !(isFrontKept && aim == nil) { unsettle(from: anchor) }
    }
  }

  /// Ends a pass with the viewport's edges as they are now.
  ///
  /// - Parameter isHidden: Whether nothing could be shown: then the way from what was shown last
  ///   goes on.
  func settle(offset: FixedLength, extent: FixedLength, isHidden: Bool = false) {
    viewTop = offset - shift
    viewExtent = extent
    if !isHidden { settledTop = viewTop }
  }

  /// Lets no more rows enter in this pass.
  func stop() {
    isStopped = true
    aim = nil
  }

  /// Decides the next step.
  func next() -> Action {
    while true {
      if let action = recycleStrays() { return action }
      if !isSeeded, !seed() {
        if clampOffset() { continue }
        return .finished
      }
      if isStopped { return .stopped }
      if elements >= WindowMachine.elementLimit { return .limitReached }
      if let aim {
        if let action = approach(aim) { return action }
        continue
      }
      if let action = fillBack() ?? fillFront() { return action }
      if elements >= WindowMachine.elementLimit { continue }
      if clampOffset() { continue }
      // Only now is it sure that the view will not come to them, and that they must go.
      if pendingAfter > 0 { return recycleLast() }
      if pendingBefore > 0 { return recycleFirst() }
      // A live row may have been settled outside the window, where the host is far beyond an end.
      return recycleStrays() ?? .finished
    }
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
    rejoin()
    return true
  }

  /// Moves the view on the engine's own account.
  func derive(top: FixedLength) {
    viewTop = top
    isOffsetDerived = true
    mayBeFar = true
  }

  /// After the view has moved: where the fronts are far away, begins anew at the view, as filling
  /// up to it would make every row on the way.
  func rejoin() {
    guard mayBeFar else { return }
    mayBeFar = false
    guard frontTop - geometry.viewport > windowBottom || backTop + geometry.viewport < windowTop,
      let place = placeToBegin()
    else { return }
    unsettle(from: Anchor(index: place.index, top: place.start - shift, bottom: nil))
  }
}
