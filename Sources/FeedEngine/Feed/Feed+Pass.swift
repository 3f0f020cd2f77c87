/// One pass: take in what was set, let rows leave, let rows enter, keep still, report.
extension Feed {
  /// Whether ``layoutIfNeeded()`` has something to do.
  public var needsLayout: Bool {
    hasPendingWork || isIncomplete || isViewportMoved || !queuedCalls.isEmpty
  }

  /// Brings cells, frames and offset in line with everything that was set; the only place where
  /// anything moves.
  ///
  /// Called from a callback it does nothing: the pass that runs is followed by another when the
  /// callback changed something, up to ``passLimit`` of them.
  ///
  /// - Complexity: O(1) when only the offset changed and no row enters, leaves or becomes visible;
  ///   else O(rows that enter or leave + log n). No part depends on the number of items. At most
  ///   512 rows enter in a pass; the rest follows at the next call.
  public func layoutIfNeeded() {
    guard !isInPass else { return }
    if !hasPendingWork && !isIncomplete && queuedCalls.isEmpty {
      guard isViewportMoved else { return }
      isViewportMoved = false
      if quiet.contains(top: topEdge, bottom: bottomEdge) {
        laidOutOffset = offset
        machine.settledTop = topEdge - machine.shift
        framesSincePlan &+= 1
        return
      }
    }
    var passes = 0
    repeat {
      runPass()
      runQueuedCalls()
      passes += 1
    } while hasPendingWork && passes < Feed.passLimit
    if hasPendingWork || !queuedCalls.isEmpty { record(.layoutDidNotSettle(passes: passes)) }
  }

  /// How many passes one ``layoutIfNeeded()`` runs at most when callbacks keep changing the feed.
  public static let passLimit = 8

  /// The viewport's top edge, rounded outward.
  var topEdge: FixedLength { FixedLength(flooring: offset) ?? .zero }

  /// The viewport's bottom edge, rounded outward. Edges are exclusive, so a row that only touches
  /// is not visible.
  var bottomEdge: FixedLength {
    -(FixedLength(flooring: -(offset + size.height)) ?? .zero)
  }

  private func runPass() {
    isInPass = true
    let isOnlyScrolled = !hasPendingWork && !isIncomplete
    hasPendingWork = false
    isIncomplete = false
    isViewportMoved = false
    let hostOffset = offset
    // A weak reference is loaded once: each use of one costs as much as a row's measure.
    let delegate = ownDelegate
    toldDelegate = delegateNumber
    isPassHidden = isViewportEmpty
    if !isOnlyScrolled || !takeInScrollOnly() { takeIn(telling: delegate) }
    if isPassHidden {
      hide(telling: delegate)
    } else {
      fillWindow(telling: delegate)
    }
    finish(hostOffset: hostOffset, telling: delegate)
    leavePass()
  }

  var isViewportEmpty: Bool {
    size.height <= 0 || size.width - insets.left - insets.right <= 0
  }

  /// Takes in what callbacks have asked for meanwhile.
  func leavePass() {
    isInPass = false
    if let newSize = pendingSize {
      pendingSize = nil
      size = newSize
    }
    if let newOffset = pendingOffset {
      pendingOffset = nil
      guard newOffset != offset else { return }
      offset = newOffset
      isViewportMoved = true
    }
  }

  private func hide(telling delegate: (any FeedDelegate)?) {
    machine.forgetStaleExtents()
    recycleAllCells(telling: delegate)
  }

  // MARK: Rows

  private func fillWindow(telling delegate: (any FeedDelegate)?) {
    if machine.anchor != nil || machine.aim != nil { isEveryPlacementStale = true }
    machine.begin(extent: bottomEdge - topEdge)
    // Frames in which rows only leave never load the data source.
    guard var wanted = advance(telling: delegate) else { return }
    guard let source = isStale ? nil : ownDataSource else {
      if !isStale { record(.dataSourceMissing) }
      return abandonRows(telling: delegate)
    }
    while true {
      realize(wanted.index, atFront: wanted.atFront, from: source, delegate: delegate)
      guard let next = advance(telling: delegate) else { return }
      wanted = next
    }
  }

