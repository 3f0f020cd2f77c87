import Testing

@testable import FeedEngine

/// Updates that are refused: a typed error, everything as it was, and a feed that asks its data
/// source for nothing until they agree again.
@Suite struct RefusedUpdateTests {
  /// A wrong update: what the model does, what is declared, and the error.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (EditedFeed) -> Void
    let declare: @Sendable (FeedUpdates) -> Void
    let error: UpdateError
  }

  static let mistakes = [
    Mistake(
      testDescription: "C022: inserts without new items", change: { _ in },
      declare: { $0.insertItems(0..<10, inSection: 0) },
      error: .countMismatch(section: 0, before: 100, after: 100, inserted: 10, removed: 0)),
    Mistake(
      testDescription: "C031: reloads while all items go", change: { $0.setModel([]) },
      declare: { $0.reloadItems(at: (0..<10).map(itemPath)) },
      error: .countMismatch(section: 0, before: 100, after: 0, inserted: 0, removed: 0)),
    Mistake(
      testDescription: "nothing declared", change: { $0.changeModel(inserting: [0, 1]) },
      declare: { _ in },
      error: .countMismatch(section: 0, before: 100, after: 102, inserted: 0, removed: 0)),
    Mistake(
      testDescription: "one too many",
      change: { $0.changeModel(removing: [4], inserting: [0, 1]) },
      declare: {
        $0.insertItems(at: [0, 1, 2].map(itemPath))
        $0.deleteItems(at: [itemPath(4)])
      },
      error: .countMismatch(section: 0, before: 100, after: 101, inserted: 3, removed: 1)),
    Mistake(
      testDescription: "a removal of what never was", change: { $0.changeModel(removing: [99]) },
      declare: { $0.deleteItems(at: [itemPath(100)]) },
      error: .oldPathOutOfRange(path: itemPath(100), before: 100)),
    Mistake(
      testDescription: "a reload of what never was", change: { $0.changeModel(inserting: [0]) },
      declare: {
        $0.insertItems(at: [itemPath(0)])
        $0.reloadItems(at: [itemPath(100)])
      },
      error: .oldPathOutOfRange(path: itemPath(100), before: 100)),
    Mistake(
      testDescription: "an insert beyond the end", change: { $0.changeModel(inserting: [0]) },
      declare: { $0.insertItems(at: [itemPath(101)]) },
      error: .newPathOutOfRange(path: itemPath(101), after: 101)),
    Mistake(
      testDescription: "another section", change: { _ in },
      declare: { $0.reconfigureItems(at: [FeedIndexPath(item: 0, section: 2)]) },
      error: .oldPathOutOfRange(path: FeedIndexPath(item: 0, section: 2), before: 0)),
  ]

  private static func refused(_ mistake: Mistake) -> EditedFeed {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    var completed: [UpdateError?] = []
    let before = FeedState(rows.feed)
    rows.clearRecord()
    #expect(throws: mistake.error) {
      try rows.feed.performUpdates { updates in
        mistake.change(rows)
        mistake.declare(updates)
      } completion: {
        completed.append($0)
      }
    }
    #expect(completed == [mistake.error])
    #expect(FeedState(rows.feed) == before)
    #expect(
      rows.feed.diagnostics.contains(.updateRefused(reason: mistake.error.description)))
    return rows
  }

  @Test("a refused update leaves everything as it was", arguments: mistakes)
  func nothingChanges(mistake: Mistake) {
    let rows = RefusedUpdateTests.refused(mistake)
    let before = FeedState(rows.feed)
    rows.feed.layoutIfNeeded()
    #expect(FeedState(rows.feed) == before, "nor in the next layout")
    #expect(rows.harness.requested.isEmpty && rows.countQuestions == 1)
    #expect(rows.ended.isEmpty && rows.began.isEmpty && rows.harness.reports == 0)
  }

  @Test("a stale feed scrolls and asks for nothing", arguments: mistakes)
  func staleScrolls(mistake: Mistake) {
    let rows = RefusedUpdateTests.refused(mistake)
    let questions = rows.countQuestions
    for offset in [1020.0, 1040, 1000, 1200, 5000, -100, 0, 4700, 1020] {
      rows.feed.viewport.offset = offset
      rows.feed.layoutIfNeeded()
      #expect(rows.feed.checkInvariants() == nil)
      #expect(rows.feed.numberOfItems(inSection: 0) == 100)
    }
    rows.feed.scroll(to: itemPath(70), at: .center)
    rows.feed.layoutIfNeeded()
    rows.feed.invalidateExtent(at: itemPath(70))
    rows.feed.setExtent(90, at: itemPath(2))
    rows.feed.viewport.size = FeedSize(width: 300, height: 700)
    rows.feed.overscan = Overscan(before: 500, after: 500)
    rows.feed.estimatedExtent = 30
    rows.feed.layoutIfNeeded()
    rows.feed.viewport.size.height = 0
    rows.feed.layoutIfNeeded()
    rows.feed.viewport.size.height = 300
    rows.feed.layoutIfNeeded()
    #expect(rows.harness.requested.isEmpty && rows.extentQuestions == 0)
    #expect(rows.countQuestions == questions)
    #expect(rows.feed.checkInvariants() == nil)
  }

  @Test("rows that stay in view keep their cells while the feed is stale", arguments: mistakes)
  func staleKeepsCells(mistake: Mistake) {
    let rows = RefusedUpdateTests.refused(mistake)
    let cells = rows.harness.liveCellIDs
    rows.feed.viewport.offset = 1120
    rows.feed.layoutIfNeeded()
    #expect(rows.harness.liveCellIDs == cells.filter { $0.key >= 22 })
    #expect(rows.offset == 1120)
  }

  enum Cure: CaseIterable {
    case reload, update, wrongAgainThenReload, source
  }

  @Test(
    "a valid update or a reload ends it", arguments: mistakes, Cure.allCases)
  func cure(mistake: Mistake, cure: Cure) throws {
    let rows = RefusedUpdateTests.refused(mistake)
    rows.feed.viewport.offset = 1500
    rows.feed.layoutIfNeeded()
    rows.clearRecord()
    switch cure {
    case .reload: rows.feed.reloadData()
    case .source:
      rows.feed.dataSource = nil
      rows.feed.dataSource = rows
    case .update:
      // Counted from the 100 items that the feed knows.
      let count = rows.ids.count
      try rows.feed.performUpdates { updates in
        rows.setModel(rows.ids + [rows.newID()])
        updates.deleteItems(0..<100, inSection: 0)
        updates.insertItems(0..<count + 1, inSection: 0)
      }
    case .wrongAgainThenReload:
      #expect(throws: UpdateError.self) {
        try rows.feed.performUpdates { $0.insertItems(0..<1000, inSection: 0) }
      }
      rows.feed.layoutIfNeeded()
      #expect(rows.harness.requested.isEmpty)
      rows.feed.reloadData()
    }
    rows.harness.settle()
    #expect(rows.feed.numberOfItems(inSection: 0) == rows.ids.count)
    #expect(rows.harness.requested.isEmpty == rows.ids.isEmpty)
    rows.show(at: 0)
    #expect(rows.visibleIDs == Array(rows.ids.prefix(6)))
    try rows.edit(inserting: [0])
    rows.layout()
    #expect(rows.feed.numberOfItems(inSection: 0) == rows.ids.count)
  }

  @Test("a valid small update ends it and keeps the cells on screen")
  func smallCure() throws {
    let rows = RefusedUpdateTests.refused(RefusedUpdateTests.mistakes[2])
    let cells = rows.cells
    // The model has two more items than the feed; they are declared now.
    try rows.feed.performUpdates { $0.insertItems(0..<2, inSection: 0) }
    rows.layout()
    #expect(rows.harness.liveItems == Array(22..<29) && rows.screenY(id: 20) == -20)
    #expect(rows.harness.requested.isEmpty)
    #expect(Set(rows.harness.liveCellIDs.values) == Set(cells.values))
  }

  @Test("reloads that wait are not run while the feed is stale")
  func renewalsWait() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    try rows.edit(reloading: [21], reconfiguring: [22])
    rows.clearRecord()
    #expect(throws: UpdateError.self) {
      try rows.feed.performUpdates { $0.deleteItems(0..<1, inSection: 0) }
    }
    rows.feed.layoutIfNeeded()
    #expect(rows.harness.requested.isEmpty)
    try rows.edit(removing: [0])
    rows.layout()
    #expect(rows.harness.requested == [20, 21])
    #expect(rows.harness.liveItems == Array(19..<26) && rows.screenY(id: 20) == -20)
  }

  // MARK: Limits

  @Test("no more than 2^32 items, and what is refused changes nothing")
  func tooManyItems() throws {
    let limit = 1 << 32
    let source = Counting(limit - 5)
    let feed = source.open(.list(extent: 50))
    feed.scroll(to: itemPath(limit - 6), at: .end)
    feed.layoutIfNeeded()
    let before = FeedState(feed)
    #expect(throws: UpdateError.invalidCount(section: 0, after: limit + 1)) {
      try feed.performUpdates { updates in
        source.count = limit + 1
        updates.insertItems(0..<6, inSection: 0)
      }
    }
    #expect(FeedState(feed) == before)
    try feed.performUpdates { updates in
      source.count = limit
      updates.insertItems(0..<5, inSection: 0)
    }
    feed.layoutIfNeeded()
    #expect(
      feed.numberOfItems(inSection: 0) == limit
        && feed.viewport.offset == before.viewport.offset + 250)
    try feed.performUpdates { updates in
      source.count = 3
      updates.deleteItems(3..<limit, inSection: 0)
    }
    feed.layoutIfNeeded()
    #expect(feed.contentLength == 150 && feed.visibleRange == itemPath(0)..<itemPath(3))
  }

  @Test("no content longer than 2^53 units, and what is refused changes nothing")
  func contentTooLong() throws {
    let source = Counting(8000)
    let feed = source.open(.list(estimatedExtent: 1e9))
    feed.layoutIfNeeded()
    let before = FeedState(feed)
    #expect(throws: UpdateError.contentTooLong) {
      try feed.performUpdates { updates in
        source.count = 9000
        updates.insertItems(8000..<9000, inSection: 0)
      }
    }
    #expect(FeedState(feed) == before && feed.checkInvariants() == nil)
    feed.viewport.offset += 500
    feed.layoutIfNeeded()
    // Room that removed items make counts.
    try feed.performUpdates { updates in
      source.count = 8500
      updates.deleteItems(7000..<8000, inSection: 0)
      updates.insertItems(0..<1500, inSection: 0)
    }
    feed.layoutIfNeeded()
    #expect(feed.numberOfItems(inSection: 0) == 8500 && feed.checkInvariants() == nil)
  }

  @Test("counts that no array has are refused", arguments: [-1, Int.min, Int.max, 1 << 32 + 1])
  func impossibleCounts(count: Int) {
    for declared in [0..<0, 0..<1, 0..<Int(max(0, min(Int64(count), 1 << 40)))] {
      let source = Counting(1)
      let feed = source.open(.list())
      feed.layoutIfNeeded()
      let before = FeedState(feed)
      #expect(throws: UpdateError.self) {
        try feed.performUpdates { updates in
          source.count = count
          updates.insertItems(declared, inSection: 0)
        }
      }
      #expect(FeedState(feed) == before)
    }
  }

  @Test(
    "a range as long as an integer is refused, not a trap", arguments: [0..<Int.max, 1..<Int.max])
  func endlessRange(range: Range<Int>) async {
    await #expect(processExitsWith: .success) { [range] in
      for before in [0, 1, 1000] {
        let source = Counting(before)
        let feed = source.open(.list())
        feed.layoutIfNeeded()
        var failures = 0
        for declare in [FeedUpdates.insertItems(_:inSection:), FeedUpdates.deleteItems] {
          do throws(UpdateError) {
            try feed.performUpdates { declare($0)(range, 0) }
          } catch {
            failures += 1
          }
        }
        if failures != 2 { Issue.record("accepted with \(before) items") }
      }
    }
  }

  /// Any number of items, all of one kind.
  final class Counting: FeedDataSource {
    final class Cell: FeedCell {
      func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: 50) }
    }

    var count: Int
    var requests = 0
    let registration = CellRegistration<Cell, Int> {
      Cell()
    } configure: { _, _, _ in
    }

    init(_ count: Int) {
      self.count = count
    }

    func open(_ layout: FeedLayout) -> Feed {
      let feed = Feed(layout: layout)
      feed.dataSource = self
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 400, height: 300))
      return feed
    }

    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }

    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      requests += 1
      return feed.dequeue(registration, for: path, item: path.item)
    }
  }
}
