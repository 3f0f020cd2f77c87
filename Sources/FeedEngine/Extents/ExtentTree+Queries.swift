extension ExtentTree {
  /// The offset at which an item starts.
  ///
  /// - Parameter index: An index from 0 to ``count``; the offset of ``count`` is ``total``.
  /// - Returns: The sum of the extents of all items before `index`.
  /// - Precondition: `index` lies within `0...count`.
  /// - Complexity: O(log p), where p is the number of pieces; O(1) while nothing is measured.
  public func offset(of index: Int) -> FixedLength {
    let index = Int64(index)
    precondition(index >= 0 && index <= items, "Index out of range")
    if index == items { return total }
    if root == ExtentEntry.none { return FixedLength(rawValue: index &* estimateUnits) }
    let estimate = estimateUnits
    var handle = root
    var local = index
    var offset: Int64 = 0
    var level = depth
    while true {
      let node = node(handle)
      let slot = node.slot(containing: local)
      local &-= node.start(slot)
      offset &+= node.offset(slot, estimate)
      level &-= 1
      if level == 0 {
        return FixedLength(
          rawValue: offset &+ offsetInPiece(node.entry(slot), local, estimate))
      }
      handle = node.child(slot)
    }
  }

  /// The item at an offset.
  ///
  /// - Parameter offset: A distance from the start of item 0.
  /// - Returns: The item whose extent contains `offset`, at or after its start and before its end,
  ///   and the distance of `offset` from its start. Items without an extent are never found.
  ///   `nil` before the first item and from ``total`` on.
  /// - Complexity: O(log p), where p is the number of pieces; O(1) while nothing is measured.
  public func locate(_ offset: FixedLength) -> (index: Int, distance: FixedLength)? {
    var target = offset.rawValue
    guard target >= 0, target < totalUnits else { return nil }
    let estimate = estimateUnits
    var index: Int64 = 0
    if root == ExtentEntry.none {
      let (item, distance) = target.quotientAndRemainder(dividingBy: estimate)
      return (Int(truncatingIfNeeded: item), FixedLength(rawValue: distance))
    }
    var handle = root
    var level = depth
    while true {
      let node = node(handle)
      let slot = node.slot(at: target, estimate)
      index &+= node.start(slot)
      target &-= node.offset(slot, estimate)
      level &-= 1
      if level == 0 {
        let (item, distance) = locateInPiece(node.entry(slot), target, estimate)
        return (Int(truncatingIfNeeded: index &+ item), FixedLength(rawValue: distance))
      }
      handle = node.child(slot)
    }
  }

  /// The extent of an item: the measured one, else the estimate.
  ///
  /// - Precondition: `index` lies within `0..<count`.
  /// - Complexity: O(log p), where p is the number of pieces; O(1) near the item asked about or
  ///   changed last.
  public func extent(at index: Int) -> FixedLength {
    let units = measuredUnits(at: index)
    return FixedLength(rawValue: units < 0 ? estimateUnits : units)
  }

  /// Whether an item has an extent of its own; a measured zero counts.
  ///
  /// - Precondition: `index` lies within `0..<count`.
  /// - Complexity: As ``extent(at:)``.
  public func isMeasured(_ index: Int) -> Bool {
    measuredUnits(at: index) >= 0
  }

  /// The measured extent of an item, `nil` when it is unmeasured.
  ///
  /// - Precondition: `index` lies within `0..<count`.
  /// - Complexity: As ``extent(at:)``.
  public func measuredExtent(at index: Int) -> FixedLength? {
    let units = measuredUnits(at: index)
    return units < 0 ? nil : FixedLength(rawValue: units)
  }

  /// The measured extent of an item, -1 when it is unmeasured.
  @inline(__always)
  private func measuredUnits(at index: Int) -> Int64 {
    let index = Int64(index)
    precondition(index >= 0 && index < items, "Index out of range")
    if root == ExtentEntry.none { return -1 }
    let place = place(of: index)
    return measuredInPiece(place.entry, index &- place.start)
  }
}

extension ExtentTree {
  /// The length of a piece before one of its items.
  @inline(__always)
  func offsetInPiece(_ piece: ExtentEntry, _ item: Int64, _ estimate: Int64) -> Int64 {
    if piece.isLeaf {
      if piece.unmeasured == 0 {
        return dense(piece.child).offset(Int(truncatingIfNeeded: item))
      }
      let leaf = sparse(piece.child)
      let rank = leaf.rank(below: item)
      return leaf.sum(rank) &+ (item &- Int64(rank)) &* estimate
    }
    return piece.isRun ? item &* estimate : 0
  }

  /// The item of a piece that contains `target`, which lies within the piece's length.
  @inline(__always)
  func locateInPiece(
    _ piece: ExtentEntry, _ target: Int64, _ estimate: Int64
  ) -> (item: Int64, distance: Int64) {
    if piece.isLeaf {
      if piece.unmeasured == 0 {
        let leaf = dense(piece.child)
        let item = leaf.item(at: target)
        return (Int64(item), target &- leaf.offset(item))
      }
      return locateInSparse(sparse(piece.child), target, estimate)
    }
    if piece.isRun {
      let (item, distance) = target.quotientAndRemainder(dividingBy: estimate)
      return (item, distance)
    }
    return (0, target)
  }

  @inline(__always)
  private func locateInSparse(
    _ leaf: SparseLeaf, _ target: Int64, _ estimate: Int64
  ) -> (item: Int64, distance: Int64) {
    let rank = leaf.rank(at: target, estimate)
    // Everything up to here is before the gap; the target lies in the gap unless the item before
    // the gap contains it.
    var item: Int64 = 0
    var distance = target
    if rank > 0 {
      item = leaf.position(rank &- 1)
      distance = target &- leaf.offset(rank &- 1, estimate)
      let extent = leaf.extent(rank &- 1)
      if distance < extent { return (item, distance) }
      item &+= 1
      distance &-= extent
    }
    if distance < estimate { return (item, distance) }
    let (more, rest) = distance.quotientAndRemainder(dividingBy: estimate)
    return (item &+ more, rest)
  }

  /// The measured extent of an item of a piece, -1 when it is unmeasured.
  @inline(__always)
  func measuredInPiece(_ piece: ExtentEntry, _ item: Int64) -> Int64 {
    if piece.isLeaf {
      if piece.unmeasured == 0 {
        return dense(piece.child).extent(Int(truncatingIfNeeded: item))
      }
      let leaf = sparse(piece.child)
      let rank = leaf.rank(below: item)
      // Positions behind the last measured item lie at or beyond the end of the leaf.
      return leaf.position(rank) == item ? leaf.extent(rank) : -1
    }
    return piece.isRun ? -1 : piece.sum
  }
}
