import Testing

@testable import FeedEngine

/// A tree and its model, which random operations change side by side.
struct ExtentPair {
  let tree: ExtentTree
  var model: ExtentModel
  var cursor: ExtentCursor
  var random: SeededGenerator
  let capacities: ExtentCapacities
  let maxCount: Int

  init(seed: UInt64, capacities: ExtentCapacities, maxCount: Int) throws {
    random = SeededGenerator(seed: seed)
    self.capacities = capacities
    self.maxCount = maxCount
    model = ExtentModel(count: 0, estimate: 1_000)
    tree = try ExtentTree(count: 0, estimate: units(1_000), capacities: capacities)
    cursor = ExtentCursor(tree)
  }

  mutating func randomExtent() -> Int64 {
    switch random.below(20) {
    case 0, 1: return 0
    case 2: return capacities.giant + Int64(random.below(3)) - 1
    case 3: return Int64(random.below(1 << 30)) << Int64(random.below(5))
    default: return Int64(random.below(2_500))
    }
  }

  mutating func randomRange() -> Range<Int> {
    let count = model.extents.count
    let lower = random.below(count + 1)
    let longest: Int
    switch random.below(1_000) {
    case 0: longest = count
    case 1..<20: longest = min(count, 2_000)
    case 20..<250: longest = 150
    default: longest = 12
    }
    return lower..<min(count, lower + random.below(longest + 1))
  }

  /// Carries out one operation on both.
  ///
  /// - Returns: Its name when the results differ.
  mutating func step() throws -> String? {
    let count = model.extents.count
    switch random.below(24) {
    case 0...5 where count > 0: return try measure(random.below(count), randomExtent())
    case 6...8 where count > 0: return try measureStreak()
    case 9, 10: return try insertUnmeasured()
    case 11...13: return try insertMeasured()
    case 14...16: return try remove()
    case 17, 18: return try move()
    case 19 where count > 0: return try forgetOne()
    case 20: return try forgetRange()
    case 21 where random.below(8) == 0: return try setEstimate()
    case 21 where random.below(60) == 0: return try restart()
    default: return moveCursor()
    }
  }

  private mutating func measure(_ index: Int, _ extent: Int64) throws -> String? {
    let old = model.extent(index)
    model.extents[index] = extent
    let change = try tree.setExtent(units(extent), at: index)
    return change.rawValue == extent - old ? nil : "setExtent"
  }

  private mutating func measureStreak() throws -> String? {
    let count = model.extents.count
    var index = random.below(count)
    let step = random.below(2) == 0 ? 1 : -1
    for _ in 0..<random.below(40) where index >= 0 && index < count {
      let expected = model.extents[index]
      guard tree.measuredExtent(at: index)?.rawValue ?? -1 == expected else {
        return "measuredExtent"
      }
      if let problem = try measure(index, Int64(random.below(2_500))) { return problem }
      index += step
    }
    return nil
  }

  private mutating func insertUnmeasured() throws -> String? {
    let added = min(random.below(random.below(3) == 0 ? 60 : 5), maxCount - model.extents.count)
    let index = random.below(model.extents.count + 1)
    try tree.insert(count: added, at: index)
    model.extents.insert(contentsOf: Array(repeating: -1, count: added), at: index)
    return nil
  }

  private mutating func insertMeasured() throws -> String? {
    let wanted = random.below(2) == 0 ? 1 : random.below(150)
    var added: [Int64] = []
    for _ in 0..<min(wanted, maxCount - model.extents.count) { added.append(randomExtent()) }
    let index = random.below(model.extents.count + 1)
    try tree.insert(added.map(units), at: index)
    model.extents.insert(contentsOf: added, at: index)
    return nil
  }

  private mutating func remove() throws -> String? {
    let range = randomRange()
    try tree.remove(range)
    model.extents.removeSubrange(range)
    return nil
  }

  private mutating func move() throws -> String? {
    let range = randomRange()
    let destination = random.below(model.extents.count - range.count + 1)
    try tree.move(range, to: destination)
    model.move(range, to: destination)
    return nil
  }

  private mutating func forgetOne() throws -> String? {
    let index = random.below(model.extents.count)
    let change = model.estimate - model.extent(index)
    model.extents[index] = -1
    return try tree.forget(at: index).rawValue == change ? nil : "forget"
  }

  private mutating func forgetRange() throws -> String? {
    let isAll = random.below(100) == 0
    let range = isAll ? 0..<model.extents.count : randomRange()
    let change = Int64(range.count) * model.estimate - model.sum(range)
    for index in range { model.extents[index] = -1 }
    let told = isAll ? try tree.forgetAll() : try tree.forget(range)
    return told.rawValue == change ? nil : "forget range"
  }

  private mutating func setEstimate() throws -> String? {
    model.estimate = random.below(9) == 0 ? 1 << 34 : Int64(1 + random.below(3_000))
    try tree.setEstimate(units(model.estimate))
    return nil
  }

  private mutating func restart() throws -> String? {
    let count = random.below(maxCount)
    model = ExtentModel(count: count, estimate: 1_000)
    try tree.reset(count: count, estimate: units(1_000))
    return nil
  }

