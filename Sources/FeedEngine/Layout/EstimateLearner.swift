/// Learns what a typical row is like from the rows that were measured, each once.
///
/// Rows without extent do not count, and a giant counts as `giantFactor` typical rows at most, so
/// that neither spoils the mean.
struct EstimateLearner {
  private var sum: Int64 = 0
  private var count: Int64 = 0
  /// The first rows, until there are enough to tell a giant by their median.
  private var first: ContiguousArray<Int64> = []

  /// How many typical rows a single row may count for.
  static let giantFactor: Int64 = 4
  /// How many rows make a mean worth using.
  static let enough = 8

  mutating func take(_ extent: FixedLength) {
    guard extent > .zero else { return }
    guard count > 0 else {
      first.append(extent.rawValue)
      if first.count == EstimateLearner.enough { begin() }
      return
    }
    add(min(extent.rawValue, sum / count * EstimateLearner.giantFactor))
  }

  private mutating func begin() {
    first.sort()
    let median = first[first.count / 2]
    for units in first { add(min(units, median * EstimateLearner.giantFactor)) }
    first = []
  }

  private mutating func add(_ units: Int64) {
    let (total, overflows) = sum.addingReportingOverflow(units)
    // After some 2^53 points of rows the mean does not change any more.
    guard !overflows else { return }
    sum = total
    count += 1
  }

  /// The mean, if it is worth to replace an estimate: enough rows, and more than a tenth off, since
  /// each change moves what a scrollbar shows.
  func betterEstimate(than estimate: FixedLength) -> FixedLength? {
    guard count > 0 else { return nil }
    let mean = sum / count
    guard mean > 0, abs(mean - estimate.rawValue) > estimate.rawValue / 10 else { return nil }
    return FixedLength(rawValue: mean)
  }
}
