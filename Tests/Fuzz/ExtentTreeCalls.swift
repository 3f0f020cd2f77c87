/// Operations on an extent tree beside a plain array, read from bytes.
struct ExtentTreeCalls {
  private var bytes: ArraySlice<UInt8>
  private let tree: ExtentTree
  private var model = ExtentModel(count: 0, estimate: 1_000)
  private var cursor: ExtentCursor
  private let capacities: ExtentCapacities

  private static let maxCount = 2_000

  init(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    let size = bytes.popFirst() ?? 0
    capacities = [ExtentCapacities.tiny, .small, .real][Int(size) % 3]
    self.bytes = bytes
    guard
      let tree = try? ExtentTree(count: 0, estimate: units(1_000), capacities: capacities)
    else { fatalError("an empty tree is refused") }
    self.tree = tree
    cursor = ExtentCursor(tree)
  }

  private mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  private mutating func index() -> Int {
    let value = byte() << 8 | byte()
    return value % (model.extents.count + 1)
  }

  private mutating func range() -> Range<Int> {
    let lower = index()
    let length = byte()
    // Mostly short, now and then most of the list.
    let count = length < 200 ? length : length << 4
    return lower..<min(model.extents.count, lower + count)
  }

  private mutating func extent() -> Int64 {
    let kind = byte()
    switch kind {
    case ..<24: return 0
    case ..<40: return capacities.giant + Int64(kind) - 32
    case ..<48: return Int64(byte()) << 33
    case ..<50: return FixedLength.max.rawValue >> Int64(kind - 47)
    default: return Int64(byte() << 3 | kind & 7)
    }
  }

  /// - Returns: What differs from the array.
  mutating func run() -> String? {
    var step = 0
    while !bytes.isEmpty {
      step += 1
      let code = byte()
      if let problem = perform(code % 12) ?? (code & 0x80 != 0 ? compare() : nil) {
        return "step \(step), \(code % 12): \(problem)"
      }
    }
    return compare()
  }

  private mutating func perform(_ operation: Int) -> String? {
    let before = model
    do throws(ExtentError) {
      switch operation {
      case 0, 1: return try measure()
      case 2:
        let (index, added) = (index(), min(byte(), Self.maxCount - model.extents.count))
        try tree.insert(count: added, at: index)
        model.extents.insert(contentsOf: Array(repeating: -1, count: added), at: index)
      case 3:
        let index = index()
        var added: [Int64] = []
        for _ in 0..<min(byte(), Self.maxCount - model.extents.count) { added.append(extent()) }
        try tree.insert(added.map(units), at: index)
        model.extents.insert(contentsOf: added, at: index)
      case 4, 5:
        let range = range()
        try tree.remove(range)
        model.extents.removeSubrange(range)
      case 6:
        let range = range()
        let destination = index() % (model.extents.count - range.count + 1)
        try tree.move(range, to: destination)
        model.move(range, to: destination)
      case 7:
        let range = range()
        let change = Int64(range.count) * model.estimate - model.sum(range)
        let told = try tree.forget(range)
        for index in range { model.extents[index] = -1 }
        if told.rawValue != change { return "forget" }
      case 8:
        let estimate = max(1, extent())
        try tree.setEstimate(units(estimate))
        model.estimate = estimate
      case 9: return moveCursor()
      case 10: return try refuse()
      default:
        if byte() == 0 {
          try tree.forgetAll()
          for index in model.extents.indices { model.extents[index] = -1 }
        }
      }
    } catch {
      // Only a sum beyond the longest content may be refused here, and then nothing has changed.
      guard error == .contentTooLong else { return "refused: \(error)" }
      model = before
    }
    return nil
  }

  private mutating func measure() throws(ExtentError) -> String? {
    let (index, extent) = (index(), extent())
    guard index < model.extents.count else { return nil }
    let old = model.extent(index)
    let change = try tree.setExtent(units(extent), at: index)
    model.extents[index] = extent
    return change.rawValue == extent - old ? nil : "setExtent"
  }

  /// What must be refused, and change nothing.
  private mutating func refuse() throws(ExtentError) -> String? {
    let count = model.extents.count
    let wrong = [Int.min, -1, count + 1, Int.max][byte() % 4]
    do throws(ExtentError) {
      switch byte() % 5 {
      case 0: try tree.setExtent(units(5), at: wrong)
      case 1: try tree.insert(count: 1, at: wrong)
      case 2: try tree.remove(min(wrong, 0)..<max(wrong, count + 1))
      case 3: try tree.move(0..<min(1, count), to: wrong)
      default: try tree.forget(at: wrong)
      }
      return "a wrong index was taken"
    } catch {
      return nil
    }
  }

  private mutating func moveCursor() -> String? {
    let count = model.extents.count
    var index = byte() < 128 ? self.index() : cursor.index
    if index != cursor.index { cursor.seek(to: index) }
    for _ in 0..<byte() % 16 {
      if byte() < 128 {
        guard cursor.advance() == (index + 1 < count) else { return "advance" }
        index = min(index + 1, count)
      } else {
        guard cursor.retreat() == (index > 0) else { return "retreat" }
        index = max(index - 1, 0)
      }
    }
    let isEnd = index == count
    guard cursor.index == index, cursor.offset.rawValue == model.sum(0..<index),
      cursor.extent.rawValue == (isEnd ? 0 : model.extent(index))
    else { return "cursor" }
    let near = cursor.offset.rawValue + Int64(byte() << 8) - 32_768
    let (found, expected) = (tree.locate(units(near)), model.locate(near))
    return found?.index == expected?.index && found?.distance.rawValue == expected?.distance
      ? nil : "locate"
  }

  private func compare() -> String? {
    if let problem = tree.checkInvariants() { return "invariant: " + problem }
    let count = model.extents.count
    guard tree.count == count, tree.measuredCount == model.measuredCount,
      tree.total.rawValue == model.sum(0..<count)
    else { return "count or total" }
    var offset: Int64 = 0
    for index in 0..<count {
      let extent = model.extent(index)
      guard tree.offset(of: index).rawValue == offset, tree.extent(at: index).rawValue == extent,
        tree.isMeasured(index) == (model.extents[index] >= 0)
      else { return "item \(index)" }
      offset += extent
    }
    return nil
  }
}

func playExtents(_ bytes: ArraySlice<UInt8>) -> String? {
  var calls = ExtentTreeCalls(bytes)
  return calls.run()
}
