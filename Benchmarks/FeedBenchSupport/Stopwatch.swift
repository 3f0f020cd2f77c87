import AllocationCounter

/// Times short spans by a tick counter, less what reading the counter costs.
package struct Stopwatch: Sendable {
  /// Nanoseconds in a tick.
  package let nanosecondsPerTick: Double
  /// Ticks between two reads with nothing between them, on average.
  package let overhead: Double
  /// The smallest step by which the counter was seen to advance, in nanoseconds.
  package let step: Double

  /// Calibrates against the monotonic clock for 20 milliseconds.
  package init() {
    let wallStart = benchmark_wall_nanoseconds()
    let tickStart = benchmark_ticks()
    var gaps: [Double] = []
    var wall = wallStart
    while wall - wallStart < 20_000_000 {
      for _ in 0..<100 {
        let first = benchmark_ticks()
        gaps.append(Double(benchmark_ticks() &- first))
      }
      wall = benchmark_wall_nanoseconds()
    }
    let ticks = benchmark_ticks() &- tickStart
    nanosecondsPerTick = ticks == 0 ? 1 : Double(wall - wallStart) / Double(ticks)
    gaps.sort()
    // Interruptions are not part of a read.
    let usual = gaps.prefix(gaps.count * 99 / 100)
    overhead = usual.reduce(0, +) / Double(max(usual.count, 1))
    step = Self.smallestStep(in: gaps) * nanosecondsPerTick
  }

  /// The nanoseconds of a span of ticks, the cost of the two reads taken off.
  package func nanoseconds(_ ticks: UInt64) -> Double {
    max(0, Double(ticks) - overhead) * nanosecondsPerTick
  }

  private static func smallestStep(in sorted: [Double]) -> Double {
    var step = sorted.first { $0 > 0 } ?? 0
    for (lower, higher) in zip(sorted, sorted.dropFirst()) where higher > lower {
      step = min(step, higher - lower)
    }
    return step
  }
}

/// What a piece of work asked of the allocator, or that no one could tell.
package struct AllocationSpan: Sendable {
  private let start: AllocationCounts

  /// Starts counting on the calling thread.
  package init() {
    start = AllocationCounts.current()
  }

  /// Calls and bytes since the start; `nil` where counting is unavailable.
  package var sinceStart: (calls: Int, bytes: Int)? {
    let end = AllocationCounts.current()
    guard Self.isAvailable else { return nil }
    return (Int(end.calls - start.calls), Int(end.bytes - start.bytes))
  }

  /// Whether allocations are counted in this process.
  package static let isAvailable = AllocationCounts.isAvailable
}

/// Nanoseconds of processor time that a piece of work takes on the calling thread. A profiler that
/// was told to wait watches this work only.
package func threadNanoseconds(_ work: () throws -> Void) rethrows -> Double {
  let start = benchmark_thread_nanoseconds()
  benchmark_profile_begin()
  defer { benchmark_profile_end() }
  try work()
  return Double(benchmark_thread_nanoseconds() - start)
}
