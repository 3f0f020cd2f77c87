extension ExtentTree {
  /// Makes an item unmeasured again.
  ///
  /// - Parameter index: The item, within `0..<count`.
  /// - Returns: By how much the item's extent changed.
  /// - Throws: ``ExtentError/indexOutOfRange(index:count:)``, or ``ExtentError/contentTooLong``
  ///   where the estimate is longer than the item; then nothing changes.
  /// - Complexity: O(log p), where p is the number of pieces.
  @discardableResult
  public func forget(at index: Int) throws(ExtentError) -> FixedLength {
    let item = Int64(index)
    guard item >= 0, item < items else { throw .indexOutOfRange(index: index, count: count) }
    if root == ExtentEntry.none { return .zero }
    let place = place(of: item)
    let old = measuredInPiece(place.entry, item - place.start)
    if old < 0 { return .zero }
    let change = estimateUnits - old
    guard totalUnits + change <= FixedLength.max.rawValue else { throw .contentTooLong }
    generation &+= 1
    forget(place, item, old)
    collapseIfUnmeasured()
    return FixedLength(rawValue: change)
  }

  /// Makes items unmeasured again.
  ///
  /// - Parameter range: The items, within `0..<count`.
  /// - Returns: By how much the extents of the items changed in sum.
  /// - Throws: ``ExtentError/rangeOutOfRange(lower:upper:count:)``, or
  ///   ``ExtentError/contentTooLong`` where the estimate is longer than the items; then nothing
  ///   changes.
  /// - Complexity: O(log p + r), where p is the number of pieces and r of those in the range.
  @discardableResult
  public func forget(_ range: Range<Int>) throws(ExtentError) -> FixedLength {
    try check(range)
    let lower = Int64(range.lowerBound)
    let upper = Int64(range.upperBound)
    let before = sums(before: lower)
    let through = sums(before: upper)
    let measured = (through.count - before.count) - (through.unmeasured - before.unmeasured)
    let sum = through.sum - before.sum
    guard
      ExtentTree.fits(
        sum: measuredSum - sum, unmeasured: items - measuredItems + measured,
        estimate: estimateUnits)
    else { throw .contentTooLong }
    if measured == 0 { return .zero }
    generation &+= 1
    if measured == measuredItems {
      collapse(to: items)
    } else {
      clear(lower, upper)
      insertRun(upper - lower, at: lower)
      mend(at: upper)
      mend(at: lower)
    }
    return FixedLength(rawValue: measured * estimateUnits - sum)
  }

  /// Makes all items unmeasured again.
  ///
  /// - Returns: By how much ``total`` changed.
  /// - Throws: ``ExtentError/contentTooLong`` where the estimate is longer than the items; then
  ///   nothing changes.
  /// - Complexity: O(1), and O(memory / 8 KiB) to give memory back.
  @discardableResult
  public func forgetAll() throws(ExtentError) -> FixedLength {
    try forget(0..<count)
  }

  /// Takes items out, but not all.
  private func clear(_ lower: Int64, _ upper: Int64) {
    if !removeInside(lower, upper) {
      extract(lower, upper, keeping: false)
      repair(at: lower)
    }
  }

  private func forget(_ place: ExtentPlace, _ index: Int64, _ old: Int64) {
    let piece = place.entry
    let delta = ExtentDelta(unmeasured: 1, sum: -old)
    noteWrite()
    if piece.measured == 1 {
      if piece.isLeaf { memory.leaves.release(piece.child) }
      place.node.setChild(place.slot, ExtentEntry.runMark)
      change(delta)
    } else if piece.isSparse || piece.count <= Int64(capacities.sparse) {
      let leaf = sparse(piece.child)
      if piece.isDense { leaf.becomeSparse() }
      leaf.forget(rank: leaf.rank(below: index - place.start))
      change(delta)
    } else {
      divide(at: index + 1)
      divide(at: index)
      // Now the item is a piece of its own.
      forget(self.place(of: index), index, old)
      return
    }
    mend(at: place.start + piece.count)
    mend(at: place.start)
  }

  /// The sums over all items before an index, `count` included.
  func sums(before index: Int64) -> ExtentDelta {
    if root == ExtentEntry.none { return ExtentDelta(count: index, unmeasured: index) }
    if index == items {
      return ExtentDelta(
        count: items, unmeasured: items - measuredItems, sum: measuredSum)
    }
    var sums = ExtentDelta()
    var handle = root
    for level in 0..<depth {
      let node = node(handle)
      let slot = node.slot(containing: index - sums.count)
      sums.add(node.totals(before: slot))
      if level < depth - 1 {
        handle = node.child(slot)
      } else {
        sums.add(sumsInPiece(node.entry(slot), index - sums.count))
      }
    }
    return sums
  }

  private func sumsInPiece(_ piece: ExtentEntry, _ item: Int64) -> ExtentDelta {
    if piece.isRun { return ExtentDelta(count: item, unmeasured: item) }
    if piece.isDense {
      return ExtentDelta(count: item, sum: dense(piece.child).offset(Int(item)))
    }
    if piece.isGiant { return ExtentDelta() }
    let leaf = sparse(piece.child)
    let rank = leaf.rank(below: item)
    return ExtentDelta(count: item, unmeasured: item - Int64(rank), sum: leaf.sum(rank))
  }
}
