import AllocationCounter
import FeedBenchSupport

/// The times of frames, the least of several runs, and what they allocated.
struct FrameLog {
  private var ticks: [UInt32]
  private var entered: [Bool]
  // Of all runs together.
  private(set) var calls = 0
  private(set) var bytes = 0
  private(set) var enteringCalls = 0

  var frames: Int { ticks.count }

  init(frames: Int) {
    ticks = [UInt32](repeating: .max, count: frames)
    entered = [Bool](repeating: false, count: frames)
  }

  var enteringFrames: Int { entered.count { $0 } }

  mutating func note(
    _ frame: Int, ticks: UInt64, entered: Bool, before: AllocationCounts, after: AllocationCounts
  ) {
    self.ticks[frame] = min(self.ticks[frame], UInt32(clamping: ticks))
    self.entered[frame] = entered
    let calls = Int(after.calls - before.calls)
    self.calls += calls
    bytes += Int(after.bytes - before.bytes)
    if entered { enteringCalls += calls }
  }

  func summaries(_ stopwatch: Stopwatch) -> (all: Summary?, plain: Summary?, entering: Summary?) {
    let times = ticks.map { stopwatch.nanoseconds(UInt64($0)) }
    return (
      Summary(times), Summary(zip(times, entered).lazy.filter { !$0.1 }.map(\.0)),
      Summary(zip(times, entered).lazy.filter { $0.1 }.map(\.0))
    )
  }
}
