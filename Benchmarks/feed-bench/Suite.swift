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
    case .jump, .fling, .prepend, .infinite: return [1_000_000]
    case .churn: return [10_000, 10_000_000]
    case .chat: return [10_000]
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
      let scenario = frames(scenario, items, warmUp: 2_000, frames: 500_000)
      guard let lines else {
        return scenario.run {
          ScrollScript(.steady(37), rows: HashedRows(count: items, seed: seed), seed: seed)
        }
      }
      return scenario.run {
        ScrollScript(.steady(37), rows: LineRows(lines: lines), seed: seed)
      }
    case .jump:
      return frames(scenario, items, warmUp: 20_000, frames: 200_000).run {
        ScrollScript(.random, rows: HashedRows(count: items, seed: seed), seed: seed)
      }
    case .fling:
      return frames(scenario, items, warmUp: 2_000, frames: 200_000).run {
        ScrollScript(.fling, rows: HashedRows(count: items, seed: seed), seed: seed)
      }
    case .prepend:
      return frames(scenario, items, warmUp: 100, frames: 20_000, hasArrivals: true).run {
        PrependScript(items: items, seed: seed)
      }
    case .churn:
      return frames(scenario, items, warmUp: 100, frames: 5_000, hasArrivals: true).run {
        ChurnScript(items: items, seed: seed)
      }
    case .chat:
      return frames(scenario, items, warmUp: 2_000, frames: 100_000, hasArrivals: true).run {
        ChatScript(items: items, seed: seed)
      }
    case .infinite:
      return frames(scenario, items, warmUp: 2_000, frames: 1_000_000, hasArrivals: true).run {
        InfiniteScript(items: items, seed: seed)
      }
    case .extents:
      return try ExtentsScenario(
        items: items, operations: options.frames ?? 200_000, seed: seed
      ).run()
    }
  }
  private func frames(
    _ scenario: Scenario, _ items: Int, warmUp: Int, frames: Int, hasArrivals: Bool = false
  ) -> FrameScenario {
    FrameScenario(
      name: scenario.rawValue, items: items, warmUp: warmUp, frames: options.frames ?? frames,
      stopwatch: stopwatch, hasArrivals: hasArrivals)
  }
}
