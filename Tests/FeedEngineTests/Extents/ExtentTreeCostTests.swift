#if DEBUG
  import Testing

  @testable import FeedEngine

  /// Costs counted in nodes and leaves, which debug builds do.
  @Suite struct ExtentTreeCostTests {
    private func measuredTree(_ count: Int) throws -> ExtentTree {
      let tree = ExtentTree()
      try tree.insert((0..<count).map { units(Int64(20_480 + $0 * 7_919 % 81_920)) }, at: 0)
      return tree
    }

    /// The visits of a scroll step through a fresh search and the items on screen.
    private func visitsOfAStep(_ tree: ExtentTree, at share: Double) throws -> Int {
      let viewport = 500 << 10
      var most = 0
      var start = FixedLength(rawValue: Int64(Double(tree.total.rawValue) * share))
      for _ in 0..<50 {
        let before = tree.visits
        let first = try #require(tree.locate(start))
        var visible = 0
        var cursor = ExtentCursor(tree, at: first.index)
        repeat {
          visible += 1
        } while cursor.advance()
          && cursor.offset.rawValue < start.rawValue + Int64(viewport)
        let visits = tree.visits - before
        #expect(visits < 200)
        #expect(visits <= 4 * (Int.bitWidth - tree.count.leadingZeroBitCount) + 4 * visible)
        most = max(most, visits)
        start += units(37 << 10)
      }
      return most
    }

    @Test func aScrollStepCostsTheSameAnywhere() throws {
      let small = try measuredTree(10_000)
      let large = try measuredTree(1_000_000)
      let smallTop = try visitsOfAStep(small, at: 0)
      let top = try visitsOfAStep(large, at: 0)
      let deep = try visitsOfAStep(large, at: 0.99)
      #expect(top < 3 * smallTop, "C138")
      #expect(deep < 2 * top, "C138")
    }

    @Test func aMeasureWritesAFewNodes() throws {
      for tree in [
        try measuredTree(1_000_000), try ExtentTree(count: 1_000_000, estimate: units(45_056)),
      ] {
        var sum = 0
        for step in 0..<1_000 {
          let before = tree.writes
          try tree.setExtent(units(Int64(50_000 + step)), at: step * 997)
          let writes = tree.writes - before
          #expect(writes <= 40, "C139")
          sum += writes
        }
        #expect(sum <= 1_000 * 8, "C139")
      }
    }

    @Test func measuringInOrderNeedsNoDescent() throws {
      let tree = try ExtentTree(count: 1_000_000, estimate: units(45_056))
      for index in 500_000..<501_000 { try tree.setExtent(units(50_000), at: index) }
      let before = tree.visits
      for index in 500_000..<501_000 {
        try tree.setExtent(units(50_000), at: index)
        _ = tree.measuredExtent(at: index)
      }
      #expect(tree.visits - before < 4_100)
    }

    @Test func largeChangesOfUnmeasuredItemsCostAsLittleAsSmallOnes() throws {
      let tree = try measuredTree(100_000)
      for count in [1, 1_000_000_000] {
        let before = tree.writes
        try tree.insert(count: count, at: 50_000)
        #expect(tree.writes - before < 12)
      }
    }
  }
#endif
