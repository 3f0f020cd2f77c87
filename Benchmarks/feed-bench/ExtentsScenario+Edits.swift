import AllocationCounter
import FeedBenchSupport
import FeedEngine

extension ExtentsScenario {
  /// Making, measuring, inserting, removing and moving.
  func edits() throws -> [ScenarioReport.Operation] {
    var results: [ScenarioReport.Operation] = [
      .init("open, nothing measured", nanoseconds: try open())
    ]
    if isDense {
      results.append(.init("build from extents, an item", nanoseconds: try build()))
    }
    results += [
      isDense
        ? .init("measure one at random again", nanoseconds: try measureAgain())
        : .init("measure one at random, not measured before", nanoseconds: try measureFirst()),
      .init("measure the next, nothing measured before", nanoseconds: try measureInOrder()),
      .init("insert one unmeasured at the front", nanoseconds: try insertAtFront(1)),
      .init("insert 50 unmeasured at the front", nanoseconds: try insertAtFront(50)),
      .init(
        "insert one measured at random", nanoseconds: try insertAtRandom(),
        rival: isDense ? flatInsert() : nil),
    ]
    if items >= 2 * Self.rangeLength {
      results += [
        .init("remove 1000", nanoseconds: try removeRanges()),
        .init("move 1000", nanoseconds: try moveRanges()),
      ]
    }
    results.append(.init("change the estimate", nanoseconds: try changeEstimate()))
    return results
  }

  private static let rangeLength = 1000

  private func open() throws -> Double {
    try best(of: operations, from: ()) { _ in
      for _ in 0..<operations {
        let tree = try ExtentTree(count: items, estimate: Self.estimate)
        benchmark_sink(UInt64(bitPattern: tree.total.rawValue))
      }
    }
  }

  private func build() throws -> Double {
    let extents = (0..<items).map(extent)
    return try best(of: items, from: ExtentTree()) { tree in
      try tree.insert(extents, at: 0)
    }
  }

  // Each round goes elsewhere and gives other extents, as one that stays the same costs nothing.
  private func measureAgain() throws -> Double {
    let tree = try makeTree()
    var round: UInt64 = 0
    func nextRound() -> SplitMix {
      round += 1
      return SplitMix(seed: seed &+ round)
    }
    return try best(of: operations, from: nextRound()) { try measureAtRandom(tree, &$0) }
  }

  // Each round begins with a tree in which hardly any item is measured.
  private func measureFirst() throws -> Double {
    try best(
      of: operations, from: (tree: try makeTree(), generator: SplitMix(seed: seed &+ 1))
    ) { state in
      try measureAtRandom(state.tree, &state.generator)
    }
  }

  private func measureAtRandom(_ tree: ExtentTree, _ generator: inout SplitMix) throws {
    for _ in 0..<operations {
      let extent = FixedLength(rawValue: Int64(generator.next() & 0xFFFFF))
      try tree.setExtent(extent, at: generator.index(below: items))
    }
  }

  private func measureInOrder() throws -> Double {
    let steps = min(operations, items)
    return try best(
      of: steps, from: try ExtentTree(count: items, estimate: Self.estimate)
    ) { tree in
      for index in 0..<steps {
        try tree.setExtent(FixedLength(rawValue: Int64(40 << 10 + index & 0xFFFF)), at: index)
      }
    }
  }

  private func insertAtFront(_ number: Int) throws -> Double {
    let steps = min(operations, ((1 << 32) - items) / number)
    return try best(of: steps, from: try makeTree()) { tree in
      for _ in 0..<steps { try tree.insert(count: number, at: 0) }
    }
  }

  private func insertAtRandom() throws -> Double {
    let one = [FixedLength(rawValue: 100 << 10)]
    let steps = min(operations, (1 << 32) - items)
    return try best(
      of: steps, from: (tree: try makeTree(), generator: SplitMix(seed: seed))
    ) { state in
      for _ in 0..<steps {
        try state.tree.insert(one, at: state.generator.index(below: state.tree.count))
      }
    }
  }

  private func flatInsert() -> Double {
    let steps = min(operations, 20)
    return best(
      of: steps,
      from: (flat: FlatExtents((0..<items).map(extent)), generator: SplitMix(seed: seed))
    ) { state in
      for _ in 0..<steps {
        state.flat.insert(100 << 10, at: state.generator.index(below: state.flat.count))
      }
    }
  }

  private func removeRanges() throws -> Double {
    // Half of the items at most, so that the tree does not dwindle while it is timed.
    let steps = min(operations, 1000, items / Self.rangeLength / 2)
    return try best(
      of: steps, from: (tree: try makeTree(), generator: SplitMix(seed: seed))
    ) { state in
      for _ in 0..<steps {
        let lower = state.generator.index(below: state.tree.count - Self.rangeLength)
        try state.tree.remove(lower..<lower + Self.rangeLength)
      }
    }
  }

  private func moveRanges() throws -> Double {
    let steps = min(operations, 1000)
    return try best(
      of: steps, from: (tree: try makeTree(), generator: SplitMix(seed: seed))
    ) { state in
      for _ in 0..<steps {
        let room = items - Self.rangeLength
        let lower = state.generator.index(below: room)
        try state.tree.move(
          lower..<lower + Self.rangeLength, to: state.generator.index(below: room))
      }
    }
  }

  private func changeEstimate() throws -> Double {
    let tree = try makeTree()
    return try best(of: operations, from: ()) { _ in
      for step in 0..<operations {
        try tree.setEstimate(FixedLength(rawValue: Int64(100 << 10 + step & 0xFF)))
      }
    }
  }
}
