import Testing

@testable import FeedEngine

/// Updates by index path: which items, cells and callbacks come of them; a case's id stands beside
/// its test.
@Suite struct UpdateCaseTests {
  @Test("C019: a removed item ends its display once, under its own name", arguments: [1, 4])
  func endOfDisplay(removed: Int) throws {
    let rows = EditedFeed(count: 5)
    rows.layout()
    rows.clearRecord()
    try rows.edit(removing: [removed])
    rows.layout()
    #expect(rows.ended == [removed] && rows.began.isEmpty)
    #expect(rows.visibleIDs == (0..<5).filter { $0 != removed })
    #expect(rows.harness.requested.isEmpty)
  }

  @Test(
    "C020: begins and ends of display balance for each item ever seen", arguments: UInt64(1)...4)
  func balance(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let rows = EditedFeed(count: 50)
    rows.layout()
    for _ in 0..<200 {
      let count = rows.ids.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try rows.edit(inserting: [Int.random(in: 0...count, using: &random)])
      case 1 where count > 0: try rows.edit(removing: [Int.random(in: 0..<count, using: &random)])
      case 2 where count > 0:
        try rows.edit(reloading: [Int.random(in: 0..<count, using: &random)])
      case 3 where count > 3: try rows.edit(removing: [0, count - 1], inserting: [0])
      case 4:
        rows.setModel(rows.ids.shuffled(using: &random))
        rows.feed.reloadData()
      default: rows.feed.viewport.offset += Double(Int.random(in: -400...400, using: &random))
      }
      rows.layout()
      var balance: [Int: Int] = [:]
      for id in rows.began { balance[id, default: 0] += 1 }
      for id in rows.ended { balance[id, default: 0] -= 1 }
      let visible = Set(rows.visibleIDs)
      #expect(balance.allSatisfy { $0.value == (visible.contains($0.key) ? 1 : 0) }, "seed \(seed)")
      #expect(visible.allSatisfy { balance[$0] == 1 }, "seed \(seed)")
    }
  }

  @Test("C024: an insert and a reload use their own index spaces")
  func insertAndReload() throws {
    let rows = EditedFeed(count: 1)
    rows.layout()
    rows.clearRecord()
    rows.heights[0] = 70
    try rows.edit(inserting: [0], reloading: [0])
    rows.layout()
    #expect(rows.visibleIDs == [1, 0] && rows.harness.requested.sorted() == [0, 1])
    #expect(rows.feed.contentLength == 120)
    #expect(throws: UpdateError.oldPathOutOfRange(path: itemPath(2), before: 2)) {
      try rows.edit(inserting: [0], reloading: [2])
    }
  }

  enum Operation: CaseIterable {
    case insertFirst, deleteNine, deleteOne, insertFifth

    func declare(_ updates: FeedUpdates) {
      switch self {
      case .insertFirst: updates.insertItems(at: [itemPath(0)])
      case .deleteNine: updates.deleteItems(at: [itemPath(9)])
      case .deleteOne: updates.deleteItems(1..<2, inSection: 0)
      case .insertFifth: updates.insertItems(5..<6, inSection: 0)
      }
    }
  }

  static func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }

  @Test("C025: the order of calls does not matter", arguments: permutations(Operation.allCases))
  func anyOrder(operations: [Operation]) throws {
    let rows = EditedFeed(count: 10, viewport: 600)
    rows.layout()
    let cells = rows.cells
    rows.clearRecord()
    try rows.feed.performUpdates { updates in
      rows.setModel([10, 0, 2, 3, 4, 11, 5, 6, 7, 8])
      for operation in operations { operation.declare(updates) }
    }
    rows.layout()
    #expect(rows.visibleIDs == [10, 0, 2, 3, 4, 11, 5, 6, 7, 8])
    #expect(rows.ended.sorted() == [1, 9] && rows.began.sorted() == [10, 11])
    #expect(rows.cells.filter { $0.key < 10 } == cells.filter { ![1, 9].contains($0.key) })
  }

  @Test("C025: removing all one by one, in either order", arguments: [false, true])
  func removeAll(isReversed: Bool) throws {
    let rows = EditedFeed(count: 4)
    rows.layout()
    try rows.feed.performUpdates { updates in
      rows.setModel([])
      for item in isReversed ? [3, 2, 1, 0] : [0, 1, 2, 3] {
        updates.deleteItems(at: [itemPath(item)])
      }
    }
    rows.layout()
    #expect(rows.feed.numberOfItems(inSection: 0) == 0 && rows.feed.liveCells.isEmpty)
    #expect(rows.ended.sorted() == [0, 1, 2, 3] && rows.feed.contentLength == 0)
  }

  @Test("C027: an item named twice counts once")
  func duplicates() throws {
    let rows = EditedFeed(count: 4)
    rows.layout()
    try rows.feed.performUpdates { updates in
      rows.setModel([4, 0, 1, 3])
      updates.deleteItems(at: [itemPath(2), itemPath(2)])
      updates.deleteItems(2..<3, inSection: 0)
      updates.insertItems(at: [itemPath(0)])
      updates.insertItems(0..<1, inSection: 0)
      updates.reloadItems(at: [itemPath(1), itemPath(1)])
      updates.reconfigureItems(at: [itemPath(3), itemPath(0), itemPath(3)])
    }
    rows.clearRecord()
    rows.layout()
    #expect(rows.visibleIDs == [4, 0, 1, 3])
    #expect(rows.harness.requested.sorted() == [0, 1, 2, 3], "each once")
  }

  @Test("C028: removing beats reloading and reconfiguring, reloading beats reconfiguring")
  func precedence() throws {
    let rows = EditedFeed(count: 41, viewport: 2500)
    rows.layout()
    let (three, four) = (rows.cell(id: 3), rows.cell(id: 4))
    rows.clearRecord()
    try rows.edit(removing: [40, 39], reloading: [40, 3], reconfiguring: [39, 3, 4])
    rows.layout()
    #expect(rows.feed.numberOfItems(inSection: 0) == 39 && rows.harness.requested == [3, 4])
    #expect(rows.ended.sorted() == [3, 39, 40] && rows.began == [3])
    #expect(three?.preparedForReuse == 1 && four?.preparedForReuse == 0)
    #expect(rows.cell(id: 4) === four)
    #expect(rows.feed.diagnostics.isEmpty)
  }

  @Test("C032: an insert among reloads asks for the right items")
  func contents() throws {
    let rows = EditedFeed(count: 4)
    rows.layout()
    rows.clearRecord()
    try rows.edit(inserting: [2], reloading: [0, 3])
    rows.layout()
    #expect(rows.visibleIDs == [0, 1, 4, 2, 3])
    #expect(rows.harness.requested.sorted() == [0, 2, 4])
  }

  @Test("C043: two updates in one turn are both taken in, and complete in order")
  func twoUpdates() throws {
    let rows = EditedFeed(count: 5)
    rows.layout()
    var completed: [String] = []
    try rows.feed.performUpdates { updates in
      rows.setModel([0])
      updates.deleteItems(1..<5, inSection: 0)
    } completion: { error in
      #expect(error == nil)
      completed.append("A")
    }
    #expect(rows.feed.numberOfItems(inSection: 0) == 1)
    try rows.feed.performUpdates { updates in
      rows.setModel([5, 0, 6, 7])
      updates.insertItems(at: [itemPath(0), itemPath(2), itemPath(3)])
    } completion: { error in
      #expect(error == nil)
      completed.append("B")
    }
    #expect(completed == ["A", "B"])
    rows.layout()
    #expect(rows.visibleIDs == [5, 0, 6, 7])
  }

  @Test("C044: a reload after an update is not lost, and shows each item anew once")
  func reloadAfterUpdate() throws {
    for isInCompletion in [false, true] {
      let rows = EditedFeed(count: 10)
      rows.layout()
      rows.clearRecord()
      try rows.feed.performUpdates { updates in
        rows.changeModel(removing: [1], inserting: [0])
        updates.deleteItems(at: [itemPath(1)])
        updates.insertItems(at: [itemPath(0)])
        updates.reloadItems(at: [itemPath(2)])
      } completion: { _ in
        if isInCompletion { rows.feed.reloadData() }
      }
      if !isInCompletion { rows.feed.reloadData() }
      rows.layout()
      #expect(rows.harness.requested.sorted() == Array(rows.harness.visible))
      #expect(!rows.feed.needsLayout)
      rows.clearRecord()
      rows.layout()
      #expect(rows.harness.requested.isEmpty && rows.countQuestions == 0)
    }
  }

  @Test("C044: an item reloaded before a layout is shown anew once, whatever comes after")
  func reloadTwice() throws {
    let rows = EditedFeed(count: 10)
    rows.layout()
    let cells = [2, 3, 4].map { rows.cell(id: $0) }
    rows.clearRecord()
    try rows.edit(reloading: [2, 3], reconfiguring: [4])
    try rows.edit(removing: [0], reloading: [3, 4], reconfiguring: [2])
    rows.layout()
    #expect(rows.harness.requested.sorted() == [1, 2, 3, 5])
    #expect(cells.map { $0?.preparedForReuse } == [1, 1, 1])
    #expect(rows.ended.sorted() == [0, 2, 3, 4] && rows.began.sorted() == [2, 3, 4, 6])
  }

  @Test("C047: a reload in the block makes the whole a reload", arguments: [false, true])
  func reloadInBlock(isFirst: Bool) throws {
    let rows = EditedFeed(count: 5)
    rows.layout()
    var errors: [UpdateError?] = []
    try rows.feed.performUpdates { updates in
      if isFirst { rows.feed.reloadData() }
      rows.setModel([7, 8, 9])
      updates.deleteItems(at: [itemPath(0), itemPath(77), itemPath(-1)])
      if !isFirst { rows.feed.reloadData() }
    } completion: {
      errors.append($0)
    }
    #expect(errors == [nil])
    rows.layout()
    #expect(rows.visibleIDs == [7, 8, 9] && rows.feed.contentLength == 150)
    #expect(rows.feed.diagnostics.isEmpty && !rows.feed.needsLayout)
    try rows.edit(removing: [1])
    rows.layout()
    #expect(rows.visibleIDs == [7, 9])
  }

  @Test("C048: empty at first, filled later, empty again, filled again", arguments: [true, false])
  func emptyAndBack(isReload: Bool) throws {
    let rows = EditedFeed(count: 0, viewport: 400)
    rows.layout()
    for (count, visible) in [(0, 0..<0), (1, 0..<1), (0, 0..<0), (20, 0..<8), (0, 0..<0)] {
      if isReload {
        rows.setModel((0..<count).map { _ in rows.newID() })
        rows.feed.reloadData()
      } else {
        try rows.edit(removing: Array(rows.ids.indices), inserting: Array(0..<count))
      }
      rows.layout()
      #expect(rows.harness.visible == visible && rows.harness.liveItems == Array(visible))
      #expect(rows.feed.contentLength == Double(count) * 50 && rows.offset == 0)
    }
  }

  @Test("C105: extents for items that are gone are ignored; who comes back is measured anew")
  func lateMeasurement() throws {
    let rows = EditedFeed(count: 10)
    rows.layout()
    try rows.edit(removing: Array(5..<10))
    rows.layout()
    rows.feed.setExtent(80, at: itemPath(9))
    rows.feed.invalidateExtent(at: itemPath(5))
    rows.layout()
    #expect(rows.feed.contentLength == 250)
    #expect(rows.feed.diagnostics.contains(.pathOutOfRange(path: itemPath(9), count: 5)))
    #expect(rows.feed.diagnostics.contains(.pathOutOfRange(path: itemPath(5), count: 5)))
    // Item 2 was 200 long, goes, and comes back with 60.
    rows.heights[2] = 200
    rows.feed.invalidateExtent(at: itemPath(2))
    rows.layout()
    #expect(rows.feed.contentLength == 400)
    try rows.edit(removing: [2])
    rows.layout()
    rows.heights[2] = 60
    try rows.feed.performUpdates { updates in
      rows.setModel([0, 1, 2, 3, 4])
      updates.insertItems(at: [itemPath(2)])
    }
    #expect(rows.feed.contentLength == 250, "the estimate")
    rows.layout()
    #expect(rows.feed.contentLength == 260 && rows.feed.frame(at: itemPath(2))?.height == 60)
  }

  @Test("an extent set before the update belongs to the item of that time")
  func extentBeforeUpdate() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1000)
    rows.feed.setExtent(90, at: itemPath(5))
    rows.feed.setExtent(70, at: itemPath(60))
    rows.feed.setExtent(500, at: itemPath(61))
    try rows.edit(removing: [61], inserting: [0, 1])
    rows.layout()
    #expect(rows.feed.frame(at: itemPath(7))?.height == 90)
    #expect(rows.feed.frame(at: itemPath(62))?.height == 70)
    #expect(rows.feed.contentLength == 101 * 50 + 60)
    #expect(rows.screenY(id: 20) == 0)
  }

  @Test("reconfigured items keep their cell, and are measured again")
  func reconfigure() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    let (before, cell) = (rows.cells, rows.cell(id: 22))
    rows.clearRecord()
    rows.heights[22] = 95
    rows.heights[40] = 65
    try rows.edit(reconfiguring: [22, 40, 3])
    #expect(rows.harness.requested.isEmpty, "nothing before the layout")
    rows.layout()
    #expect(rows.harness.requested == [22] && rows.harness.measured == [22])
    #expect(rows.cell(id: 22) === cell && cell?.preparedForReuse == 0)
    #expect(rows.cells.allSatisfy { before[$0.key] == $0.value })
    #expect(rows.ended == [26] && rows.began.isEmpty)
    #expect(rows.screenY(id: 20) == -20 && rows.screenY(id: 23) == 175)
    #expect(rows.feed.contentLength == 5045, "what is off screen is not measured")
  }

  @Test(
    "a reconfigured item whose provider dequeues another kind gets that", arguments: [22, 20, 25])
  func reconfigureToOtherKind(item: Int) throws {
    let rows = EditedFeed(count: 100, kinds: 2)
    rows.show(at: 1020)
    let cell = rows.cell(id: item)
    rows.clearRecord()
    rows.harness.kind = { $0 == item ? 1 : 0 }
    rows.heights[item] = 30
    try rows.edit(reconfiguring: [item])
    rows.layout()
    #expect(rows.cell(id: item) !== cell && rows.cell(id: item)?.item == item)
    #expect(cell?.preparedForReuse == 1 && rows.ended == [item] && rows.began.first == item)
    let total = rows.feed.statistics.total
    #expect(total.created == total.live + total.pooled + total.discarded)
    #expect(rows.feed.statistics["kind 1"]?.live == 1)
    #expect(rows.feed.diagnostics.isEmpty && rows.screenY(id: 20) == -20)
  }

  @Test("a reconfigured item whose provider answers wrongly gets a blank cell")
  func reconfigureToForeignCell() throws {
    let rows = EditedFeed(count: 100)
    rows.layout()
    rows.harness.answer = { path, feed in feed.cell(at: itemPath(4)) ?? BlankCell() }
    try rows.edit(reconfiguring: [2])
    rows.feed.layoutIfNeeded()
    rows.harness.answer = nil
    #expect(rows.feed.diagnostics.contains(.foreignCell(path: itemPath(2))))
    #expect(rows.feed.checkInvariants() == nil)
    rows.feed.reloadData()
    rows.layout()
    #expect(rows.cell(id: 2)?.item == 2)
  }

  @Test("what is reloaded off screen goes back to the estimate")
  func reloadOffScreen() throws {
    let rows = EditedFeed(count: 100, estimate: 40)
    rows.layout()
    rows.show(at: 1000)
    rows.show(at: 2000)
    let length = rows.feed.contentLength
    let first = rows.visibleIDs[0]
    let y = rows.screenY(id: first)
    let measured = rows.feed.measuredItemCount
    rows.clearRecord()
    try rows.edit(reloading: [0, 1], reconfiguring: [2])
    rows.layout()
    #expect(rows.feed.contentLength == length - 30)
    #expect(rows.feed.measuredItemCount == measured - 3)
    #expect(rows.screenY(id: first) == y && rows.harness.requested.isEmpty)
  }

  @Test("moved by others, items keep cells and contents: nothing is configured or measured again")
  func survivors() throws {
    let rows = EditedFeed(count: 100, kinds: 3)
    rows.harness.kind = { $0 % 3 }
    rows.show(at: 1020)
    let cells = rows.cells
    rows.clearRecord()
    try rows.edit(removing: [3, 50, 51], inserting: [0, 1, 90])
    rows.layout()
    #expect(rows.cells == cells && rows.harness.requested.isEmpty && rows.harness.measured.isEmpty)
    #expect(rows.ended.isEmpty && rows.began.isEmpty && rows.countQuestions == 1)
    #expect(rows.harness.reports == 1 && rows.screenY(id: 20) == -20)
  }
}
