import Testing

@testable import FeedEngine

/// Sets of indices as runs, against naive sets.
@Suite struct IndexRunsTests {
  @Test("random ranges in any order agree with a set", arguments: UInt64(1)...60)
  func agreesWithSet(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      let space = Int.random(in: 1...40, using: &random)
      var ranges: ContiguousArray<Range<Int>> = []
      var set: Set<Int> = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let lower = Int.random(in: 0...space, using: &random)
        let upper = Int.random(in: lower...min(space, lower + 8), using: &random)
        ranges.append(lower..<upper)
        set.formUnion(lower..<upper)
      }
      if Bool.random(using: &random) { ranges.sort { $0.lowerBound < $1.lowerBound } }
      let runs = IndexRuns(ranges)
      #expect(runs.count == set.count && runs.isEmpty == set.isEmpty, "seed \(seed)")
      #expect(runs.runs.flatMap { Array($0) } == set.sorted(), "seed \(seed)")
      // Neighbours are one run, so that a run is one step of the tree.
      #expect(zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      #expect(!runs.runs.contains { $0.isEmpty })
      let outside = (0..<space + 50).filter { !set.contains($0) }
      for index in 0..<space + 5 {
        #expect(runs.contains(index) == set.contains(index), "seed \(seed), \(index)")
        #expect(runs.count(below: index) == set.filter { $0 < index }.count, "seed \(seed)")
        #expect(runs.indexOutside(rank: index) == outside[index], "seed \(seed), rank \(index)")
      }
    }
  }

  @Test("no ranges and empty ones are no indices")
  func empty() {
    for runs in [IndexRuns([]), IndexRuns([4..<4]), IndexRuns([9..<9, 0..<0])] {
      #expect(runs.isEmpty && runs.runs.isEmpty && !runs.contains(4))
      #expect(runs.count(below: 100) == 0 && runs.indexOutside(rank: 7) == 7)
    }
  }

  @Test("a range of a billion is one run")
  func huge() {
    let runs = IndexRuns([1_000_000_000..<2_000_000_000, 5..<7, 6..<1_000_000_000])
    #expect(runs.runs == [5..<2_000_000_000])
    #expect(runs.count(below: 1_500_000_000) == 1_499_999_995)
    #expect(runs.indexOutside(rank: 5) == 2_000_000_000)
  }
}
