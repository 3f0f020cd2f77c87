import Testing

@testable import FeedEngine

/// The visible range is a function of extents and viewport: edges exclusive, overscan left out.
@Suite struct VisibleRangeTests {
  struct Row {
    let count: Int, height: Double, viewport: Double, offset: Double, visible: Range<Int>
    init(_ count: Int, _ height: Double, _ viewport: Double, _ offset: Double, _ range: Range<Int>)
    {
      self.count = count
      self.height = height
      self.viewport = viewport
      self.offset = offset
      visible = range
    }
  }

  static let table = [
    Row(100, 414, 414, 9936, 24..<25), Row(100, 414, 414, 9936.5, 24..<26),  // C144
    Row(100, 50, 300, -80, 0..<5), Row(100, 50, 300, 0, 0..<6),  // C106
    Row(100, 50, 300, 4780, 95..<100), Row(100, 50, 300, 4700, 94..<100),
    Row(100, 50, 300, -1000, 0..<0), Row(100, 50, 300, 9000, 0..<0),
    Row(100, 50, 300, -300, 0..<0), Row(100, 50, 300, -299.9, 0..<1),
    Row(100, 80, 400, 0, 0..<5), Row(100, 80, 400, 10, 0..<6),  // C145
    Row(5, 1000, 300, 700, 0..<1), Row(5, 1000, 300, 710, 0..<2),  // C102
    Row(5, 1000, 300, 3700, 3..<4), Row(5, 1000, 300, 3710, 3..<5),
  ]

  @Test(
    "C102 C106 C144 C145: visible rows at an offset, with and without overscan",
    arguments: table, [0.0, 75, 2000])
  func visibleRange(row: Row, overscan: Double) {
    let harness = Harness(
      count: row.count, estimate: row.height, viewport: row.viewport, height: row.height)
    harness.feed.overscan = Overscan(before: overscan, after: overscan)
    harness.layout()
    harness.show(at: row.offset)
    #expect(harness.visible == row.visible)
    #expect(harness.offset == row.offset)
    harness.show(at: 0)
    harness.show(at: row.offset)
    #expect(harness.visible == row.visible, "after a round trip")
  }

  @Test("C102: rows taller than the viewport, forth and back")
  func tallRows() {
    let harness = Harness(count: 5, estimate: 1000, viewport: 300, height: 1000)
    let offsets = Array(stride(from: 0.0, through: 4700, by: 10))
    var firstSeen: Double?
    for offset in offsets + offsets.reversed() {
      harness.show(at: offset)
      let first = Int(offset) / 1000
      let last = Int(offset) % 1000 > 700 ? first + 1 : first
      #expect(harness.visible == first..<last + 1, "at \(offset)")
      #expect(harness.offset == offset)
      if harness.visible.contains(4), firstSeen == nil { firstSeen = offset }
    }
    #expect(firstSeen == 3710)
  }

  @Test("C106: over-scroll keeps live cells and tells each range once")
  func overscroll() {
    let harness = Harness(count: 100)
    harness.layout()
    let cells = harness.liveCellIDs
    harness.clearRecord()
    for offset in [-20.0, -80, -80, -40, 0] { harness.show(at: offset) }
    for item in 0..<5 { #expect(harness.liveCellIDs[item] == cells[item]) }
    #expect(harness.rangeChanges == [0..<5, 0..<6])
    harness.show(at: harness.feed.maximumOffset)
    let last = harness.liveCellIDs
    for offset in [4720.0, 4780, 4700] { harness.show(at: offset) }
    for item in 95..<100 { #expect(harness.liveCellIDs[item] == last[item]) }
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("C145: another extent changes the range, and the delegate hears it once")
  func rangeFollowsExtents() {
    let harness = Harness(count: 100, layout: .list(), viewport: 400) { _, _ in 80 }
    for offset in [0.0, 10, 10, 0] { harness.show(at: offset) }
    #expect(harness.rangeChanges == [0..<5, 0..<6, 0..<5])
    harness.height = { item, _ in item == 0 ? 360 : 80 }
    harness.feed.invalidateExtent(at: itemPath(0))
    harness.layout()
    harness.layout()
    #expect(harness.visible == 0..<2)
    #expect(harness.rangeChanges == [0..<5, 0..<6, 0..<5, 0..<2])
  }

  @Test("visible and fully visible ranges agree with a naive count", arguments: 1...30)
  func agreesWithNaiveCount(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let heights = (0..<80).map { _ in Double(Int.random(in: 1...4000, using: &random)) / 16 }
    let spacing = random.pick(0, 8, 0.25)
    let harness = Harness(
      count: 80, layout: .list(estimatedExtent: 30, spacing: spacing), viewport: 420.5
    ) { item, _ in heights[item] }
    harness.walkToEnd(step: 400)
    harness.clearRecord()
    var told = harness.visible
    for _ in 0..<150 {
      harness.feed.overscan = Overscan(before: random.pick(0, 100), after: random.pick(0, 500))
      let end = harness.feed.maximumOffset + 500
      // Some offsets put an edge of a row exactly on an edge of the viewport.
      let edge = harness.feed.frame(at: itemPath(Int.random(in: 0..<80, using: &random)))?.y ?? 0
      let offset = random.pick(Double.random(in: -500...end, using: &random), edge, edge - 420.5)
      harness.show(at: offset)
      var (top, visible, whole) = (0.0, [Int](), [Int]())
      for item in 0..<80 {
        let bottom = top + heights[item]
        if bottom > offset, top < offset + 420.5 { visible.append(item) }
        if top >= offset, bottom <= offset + 420.5 { whole.append(item) }
        top = bottom + spacing
      }
      #expect(Array(harness.visible) == visible, "seed \(seed), offset \(offset)")
      #expect(Array(harness.fullyVisible) == whole, "seed \(seed), offset \(offset)")
      if told != harness.visible {
        told = harness.visible
        #expect(harness.rangeChanges == [told], "seed \(seed), offset \(offset)")
      } else {
        #expect(harness.rangeChanges.isEmpty)
      }
      harness.clearRecord()
    }
  }

  @Test(
    "a row that begins within less than a unit above the bottom edge is visible",
    arguments: [0x1p-11, 0x1p-12, 0x1p-20, 0x1p-30])
  func lessThanAUnit(fraction: Double) {
    let harness = Harness(count: 100)
    harness.layout()
    for offset in [0.0, 1000] {
      let first = Int(offset) / 50
      harness.show(at: offset + fraction)
      #expect(harness.visible == first..<first + 7)
      harness.show(at: offset)
      #expect(harness.visible == first..<first + 6)
      harness.resize(height: 300 + fraction)
      #expect(harness.visible == first..<first + 7)
      harness.resize(height: 300 - fraction)
      #expect(harness.visible == first..<first + 6)
      harness.resize(height: 300)
    }
  }
}
