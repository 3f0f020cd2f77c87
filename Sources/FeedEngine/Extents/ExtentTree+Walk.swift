/// A piece with the index and the offset of its start.
struct ExtentSpot {
  var node: ExtentNode?
  var slot: Int
  var start: Int64
  var offset: Int64
  var entry: ExtentEntry

  var end: Int64 { start &+ entry.count }

  @inline(__always)
  func endOffset(_ estimate: Int64) -> Int64 {
    offset &+ entry.sum &+ entry.unmeasured &* estimate
  }
}

extension ExtentTree {
  /// Calls a function for consecutive items.
  ///
  /// - Parameters:
  ///   - index: The first item, within `0...count`.
  ///   - body: Takes the index, the offset, the extent, and whether it is measured; returns whether
  ///     to go on. It may change the tree: the walk continues at the next index.
  /// - Precondition: `index` lies within `0...count`.
  /// - Complexity: O(log p) for the first, where p is the number of pieces, then O(1) an item.
  public func forEachExtent(
    from index: Int,
    _ body: (
      _ index: Int, _ offset: FixedLength, _ extent: FixedLength, _ isMeasured: Bool
    ) -> Bool
  ) {
    var index = Int64(index)
    precondition(index >= 0 && index <= items, "Index out of range")
    while index < items {
      let seen = generation
      var spot = spot(containing: index)
      while generation == seen {
        guard walk(spot, &index, body) else { return }
        if index >= items { return }
        if generation == seen { spot = next(spot) }
      }
    }
  }

  /// Visits the items of a piece from `index` on, until the tree changes.
  ///
  /// - Returns: Whether to go on.
  private func walk(
    _ spot: ExtentSpot, _ index: inout Int64,
    _ body: (Int, FixedLength, FixedLength, Bool) -> Bool
  ) -> Bool {
    let seen = generation
    let piece = spot.entry
    var item = index &- spot.start
    var offset = spot.offset &+ offsetInPiece(piece, item, estimateUnits)
    while item < piece.count {
      let measured = measuredInPiece(piece, item)
      let extent = measured < 0 ? estimateUnits : measured
      let goesOn = body(
        Int(truncatingIfNeeded: index), FixedLength(rawValue: offset),
        FixedLength(rawValue: extent), measured >= 0)
      index &+= 1
      if !goesOn { return false }
      if generation != seen { return true }
      offset &+= extent
      item &+= 1
    }
    return true
  }

  /// The piece that holds an item.
  func spot(containing index: Int64) -> ExtentSpot {
    if root == ExtentEntry.none { return wholeRun }
    let estimate = estimateUnits
    var handle = root
    var start: Int64 = 0
    var offset: Int64 = 0
    var level = depth
    while true {
      let node = node(handle)
      let slot = node.slot(containing: index &- start)
      start &+= node.start(slot)
      offset &+= node.offset(slot, estimate)
      level &-= 1
      if level == 0 {
        return ExtentSpot(
          node: node, slot: slot, start: start, offset: offset, entry: node.entry(slot))
      }
      handle = node.child(slot)
    }
  }

  /// The piece with a length that contains an offset.
  func spot(at target: Int64) -> ExtentSpot {
    if root == ExtentEntry.none { return wholeRun }
    let estimate = estimateUnits
    var handle = root
    var start: Int64 = 0
    var offset: Int64 = 0
    var level = depth
    while true {
      let node = node(handle)
      let slot = node.slot(at: target &- offset, estimate)
      start &+= node.start(slot)
      offset &+= node.offset(slot, estimate)
      level &-= 1
      if level == 0 {
        return ExtentSpot(
          node: node, slot: slot, start: start, offset: offset, entry: node.entry(slot))
      }
      handle = node.child(slot)
    }
  }

  /// The piece behind another that is not the last.
  func next(_ spot: ExtentSpot) -> ExtentSpot {
    guard let node = spot.node, spot.slot &+ 1 < node.count else {
      return self.spot(containing: spot.end)
    }
    return ExtentSpot(
      node: node, slot: spot.slot &+ 1, start: spot.end,
      offset: spot.endOffset(estimateUnits), entry: node.entry(spot.slot &+ 1))
  }

  /// The piece before another that is not the first.
  func previous(_ spot: ExtentSpot) -> ExtentSpot {
    guard let node = spot.node, spot.slot > 0 else {
      return self.spot(containing: spot.start &- 1)
    }
    let entry = node.entry(spot.slot &- 1)
    let length = entry.sum &+ entry.unmeasured &* estimateUnits
    return ExtentSpot(
      node: node, slot: spot.slot &- 1, start: spot.start &- entry.count,
      offset: spot.offset &- length, entry: entry)
  }

  private var wholeRun: ExtentSpot {
    ExtentSpot(node: nil, slot: 0, start: 0, offset: 0, entry: .run(items))
  }
}
