import Testing

@testable import FeedEngine

/// What users of other engines reported as broken.
@Suite struct ExtentTreeCaseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var count: Int
    var estimate: Double
    /// The extents of the items in points, repeated in turn.
    var extents: [Double]
    var total: Double
    var viewport: Double
    /// Scroll offsets and the items with an extent seen there.
    var views: [(offset: Double, seen: [Int])] = []
    /// How far `total` may be off, in units an item.
    var tolerance = 0.0

    var testDescription: String { "\(id), \(count) items" }
  }

  static let cases = [
    Case(
      id: "C091", count: 300, estimate: 44, extents: [0, 30, 30], total: 6_000, viewport: 300,
      views: [
        (0, [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]),
        (3_000, [151, 152, 154, 155, 157, 158, 160, 161, 163, 164]),
      ]),
    Case(id: "C092", count: 20, estimate: 40, extents: [0, 40], total: 400, viewport: 100),
    Case(
      id: "C098", count: 1_677_723, estimate: 44, extents: [20], total: 33_554_460,
      viewport: 600, views: [(33_553_860, Array(1_677_693...1_677_722))]),
    Case(
      id: "C098", count: 1_000_000, estimate: 44, extents: [35], total: 35_000_000,
      viewport: 700, views: [(34_999_300, Array(999_980...999_999))]),
    Case(
      id: "C098", count: 10_000_000, estimate: 35, extents: [], total: 350_000_000,
      viewport: 700, views: [(349_999_300, Array(9_999_980...9_999_999))]),
    Case(
      id: "C099", count: 100_000, estimate: 44, extents: [36.397], total: 3_639_700,
      viewport: 600, tolerance: 1),
  ]

  @Test(arguments: cases) func contentIsExact(_ example: Case) throws {
    let tree = try ExtentTree(
      count: example.count, estimate: #require(FixedLength(ceiling: example.estimate)))
    if !example.extents.isEmpty {
      let turn = try example.extents.map { try #require(FixedLength(ceiling: $0)) }
      // One by one where that is quick in a debug build.
      let single = min(example.count, 100_000)
      try tree.remove(single..<example.count)
      for index in 0..<single { try tree.setExtent(turn[index % turn.count], at: index) }
      try tree.insert(
        (single..<example.count).map { turn[$0 % turn.count] }, at: single)
      #expect(tree.measuredCount == example.count)
    }
    #expect(tree.checkInvariants() == nil)
    let slack = example.tolerance * Double(example.count) / FixedLength.unitsPerPoint
    #expect(abs(tree.total.points - example.total) <= slack)
    for (offset, seen) in example.views {
      #expect(items(of: tree, at: offset, example.viewport) == seen)
    }
    checkRoundTrips(tree)
  }

  @Test func measuredZerosKeepTheirPlace() throws {
    let tree = try ExtentTree(count: 20, estimate: #require(FixedLength(ceiling: 40)))
    for index in stride(from: 0, to: 20, by: 2) { try tree.setExtent(.zero, at: index) }
    for index in stride(from: 1, to: 20, by: 2) {
      try tree.setExtent(#require(FixedLength(ceiling: 40)), at: index)
    }
    #expect(tree.total.points == 400, "C092")
    #expect(tree.offset(of: 19).points == 360, "C092")
    #expect(tree.measuredExtent(at: 18) == .zero, "C092")
  }

  @Test func nothingIsLeftWhenAllIsRemoved() throws {
    let extents = [10.1, 20.2, 30.3]
    for order in [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 1, 0]] {
      let tree = ExtentTree()
      try tree.insert(extents.map { try #require(FixedLength(ceiling: $0)) }, at: 0)
      for index in order {
        try tree.remove(index..<index + 1)
        #expect(tree.total >= .zero, "C097")
      }
      #expect(tree.total == .zero && tree.count == 0, "C097")
    }
    var random = SeededGenerator(seed: 97)
    let tree = ExtentTree()
    for _ in 0..<10_000 {
      let index = random.below(tree.count + 1)
      switch random.below(3) {
      case 0: try tree.insert(count: 1, at: index)
      case 1 where index < tree.count:
        try tree.setExtent(units(Int64(random.below(100_000))), at: index)
      default: if index < tree.count { try tree.remove(index..<index + 1) }
      }
    }
    try tree.remove(0..<tree.count)
    #expect(tree.total == .zero, "C097, seed 97")
    #expect(tree.checkInvariants() == nil)
  }

  private func items(of tree: ExtentTree, at offset: Double, _ viewport: Double) -> [Int] {
    guard let start = FixedLength(flooring: offset), let first = tree.locate(start),
      let length = FixedLength(flooring: viewport)
    else { return [] }
    var seen: [Int] = []
    tree.forEachExtent(from: first.index) { index, offset, extent, _ in
      if offset >= start + length { return false }
      if extent > .zero { seen.append(index) }
      return true
    }
    return seen
  }

  private func checkRoundTrips(_ tree: ExtentTree) {
    let step = max(1, tree.count / 5_000)
    for index in stride(from: 0, to: tree.count, by: step) {
      let start = tree.offset(of: index)
      let end = tree.offset(of: index + 1)
      #expect(end - start == tree.extent(at: index))
      if end > start {
        let found = tree.locate(start)
        #expect(found?.index == index && found?.distance == .zero)
      }
    }
  }
}
