import AllocationCounter
import FeedBenchSupport
import FeedEngine

/// Makes a feed and lays out its first window: what opening a list costs.
struct OpenScenario {
  let items: Int
  let repetitions: Int
  let seed: UInt64
  let stopwatch: Stopwatch

  func run() -> ScenarioReport {
    let rows = HashedRows(count: items, seed: seed)
    rows.keepsRequests = true
    rows.requests.reserveCapacity(1000)
    let delegate = OpenDelegate()
    let host = BenchHost()
    var times: [Double] = []
    times.reserveCapacity(repetitions)
    var outside = 0
    var allocated: (calls: Int, bytes: Int)?
    // The first opening pays for what the program sets up once, and is not counted.
    var feed = open(rows, delegate, host)
    for _ in 0..<repetitions {
      rows.requests.removeAll(keepingCapacity: true)
      delegate.paths.removeAll(keepingCapacity: true)
      let span = AllocationSpan()
      let start = benchmark_ticks()
      let opened = open(rows, delegate, host)
      let ticks = benchmark_ticks() &- start
      allocated = span.sinceStart
      times.append(stopwatch.nanoseconds(ticks))
      outside += (rows.requests + delegate.paths).count { opened.cell(at: $0) == nil }
      feed = opened
    }

    var report = ScenarioReport(name: "open", items: items)
    report.add("frames", "openings", .count(repetitions))
    report.add(
      "nanosecondsToFirstWindow", "to the first window", Summary(times).map { .times($0) })
    report.add("allocations", "allocations", allocated.map { .count($0.calls) })
    report.add("bytesAllocated", "allocated", allocated.map { .bytes($0.bytes) })
    report.add("cellsCreated", "cells created", .count(feed.statistics.total.created))
    report.add("visibleAtOnce", "rows visible", .count(feed.liveCells.count))
    report.add("callsOutsideWindow", "callbacks outside the window", .count(outside))
    report.add(
      "peakResidentBytes", "peak resident (process)", peakResidentBytes().map { .bytes($0) })
    return report
  }

  private func open(_ rows: HashedRows, _ delegate: OpenDelegate, _ host: BenchHost) -> Feed {
    let feed = Feed(layout: .list(estimatedExtent: 200))
    feed.dataSource = rows
    feed.delegate = delegate
    feed.host = host
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 390, height: 800))
    feed.layoutIfNeeded()
    return feed
  }
}

/// Notes the rows that it is asked and told about.
private final class OpenDelegate: FeedDelegate {
  var paths: [FeedIndexPath] = []

  init() {
    paths.reserveCapacity(1000)
  }

  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? {
    paths.append(path)
    return nil
  }

  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    paths.append(path)
  }
}
