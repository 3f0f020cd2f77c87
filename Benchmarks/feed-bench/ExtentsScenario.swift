import FeedBenchSupport
import FeedEngine

/// The extent tree alone: each operation's best of several rounds, in processor time.
///
/// Up to twenty million items are all measured; beyond that 100,000 of them are, at random places.
struct ExtentsScenario {
  let items: Int
  let operations: Int
  let seed: UInt64

  static let rounds = 5
  static let estimate = FixedLength(rawValue: 200 << 10)
  private static let mostDense = 20_000_000
  private static let measuredWhenSparse = 100_000

  func run() throws -> ScenarioReport {
    var report = ScenarioReport(name: "extents", items: items)
    report.add("measuredItems", "measured items", .count(isDense ? items : sparseCount))
    var results: [ScenarioReport.Operation] = []
    if items > 0 {
      let tree = try makeTree()
      report.add(
        "bytesPerMeasuredItem", "memory per measured item",
        .perItem(Double(tree.memoryFootprint) / Double(tree.measuredCount)))
      results += try lookUps(tree)
      results += try edits()
    }
    report.add("operations", "", .operations(results))
    report.add(
      "peakResidentBytes", "peak resident (process)", peakResidentBytes().map { .bytes($0) })
    return report
  }

  var isDense: Bool { items <= Self.mostDense }
  private var sparseCount: Int { min(items, Self.measuredWhenSparse) }

  func extent(_ index: Int) -> FixedLength {
    FixedLength(rawValue: Int64(40 << 10 + mixed(UInt64(index) ^ seed) % (360 << 10)))
  }

  func makeTree() throws -> ExtentTree {
    guard !isDense else {
      let tree = ExtentTree()
      try tree.insert((0..<items).map(extent), at: 0)
      return tree
    }
    let tree = try ExtentTree(count: items, estimate: Self.estimate)
    var generator = SplitMix(seed: seed)
    for _ in 0..<sparseCount {
      let index = generator.index(below: items)
      try tree.setExtent(extent(index), at: index)
    }
    return tree
  }

  /// Nanoseconds an operation, the best of several rounds; each round begins with its own state.
  func best<State>(
    of count: Int, from prepare: @autoclosure () throws -> State,
    _ work: (inout State) throws -> Void
  ) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<Self.rounds {
      var state = try prepare()
      let time = try threadNanoseconds { try work(&state) }
      best = min(best, time / Double(max(count, 1)))
    }
    return best
  }
}
