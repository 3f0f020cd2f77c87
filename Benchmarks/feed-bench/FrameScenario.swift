import FeedBenchSupport
import FeedEngine

/// Scrolls or jumps through rows and times each frame: set the viewport, layout, report.
struct FrameScenario {
  /// Where the viewport goes from frame to frame.
  enum Path {
    /// On by so many points; turns round at the ends.
    case steady(Double)
    /// Anywhere, uniformly.
    case random
  }

  let name: String
  let path: Path
  let warmUp: Int
  let frames: Int
  let seed: UInt64
  let stopwatch: Stopwatch

  /// Runs several times, each time from a new feed and the same seed.
  func run(_ makeRows: () -> any Rows) -> ScenarioReport {
    var log = FrameLog(frames: frames)
    var quickest = Double.infinity
    var run = FrameRun(rows: makeRows(), path: path, seed: seed)
    for repetition in 0..<FrameLog.runs {
      if repetition > 0 { run = FrameRun(rows: makeRows(), path: path, seed: seed) }
      run.warmUp(frames: warmUp)
      quickest = min(quickest, threadNanoseconds { run.measure(into: &log, run: repetition) })
    }
    return report(run, log, quickest: quickest, needed: cellsNeeded(makeRows()))
  }

  // In a run of its own, as counting would be part of the frames.
  private func cellsNeeded(_ rows: any Rows) -> Int {
    let delegate = PeakDelegate(rows)
    var run = FrameRun(rows: rows, path: path, seed: seed, delegate: delegate)
    run.warmUp(frames: warmUp + frames)
    return delegate.sum
  }

  private func report(
    _ run: FrameRun, _ log: FrameLog, quickest: Double, needed: Int
  ) -> ScenarioReport {
    let peak = peakResidentBytes()
    var report = ScenarioReport(name: name, items: run.rows.count)
    report.add("frames", "frames", .count(frames))
    func times(of kind: FrameKind?) -> ScenarioReport.Value {
      log.summary(of: kind, stopwatch).map { .times($0) } ?? .none
    }
    report.add("nanosecondsPerFrame", "frame", times(of: nil))
    if case .steady = path {
      report.add("nanosecondsPerPlainFrame", "frame, nothing comes or goes", times(of: .plain))
      report.add("nanosecondsPerLeavingFrame", "frame, cells leave", times(of: .leaving))
      report.add("nanosecondsPerEnteringFrame", "frame, cells enter", times(of: .entering))
    }
    report.add(
      "cpuNanosecondsPerFrame", "cpu per frame", .nanoseconds(quickest / Double(frames)))
    report.add("leavingFrames", "frames in which cells leave only", .count(log.count(of: .leaving)))
    report.add("enteringFrames", "frames in which cells enter", .count(log.count(of: .entering)))
    addAllocations(log, to: &report)
    addReuse(run, needed: needed, to: &report)
    report.add("peakResidentBytes", "peak resident (process)", peak.map { .bytes($0) })
    return report
  }

  private func addAllocations(_ log: FrameLog, to report: inout ScenarioReport) {
    func perFrame(_ number: Int, of frames: Int) -> ScenarioReport.Value? {
      guard AllocationSpan.isAvailable else { return nil }
      return .perFrame(frames == 0 ? 0 : Double(number) / Double(frames * FrameLog.runs))
    }
    report.add(
      "allocationsPerFrame", "allocations per frame", perFrame(log.calls, of: frames))
    report.add("bytesPerFrame", "bytes allocated per frame", perFrame(log.bytes, of: frames))
    report.add(
      "allocationsPerEnteringFrame", "allocations per entering frame",
      perFrame(log.enteringCalls, of: log.count(of: .entering)))
  }

  private func addReuse(_ run: FrameRun, needed: Int, to report: inout ScenarioReport) {
    let counts = run.feed.statistics.total
    report.add(
      "cellsCreated", "cells created, warm-up included",
      .count(run.createdInWarmUp + counts.created))
    report.add("visibleAtOnce", "most rows visible at once", .count(run.host.visibleAtOnce))
    report.add(
      "visibleAtOnceByType", "most visible at once, each type's summed", .count(needed))
    report.add("dequeues", "dequeues", .count(counts.dequeued))
    report.add("reuseRate", "reuse rate after warm-up", .ratio(counts.reuseRate))
    report.add("configured", "configured", .count(counts.configured))
    report.add("measured", "measured", .count(counts.measured))
    let items = run.feed.measuredItemCount
    report.add("measuredItems", "measured items held", .count(items))
    report.add(
      "bytesPerMeasuredItem", "memory per measured item",
      .perItem(items == 0 ? 0 : Double(run.feed.extentMemory) / Double(items)))
  }
}
