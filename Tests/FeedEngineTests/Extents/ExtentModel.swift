#if !FUZZING
  @testable import FeedEngine
#endif

/// A generator whose values follow from its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`, without the cost of an exactly even spread.
  mutating func below(_ bound: Int) -> Int {
    Int(next() >> 33) % bound
  }
}

/// What an extent tree says, as a flat array: -1 where an item is unmeasured.
struct ExtentModel {
  var extents: [Int64] = []
  var estimate: Int64

  init(count: Int, estimate: Int64) {
    extents = Array(repeating: -1, count: count)
    self.estimate = estimate
  }

  func extent(_ index: Int) -> Int64 { extents[index] < 0 ? estimate : extents[index] }

  var measuredCount: Int { extents.reduce(0) { $0 + ($1 < 0 ? 0 : 1) } }

  func sum(_ range: Range<Int>) -> Int64 {
    var sum: Int64 = 0
    for index in range { sum += extent(index) }
    return sum
  }

  func locate(_ offset: Int64) -> (index: Int, distance: Int64)? {
    if offset < 0 { return nil }
    var rest = offset
    for index in extents.indices {
      let extent = extent(index)
      if rest < extent { return (index, rest) }
      rest -= extent
    }
    return nil
  }

  mutating func move(_ range: Range<Int>, to destination: Int) {
    let moved = Array(extents[range])
    extents.removeSubrange(range)
    extents.insert(contentsOf: moved, at: destination)
  }
}

extension ExtentCapacities {
  /// So small that nodes and leaves divide and merge all the time.
  static let tiny = ExtentCapacities(
    fanout: 4, dense: 5, sparse: 3, sparseSpan: 24, giant: 3_000)
  static let small = ExtentCapacities(
    fanout: 6, dense: 11, sparse: 6, sparseSpan: 400, giant: 1 << 16)
  static let real = ExtentCapacities()
}

extension ExtentTree {
  /// All that the tree tells about its items.
  var dump: [Int64] {
    var values = [
      Int64(count), Int64(measuredCount), total.rawValue, estimate.rawValue,
      Int64(truncatingIfNeeded: generation),
    ]
    forEachExtent(from: 0) { index, offset, extent, isMeasured in
      values.append(contentsOf: [Int64(index), offset.rawValue, extent.rawValue])
      values.append(isMeasured ? 1 : 0)
      return true
    }
    return values
  }
}

func units(_ value: Int64) -> FixedLength { FixedLength(rawValue: value) }
