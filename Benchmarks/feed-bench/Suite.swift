import FeedBenchSupport
import FeedEngine

/// Runs the chosen scenarios one after the other.
struct Suite {
  let options: BenchOptions
  let lines: LineIndex?
  let stopwatch = Stopwatch()

  /// Runs, hands over each report as soon as it is there, and returns them all.
  func run(_ finished: (ScenarioReport) -> Void) throws -> [ScenarioReport] {
    var reports: [ScenarioReport] = []
    for scenario in chosen {
      for items in itemCounts(scenario) {
        let report = try run(scenario, items: items)
        finished(report)
        reports.append(report)
      }
    }
    return reports
  }

  private var chosen: [Scenario] {
    if lines != nil { return [.timeline] }
    return options.scenarios.isEmpty ? Scenario.allCases : options.scenarios
  }

  private func itemCounts(_ scenario: Scenario) -> [Int] {
    if let lines { return [lines.count] }
    if let items = options.items { return [items] }
    switch scenario {
    case .open: return [10_000, 1_000_000, 100_000_000, 1_000_000_000]
    case .timeline: return [1_000_000, 10_000_000]
    case .jump: return [1_000_000]
    case .extents: return [1_000_000, 10_000_000, 1_000_000_000]
    }
  }

  private func run(_ scenario: Scenario, items: Int) throws -> ScenarioReport {
    let seed = options.seed
    switch scenario {
    case .open:
      return OpenScenario(
        items: items, repetitions: options.frames ?? 500, seed: seed, stopwatch: stopwatch
      ).run()
    case .timeline:
      return FrameScenario(
        name: "timeline", path: .steady(37), warmUp: 2_000, frames: options.frames ?? 500_000,
        seed: seed, stopwatch: stopwatch
      ).run {
        if let lines { LineRows(lines: lines) } else { HashedRows(count: items, seed: seed) }
      }
    case .jump:
      return FrameScenario(
        name: "jump", path: .random, warmUp: 20_000, frames: options.frames ?? 200_000,
        seed: seed, stopwatch: stopwatch
      ).run { HashedRows(count: items, seed: seed) }
    case .extents:
      return try ExtentsScenario(
        items: items, operations: options.frames ?? 200_000, seed: seed
      ).run()
    }
  }
}
