/// A set of indices as ascending runs, with the sums that map indices across it.
struct IndexRuns {
  private(set) var runs: ContiguousArray<Range<Int>>
  /// How many indices lie in the runs before each.
  private var before: ContiguousArray<Int>
  private(set) var count: Int

  /// Makes the set of all indices in some ranges, in any order; one named twice counts once.
  ///
  /// - Complexity: O(k log k) for k ranges, O(k) where they ascend.
  init(_ ranges: ContiguousArray<Range<Int>>) {
    runs = []
    before = []
    count = 0
    guard !ranges.isEmpty else { return }
    var sorted = ranges
    let isSorted = (1..<max(1, sorted.count)).allSatisfy {
      sorted[$0 - 1].lowerBound <= sorted[$0].lowerBound
    }
    if !isSorted { sorted.sort { $0.lowerBound < $1.lowerBound } }
    for range in sorted where !range.isEmpty {
      if let last = runs.last, range.lowerBound <= last.upperBound {
        runs[runs.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        runs.append(range)
      }
    }
    for run in runs {
      before.append(count)
      count += run.count
    }
  }

  var isEmpty: Bool { count == 0 }

  /// How many members are less than an index.
  ///
  /// - Complexity: O(log runs).
  func count(below index: Int) -> Int {
    let next = firstRun { $0.lowerBound >= index }
    guard next > 0 else { return 0 }
    let run = runs[next - 1]
    return before[next - 1] + min(index, run.upperBound) - run.lowerBound
  }

  /// Whether an index is a member.
  ///
  /// - Complexity: O(log runs).
  func contains(_ index: Int) -> Bool {
    let next = firstRun { $0.lowerBound > index }
    return next > 0 && runs[next - 1].contains(index)
  }

  /// The index that is not a member and has `rank` such indices before it.
  ///
  /// - Complexity: O(log runs).
  func indexOutside(rank: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].lowerBound - before[middle] > rank { high = middle } else { low = middle + 1 }
    }
    return low == 0 ? rank : rank + before[low - 1] + runs[low - 1].count
  }

  private func firstRun(where holds: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(runs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