  /// Ends a pass that cannot have cells: what is in place stays.
  private func abandonRows(telling delegate: (any FeedDelegate)?) {
    machine.stop()
    while advance(telling: delegate) != nil {}
  }

  /// Carries out steps until a row wants a cell.
  ///
  /// - Returns: That row, or `nil` when the pass is over.
  private func advance(telling delegate: (any FeedDelegate)?) -> (index: Int, atFront: Bool)? {
    while true {
      switch machine.next() {
      case .recycleFirst:
        if let record = cells.popFirst() { recycle(record, telling: delegate) }
      case .recycleLast:
        if let record = cells.popLast() { recycle(record, telling: delegate) }
      case .measure(let position):
        remeasure(position, asking: delegate)
      case .realize(let index, let atFront):
        return (index, atFront)
      case .limitReached:
        record(.elementLimitReached(limit: WindowMachine.elementLimit))
        isIncomplete = true
        machine.holdFront()
        return nil
      case .stopped, .finished:
        return nil
      }
    }
  }

  private func realize(
    _ index: Int, atFront: Bool, from source: any FeedDataSource, delegate: (any FeedDelegate)?
  ) {
    let path = FeedIndexPath(item: index, section: 0)
    let known = knownExtent(at: path, from: delegate)
    if let known, !machine.isLive(extent: known, atFront: atFront) {
      // Nothing to show: no cell is asked for.
      let (extent, change) = store(known, at: path)
      _ = machine.realized(extent: extent, change: change, atFront: atFront)
      return
    }
    let record = requestCell(at: path, from: source, delegate: delegate)
    let (extent, change) = store(known ?? measure(record), at: path)
    let position = machine.entryPosition(atFront: atFront)
    guard machine.realized(extent: extent, change: change, atFront: atFront) else {
      return recycle(record, telling: delegate)
    }
    cells.insert(record, at: position)
    noteEntered(record)
  }

  func noteEntered(_ record: CellRecord) {
    guard !record.isListed else { return }
    record.isListed = true
    entered.append(record)
  }

  private func remeasure(_ position: Int, asking delegate: (any FeedDelegate)?) {
    if cells[position].renewal != .none { renew(position, telling: delegate) }
    let record = cells[position]
    let known = knownExtent(at: record.path, from: delegate)
    let (extent, change) = store(known ?? measure(record), at: record.path)
    machine.measured(position: position, extent: extent, change: change)
  }

  /// The extent that is known without measuring, or `nil`.
  private func knownExtent(
    at path: FeedIndexPath, from delegate: (any FeedDelegate)?
  ) -> FixedLength? {
    if list.isFixed { return list.extent(at: path.item) }
    guard let points = delegate?.extentForItem(at: path, in: self) else { return nil }
    if let extent = FixedLength(ceiling: points) { return extent }
    record(.invalidExtent(path: path, points: points))
    return nil
  }

  private func measure(_ cell: CellRecord) -> FixedLength? {
    if pool.isBlank(cell) { return nil }
    let points = cell.cell.size(fitting: SizeProposal(width: rowWidth, height: nil)).height
    pool.noteMeasured(cell)
    if let extent = FixedLength(ceiling: points) {
      if isLearning, !list.isMeasured(cell.path.item) { learner.take(extent) }
      return extent
    }
    record(.invalidExtent(path: cell.path, points: points))
    return nil
  }

  /// Records an extent, if there is one and it is new.
  ///
  /// - Returns: The extent that holds now, and by how much it is more than before.
  func store(
    _ extent: FixedLength?, at path: FeedIndexPath
  ) -> (extent: FixedLength, change: FixedLength) {
    if let extent, !list.isFixed || extent != list.extent(at: path.item) {
      do throws(ExtentError) {
        return (extent, try list.setExtent(extent, at: path.item))
      } catch {
        record(.contentTooLong)
      }
    }
    return (list.extent(at: path.item), .zero)
  }
}