  private mutating func moveCursor() -> String? {
    let count = model.extents.count
    // Half of the time from where the cursor was before the tree changed.
    var index = random.below(2) == 0 ? random.below(count + 1) : cursor.index
    if index != cursor.index { cursor.seek(to: index) }
    if let problem = compareCursor(index) { return problem }
    for _ in 0..<random.below(20) {
      if random.below(2) == 0 {
        guard cursor.advance() == (index + 1 < count) else { return "advance" }
        index = min(index + 1, count)
      } else {
        guard cursor.retreat() == (index > 0) else { return "retreat" }
        index = max(index - 1, 0)
      }
      if let problem = compareCursor(index) { return problem }
    }
    guard tree.total.rawValue > 0 else { return nil }
    for _ in 0..<4 {
      let near = cursor.offset.rawValue + Int64(random.below(40_000)) - 20_000
      let found = cursor.locate(units(near))
      let expected = model.locate(near)
      guard found?.index == expected?.index, found?.distance.rawValue == expected?.distance
      else { return "cursor.locate(\(near))" }
      if let expected, let problem = compareCursor(expected.index) { return problem }
    }
    return nil
  }

  func compareCursor(_ index: Int) -> String? {
    guard cursor.index == index else { return "cursor.index" }
    guard cursor.offset.rawValue == model.sum(0..<index) else { return "cursor.offset" }
    let isEnd = index == model.extents.count
    guard cursor.extent.rawValue == (isEnd ? 0 : model.extent(index)) else {
      return "cursor.extent"
    }
    return cursor.isMeasured == (!isEnd && model.extents[index] >= 0) ? nil : "isMeasured"
  }

  /// Compares some answers.
  mutating func probe() -> String? {
    let count = model.extents.count
    guard tree.count == count else { return "count" }
    let index = random.below(count + 1)
    guard tree.offset(of: index).rawValue == model.sum(0..<index) else { return "offset" }
    if index == count { return nil }
    let extent = model.extent(index)
    guard tree.extent(at: index).rawValue == extent else { return "extent" }
    guard tree.isMeasured(index) == (model.extents[index] >= 0) else { return "isMeasured" }
    if extent == 0 { return nil }
    let distance = Int64(random.next() % UInt64(extent))
    guard let found = tree.locate(tree.offset(of: index) + units(distance)) else {
      return "locate finds nothing"
    }
    return found == (index, units(distance)) ? nil : "locate"
  }

  /// Compares all answers.
  func compare() -> String? {
    if let problem = tree.checkInvariants() { return "invariant: " + problem }
    let total = model.sum(0..<model.extents.count)
    guard tree.total.rawValue == total else { return "total \(tree.total.rawValue) \(total)" }
    guard tree.measuredCount == model.measuredCount else { return "measuredCount" }
    guard tree.locate(units(total)) == nil, tree.locate(units(-1)) == nil else { return "ends" }
    var offset: Int64 = 0
    var next = 0
    var problem: String?
    tree.forEachExtent(from: 0) { index, start, extent, isMeasured in
      let isRight =
        index == next && start.rawValue == offset && extent.rawValue == model.extent(index)
        && isMeasured == (model.extents[index] >= 0)
      if !isRight { problem = "item \(index)" }
      offset += extent.rawValue
      next += 1
      return isRight
    }
    return problem ?? (next == model.extents.count ? nil : "walk ends early")
  }
}

@Suite struct ExtentTreeRandomTests {
  #if DEBUG
    static let steps = 20_000
    static let interval = 1
    static let maxCount = 250
    static let largeSteps = 200
  #else
    static let steps = 1_000_000
    static let interval = 1_000
    static let maxCount = 3_000
    static let largeSteps = 50_000
  #endif

  @Test(arguments: [0, 1, 2])
  func aTreeAnswersAsAnArrayDoes(_ size: Int) throws {
    let capacities = [ExtentCapacities.tiny, .small, .real][size]
    let count = size == 2 ? Self.maxCount * 3 : Self.maxCount
    let seed = UInt64(size + 1)
    let pair = try ExtentPair(seed: seed, capacities: capacities, maxCount: count)
    try run(pair, seed, Self.steps, Self.interval)
  }

  /// With three levels of nodes of real size.
  @Test func aLargeTreeAnswersAsAnArrayDoes() throws {
    let seed: UInt64 = 4
    var pair = try ExtentPair(seed: seed, capacities: .real, maxCount: 90_000)
    for _ in 0..<80_000 { pair.model.extents.append(pair.randomExtent()) }
    try pair.tree.insert(pair.model.extents.map(units), at: 0)
    #expect(pair.tree.depth == 3)
    try run(pair, seed, Self.largeSteps, 50)
  }

  private func run(
    _ pair: ExtentPair, _ seed: UInt64, _ steps: Int, _ interval: Int
  ) throws {
    var pair = pair
    for step in 0..<steps {
      let problem =
        try pair.step() ?? pair.probe() ?? (step % interval == 0 ? pair.compare() : nil)
      if let problem {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
  }
}
