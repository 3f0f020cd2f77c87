import Testing

@testable import FeedEngine

/// A chat: the end is followed as long as the reader is there.
@Suite struct StickToEndTests {
  private static func chat(
    count: Int, viewport: Double = 300, tolerance: Double = 0, height: Double = 50
  ) -> EditedFeed {
    let rows = EditedFeed(count: count, viewport: viewport, height: height)
    rows.feed.endBehavior = .stickToEnd(tolerance: tolerance)
    rows.layout()
    return rows
  }

  private static func isAtEnd(_ rows: EditedFeed) -> Bool {
    guard let last = rows.ids.last, let y = rows.screenY(id: last) else { return false }
    let frame = rows.feed.frame(at: itemPath(rows.ids.count - 1))
    return rows.offset == rows.feed.maximumOffset
      && y + (frame?.height ?? 0) == rows.feed.viewport.size.height
  }

  @Test("C070: who has scrolled up is not moved by appended rows")
  func notAtEnd() throws {
    let rows = StickToEndTests.chat(count: 100)
    rows.show(at: 1000)
    let visible = rows.visibleIDs
    rows.clearRecord()
    try rows.edit(inserting: Array(100..<105))
    rows.layout()
    #expect(rows.offset == 1000 && rows.visibleIDs == visible && rows.harness.requested.isEmpty)
  }

  @Test("C071: the last row grows and shrinks and stays in view", arguments: [true, false])
  func lastRowChanges(isReconfigured: Bool) throws {
    let rows = StickToEndTests.chat(count: 100)
    rows.show(at: 4700)
    let cell = rows.cell(id: 99)
    for (height, offset) in [(200.0, 4850.0), (120, 4770), (900, 5550), (0.5, 4650.5), (50, 4700)] {
      rows.heights[99] = height
      if isReconfigured {
        try rows.edit(reconfiguring: [99])
      } else {
        rows.feed.invalidateExtent(at: itemPath(99))
      }
      rows.layout()
      #expect(rows.offset == offset && StickToEndTests.isAtEnd(rows))
      #expect(rows.cell(id: 99) === cell)
    }
  }

  @Test("C072: the viewport and the insets change and the last row stays in view")
  func geometry() {
    let rows = StickToEndTests.chat(count: 100)
    rows.show(at: 4700)
    for (height, offset) in [(200.0, 4800.0), (300, 4700), (123.5, 4876.5), (300, 4700)] {
      rows.harness.resize(height: height)
      #expect(rows.offset == offset && StickToEndTests.isAtEnd(rows))
    }
    for bottom in [34.0, 300, 0] {
      rows.feed.contentInsets = FeedInsets(top: 10, bottom: bottom)
      rows.layout()
      #expect(rows.offset == 4700 + bottom)
    }
    // Width and height at once.
    rows.harness.resize(height: 200, width: 300)
    #expect(rows.offset == 4800)
  }

  @Test("C074: content that is short at first is followed once it fills the viewport")
  func shortContent() throws {
    let rows = StickToEndTests.chat(count: 3)
    for count in 4...13 {
      try rows.edit(inserting: [count - 1])
      rows.layout()
      #expect(rows.offset == max(0, Double(count) * 50 - 300), "\(count) rows")
    }
    #expect(StickToEndTests.isAtEnd(rows) && rows.offset == 350)
    // And back again.
    try rows.edit(removing: Array(2..<13))
    rows.layout()
    #expect(rows.offset == 0)
    try rows.edit(inserting: Array(2..<20))
    rows.layout()
    #expect(rows.offset == 700)
  }

  @Test("C075: a burst of appends before a layout ends at the end", arguments: [1, 40])
  func burst(updates: Int) throws {
    let rows = StickToEndTests.chat(count: 20, viewport: 600, height: 120)
    rows.feed.scroll(to: itemPath(19), at: .end)
    rows.layout()
    rows.harness.walkToEnd(step: 600)
    #expect(rows.offset == 1800)
    for number in 0..<updates {
      let count = rows.ids.count
      try rows.edit(inserting: Array(count..<count + 40 / updates))
      #expect(number < 40)
    }
    #expect(rows.harness.settle(limit: 4) <= 4)
    #expect(rows.screenY(id: 59) == 480 && StickToEndTests.isAtEnd(rows))
  }

  @Test(
    "C076: within the tolerance the end is followed, a point beyond it not",
    arguments: [(100.0, 4600.0, 4750.0), (100, 4599, 4599), (100, 4599.999, 4599.999)]
      + [(0, 4700, 4750), (0, 4699.5, 4699.5), (-5, 4700, 4750), (.nan, 4700, 4750)]
      + [(.infinity, 0, 4750), (100, 4800, 4850)])
  func tolerance(tolerance: Double, offset: Double, expected: Double) throws {
    let rows = StickToEndTests.chat(count: 100, tolerance: tolerance)
    rows.harness.walkToEnd(step: 300)
    rows.show(at: offset)
    try rows.edit(inserting: [100])
    rows.layout()
    #expect(rows.offset == expected)
  }

