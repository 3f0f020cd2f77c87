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
  private var arrivals: [Bool]
  // Of all runs together.
  private(set) var calls = 0
  private(set) var bytes = 0
  private(set) var enteringCalls = 0
  private(set) var arrivalCalls = 0

  init(frames: Int) {
    self.frames = frames
    ticks = [UInt32](repeating: 0, count: frames * Self.runs)
    kinds = [FrameKind](repeating: .plain, count: frames)
    arrivals = [Bool](repeating: false, count: frames)
  }

  mutating func note(
    _ frame: Int, run: Int, ticks: UInt64, kind: FrameKind, isArrival: Bool, calls: Int,
    bytes: Int
  ) {
    self.ticks[frame * Self.runs + run] = UInt32(clamping: ticks)
    kinds[frame] = kind
    arrivals[frame] = isArrival
    self.calls += calls
    self.bytes += bytes
    if kind == .entering { enteringCalls += calls }
    if isArrival { arrivalCalls += calls }
  }

  func count(of kind: FrameKind) -> Int { kinds.count { $0 == kind } }

  var arrivalCount: Int { arrivals.count { $0 } }

  /// The times of the frames of a kind, or of all: of each frame the middle one of its runs, which
  /// neither another program's turn nor the clock's step decides.
  func summary(of kind: FrameKind?, _ stopwatch: Stopwatch) -> Summary? {
    summary(stopwatch) { kind == nil || kinds[$0] == kind }
  }

  /// The times of the frames in which rows came, or of the others.
  func summary(ofArrivals isArrival: Bool, _ stopwatch: Stopwatch) -> Summary? {
    summary(stopwatch) { arrivals[$0] == isArrival }
  }

  private func summary(_ stopwatch: Stopwatch, of isMeant: (Int) -> Bool) -> Summary? {
    var times: [Double] = []
    for frame in 0..<frames where isMeant(frame) {
      let first = frame * Self.runs
      let (a, b, c) = (ticks[first], ticks[first + 1], ticks[first + 2])
      times.append(stopwatch.nanoseconds(UInt64(max(min(a, b), min(max(a, b), c)))))
    }
    return Summary(sorting: &times)
  }
}
