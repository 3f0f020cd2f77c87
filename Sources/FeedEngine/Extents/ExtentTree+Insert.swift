extension ExtentTree {
  /// Inserts unmeasured items.
  ///
  /// - Parameters:
  ///   - added: The number of items.
  ///   - index: The index of the first of them afterwards, within `0...count`.
  /// - Throws: ``ExtentError/indexOutOfRange(index:count:)``,
  ///   ``ExtentError/rangeOutOfRange(lower:upper:count:)`` for a negative number,
  ///   ``ExtentError/tooManyItems(requested:)`` or ``ExtentError/contentTooLong``; then nothing
  ///   changes.
  /// - Complexity: O(log p), where p is the number of pieces, whatever the number of items.
  public func insert(count added: Int, at index: Int) throws(ExtentError) {
    try checkInsertion(of: added, at: index)
    let unmeasured = items - measuredItems + Int64(added)
    guard ExtentTree.fits(sum: measuredSum, unmeasured: unmeasured, estimate: estimateUnits)
    else { throw .contentTooLong }
    if added == 0 { return }
    generation &+= 1
    if root == ExtentEntry.none {
      items += Int64(added)
    } else {
      memory.reserve(forMeasuring: added)
      insertRun(Int64(added), at: Int64(index))
    }
  }

  /// Inserts measured items; into an empty tree this builds it at once.
  ///
  /// - Parameters:
  ///   - extents: The extents of the items, zero included.
  ///   - index: The index of the first of them afterwards, within `0...count`.
  /// - Throws: ``ExtentError/indexOutOfRange(index:count:)``,
  ///   ``ExtentError/tooManyItems(requested:)``, ``ExtentError/invalidExtent`` for a negative
  ///   extent, or ``ExtentError/contentTooLong``; then nothing changes.
  /// - Complexity: O(k + log p), where k is the number of new items and p that of pieces.
  public func insert(_ extents: [FixedLength], at index: Int) throws(ExtentError) {
    try checkInsertion(of: extents.count, at: index)
    let sum = try checkedSum(extents)
    if extents.isEmpty { return }
    generation &+= 1
    if extents.count == 1, root != ExtentEntry.none, sum < capacities.giant {
      insertOne(sum, at: Int64(index))
    } else {
      insertPieces(of: extents, sum: sum, at: Int64(index))
    }
  }

  private func checkedSum(_ extents: [FixedLength]) throws(ExtentError) -> Int64 {
    var sum: Int64 = 0
    var bits: Int64 = 0
    for extent in extents {
      sum &+= extent.rawValue
      bits |= extent.rawValue
    }
    guard bits >= 0 else { throw .invalidExtent }
    let room = FixedLength.max.rawValue - totalUnits
    if bits >> 31 != 0 {
      // The sum may have overflowed: 2^32 numbers of 31 bits would not.
      sum = 0
      for extent in extents {
        guard extent.rawValue <= room - sum else { throw .contentTooLong }
        sum += extent.rawValue
      }
    }
    guard sum <= room else { throw .contentTooLong }
    return sum
  }

  private func checkInsertion(of added: Int, at index: Int) throws(ExtentError) {
    guard index >= 0, index <= count else {
      throw .indexOutOfRange(index: index, count: count)
    }
    guard added >= 0 else {
      throw .rangeOutOfRange(lower: index, upper: index + added, count: count)
    }
    guard Int64(added) <= ExtentTree.maxCount - items else {
      throw .tooManyItems(requested: count.addingClamped(added))
    }
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? Int.max : sum
  }
}

extension ExtentTree {
  /// The piece before which, in which or behind which to insert.
  private func placeForInsertion(at index: Int64) -> ExtentPlace {
    place(of: index == items ? index - 1 : index)
  }

  /// The piece before another in the same node; the path leads to it.
  private func placeBefore(_ place: ExtentPlace) -> ExtentPlace {
    let slot = place.slot - 1
    memory.setPath(depth - 1, slot: slot)
    let entry = place.node.entry(slot)
    return ExtentPlace(
      node: place.node, slot: slot, start: place.start - entry.count, entry: entry)
  }

  /// Inserts one piece at an index where a piece starts or all end, on the path of `place`.
  private func insertPiece(_ piece: ExtentEntry, at index: Int64, _ place: ExtentPlace) {
    memory.front.removeAll()
    memory.front.append(piece)
    replace(index == place.start ? place.slot : place.slot + 1, removing: 0)
    count(ExtentDelta(count: piece.count, unmeasured: piece.unmeasured, sum: piece.sum))
  }

