/// Learns what a typical row is like from the rows that were measured.
///
/// Rows without extent do not count, and a giant counts as `giantFactor` typical rows at most, so
/// that neither spoils the mean.
struct EstimateLearner {
  private var sum: Int64 = 0
  private var count: Int64 = 0

  /// How many times the mean a single row may count for.
  static let giantFactor: Int64 = 4
  /// How many rows make a mean worth using.
  static let enough: Int64 = 8

  mutating func take(_ extent: FixedLength) {
    guard extent > .zero else { return }
    var units = extent.rawValue
    if count >= EstimateLearner.enough {
      units = min(units, sum / count * EstimateLearner.giantFactor)
    }
    let (total, overflows) = sum.addingReportingOverflow(units)
    // After some 2^40 points of rows the mean does not change any more.
    guard !overflows else { return }
    sum = total
    count += 1
  }

  /// The mean, if it is worth to replace an estimate: enough rows, and more than a tenth off, since
  /// each change moves what a scrollbar shows.
  func betterEstimate(than estimate: FixedLength) -> FixedLength? {
    guard count >= EstimateLearner.enough else { return nil }
    let mean = sum / count
    guard mean > 0, abs(mean - estimate.rawValue) > estimate.rawValue / 10 else { return nil }
    return FixedLength(rawValue: mean)
  }
}
