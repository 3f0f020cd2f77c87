import Testing

@testable import FeedEngine

@Suite struct ExtentTreeTests {
  @Test func anEmptyTreeHasNoLength() {
    let tree = ExtentTree()
    #expect(tree.count == 0)
    #expect(tree.total == .zero)
    #expect(tree.estimate.points == 44)
    #expect(tree.offset(of: 0) == .zero)
    #expect(tree.locate(.zero) == nil)
    #expect(tree.checkInvariants() == nil)
  }

  @Test func aBillionUnmeasuredItemsTakeNoMemory() throws {
    let tree = try ExtentTree(count: 1_000_000_000, estimate: units(45_056))
    #expect(tree.memoryFootprint < 1_024)
    #expect(tree.offset(of: 999_999_999).rawValue == 999_999_999 * 45_056)
    let found = try #require(tree.locate(units(999_999_999 * 45_056 + 7)))
    #expect(found == (999_999_999, units(7)))
    #expect(tree.locate(tree.total) == nil)
  }

  @Test func allItemsThatCanBeAreSparse() throws {
    let count = 1 << 32
    let tree = try ExtentTree(count: count, estimate: units(1_000))
    let last = count - 1
    for index in [last, 0, 1 << 31, (1 << 31) - 1, (1 << 30) - 1, 1 << 30, last - 40] {
      let change = try tree.setExtent(units(1_500), at: index)
      #expect(change.rawValue == 500)
      #expect(tree.checkInvariants() == nil)
    }
    #expect(tree.total.rawValue == Int64(count) * 1_000 + 7 * 500)
    #expect(tree.offset(of: last).rawValue == Int64(last) * 1_000 + 6 * 500)
    for index in [0, 1, 1 << 30, 1 << 31, last - 41, last - 40, last - 39, last - 1, last] {
      let found = try #require(tree.locate(tree.offset(of: index)))
      #expect(found == (index, .zero))
      let end = tree.offset(of: index + 1) - units(1)
      #expect(tree.locate(end)?.index == index)
    }
    #expect(throws: ExtentError.tooManyItems(requested: count + 1)) {
      try tree.insert(count: 1, at: 5)
    }
    try tree.move(0..<1, to: last)
    #expect(tree.isMeasured(last) && tree.isMeasured(last - 1) && !tree.isMeasured(0))
    #expect(tree.checkInvariants() == nil)
    try tree.forgetAll()
    #expect(tree.total.rawValue == Int64(count) * 1_000)
    #expect(tree.checkInvariants() == nil)
    try tree.setExtent(units(1), at: 77)
    try tree.forget(at: 77)
    #expect(tree.checkInvariants() == nil)
  }

  @Test(arguments: [1_000, 1 << 32])
  func theLongestContentIsExact(_ count: Int) throws {
    let longest = FixedLength.max.rawValue
    let tree = try ExtentTree(count: count, estimate: units(1))
    try tree.setExtent(units(longest - Int64(count) + 1), at: 500)
    #expect(tree.total == FixedLength.max)
    #expect(tree.offset(of: 501).rawValue == longest - Int64(count) + 501)
    #expect(tree.locate(units(longest - 1))?.index == count - 1)
    #expect(throws: ExtentError.contentTooLong) { try tree.setExtent(units(2), at: 0) }
    #expect(throws: ExtentError.contentTooLong) { try tree.setEstimate(units(2)) }
    #expect(throws: ExtentError.self) { try tree.insert(count: 1, at: 0) }
    try tree.setExtent(.zero, at: 499)
    #expect(throws: ExtentError.contentTooLong) {
      try tree.setExtent(tree.extent(at: 500) + units(2), at: 500)
    }
    try tree.setExtent(tree.extent(at: 500) + units(1), at: 500)
    #expect(throws: ExtentError.contentTooLong) { try tree.forget(at: 499) }
    #expect(throws: ExtentError.contentTooLong) { try tree.forget(490..<500) }
    #expect(tree.total == FixedLength.max)
    #expect(tree.checkInvariants() == nil)
  }

  @Test func giantsBesideOrdinaryItemsAreExact() throws {
    let giant = ExtentCapacities.real.giant
    let extents = (0..<2_000).map { Int64($0 % 7 == 0 ? Int64($0) << 30 : giant - 1) }
    let tree = ExtentTree()
    try tree.insert(extents.map(units), at: 0)
    var offset: Int64 = 0
    for (index, extent) in extents.enumerated() {
      #expect(tree.offset(of: index).rawValue == offset)
      #expect(tree.measuredExtent(at: index) == units(extent))
      offset += extent
    }
    #expect(tree.total.rawValue == offset)
    #expect(tree.checkInvariants() == nil)
  }

  @Test func resetStartsOver() throws {
    let tree = ExtentTree()
    try tree.insert(Array(repeating: units(5_000), count: 100_000), at: 0)
    let full = tree.memoryFootprint
    try tree.reset(count: 10, estimate: units(9))
    #expect(tree.count == 10 && tree.measuredCount == 0 && tree.total.rawValue == 90)
    #expect(tree.memoryFootprint < full / 2)
    #expect(tree.checkInvariants() == nil)
  }

  @Test func memoryGrowsWithWhatIsMeasuredAndGoesAtAReset() throws {
    let tree = try ExtentTree(count: 250_000, estimate: units(9))
    for _ in 0..<2 {
      for index in 0..<tree.count {
        try tree.setExtent(units(Int64(20_480 + index % 1_000)), at: index)
      }
      #expect(tree.checkInvariants() == nil)
      #expect(tree.memoryFootprint <= 5 * tree.count)
      try tree.reset(count: 250_000, estimate: units(9))
      #expect(tree.memoryFootprint <= 256 << 10)
    }
  }

  @Test func memoryPerItemMeasuredAtRandom() throws {
    let tree = try ExtentTree(count: 1_000_000_000, estimate: units(9))
    var random = SplitMix(seed: 1)
    for _ in 0..<100_000 {
      try tree.setExtent(units(20_480), at: Int.random(in: 0..<tree.count, using: &random))
    }
    #expect(tree.checkInvariants() == nil)
    #expect(tree.memoryFootprint <= 14 * tree.measuredCount)
  }

  @Test func aWalkGoesOnAfterAChange() throws {
    let tree = try ExtentTree(count: 100, estimate: units(10))
    try tree.setExtent(units(3), at: 50)
    var seen: [Int] = []
    var offsets: [Int64] = []
    tree.forEachExtent(from: 40) { index, offset, extent, _ in
      seen.append(index)
      offsets.append(offset.rawValue)
      _ = try? tree.setExtent(units(20), at: index)
      return index < 60
    }
    #expect(seen == Array(40...60))
    #expect(offsets.last == Int64(800))
    #expect(tree.checkInvariants() == nil)
  }

  @Test func aCursorOutlivesChanges() throws {
    let tree = try ExtentTree(count: 100, estimate: units(10))
    var cursor = ExtentCursor(tree, at: 90)
    try tree.remove(10..<100)
    #expect(cursor.index == 10 && cursor.offset == tree.total && cursor.extent == .zero)
    let advanced = cursor.advance()
    #expect(!advanced)
    let retreated = cursor.retreat()
    #expect(retreated && cursor.index == 9)
    try tree.insert([units(3), units(0), units(4)], at: 0)
    #expect(cursor.offset.rawValue == 67)
    try tree.remove(0..<tree.count)
    let found = cursor.locate(.zero)
    #expect(cursor.index == 0 && found == nil)
  }

  @Test func errorsSayWhatToDo() {
    let errors: [ExtentError] = [
      .indexOutOfRange(index: 7, count: 3), .rangeOutOfRange(lower: 1, upper: 9, count: 3),
      .invalidExtent, .tooManyItems(requested: 1 << 33), .contentTooLong,
    ]
    for error in errors {
      #expect(error.description.contains("pass") || error.description.contains("keep"))
    }
  }
}