  @Test("no row stays live where the host has scrolled far beyond the end")
  func farBeyondTheEnd() {
    let rows = StickToEndTests.chat(count: 100)
    rows.feed.overscan = Overscan(before: 100, after: 0)
    rows.show(at: 4700)
    rows.show(at: 5090)
    #expect(rows.harness.liveItems == [99])
    rows.harness.resize(height: 120)
    #expect(rows.offset == 5270 && rows.harness.liveItems.isEmpty)
  }

  @Test("an update that changes nothing moves nothing")
  func emptyUpdate() throws {
    let rows = StickToEndTests.chat(count: 100, tolerance: 100)
    rows.harness.walkToEnd(step: 300)
    rows.show(at: 4650)
    try rows.edit()
    rows.layout()
    #expect(rows.offset == 4650)
  }

  @Test("it lets go when the user scrolls away and takes hold when they return")
  func letsGo() throws {
    let rows = StickToEndTests.chat(count: 100, tolerance: 20)
    rows.show(at: 4700)
    for _ in 0..<3 {
      rows.show(at: rows.feed.maximumOffset - 200)
      let (offset, screen) = (rows.offset, rows.screen)
      try rows.edit(inserting: [rows.ids.count])
      rows.layout()
      #expect(rows.offset == offset && rows.screen == screen)
      rows.show(at: rows.feed.maximumOffset - 10)
      try rows.edit(inserting: [rows.ids.count])
      rows.layout()
      #expect(StickToEndTests.isAtEnd(rows))
    }
    // An aim elsewhere wins over the end.
    rows.feed.scroll(to: itemPath(3), at: .start)
    try rows.edit(inserting: [rows.ids.count])
    rows.layout()
    #expect(rows.screenY(id: 3) == 0)
  }

  @Test("rows that come and go above, and the last ones that go", arguments: [0.0, 100])
  func editsAtEnd(overscan: Double) throws {
    let rows = StickToEndTests.chat(count: 100)
    rows.feed.overscan = Overscan(before: overscan, after: overscan)
    rows.show(at: 4700)
    try rows.edit(inserting: [0, 1, 2], height: 90)
    rows.layout()
    #expect(StickToEndTests.isAtEnd(rows))
    try rows.edit(removing: [101, 102])
    rows.layout()
    #expect(StickToEndTests.isAtEnd(rows) && rows.visibleIDs.last == 97)
    try rows.edit(removing: Array(50..<90), inserting: [10, 30], height: 10)
    rows.layout()
    #expect(StickToEndTests.isAtEnd(rows))
    try rows.edit(removing: Array(rows.ids.indices.suffix(20)))
    rows.layout()
    #expect(StickToEndTests.isAtEnd(rows))
    try rows.edit(removing: Array(rows.ids.indices))
    rows.layout()
    #expect(rows.offset == 0)
    try rows.edit(inserting: Array(0..<100))
    rows.layout()
    #expect(StickToEndTests.isAtEnd(rows))
  }

  @Test("messages that come while hidden are seen when the feed is shown again")
  func whileHidden() throws {
    let rows = StickToEndTests.chat(count: 100)
    rows.show(at: 4700)
    rows.feed.viewport.size.height = 0
    rows.layout()
    for _ in 0..<3 {
      try rows.edit(inserting: [rows.ids.count], height: 80)
      rows.layout()
    }
    #expect(rows.harness.requested.allSatisfy { $0 < 100 })
    rows.feed.viewport.size.height = 300
    rows.harness.settle()
    #expect(rows.offset == rows.feed.maximumOffset)
    #expect(StickToEndTests.isAtEnd(rows))
    #expect(rows.visibleIDs.last == 102)
  }

  @Test("an offset that is set while hidden lets go of the end")
  func scrollWhileHidden() throws {
    let rows = StickToEndTests.chat(count: 100)
    rows.show(at: 4700)
    rows.feed.viewport.size.height = 0
    rows.layout()
    try rows.edit(inserting: [100])
    rows.layout()
    rows.show(at: 1000)
    rows.harness.resize(height: 300)
    #expect(rows.offset == 1000 && rows.visibleIDs == Array(20..<26))
  }

  @Test("without it, rows at the end stay where they are", arguments: [4700.0, 4650])
  func keepItem(offset: Double) throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: offset)
    let screen = rows.screen
    try rows.edit(inserting: Array(100..<110))
    rows.layout()
    #expect(rows.offset == offset && rows.screen.filter { $0.key < 100 } == screen)
  }
}