  /// Inserts unmeasured items into a tree that has nodes.
  func insertRun(_ added: Int64, at index: Int64) {
    var place = placeForInsertion(at: index)
    if index == place.start, place.slot > 0, !widens(place.entry, by: added),
      widens(place.node.entry(place.slot - 1), by: added)
    {
      place = placeBefore(place)
    }
    var piece = place.entry
    let item = index - place.start
    let isInside = item > 0 && item < piece.count
    if isInside, piece.isDense, piece.count <= Int64(capacities.sparse),
      piece.count + added <= capacities.sparseSpan
    {
      sparse(piece.child).becomeSparse()
      piece.unmeasured = added
    }
    if piece.isRun || (piece.isSparse && piece.count + added <= capacities.sparseSpan) {
      if piece.isSparse {
        sparse(piece.child).insert(added, at: item)
        noteWrite()
      }
      change(ExtentDelta(count: added, unmeasured: added))
      return
    }
    if isInside {
      divide(at: index)
      place = self.place(of: index)
    }
    insertPiece(.run(added), at: index, place)
  }

  private func widens(_ piece: ExtentEntry, by added: Int64) -> Bool {
    piece.isRun || (piece.isSparse && piece.count + added <= capacities.sparseSpan)
  }

  private func hasRoom(_ piece: ExtentEntry) -> Bool {
    if piece.isDense { return piece.count < Int64(capacities.dense) }
    return piece.isSparse && piece.measured < Int64(capacities.sparse)
      && piece.count < capacities.sparseSpan
  }

  /// Inserts one measured item, no giant, into a tree that has nodes.
  private func insertOne(_ units: Int64, at index: Int64) {
    while true {
      var place = placeForInsertion(at: index)
      if index == place.start, place.slot > 0, !hasRoom(place.entry),
        hasRoom(place.node.entry(place.slot - 1))
      {
        place = placeBefore(place)
      }
      let piece = place.entry
      let item = index - place.start
      if hasRoom(piece) {
        insertOne(units, at: item, in: piece)
        return
      }
      if item == 0 || item == piece.count {
        insertPiece(
          ExtentEntry(child: makeDense(units), count: 1, unmeasured: 0, sum: units), at: index,
          place)
        return
      }
      if piece.isRun && piece.count < capacities.sparseSpan {
        place.node.setChild(place.slot, makeSparse(count: piece.count + 1, units, at: item))
        change(ExtentDelta(count: 1, sum: units))
        return
      }
      divide(at: piece.isDense ? place.start + piece.count / 2 : index)
    }
  }

  private func insertOne(_ units: Int64, at item: Int64, in piece: ExtentEntry) {
    if piece.isDense {
      dense(piece.child).insert(units, at: Int(item))
    } else {
      let leaf = sparse(piece.child)
      leaf.insert(1, at: item)
      leaf.measure(units, at: item, rank: leaf.rank(below: item))
    }
    noteWrite()
    change(ExtentDelta(count: 1, sum: units))
  }

  private func insertPieces(of extents: [FixedLength], sum: Int64, at index: Int64) {
    if root == ExtentEntry.none { plantForInsertion() }
    let slot = slotForPieces(at: index)
    memory.front.removeAll()
    appendPieces(of: extents)
    replace(slot, removing: 0)
    memory.front.trim()
    memory.back.trim()
    let added = Int64(extents.count)
    count(ExtentDelta(count: added, sum: sum))
    mend(at: index + added)
    mend(at: index)
  }

  private func plantForInsertion() {
    if items > 0 {
      plant()
    } else {
      root = memory.nodes.allocate()
      depth = 1
      node(root).clear()
      memory.setPath(0, node: root)
    }
  }

  /// The entry before which pieces go in at an index where a piece starts or all end.
  func slotForPieces(at index: Int64) -> Int {
    if items == 0 { return 0 }
    divide(at: index)
    let place = placeForInsertion(at: index)
    return index == place.start ? place.slot : place.slot + 1
  }

  /// Builds leaves and giants and puts their entries behind the front list.
  private func appendPieces(of extents: [FixedLength]) {
    var first = 0
    while first < extents.count {
      var end = min(first + capacities.bulkDense, extents.count)
      for index in first..<end where extents[index].rawValue >= capacities.giant {
        end = index
        break
      }
      if first == end {
        memory.front.append(.giant(extents[first].rawValue))
        first += 1
        continue
      }
      let handle = memory.leaves.allocate()
      let leaf = dense(handle)
      leaf.fill(extents, first..<end)
      noteWrite()
      let count = end - first
      memory.front.append(
        ExtentEntry(
          child: handle, count: Int64(count), unmeasured: 0, sum: leaf.offset(count)))
      first = end
    }
  }
}
