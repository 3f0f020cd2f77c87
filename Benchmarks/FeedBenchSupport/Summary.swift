/// The middle, the mean, the slow end and the slowest of a series of times in nanoseconds.
package struct Summary: Equatable, Sendable {
  package var median: Double
  package var mean: Double
  package var p99: Double
  package var max: Double

  package init(median: Double, mean: Double, p99: Double, max: Double) {
    self.median = median
    self.mean = mean
    self.p99 = p99
    self.max = max
  }

  /// Sums up samples; `nil` for none. Sorts them in place.
  package init?(sorting samples: inout [Double]) {
    guard !samples.isEmpty else { return nil }
    samples.sort()
    median = Self.percentile(0.5, of: samples)
    mean = samples.reduce(0, +) / Double(samples.count)
    p99 = Self.percentile(0.99, of: samples)
    max = samples[samples.count - 1]
  }

  /// Sums up samples; `nil` for none.
  package init?(_ samples: [Double]) {
    var samples = samples
    self.init(sorting: &samples)
  }

  /// The smallest sample that at least the given share of the samples do not exceed (nearest rank).
  package static func percentile(_ share: Double, of sorted: [Double]) -> Double {
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[Swift.min(Swift.max(Int(rank) - 1, 0), sorted.count - 1)]
  }
}
