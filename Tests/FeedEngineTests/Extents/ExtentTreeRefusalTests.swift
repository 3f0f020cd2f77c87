import Testing

@testable import FeedEngine

/// A refused call throws its error and leaves everything as it was.
@Suite struct ExtentTreeRefusalTests {
  private func mixedTree(_ capacities: ExtentCapacities) throws -> ExtentTree {
    let tree = try ExtentTree(count: 500, estimate: units(1_000), capacities: capacities)
    for index in stride(from: 0, to: 500, by: 3) {
      try tree.setExtent(units(Int64(index % 11) * 300), at: index)
    }
    for index in 100..<170 { try tree.setExtent(units(Int64(index)), at: index) }
    try tree.setExtent(units(1 << 40), at: 333)
    return tree
  }

  private func refuses(
    _ error: ExtentError, _ location: SourceLocation = #_sourceLocation,
    _ change: (ExtentTree) throws -> Void
  ) throws {
    for capacities in [ExtentCapacities.tiny, .real] {
      let tree = try mixedTree(capacities)
      let before = tree.dump
      let bytes = tree.memoryFootprint
      #expect(throws: error, sourceLocation: location) { try change(tree) }
      // The dumps are long: a failure need not print them.
      let isSame = tree.dump == before
      #expect(isSame, sourceLocation: location)
      #expect(tree.memoryFootprint == bytes, sourceLocation: location)
      #expect(tree.checkInvariants() == nil, sourceLocation: location)
    }
  }

  @Test func indices() throws {
    for index in [-1, 500, Int.min, Int.max] {
      let error = ExtentError.indexOutOfRange(index: index, count: 500)
      try refuses(error) { try $0.setExtent(units(1), at: index) }
      try refuses(error) { try $0.forget(at: index) }
      if index == 500 { continue }
      try refuses(error) { try $0.insert(count: 1, at: index) }
      try refuses(error) { try $0.insert([units(1)], at: index) }
    }
    try refuses(.indexOutOfRange(index: 491, count: 500)) { try $0.move(3..<13, to: 491) }
    try refuses(.indexOutOfRange(index: -1, count: 500)) { try $0.move(3..<13, to: -1) }
  }

  @Test func ranges() throws {
    for range in [-1..<5, 400..<501, 501..<501, 0..<Int.max] {
      let error = ExtentError.rangeOutOfRange(
        lower: range.lowerBound, upper: range.upperBound, count: 500)
      try refuses(error) { try $0.remove(range) }
      try refuses(error) { try $0.forget(range) }
      try refuses(error) { try $0.move(range, to: 0) }
    }
    try refuses(.rangeOutOfRange(lower: 7, upper: 5, count: 500)) {
      try $0.insert(count: -2, at: 7)
    }
    try refuses(.rangeOutOfRange(lower: 0, upper: -2, count: 500)) {
      try $0.reset(count: -2, estimate: units(1))
    }
  }

  @Test func extents() throws {
    for extent in [-1, Int64.min] {
      try refuses(.invalidExtent) { try $0.setExtent(units(extent), at: 4) }
      try refuses(.invalidExtent) { try $0.setEstimate(units(extent)) }
      try refuses(.invalidExtent) { try $0.insert([units(1), units(extent)], at: 4) }
      try refuses(.invalidExtent) {
        try $0.insert([units(Int64.max), units(Int64.max), units(extent)], at: 4)
      }
      try refuses(.invalidExtent) { try $0.reset(count: 3, estimate: units(extent)) }
    }
    try refuses(.invalidExtent) { try $0.setEstimate(.zero) }
  }

  @Test func lengths() throws {
    let longest = FixedLength.max
    for extent in [longest, units(Int64.max), longest - units(1 << 40)] {
      try refuses(.contentTooLong) { try $0.setExtent(extent, at: 4) }
      try refuses(.contentTooLong) { try $0.setExtent(extent, at: 5) }
      try refuses(.contentTooLong) { try $0.insert([units(0), extent], at: 4) }
      try refuses(.contentTooLong) { try $0.insert([extent, extent, extent], at: 4) }
      try refuses(.contentTooLong) { try $0.setEstimate(extent) }
      try refuses(.contentTooLong) { try $0.reset(count: 1 << 32, estimate: extent) }
    }
    try refuses(.contentTooLong) {
      try $0.insert(Array(repeating: units(Int64.max), count: 4), at: 4)
    }
    let tree = try ExtentTree(count: 5, estimate: units(1 << 40))
    #expect(throws: ExtentError.contentTooLong) { try tree.insert(count: 1 << 30, at: 2) }
    #expect(throws: ExtentError.contentTooLong) { try tree.setExtent(.max, at: 2) }
    #expect(tree.count == 5 && tree.measuredCount == 0)
    #expect(tree.checkInvariants() == nil)
  }

  @Test func counts() throws {
    let most = 1 << 32
    try refuses(.tooManyItems(requested: most + 1)) {
      try $0.insert(count: most - 499, at: 0)
    }
    try refuses(.tooManyItems(requested: Int.max)) { try $0.insert(count: Int.max, at: 0) }
    try refuses(.tooManyItems(requested: most + 1)) {
      try $0.reset(count: most + 1, estimate: units(1))
    }
  }
}
