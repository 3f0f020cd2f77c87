/// What can be asked between passes. Answers are those of the last pass.
extension Feed {
  /// The number of items of a section; 0 for a section that does not exist.
  public func numberOfItems(inSection section: Int) -> Int {
    section == 0 ? list.count : 0
  }

  /// The length of the content in points, insets not included; exact for what was measured,
  /// estimated for the rest. See ``isContentLengthFrozen``.
  public var contentLength: Double { (frozenLength ?? list.length).points }

  /// The smallest legal offset in points: minus the top inset.
  public var minimumOffset: Double { machine.minimumOffset.points }

  /// The largest legal offset in points: where the content ends at the bottom inset.
  public var maximumOffset: Double { machine.maximumOffset.points }

  /// The items of which a part lies between the viewport's edges; upper bound exclusive. Rows that
  /// only touch an edge and rows in the overscan are not among them. Empty at item 0 if none is.
  public var visibleRange: Range<FeedIndexPath> { FeedIndexPath.range(visibleItems) }

  /// The items that lie between the viewport's edges as a whole; upper bound exclusive.
  ///
  /// - Complexity: O(visible rows).
  public var fullyVisibleRange: Range<FeedIndexPath> {
    var whole: Range<Int>?
    for position in 0..<machine.rows.count {
      let row = machine.rows[position]
      guard (row.top + machine.shift).points >= laidOutOffset,
        (row.bottom + machine.shift).points <= laidOutOffset + laidOutHeight
      else { continue }
      whole = (whole?.lowerBound ?? row.index)..<row.index + 1
    }
    return FeedIndexPath.range(whole ?? 0..<0)
  }

  /// The cell that shows an item, or `nil` when the item has none.
  ///
  /// - Complexity: O(log live cells).
  public func cell(at path: FeedIndexPath) -> (any FeedCell)? {
    liveRecord(at: path)?.cell
  }

  /// The item that a cell shows, or `nil` when it shows none of this feed's.
  ///
  /// - Complexity: O(live cells).
  public func indexPath(for cell: any FeedCell) -> FeedIndexPath? {
    for position in 0..<cells.count where cells[position].cell === cell {
      return cells[position].path
    }
    return nil
  }

  /// The item at an offset in points of content; in the spacing between two items the upper one.
  /// `nil` outside the content.
  ///
  /// - Complexity: O(log n).
  public func indexPath(atOffset offset: Double) -> FeedIndexPath? {
    guard let place = FixedLength(flooring: offset).flatMap({ list.locate($0) }) else { return nil }
    return FeedIndexPath(item: place.index, section: 0)
  }

  /// The frame of an item in points of content, exact or estimated; `nil` when there is no such
  /// item.
  ///
  /// - Complexity: O(log n).
  public func frame(at path: FeedIndexPath) -> FeedRect? {
    guard contains(path) else { return nil }
    return FeedRect(
      x: rowX, y: list.start(of: path.item).points, width: rowWidth ?? 0,
      height: list.extent(at: path.item).points)
  }

  /// Where placements count from, in points of content: on screen a cell stands at
  /// `frame.y + origin - viewport.offset`. See ``FeedReport/origin``.
  public var origin: Double { placementOrigin }

  /// The live cells and their frames in order of path, overscan included; for hosts that draw anew
  /// each frame.
  ///
  /// - Complexity: O(live cells) in the first call after a pass that changed something.
  public var liveCells: PlacementList {
    if isLiveListStale {
      isLiveListStale = false
      livePlacements.removeAll()
      for position in 0..<cells.count {
        livePlacements.append(
          Placement(
            cell: cells[position].cell, indexPath: cells[position].path,
            frame: frame(ofRowAt: position)))
      }
    }
    return PlacementList(livePlacements)
  }

  /// The bytes that hold extents; what was never measured takes none.
  public var extentMemory: Int { list.memoryFootprint }

  /// The number of items whose extent was measured or set and not forgotten.
  public var measuredItemCount: Int { list.measuredCount }

  /// Says what is wrong inside, or `nil`; for tests, after a pass.
  func checkInvariants() -> String? {
    if cells.count != machine.rows.count { return "\(cells.count) cells" }
    for position in 0..<cells.count {
      let (record, row) = (cells[position], machine.rows[position])
      if record.path.item != row.index { return "cell of \(record.path) in row \(row.index)" }
      if !record.isLive { return "cell of \(record.path) is pooled" }
    }
    return machine.checkInvariants() ?? pool.checkInvariants()
  }
}
