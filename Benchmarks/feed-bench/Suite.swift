import FeedBenchSupport

/// Runs the chosen scenarios one after the other.
struct Suite {
  let options: BenchOptions
  let lines: LineIndex?

  /// Runs and hands over each report as soon as it is there.
  func run(_ finished: (ScenarioReport) -> Void) -> [ScenarioReport] {
    []
  }
}
