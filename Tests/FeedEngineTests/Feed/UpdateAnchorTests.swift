import Testing

@testable import FeedEngine

/// What stays in its place while rows come and go; a case's id stands beside its test.
@Suite struct UpdateAnchorTests {
  @Test("C058: rows that come above move nothing", arguments: [0.0, 500])
  func prepend(overscan: Double) throws {
    let rows = EditedFeed(count: 100)
    rows.feed.overscan = Overscan(before: overscan, after: overscan)
    rows.layout()
    rows.show(at: 1020)
    try rows.edit(inserting: Array(0..<10))
    rows.layout()
    #expect(rows.offset == 1520 && rows.visibleIDs.first == 20)
    #expect(rows.screenY(id: 20) == -20)
    #expect(rows.harness.lastCorrection == 500 && !rows.feed.needsLayout)
  }

  @Test("C059: rows that come above and turn out longer move nothing")
  func prependUnknown() throws {
    let rows = EditedFeed(count: 100)
    rows.harness.walkToEnd(step: 300)
    rows.show(at: 1020)
    try rows.edit(inserting: Array(0..<10), height: 80)
    rows.layout()
    #expect(rows.offset == 1520 && rows.screenY(id: 20) == -20 && rows.feed.contentLength == 5500)
    for before in [1050.0, 1200, 1500, 2000] {
      rows.feed.overscan = Overscan(before: before)
      rows.layout()
      #expect(rows.screenY(id: 20) == -20)
    }
    #expect(rows.offset == 1820 && rows.feed.contentLength == 5800)
  }

  @Test(
    "C060: a row that comes at the very top", arguments: [0.0, 500],
    [StartBehavior.keepItem, .stickToStart])
  func prependAtStart(overscan: Double, behavior: StartBehavior) throws {
    let rows = EditedFeed(count: 20)
    rows.feed.startBehavior = behavior
    rows.feed.overscan = Overscan(before: overscan, after: overscan)
    rows.layout()
    try rows.edit(inserting: [0], height: 120)
    rows.layout()
    if behavior == .keepItem {
      #expect(rows.screenY(id: 0) == 0 && rows.visibleIDs.first == 0)
      #expect(rows.offset == (overscan > 0 ? 120 : 50))
    } else {
      #expect(rows.offset == 0 && rows.visibleIDs.first == 20 && rows.screenY(id: 0) == 120)
    }
    // Away from the start both keep the item.
    rows.show(at: 400)
    let screen = rows.screen
    try rows.edit(inserting: [0, 1])
    rows.layout()
    #expect(rows.visibleIDs.allSatisfy { rows.screen[$0] == screen[$0] })
  }

  @Test("stick to start: over-scroll, insets and removals", arguments: [0.0, 64])
  func stickToStart(inset: Double) throws {
    let rows = EditedFeed(count: 100)
    rows.feed.startBehavior = .stickToStart
    rows.feed.contentInsets = FeedInsets(top: inset)
    rows.layout()
    for offset in [-inset, -inset - 30] {
      rows.show(at: offset)
      try rows.edit(inserting: [0, 3])
      rows.layout()
      #expect(rows.offset == offset && rows.harness.visible.lowerBound == 0)
      try rows.edit(removing: [0, 1, 2])
      rows.layout()
      #expect(rows.offset == offset && rows.harness.visible.lowerBound == 0)
      try rows.edit(removing: [0], inserting: [0])
      rows.layout()
      #expect(rows.offset == offset && rows.harness.visible.lowerBound == 0)
    }
  }

