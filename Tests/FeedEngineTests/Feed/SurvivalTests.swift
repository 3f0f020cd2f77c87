import Testing

@testable import FeedEngine

/// Random calls of the whole public API in random order, with any values, from outside and from
/// every callback: nothing traps, nothing is lost, and correct use works afterwards.
@Suite struct SurvivalTests {
  #if DEBUG
    static let calls = 2_500
  #else
    static let calls = 50_000
  #endif
  /// A feed gets so many calls before it has to show that it works.
  static let round = 250

  @Test("random calls of the whole API", arguments: [1, 2, 3, 4] as [UInt64])
  func randomCalls(seed: UInt64) async {
    // In a process of its own: a trap would end this one and all other tests with it.
    await #expect(processExitsWith: .success) { [seed] in
      var random = SplitMix(seed: seed)
      for round in 0..<Self.calls / Self.round {
        let bytes = (0..<Self.round * FuzzCall.byteCount).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
        let player = FuzzPlayer()
        if let problem = player.play(FuzzCall.list(bytes)) ?? player.recover() {
          Issue.record("seed \(seed), round \(round): \(problem)")
        }
      }
    }
  }
}
