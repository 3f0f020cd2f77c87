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
  func removeInside(_ lower: Int64, _ upper: Int64) -> Bool {
    let place = place(of: lower)
    let piece = place.entry
    let removed = upper - lower
    guard upper <= place.start + piece.count, removed < piece.count else { return false }
    let rest = trim(piece, lower - place.start, upper - place.start)
    place.node.setChild(place.slot, rest.child)
    change(
      ExtentDelta(
        count: -removed, unmeasured: rest.unmeasured - piece.unmeasured,
        sum: rest.sum - piece.sum))
    mend(at: place.start + rest.count)
    mend(at: place.start)
    return true
  }
}
