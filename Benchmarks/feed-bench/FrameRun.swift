import AllocationCounter
import FeedBenchSupport
import FeedEngine

/// One feed on its way through a script.
struct FrameRun<Script: FrameScript> {
  let feed = Feed(layout: .list(estimatedExtent: 200))
  private(set) var script: Script
  private let delegate: BenchDelegate
  private let host: any FeedHost
  private(set) var createdInWarmUp = 0

  init(_ script: Script, delegate: BenchDelegate, host: any FeedHost) {
    self.script = script
    self.delegate = delegate
    self.host = host
    feed.dataSource = script.rows
    feed.delegate = delegate
    feed.host = host
    feed.viewport = Screen.viewport(at: 0)
    feed.layoutIfNeeded()
    self.script.begin(feed)
  }

  mutating func warmUp(frames: Int) {
    for _ in 0..<frames {
      script.prepare(feed)
      script.show(feed)
    }
    createdInWarmUp = feed.statistics.total.created
    feed.resetStatistics()
  }

  mutating func measure(into log: inout FrameLog, run: Int) {
    for frame in 0..<log.frames {
      script.prepare(feed)
      let (began, ended) = (delegate.began, delegate.ended)
      benchmark_profile_begin()
      let before = AllocationCounts.current()
      let start = benchmark_ticks()
      script.show(feed)
      let ticks = benchmark_ticks() &- start
      let after = AllocationCounts.current()
      benchmark_profile_end()
      let kind: FrameKind =
        delegate.began != began ? .entering : delegate.ended != ended ? .leaving : .plain
      log.note(
        frame, run: run, ticks: ticks, kind: kind, isArrival: script.isArrival,
        calls: Int(after.calls - before.calls), bytes: Int(after.bytes - before.bytes))
    }
  }

  /// Runs frames that are not timed, under the eyes of the host.
  mutating func watch(frames: Int, _ host: WatchingHost) {
    host.noteScreen(feed, script.rows)
    for _ in 0..<frames {
      script.prepare(feed)
      script.show(feed)
      host.noteScreen(feed, script.rows)
      host.compare(script.expectation, count: script.rows.count)
    }
  }
}

/// Carries out reports as far as a host without views can: reads each placement.
final class BenchHost: FeedHost {
  private(set) var visibleAtOnce = 0

  func apply(_ report: FeedReport, from feed: Feed) {
    var edges = 0.0
    for placement in report.attached { edges += placement.frame.y }
    for placement in report.placed { edges += placement.frame.y }
    for placement in report.detached { edges -= placement.frame.y }
    benchmark_sink(edges.bitPattern)
    let range = report.visibleRange
    visibleAtOnce = max(visibleAtOnce, range.upperBound.item - range.lowerBound.item)
  }
}

/// Counts the rows that come and go, and wants nothing.
class BenchDelegate: FeedDelegate {
  private(set) final var began = 0
  private(set) final var ended = 0

  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) { began += 1 }

  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) { ended += 1 }

  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {}
}

/// Finds how many rows of each type are displayed at once: as many cells cannot be done without.
final class PeakDelegate: BenchDelegate {
  private let rows: any Rows
  private var displayed: [Int]
  private var peaks: [Int]

  init(_ rows: any Rows) {
    self.rows = rows
    displayed = [Int](repeating: 0, count: rows.types)
    peaks = displayed
  }

  /// The sum over all types.
  var sum: Int { peaks.reduce(0, +) }

  override func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    let type = rows.type(of: path.item)
    displayed[type] += 1
    peaks[type] = max(peaks[type], displayed[type])
  }

  override func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    displayed[rows.type(of: path.item)] -= 1
  }
}
