import FeedBenchSupport
import FeedEngine

/// Runs a script and times each frame: what the host sets or declares, layout, report.
struct FrameScenario {
  let name: String
  let items: Int
  let warmUp: Int
  let frames: Int
  let stopwatch: Stopwatch
  /// Whether rows come and go.
  var hasArrivals = false

  /// Runs several times, each time from a new feed and the same seed.
  func run<Script: FrameScript>(_ makeScript: () -> Script) -> ScenarioReport {
    var log = FrameLog(frames: frames)
    let hosts = (0..<FrameLog.runs).map { _ in BenchHost() }
    var last: FrameRun<Script>?
    for (number, host) in hosts.enumerated() {
      var run = FrameRun(makeScript(), delegate: BenchDelegate(), host: host)
      run.warmUp(frames: warmUp)
      run.measure(into: &log, run: number)
      last = run
    }
    var report = ScenarioReport(name: name, items: items)
    addTimes(log, to: &report)
    addAllocations(log, to: &report)
    if let last { addReuse(last.feed, createdInWarmUp: last.createdInWarmUp, to: &report) }
    report.add(
      "visibleAtOnce", "most rows visible at once", .count(hosts[0].visibleAtOnce))
    last = nil
    watch(makeScript(), &report)
    report.add(
      "peakResidentBytes", "peak resident (process)", peakResidentBytes().map { .bytes($0) })
    return report
  }

  // In a run of its own, as watching would be part of the frames.
  private func watch(_ script: some FrameScript, _ report: inout ScenarioReport) {
    let host = WatchingHost()
    let delegate = PeakDelegate(script.rows)
    var run = FrameRun(script, delegate: delegate, host: host)
    run.watch(frames: warmUp + frames, host)
    // Rows that change their index cannot be told apart by it.
    if !hasArrivals {
      report.add(
        "visibleAtOnceByType", "most visible at once, each type's summed", .count(delegate.sum))
    }
    report.add("viewMovement", "points that anything moved", .points(host.movement))
  }

  private func addTimes(_ log: FrameLog, to report: inout ScenarioReport) {
    report.add("frames", "frames", .count(frames))
    func times(of kind: FrameKind?) -> ScenarioReport.Value {
      log.summary(of: kind, stopwatch).map { .times($0) } ?? .none
    }
    report.add("nanosecondsPerFrame", "frame", times(of: nil))
    report.add("nanosecondsPerPlainFrame", "frame, nothing comes or goes", times(of: .plain))
    report.add("nanosecondsPerLeavingFrame", "frame, cells leave", times(of: .leaving))
    report.add("nanosecondsPerEnteringFrame", "frame, cells enter", times(of: .entering))
    report.add("leavingFrames", "frames in which cells leave only", .count(log.count(of: .leaving)))
    report.add("enteringFrames", "frames in which cells enter", .count(log.count(of: .entering)))
    guard hasArrivals else { return }
    func times(ofArrivals isArrival: Bool) -> ScenarioReport.Value {
      log.summary(ofArrivals: isArrival, stopwatch).map { .times($0) } ?? .none
    }
    report.add("nanosecondsPerArrival", "frame with an update", times(ofArrivals: true))
    report.add("nanosecondsBetweenArrivals", "frame without", times(ofArrivals: false))
    report.add("arrivals", "frames with an update", .count(log.arrivalCount))
  }

  private func addAllocations(_ log: FrameLog, to report: inout ScenarioReport) {
    func perFrame(_ number: Int, of frames: Int) -> ScenarioReport.Value? {
      guard AllocationSpan.isAvailable else { return nil }
      return frames == 0
        ? ScenarioReport.Value.none : .perFrame(Double(number) / Double(frames * FrameLog.runs))
    }
    report.add(
      "allocationsPerFrame", "allocations per frame", perFrame(log.calls, of: frames))
    report.add("bytesPerFrame", "bytes allocated per frame", perFrame(log.bytes, of: frames))
    report.add(
      "allocationsPerEnteringFrame", "allocations per entering frame",
      perFrame(log.enteringCalls, of: log.count(of: .entering)))
    guard hasArrivals else { return }
    report.add(
      "allocationsPerArrival", "allocations per frame with an update",
      perFrame(log.arrivalCalls, of: log.arrivalCount))
    report.add(
      "allocationsBetweenArrivals", "allocations per frame without",
      perFrame(log.calls - log.arrivalCalls, of: frames - log.arrivalCount))
  }

  private func addReuse(_ feed: Feed, createdInWarmUp: Int, to report: inout ScenarioReport) {
    let counts = feed.statistics.total
    report.add(
      "cellsCreated", "cells created, warm-up included",
      .count(createdInWarmUp + counts.created))
    report.add("dequeues", "dequeues", .count(counts.dequeued))
    report.add(
      "reuseRate", "reuse rate after warm-up",
      counts.dequeued == 0 ? ScenarioReport.Value.none : .ratio(counts.reuseRate))
    report.add("configured", "configured", .count(counts.configured))
    report.add("measured", "measured", .count(counts.measured))
    let items = feed.measuredItemCount
    report.add("measuredItems", "measured items held", .count(items))
    report.add(
      "bytesPerMeasuredItem", "memory per measured item",
      .perItem(items == 0 ? 0 : Double(feed.extentMemory) / Double(items)))
  }
}
