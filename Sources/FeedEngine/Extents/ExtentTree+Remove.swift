extension ExtentTree {
  /// Removes items.
  ///
  /// - Parameter range: The items, within `0..<count`.
  /// - Throws: ``ExtentError/rangeOutOfRange(lower:upper:count:)``; then nothing changes.
  /// - Complexity: O(log p + r), where p is the number of pieces and r of those in the range.
  public func remove(_ range: Range<Int>) throws(ExtentError) {
    try check(range)
    if range.isEmpty { return }
    generation &+= 1
    let lower = Int64(range.lowerBound)
    let upper = Int64(range.upperBound)
    if lower == 0 && upper == items {
      collapse(to: 0)
    } else if root == ExtentEntry.none {
      items -= upper - lower
    } else {
      if !removeInside(lower, upper) {
        divide(at: upper)
        divide(at: lower)
        extract(lower, upper, keeping: false)
        repair(at: lower)
        mend(at: lower)
      }
      collapseIfUnmeasured()
    }
  }

  /// Moves items; their extents travel along.
  ///
  /// - Parameters:
  ///   - range: The items, within `0..<count`.
  ///   - destination: The index of the first of them afterwards, within
  ///     `0...count - range.count`.
  /// - Throws: ``ExtentError/rangeOutOfRange(lower:upper:count:)`` or
  ///   ``ExtentError/indexOutOfRange(index:count:)``; then nothing changes.
  /// - Complexity: O(log p + r), where p is the number of pieces and r of those in the range or
  ///   in the way of the range, whichever has fewer items.
  public func move(_ range: Range<Int>, to destination: Int) throws(ExtentError) {
    try check(range)
    guard destination >= 0, destination <= count - range.count else {
      throw .indexOutOfRange(index: destination, count: count)
    }
    if range.isEmpty || destination == range.lowerBound { return }
    generation &+= 1
    if root == ExtentEntry.none { return }
    // A move exchanges two neighbouring blocks.
    let lower = Int64(range.lowerBound)
    let upper = Int64(range.upperBound)
    let target = Int64(destination)
    if target < lower {
      exchange(target, lower, upper)
    } else {
      exchange(lower, upper, upper + target - lower)
    }
  }

  func check(_ range: Range<Int>) throws(ExtentError) {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      throw .rangeOutOfRange(lower: range.lowerBound, upper: range.upperBound, count: count)
    }
  }

  private func exchange(_ first: Int64, _ middle: Int64, _ end: Int64) {
    divide(at: end)
    divide(at: middle)
    divide(at: first)
    memory.pieces.removeAll()
    let target: Int64
    if middle - first <= end - middle {
      extract(first, middle, keeping: true)
      repair(at: first)
      target = first + end - middle
    } else {
      extract(middle, end, keeping: true)
      repair(at: middle)
      target = first
    }
    let slot = slotForPieces(at: target)
    memory.front.removeAll()
    var delta = ExtentDelta()
    for index in 0..<memory.pieces.count {
      let piece = memory.pieces[index]
      memory.front.append(piece)
      delta.add(ExtentDelta(count: piece.count, unmeasured: piece.unmeasured, sum: piece.sum))
    }
    replace(slot, removing: 0)
    count(delta)
    memory.pieces.trim()
    memory.front.trim()
    mend(at: end)
    mend(at: first + end - middle)
    mend(at: first)
  }

  /// Removes items within a piece, where that leaves some of it.
  private func removeInside(_ lower: Int64, _ upper: Int64) -> Bool {
    let place = place(of: lower)
    let piece = place.entry
    let removed = upper - lower
    guard upper <= place.start + piece.count, removed < piece.count else { return false }
    let first = lower - place.start
    let last = upper - place.start
    var delta = ExtentDelta(count: -removed)
    if piece.isRun {
      delta.unmeasured = -removed
    } else if piece.isDense {
      let leaf = dense(piece.child)
      delta.sum = leaf.offset(Int(first)) - leaf.offset(Int(last))
      leaf.remove(Int(first), Int(last))
    } else {
      let leaf = sparse(piece.child)
      let from = leaf.rank(below: first)
      let to = leaf.rank(below: last)
      delta.unmeasured = Int64(to - from) - removed
      delta.sum = leaf.sum(from) - leaf.sum(to)
      let left = Int(piece.measured) - (to - from)
      leaf.remove(first, last, count: piece.count - removed, measured: left)
      let rest = ExtentEntry(
        child: piece.child, count: piece.count - removed,
        unmeasured: piece.unmeasured + delta.unmeasured, sum: piece.sum + delta.sum)
      place.node.setChild(place.slot, settled(rest).child)
    }
    noteWrite()
    change(delta)
    mend(at: place.start + piece.count - removed)
    mend(at: place.start)
    return true
  }
}
