import FeedBenchSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The entry point: reads the command line, runs what it asks for, prints what was found.
@main
enum FeedBench {
  static func main() {
    do {
      try run(BenchOptions(arguments: Array(CommandLine.arguments.dropFirst())))
    } catch {
      printError("feed-bench: \(error)")
      exit(2)
    }
  }

  private static func run(_ options: BenchOptions) throws {
    switch options.action {
    case .help: print(HelpText.text)
    case .list: print(Scenario.list(json: options.json))
    case .run:
      if let path = options.feed { try TextSource.check(path: path) }
      // Before the file is opened: standard input can be read only once.
      ReleaseBuild.takeOver()
      let lines = try options.feed.map { LineIndex(try TextSource(path: $0)) }
      let suite = Suite(options: options, lines: lines)
      let reports = try suite.run { report in
        guard !options.json else { return }
        print(ReportTable.lines(of: report).joined(separator: "\n"))
        // Piped output would hold back the reports until the end.
        fflush(nil)
      }
      guard options.json else { return }
      print(
        jsonDocument(
          build: ReleaseBuild.name, countsAllocations: AllocationSpan.isAvailable,
          seed: options.seed, clockStep: suite.stopwatch.step, reports: reports))
    }
  }
}
