/// A set of items as ascending runs that do not touch. It keeps its room, so it allocates only when
/// edits tear more runs apart than ever before.
struct OutstandingItems {
  private(set) var runs: ContiguousArray<Range<Int>> = []

  /// Adds items, in it or not.
  ///
  /// - Complexity: O(1) above all others, else O(runs).
  mutating func insert(_ items: Range<Int>) {
    guard !items.isEmpty else { return }
    if runs.capacity == 0 { runs.reserveCapacity(8) }
    var first = runs.count
    while first > 0, runs[first - 1].upperBound >= items.lowerBound { first -= 1 }
    var end = first
    while end < runs.count, runs[end].lowerBound <= items.upperBound { end += 1 }
    guard first < end else {
      if first == runs.count { runs.append(items) } else { runs.insert(items, at: first) }
      return
    }
    let lower = min(items.lowerBound, runs[first].lowerBound)
    runs[first] = lower..<max(items.upperBound, runs[end - 1].upperBound)
    if end > first + 1 { runs.removeSubrange(first + 1..<end) }
  }

  /// Takes items out, in it or not.
  ///
  /// - Complexity: O(runs).
  mutating func remove(_ items: Range<Int>) {
    var position = 0
    while position < runs.count, runs[position].upperBound <= items.lowerBound { position += 1 }
    while position < runs.count, runs[position].lowerBound < items.upperBound {
      let run = runs[position]
      let isTailLeft = run.upperBound > items.upperBound
      if run.lowerBound < items.lowerBound {
        runs[position] = run.lowerBound..<items.lowerBound
        position += 1
        if isTailLeft { runs.insert(items.upperBound..<run.upperBound, at: position) }
      } else if isTailLeft {
        runs[position] = items.upperBound..<run.upperBound
      } else {
        runs.remove(at: position)
      }
      if isTailLeft { return }
    }
  }

  /// Takes out the highest run.
  mutating func removeLast() -> Range<Int>? {
    runs.popLast()
  }

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
  }

  /// The run farthest back in a direction of travel.
  func lastRun(isForward: Bool) -> Range<Int>? {
    // `first` and `last` of an array allocate in debug builds.
    runs.isEmpty ? nil : runs[isForward ? 0 : runs.count - 1]
  }

  /// The first items of a range that are not in it, counted upward or downward.
  func nearestGap(in items: Range<Int>, isForward: Bool) -> Range<Int>? {
    var (lower, upper) = (items.lowerBound, items.upperBound)
    if isForward {
      var position = 0
      while position < runs.count, runs[position].lowerBound <= lower {
        lower = max(lower, runs[position].upperBound)
        position += 1
      }
      if position < runs.count { upper = min(upper, runs[position].lowerBound) }
    } else {
      var position = runs.count
      while position > 0, runs[position - 1].upperBound >= upper {
        upper = min(upper, runs[position - 1].lowerBound)
        position -= 1
      }
      if position > 0 { lower = max(lower, runs[position - 1].upperBound) }
    }
    return lower < upper ? lower..<upper : nil
  }
}
