import FeedBenchSupport

/// Memory in which each cache line names the next one to look at, in random order and all in one
/// circle: what a single load that waits for the last one costs on this machine at this moment. No
/// structure of the same size answers a random question faster.
struct MemoryChain {
  private static let wordsPerLine = 64 / MemoryLayout<UInt32>.stride

  private let words: [UInt32]

  init(byteCount: Int, seed: UInt64) {
    let lines = max(2, byteCount / 64)
    var order = Array(0..<UInt32(truncatingIfNeeded: lines))
    var generator = SplitMix(seed: seed)
    order.shuffle(using: &generator)
    var words = [UInt32](repeating: 0, count: lines * MemoryChain.wordsPerLine)
    for (place, line) in order.enumerated() {
      words[Int(line) * MemoryChain.wordsPerLine] = order[(place + 1) % lines]
    }
    self.words = words
  }

  /// Goes so many lines on.
  func follow(_ steps: Int) -> UInt32 {
    var line: UInt32 = 0
    for _ in 0..<steps { line = words[Int(line) * MemoryChain.wordsPerLine] }
    return line
  }
}
