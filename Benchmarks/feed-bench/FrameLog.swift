import AllocationCounter
import FeedBenchSupport

/// What happened in a frame.
enum FrameKind {
  /// The viewport moved and no cell came or went.
  case plain
  /// Cells left, none entered.
  case leaving
  /// Cells entered.
  case entering
}

/// The times of frames in several equal runs, and what they allocated.
struct FrameLog {
  static let runs = 3

  let frames: Int
  // The three times of a frame stand together.
  private var ticks: [UInt32]
  private var kinds: [FrameKind]
  // Of all runs together.
  private(set) var calls = 0
  private(set) var bytes = 0
  private(set) var enteringCalls = 0

  init(frames: Int) {
    self.frames = frames
    ticks = [UInt32](repeating: 0, count: frames * Self.runs)
    kinds = [FrameKind](repeating: .plain, count: frames)
  }

  mutating func note(
    _ frame: Int, run: Int, ticks: UInt64, kind: FrameKind, before: AllocationCounts,
    after: AllocationCounts
  ) {
    self.ticks[frame * Self.runs + run] = UInt32(clamping: ticks)
    kinds[frame] = kind
    let calls = Int(after.calls - before.calls)
    self.calls += calls
    bytes += Int(after.bytes - before.bytes)
    if kind == .entering { enteringCalls += calls }
  }

  func count(of kind: FrameKind) -> Int { kinds.count { $0 == kind } }

  /// The times of the frames of a kind, or of all: of each frame the middle one of its runs, which
  /// neither another program's turn nor the clock's step decides.
  func summary(of kind: FrameKind?, _ stopwatch: Stopwatch) -> Summary? {
    var times: [Double] = []
    for frame in 0..<frames where kind == nil || kinds[frame] == kind {
      let first = frame * Self.runs
      let (a, b, c) = (ticks[first], ticks[first + 1], ticks[first + 2])
      times.append(stopwatch.nanoseconds(UInt64(max(min(a, b), min(max(a, b), c)))))
    }
    return Summary(sorting: &times)
  }
}