  @Test("stick to start: a reload stays there, though the first rows show nothing")
  func startOfEmptyRows() {
    let harness = Harness(count: 100, layout: .list(estimatedExtent: 50)) { item, _ in
      item < 2 ? 0 : 50
    }
    harness.feed.startBehavior = .stickToStart
    harness.layout()
    #expect(harness.visibleWithExtent.first == 2)
    harness.height = { _, _ in 50 }
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.offset == 0 && harness.visible == 0..<6)
  }

  @Test("C062: rows that go above move nothing")
  func removeAbove() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    try rows.edit(removing: Array(0..<10))
    rows.layout()
    #expect(rows.offset == 520 && rows.screenY(id: 20) == -20)
    let many = EditedFeed(count: 1000)
    many.show(at: 25_000)
    try many.edit(removing: [100])
    many.layout()
    #expect(many.offset == 24_950 && many.screenY(id: 500) == 0)
  }

  @Test("C063: rows above that shrink or grow move nothing", arguments: [true, false])
  func changeAbove(isReloaded: Bool) throws {
    let rows = EditedFeed(count: 100)
    rows.harness.walkToEnd(step: 300)
    rows.show(at: 1000)
    rows.feed.overscan = Overscan(before: 2000)
    rows.layout()
    for (items, height, offset, length) in [
      ([5], 10.0, 960.0, 4960.0), ([6, 7, 8], 500, 2310, 6310),
    ] {
      for item in items { rows.heights[item] = height }
      if isReloaded {
        try rows.edit(reloading: items)
      } else {
        for item in items { rows.feed.invalidateExtent(at: itemPath(item)) }
      }
      rows.layout()
      #expect(rows.offset == offset && rows.feed.contentLength == length)
      #expect(rows.screenY(id: 20) == 0)
    }
  }

  @Test(
    "C065: when the first visible row goes, the nearest below that stays keeps its place",
    arguments: [20..<21, 20..<23, 20..<26, 15..<24])
  func firstVisibleGoes(removed: Range<Int>) throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    let next = removed.upperBound
    try rows.edit(removing: Array(removed))
    rows.layout()
    #expect(rows.screenY(id: next) == Double(next * 50) - 1020)
    #expect(rows.offset == 1020 - Double(removed.count) * 50)
  }

  @Test("when all that is visible goes, the next row stands where the first stood")
  func allVisibleGo() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    try rows.edit(removing: Array(18..<30))
    rows.layout()
    #expect(rows.screenY(id: 30) == -20 && rows.offset == 18 * 50 + 20)
    try rows.edit(removing: Array(10..<88))
    rows.layout()
    #expect(rows.offset == rows.feed.maximumOffset && rows.harness.visible == 4..<10)
  }

  @Test("rows that come at and below the anchor", arguments: [0, 1, 3, 6, 7, 50])
  func insertBelow(distance: Int) throws {
    for offset in [1000.0, 1020] {
      let rows = EditedFeed(count: 100)
      rows.show(at: offset)
      let before = rows.screen
      try rows.edit(inserting: [20 + distance, 21 + distance], height: 70)
      rows.layout()
      // At the anchor's own index they come above it, out of sight.
      #expect(rows.screenY(id: 20) == before[20])
      #expect(rows.visibleIDs.first == 20)
      if (1..<6).contains(distance) {
        #expect(rows.screenY(id: 100) == Double(20 + distance) * 50 - offset)
        #expect(rows.screenY(id: 101) == Double(20 + distance) * 50 - offset + 70)
      }
      if distance > 0 { #expect(rows.offset == offset) }
    }
  }

  @Test("C067: an anchor deep in a tall row stays there when rows come")
  func tallAnchor() throws {
    let rows = EditedFeed(count: 100)
    rows.heights[3] = 500
    rows.layout()
    rows.show(at: 550)
    #expect(rows.screenY(id: 3) == -400)
    let visible = rows.visibleIDs
    for places in [[100], [0], [2, 50], [4]] {
      let known = rows.screenY(id: 3)
      try rows.edit(inserting: places)
      rows.layout()
      #expect(rows.screenY(id: 3) == known)
      #expect(rows.feed.frame(at: itemPath(rows.ids.firstIndex(of: 3) ?? 0))?.height == 500)
      if places == [100] { #expect(rows.offset == 550 && rows.visibleIDs == visible) }
    }
  }

  @Test("C107: a list that shrinks while at its end stays within it", arguments: [true, false])
  func shrinkAtEnd(isReload: Bool) throws {
    let rows = EditedFeed(count: 5000)
    rows.feed.scroll(to: itemPath(4999), at: .end)
    rows.layout()
    #expect(rows.offset == 249_700)
    if isReload {
      rows.setModel(Array(0..<100))
      rows.feed.reloadData()
    } else {
      try rows.feed.performUpdates { updates in
        rows.setModel(Array(0..<100))
        updates.deleteItems(100..<5000, inSection: 0)
      }
    }
    #expect(rows.feed.visibleRange.lowerBound <= rows.feed.visibleRange.upperBound)
    rows.layout()
    #expect(rows.offset == 4700 && rows.harness.visible == 94..<100 && !rows.feed.needsLayout)
  }

  @Test("C108: filtered to few, to none, and back", arguments: [true, false])
  func filter(isReload: Bool) throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 4700)
    for (count, visible) in [(3, 0..<3), (0, 0..<0), (100, 0..<6)] {
      if isReload {
        rows.setModel(Array(0..<count))
        rows.feed.reloadData()
      } else if count < rows.ids.count {
        try rows.edit(removing: Array(count..<rows.ids.count))
      } else {
        try rows.edit(inserting: Array(rows.ids.count..<count))
      }
      rows.layout()
      #expect(rows.offset == 0 && rows.harness.visible == visible)
      #expect(rows.harness.liveItems == Array(visible))
    }
  }

  @Test("several updates before one layout count one after the other")
  func severalUpdates() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    rows.clearRecord()
    try rows.edit(inserting: Array(0..<10))
    try rows.edit(removing: [30])
    try rows.edit(removing: [0, 1], inserting: [5], reconfiguring: [31])
    try rows.edit(inserting: [0])
    rows.layout()
    // Item 20 went with the second, so item 21 keeps its place.
    #expect(rows.screenY(id: 21) == 30 && rows.harness.reports == 1)
    #expect(rows.offset == 1020 + 500 - 50 - 100 + 50 + 50)
    #expect(rows.harness.requested.count == 1 + rows.began.count)
  }

  @Test("updates before the first layout", arguments: [true, false])
  func beforeFirstLayout(hasViewport: Bool) throws {
    let rows = EditedFeed(count: 10)
    if !hasViewport { rows.feed.viewport.size = FeedSize(width: 0, height: 0) }
    try rows.edit(inserting: [0, 1])
    try rows.edit(removing: [4])
    if !hasViewport {
      rows.layout()
      try rows.edit(removing: [0])
      rows.feed.viewport.size = FeedSize(width: 400, height: 300)
    }
    rows.layout()
    #expect(rows.feed.numberOfItems(inSection: 0) == rows.ids.count && rows.offset == 0)
    #expect(rows.visibleIDs == Array(rows.ids.prefix(6)) && rows.feed.diagnostics.isEmpty)
  }

  @Test("updates while hidden keep the place", arguments: [true, false])
  func whileHidden(isLaidOutBetween: Bool) throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    rows.feed.viewport.size.height = 0
    rows.layout()
    rows.clearRecord()
    try rows.edit(inserting: Array(0..<10))
    if isLaidOutBetween { rows.layout() }
    try rows.edit(removing: [3], inserting: [40, 41], reloading: [32], reconfiguring: [33])
    if isLaidOutBetween { rows.layout() }
    #expect(rows.harness.requested.isEmpty && rows.feed.liveCells.isEmpty)
    rows.feed.viewport.size.height = 300
    rows.layout()
    #expect(rows.screenY(id: 20) == -20 && rows.offset == 1020 + 450)
    #expect(rows.feed.checkInvariants() == nil)
  }

  @Test("an update with the data source gone empties the feed, and a new source fills it")
  func sourceGone() throws {
    let feed = Feed(layout: .list(estimatedExtent: 50))
    var source: RefusedUpdateTests.Counting? = RefusedUpdateTests.Counting(100)
    feed.dataSource = source
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 400, height: 300))
    feed.layoutIfNeeded()
    #expect(feed.liveCells.count == 6)
    source = nil
    #expect(feed.dataSource == nil)
    var completed: [UpdateError?] = []
    try feed.performUpdates {
      $0.insertItems(0..<3, inSection: 0)
    } completion: {
      completed.append($0)
    }
    #expect(completed == [nil])
    feed.layoutIfNeeded()
    #expect(feed.liveCells.isEmpty && feed.numberOfItems(inSection: 0) == 0)
    let next = RefusedUpdateTests.Counting(2)
    feed.dataSource = next
    feed.layoutIfNeeded()
    #expect(feed.liveCells.count == 2 && feed.checkInvariants() == nil)
  }

  @Test("a million rows come and go above, and nothing is asked", arguments: [0, 10, 100])
  func million(place: Int) throws {
    let source = RefusedUpdateTests.Counting(100)
    let feed = source.open(.list(estimatedExtent: 50))
    feed.viewport.offset = 1020
    feed.layoutIfNeeded()
    let before = feed.liveCells.map { ObjectIdentifier($0.cell) }
    source.requests = 0
    let million = 1_000_000
    try feed.performUpdates { updates in
      source.count += million
      updates.insertItems(place..<place + million, inSection: 0)
    }
    feed.layoutIfNeeded()
    let isAbove = place < 20
    #expect(feed.viewport.offset == 1020 + (isAbove ? 50 * Double(million) : 0))
    #expect(feed.liveCells.map { ObjectIdentifier($0.cell) } == before && source.requests == 0)
    #expect(feed.contentLength == Double(100 + million) * 50 && feed.measuredItemCount == 7)
    try feed.performUpdates { updates in
      source.count -= million
      updates.deleteItems(place..<place + million, inSection: 0)
    }
    feed.layoutIfNeeded()
    #expect(feed.viewport.offset == 1020 && source.requests == 0)
    #expect(feed.liveCells.map { ObjectIdentifier($0.cell) } == before)
  }

  // MARK: Settings in the block

  @Test("an offset set before an update says what is above")
  func offsetBeforeUpdate() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    rows.feed.viewport.offset = 1120
    try rows.edit(inserting: [21])
    rows.layout()
    #expect(rows.offset == 1170 && rows.screenY(id: 22) == -20)
  }

  @Test("a viewport set in the block counts among the rows on screen")
  func viewportInBlock() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    try rows.feed.performUpdates { updates in
      rows.feed.viewport.offset += 100
      rows.changeModel(inserting: Array(0..<10))
      updates.insertItems(0..<10, inSection: 0)
      rows.feed.viewport.size.height = 350
    }
    rows.layout()
    #expect(rows.offset == 1620 && rows.screenY(id: 22) == -20)
    #expect(rows.visibleIDs == Array(22..<30) && rows.feed.viewport.size.height == 350)
  }

  @Test("a scroll asked for in or before the block goes to the item of that time", arguments: 0..<3)
  func scrollInBlock(order: Int) throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    if order == 0 { rows.feed.scroll(to: itemPath(50), at: .start) }
    try rows.feed.performUpdates { updates in
      if order == 1 { rows.feed.scroll(to: itemPath(50), at: .start) }
      rows.changeModel(inserting: Array(0..<10))
      updates.insertItems(0..<10, inSection: 0)
    }
    if order == 2 { rows.feed.scroll(to: itemPath(60), at: .start) }
    rows.layout()
    #expect(rows.screenY(id: 50) == 0 && rows.offset == 3000)
  }

  @Test(
    "a scroll to an item that goes ends at the next that stays",
    arguments: [50..<51, 40..<60, 45..<100])
  func scrollToRemoved(removed: Range<Int>) throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    rows.feed.scroll(to: itemPath(50), at: .start)
    try rows.edit(removing: Array(removed))
    rows.layout()
    let next = removed.upperBound
    if next < 100 {
      #expect(rows.screenY(id: next) == 0)
    } else {
      #expect(rows.offset == rows.feed.maximumOffset && rows.visibleIDs.last == 44)
    }
    #expect(rows.feed.diagnostics.isEmpty)
  }

  @Test("an extent set in the block belongs to the item of before", arguments: [true, false])
  func extentInBlock(isLive: Bool) throws {
    let rows = EditedFeed(count: 100)
    let item = isLive ? 22 : 5
    rows.show(at: 1020)
    try rows.feed.performUpdates { updates in
      rows.feed.setExtent(90, at: itemPath(item))
      rows.changeModel(inserting: Array(0..<10))
      updates.insertItems(0..<10, inSection: 0)
    }
    rows.layout()
    #expect(rows.feed.frame(at: itemPath(item + 10))?.height == 90)
    #expect(rows.screenY(id: 20) == -20 && rows.feed.contentLength == 5540)
    #expect(rows.screenY(id: 23) == (isLive ? 170 : 130))
  }
}
