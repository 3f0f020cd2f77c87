import AllocationCounter
import FeedBenchSupport
import FeedEngine

/// One feed on its way through its rows.
struct FrameRun {
  let feed = Feed(layout: .list(estimatedExtent: 200))
  let rows: any Rows
  let host = BenchHost()
  private let delegate: BenchDelegate
  private let path: FrameScenario.Path
  private let size = FeedSize(width: 390, height: 800)
  private var generator: SplitMix
  private var step: Double
  private(set) var createdInWarmUp = 0

  init(
    rows: any Rows, path: FrameScenario.Path, seed: UInt64,
    delegate: BenchDelegate = BenchDelegate()
  ) {
    self.rows = rows
    self.delegate = delegate
    self.path = path
    generator = SplitMix(seed: seed)
    if case .steady(let step) = path { self.step = step } else { step = 0 }
    feed.dataSource = rows
    feed.delegate = delegate
    feed.host = host
    feed.viewport = Viewport(offset: 0, size: size)
    feed.layoutIfNeeded()
  }

  mutating func warmUp(frames: Int) {
    for _ in 0..<frames { show(nextOffset()) }
    createdInWarmUp = feed.statistics.total.created
    feed.resetStatistics()
  }

  mutating func measure(into log: inout FrameLog, run: Int) {
    for frame in 0..<log.frames {
      let offset = nextOffset()
      let (began, ended) = (delegate.began, delegate.ended)
      let before = AllocationCounts.current()
      let start = benchmark_ticks()
      show(offset)
      let ticks = benchmark_ticks() &- start
      let after = AllocationCounts.current()
      let kind: FrameKind =
        delegate.began != began ? .entering : delegate.ended != ended ? .leaving : .plain
      log.note(frame, run: run, ticks: ticks, kind: kind, before: before, after: after)
    }
  }

  // The frame itself.
  private func show(_ offset: Double) {
    feed.viewport = Viewport(offset: offset, size: size)
    feed.layoutIfNeeded()
  }

  private mutating func nextOffset() -> Double {
    switch path {
    case .random: return generator.unit() * feed.maximumOffset
    case .steady:
      let offset = feed.viewport.offset
      if offset >= feed.maximumOffset { step = -abs(step) }
      if offset <= feed.minimumOffset { step = abs(step) }
      return offset + step
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
