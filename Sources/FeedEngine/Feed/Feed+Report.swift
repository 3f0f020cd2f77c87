/// The end of a pass: what came of it goes to delegate and host.
extension Feed {
  func finish(hostOffset: Double, telling delegate: (any FeedDelegate)?) {
    settleOffset()
    laidOutOffset = offset
    laidOutHeight = size.height
    updateOrigin()
    isLiveListStale = true
    livePlacements.removeAll()
    machine.settle(
      offset: topEdge, extent: bottomEdge - topEdge, isHidden: isPassHidden)
    let positions = isPassHidden ? 0..<0 : machine.visiblePositions()
    quiet = isIncomplete ? .nothing : machine.quietRange(visible: positions)
    limitQuietRange()
    let isRangeNew = updateVisibleItems(positions)
    reportedHost = hostNumber
    if let host = ownHost {
      let isEntryOnly = !reportMoved()
      announceEntered(to: delegate, isReported: isEntryOnly)
      reportLeft()
      report.values = FeedReport.Values(
        origin: placementOrigin, offset: offset, offsetCorrection: offset - hostOffset,
        contentLength: contentLength, visibleItems: visibleItems)
      host.apply(report, from: self)
      report.clear()
    } else {
      announceEntered(to: delegate, isReported: false)
      while let record = left.popLast() { record.attachedHost = 0 }
    }
    if isRangeNew { delegate?.visibleRangeDidChange(visibleRange, in: self) }
    runPrefetch()
    runTriggers()
  }

  /// Takes over the machine's offset: as a correction in whole units, so that the fraction that the
  /// host has set survives, or exactly where the engine chose the place.
  private func settleOffset() {
    guard !isPassHidden else { return }
    let change = machine.offset - topEdge
    guard change != .zero else { return }
    if machine.isOffsetDerived {
      offset = machine.offset.points
    } else {
      offset += change.points
      plannedTop += change
      // Named by a callback that did not know of the correction yet.
      if let wanted = pendingOffset { pendingOffset = wanted + change.points }
    }
  }

  /// Tells the delegate of the cells that began to show an item and, where they are all that the
  /// host must know, puts them into the report.
  private func announceEntered(to delegate: (any FeedDelegate)?, isReported: Bool) {
    while let record = entered.popFirst() {
      if let position = machine.position(of: record.path.item), cells[position] === record {
        if isReported { reportPlacement(record, at: position) }
        if record.announcedDelegate == 0 {
          record.announcedDelegate = toldDelegate
          delegate?.willDisplay(record.cell, at: record.path, in: self)
        }
      }
      record.isListed = false
    }
  }

  private func updateVisibleItems(_ positions: Range<Int>) -> Bool {
    let items =
      positions.isEmpty
      ? 0..<0
      : machine.rows[positions.lowerBound].index..<machine.rows[positions.upperBound - 1].index + 1
    visibleItems = items
    guard items != announcedItems else { return false }
    announcedItems = items
    return true
  }

  // MARK: Host

  /// Puts every live cell into the report, if all may have moved.
  private func reportMoved() -> Bool {
    if machine.shift != reportedShift {
      reportedShift = machine.shift
      isEveryPlacementStale = true
    }
    guard isEveryPlacementStale else { return false }
    isEveryPlacementStale = false
    for position in 0..<cells.count { reportPlacement(cells[position], at: position) }
    return true
  }

  private func reportLeft() {
    while let record = left.popLast() {
      guard !record.isLive else { continue }
      let isShown = record.attachedHost == reportedHost
      record.attachedHost = 0
      guard isShown else { continue }
      report.detachedPlacements.append(
        Placement(cell: record.cell, indexPath: record.path, frame: record.frame))
    }
  }

  private func reportPlacement(_ record: CellRecord, at position: Int) {
    let frame = frame(ofRowAt: position)
    let placement = Placement(cell: record.cell, indexPath: record.path, frame: frame)
    if record.attachedHost != reportedHost {
      record.attachedHost = reportedHost
      report.attachedPlacements.append(placement)
    } else if record.frame != frame || record.reportedItem != record.path.item || record.isListed {
      report.placedPlacements.append(placement)
    }
    record.frame = frame
    record.reportedItem = record.path.item
  }

  func frame(ofRowAt position: Int) -> FeedRect {
    let row = machine.rows[position]
    return FeedRect(
      x: rowX, y: (row.top + machine.shift).points - placementOrigin, width: rowWidth ?? 0,
      height: row.extent.points)
  }

  /// How far from the origin a placement may be, in points: a `Float` still tells 1/8 point there.
  static let originRange = 0x1p20

  private func updateOrigin() {
    guard abs(offset - placementOrigin) > Feed.originRange else { return }
    // Whole points, by the unit's own rounding: `rounded()` would want a mathematics library.
    placementOrigin = Double(topEdge.rawValue / 1024)
    isEveryPlacementStale = true
  }
}
