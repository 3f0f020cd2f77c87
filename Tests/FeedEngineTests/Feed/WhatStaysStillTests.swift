import Testing

@testable import FeedEngine

/// The rules of the article "What stays still", one test each; the random model runs them together.
@Suite struct WhatStaysStillTests {
  /// A feed whose items keep numbers of their own; heights go by number.
  private final class List {
    var ids: [Int]
    var heights: [Int: Double] = [:]
    let harness: Harness

    init(_ count: Int, estimate: Double = 50, spacing: Double = 0, offset: Double = 1020) {
      ids = Array(0..<count)
      var lookUp: (Int, Double) -> Double = { _, _ in 50 }
      harness = Harness(
        count: count, layout: .list(estimatedExtent: estimate, spacing: spacing)
      ) { lookUp($0, $1) }
      lookUp = { [unowned self] item, width in heights[item] ?? 20_000 / width }
      harness.identity = { [unowned self] in ids.indices.contains($0) ? ids[$0] : -1 }
      harness.show(at: offset)
    }

    func y(_ id: Int) -> Double? { ids.firstIndex(of: id).flatMap { harness.screenY($0) } }

    /// Inserts new items, numbered from 1000, after removing others; all by index.
    func update(remove: Range<Int> = 0..<0, insert count: Int = 0, at index: Int = 0) {
      let old = ids
      harness.oldIdentity = { old.indices.contains($0) ? old[$0] : nil }
      do throws(UpdateError) {
        try harness.feed.performUpdates { [self] updates in
          ids.removeSubrange(remove)
          let first = 1000 + ids.count
          ids.insert(contentsOf: first..<first + count, at: index)
          harness.count = ids.count
          updates.deleteItems(remove, inSection: 0)
          updates.insertItems(index..<index + count, inSection: 0)
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test("rows that are measured above the anchor move nothing")
  func measuresAbove() {
    let list = List(1000, estimate: 20, offset: 10_010)
    for step in 1...50 {
      let before = list.harness.screen
      list.harness.show(at: list.harness.offset - 30)
      for (item, y) in before {
        if let now = list.harness.screenY(item) { #expect(now == y + 30, "step \(step)") }
      }
    }
  }

  @Test("another estimate moves nothing", arguments: [1.0, 7.3, 400])
  func estimate(points: Double) {
    let list = List(1000)
    let before = list.harness.screen
    list.harness.feed.estimatedExtent = points
    list.harness.layout()
    #expect(list.harness.screen == before)
  }

  @Test("another width keeps the anchor's top", arguments: [200.0, 320, 800])
  func width(points: Double) {
    let list = List(1000)
    list.harness.resize(width: points)
    #expect(list.y(20) == -20)
  }

  @Test("a row keeps its top below and at the anchor, its bottom above it")
  func growth() {
    let list = List(100)
    list.harness.feed.overscan = Overscan(before: 200, after: 0)
    list.harness.layout()
    for (item, height) in [(22, 90.0), (20, 70), (18, 10), (5, 500)] {
      list.heights[item] = height
      list.harness.feed.invalidateExtent(at: FeedIndexPath(item: item, section: 0))
      list.harness.layout()
      #expect(list.y(20) == -20, "after item \(item)")
    }
    list.heights[20] = 5
    list.harness.feed.invalidateExtent(at: FeedIndexPath(item: 20, section: 0))
    list.harness.layout()
    // Its bottom stood at 50.
    #expect(list.y(20) == 45)
  }

  @Test("a viewport that changes its height keeps its top row", arguments: [500.0, 301, 100])
  func height(points: Double) {
    let list = List(100)
    list.harness.resize(height: points)
    #expect(list.harness.offset == 1020 && list.y(20) == -20)
  }

  @Test("a hidden feed comes back where it was, whatever came meanwhile")
  func hidden() {
    let list = List(100)
    list.harness.resize(height: 0)
    list.update(insert: 10)
    list.harness.layout()
    list.harness.resize(height: 300)
    #expect(list.y(20) == -20)
  }

  @Test("C058 C059 C062: rows that come or go above the anchor move nothing")
  func above() {
    let list = List(100)
    list.update(insert: 10)
    list.harness.layout()
    #expect(list.harness.offset == 1520 && list.y(20) == -20)
    list.update(remove: 0..<20)
    list.harness.layout()
    #expect(list.harness.offset == 520 && list.y(20) == -20)
  }

  @Test("rows that come at the anchor's index come above it")
  func atAnchor() {
    let list = List(100)
    list.update(insert: 3, at: 20)
    list.harness.layout()
    #expect(list.y(20) == -20)
    #expect(list.harness.visible.lowerBound == 23)
  }

  @Test("rows that come or go below move nothing above them")
  func below() {
    let list = List(100)
    list.update(remove: 24..<26, insert: 4, at: 22)
    list.harness.layout()
    for item in 20...21 { #expect(list.y(item) == Double(item - 20) * 50 - 20) }
    #expect(list.harness.offset == 1020)
  }

  @Test("C065: the next live row takes over from an anchor that goes")
  func anchorGoes() {
    let one = List(100)
    one.update(remove: 20..<21)
    one.harness.layout()
    #expect(one.y(21) == 30 && one.harness.offset == 970)
    let most = List(100)
    most.update(remove: 20..<26)
    most.harness.layout()
    #expect(most.y(26) == 280 && most.harness.offset == 720)
    let all = List(100)
    all.update(remove: 20..<27)
    all.harness.layout()
    #expect(all.y(27) == -20)
  }

  @Test("where all goes from the anchor on, its index takes over, in one update or two")
  func allIsReplaced() {
    for (offset, first) in [(0.0, 0), (2500, 0), (2500, 40), (1020, 15)] {
      let one = List(100, offset: offset)
      one.update(remove: first..<100, insert: 100 - first, at: first)
      one.harness.layout()
      #expect(one.harness.offset == offset)
      #expect(one.harness.visible.lowerBound == Int(offset / 50))
    }
    // What comes before the rows that stay does not count.
    let list = List(100, offset: 2500)
    list.update(remove: 40..<100, insert: 100, at: 0)
    list.harness.layout()
    #expect(list.harness.offset == list.harness.feed.maximumOffset)
  }

  @Test("visible items between an update and its layout are those that stay")
  func visibleMeanwhile() {
    let list = List(100, offset: 0)
    list.update(insert: 1000, at: 6)
    #expect(list.harness.visible == 0..<6)
    list.harness.layout()
  }

  @Test("a scroll that the app asks for lets go of the end while rows grow")
  func scrollFromTheEnd() {
    let list = List(100, offset: 4700)
    list.harness.feed.endBehavior = .stickToEnd(tolerance: 0)
    list.heights[99] = 80
    list.harness.feed.invalidateExtent(at: FeedIndexPath(item: 99, section: 0))
    list.harness.feed.scroll(by: -500)
    list.harness.layout()
    #expect(list.harness.offset == 4200)
    list.harness.show(at: list.harness.feed.maximumOffset)
    list.harness.feed.beginScroll(
      to: FeedIndexPath(item: 80, section: 0), at: .start, duration: 1, easing: .linear)
    var last = list.harness.offset
    for step in 0...30 {
      list.heights[99, default: 80] += 1
      list.harness.feed.invalidateExtent(at: FeedIndexPath(item: 99, section: 0))
      list.harness.feed.stepScroll(at: Double(step) / 30)
      list.harness.layout()
      #expect(list.harness.offset <= last)
      last = list.harness.offset
    }
    #expect(list.y(80) == 0)
  }

  @Test("a feed that sticks to its start stays there through other insets")
  func startThroughInsets() {
    let list = List(100, offset: 0)
    list.harness.feed.startBehavior = .stickToStart
    list.harness.feed.contentInsets.top = 64
    list.harness.layout()
    #expect(list.harness.offset == -64)
    list.update(insert: 3)
    list.harness.layout()
    #expect(list.harness.offset == -64 && list.harness.visible.lowerBound == 0)
    // Where both ends are near, the end has the say.
    let short = List(7, offset: 0)
    short.harness.feed.startBehavior = .stickToStart
    short.harness.feed.endBehavior = .stickToEnd(tolerance: 100)
    short.harness.feed.contentInsets.top = 20
    short.harness.layout()
    #expect(short.harness.offset == 50)
  }

  @Test("C043: several updates before one layout are as good as one")
  func severalUpdates() {
    let list = List(100)
    list.update(insert: 10)
    list.update(remove: 3..<8)
    list.update(insert: 1, at: 40)
    list.harness.layout()
    #expect(list.y(20) == -20 && list.harness.count == 106)
  }

  @Test("reloading keeps the first visible item where it is")
  func reload() {
    let list = List(100)
    let old = list.ids
    list.harness.oldIdentity = { old[$0] }
    list.harness.feed.reloadData()
    list.harness.layout()
    #expect(list.y(20) == -20)
  }

  @Test("C107 C108: the offset is brought back where it is no longer legal")
  func ends() {
    let list = List(5000, offset: 249_700)
    list.update(remove: 100..<5000)
    list.harness.layout()
    #expect(list.harness.offset == 4700 && list.harness.visible == 94..<100)
    list.update(remove: 3..<100)
    list.harness.layout()
    #expect(list.harness.offset == 0 && list.harness.visible == 0..<3)
    list.update(remove: 0..<3)
    list.harness.layout()
    #expect(list.harness.offset == 0 && list.harness.visible.isEmpty)
    list.update(insert: 100)
    list.harness.layout()
    #expect(list.harness.offset == 0 && list.harness.visible == 0..<6)
  }

  @Test("a list that is emptied far down shows what comes next")
  func emptiedFarDown() {
    let list = List(1000, offset: 1500)
    list.update(remove: 0..<1000)
    list.harness.layout()
    #expect(list.harness.offset == 0)
    list.harness.show(at: 700)
    list.update(insert: 3)
    list.harness.layout()
    #expect(list.harness.offset == 0 && list.harness.visible == 0..<3)
  }

  @Test("over-scroll that the host has set stays")
  func overscroll() {
    let list = List(100, offset: 4780)
    list.heights[10] = 90
    list.harness.feed.invalidateExtent(at: FeedIndexPath(item: 10, section: 0))
    list.harness.layout()
    #expect(list.harness.offset == list.harness.feed.maximumOffset + 80)
  }

  @Test("a feed that sticks to its start stays there, and farther down keeps the item")
  func stickToStart() {
    let list = List(100, offset: 0)
    list.harness.feed.startBehavior = .stickToStart
    list.update(insert: 10)
    list.harness.layout()
    #expect(list.harness.offset == 0 && list.harness.visible.lowerBound == 0)
    list.harness.show(at: 220)
    let before = list.y(0)
    list.update(insert: 10)
    list.harness.layout()
    #expect(list.y(0) == before)
  }

  @Test("C070 C071 C072 C074 C075 C076: a feed that sticks to its end follows it")
  func stickToEnd() {
    let list = List(100, offset: 4700)
    list.harness.feed.endBehavior = .stickToEnd(tolerance: 0)
    for (height, offset) in [(200.0, 4850.0), (120, 4770)] {
      list.heights[99] = height
      list.harness.feed.invalidateExtent(at: FeedIndexPath(item: 99, section: 0))
      list.harness.layout()
      #expect(list.harness.offset == offset)
    }
    for (height, offset) in [(200.0, 4870.0), (300, 4770)] {
      list.harness.resize(height: height)
      #expect(list.harness.offset == offset)
    }
    list.harness.show(at: 1000)
    list.harness.clearRecord()
    list.update(insert: 5, at: 100)
    list.harness.layout()
    #expect(list.harness.offset == 1000 && list.harness.requested.isEmpty)

    let short = List(3, offset: 0)
    short.harness.feed.endBehavior = .stickToEnd(tolerance: 0)
    for count in 4...13 {
      short.update(insert: 1, at: count - 1)
      short.harness.layout()
      #expect(short.harness.offset == max(0, Double(count) * 50 - 300))
    }

    let burst = List(20, offset: 0)
    for id in 0..<2000 { burst.heights[id] = 120 }
    burst.harness.feed.reloadData()
    burst.harness.resize(height: 600)
    burst.harness.feed.endBehavior = .stickToEnd(tolerance: 0)
    burst.harness.feed.scroll(to: FeedIndexPath(item: 19, section: 0), at: .end)
    burst.harness.layout()
    for count in 20..<60 { burst.update(insert: 1, at: count) }
    burst.harness.layout()
    #expect(burst.harness.offset == burst.harness.feed.maximumOffset)
    #expect(burst.harness.screenY(59) == 480)

    for (offset, after) in [(4600.0, 4750.0), (4599, 4599)] {
      let near = List(100, offset: offset)
      near.harness.feed.endBehavior = .stickToEnd(tolerance: 100)
      near.update(insert: 1, at: 100)
      near.harness.layout()
      #expect(near.harness.offset == after)
    }
  }

  @Test("rows wholly under the top inset are above the anchor")
  func rowsUnderTheInset() {
    let list = List(100)
    list.harness.feed.contentInsets = FeedInsets(top: 100, bottom: 20)
    list.harness.layout()
    #expect(list.y(20) == -20 && list.y(22) == 80)
    list.heights[21] = 90
    list.harness.feed.invalidateExtent(at: FeedIndexPath(item: 21, section: 0))
    list.harness.layout()
    #expect(list.y(22) == 80 && list.y(21) == -10)
    list.update(insert: 3, at: 22)
    list.harness.layout()
    #expect(list.y(22) == 80)
    list.update(remove: 20..<24)
    list.harness.layout()
    #expect(list.y(22) == 80)
    // Where the insets leave nothing to read, the viewport's edge counts.
    list.harness.feed.contentInsets = FeedInsets(top: 200, bottom: 100)
    list.harness.layout()
    let first = list.harness.visible.lowerBound
    let (id, y) = (list.ids[first], list.harness.screenY(first))
    list.heights[id] = 80
    list.harness.feed.reloadData()
    list.harness.layout()
    #expect(y != nil && list.y(id) == y)
  }

  @Test(
    "a scroll of less than two viewports goes as far as it says",
    arguments: [(10.0, 0.0), (50, 0), (300, 0), (10, 70)], [300.0, 450, 599, -300, -599])
  func way(rows: (estimate: Double, spacing: Double), step: Double) throws {
    let list = List(2000, estimate: rows.estimate, spacing: rows.spacing)
    func height(_ id: Int) -> Double { Double(20 + id * 37 % 100) }
    for id in list.ids { list.heights[id] = height(id) }
    list.harness.feed.reloadData()
    list.harness.feed.scroll(to: FeedIndexPath(item: 1000, section: 0), at: .start)
    list.harness.layout()
    // Where a row belongs on screen, by the heights of all rows and the way so far.
    func place(_ id: Int, _ way: Double) -> Double {
      let between = min(id, 1000)..<max(id, 1000)
      let length = between.reduce(0) { $0 + height($1) + rows.spacing }
      return (id < 1000 ? -length : length) - way
    }
    var way = 0.0
    for _ in 1...40 {
      way += step
      list.harness.show(at: list.harness.offset + step)
      let visible = list.harness.visible
      #expect(visible.count >= 2)
      for id in visible { #expect(list.y(id) == place(id, way)) }
    }
  }

  @Test(
    "farther away the row stands where the offset says", arguments: [-1200.0, -660, 660, 20_000])
  func farAway(step: Double) throws {
    let list = List(2000, estimate: 20, offset: 10_000)
    let target = list.harness.offset + step
    let item = try #require(list.harness.feed.indexPath(atOffset: target)).item
    let y = try #require(list.harness.feed.frame(at: FeedIndexPath(item: item, section: 0))).y
    list.harness.show(at: target)
    #expect(list.harness.offset == target && list.y(item) == y - target)
  }

  @Test(
    "what changes above in the same frame goes along with the farthest scroll",
    arguments: [900.0, -900, 20_000, -20_000])
  func farScrollThroughChanges(step: Double) {
    for change in 0..<4 {
      let list = List(10_000, offset: 250_000)
      switch change {
      case 0: list.update(remove: 0..<1000)
      case 1: list.update(insert: 1000, at: 0)
      case 2: list.harness.feed.reloadData()
      default: list.harness.feed.viewport.size.width = 399
      }
      list.harness.show(at: list.harness.offset + step)
      let first = list.ids[list.harness.visible.lowerBound]
      // Rows of another width are a little longer than those that were not seen.
      #expect(abs(first - (5000 + Int(step / 50))) <= (change == 3 ? 1 : 0), "change \(change)")
    }
    // An offset names the row that it named when the host read it.
    for estimate in [25.0, 100] {
      let list = List(10_000, offset: 250_000)
      list.harness.feed.estimatedExtent = estimate
      list.harness.show(at: list.harness.offset + step)
      #expect(list.ids[list.harness.visible.lowerBound] == 5000 + Int(step / 50))
    }
  }

  @Test(
    "an end is the end whatever else changes in the frame", arguments: [true, false],
    [0, 1, 2, 3, 4, 5])
  func endsThroughChanges(isEnd: Bool, change: Int) {
    let list = List(2000, estimate: change == 5 ? 20 : 50, offset: 50_000)
    let feed = list.harness.feed
    if change == 5 { feed.learnsEstimate = true }
    list.harness.show(at: list.harness.offset + 10)
    let end = isEnd ? feed.maximumOffset : feed.minimumOffset
    switch change {
    case 0: feed.estimatedExtent = 200
    case 1: feed.estimatedExtent = 5
    case 2: feed.contentInsets = FeedInsets(top: 64, bottom: 34)
    case 3: feed.setExtent(900, at: FeedIndexPath(item: isEnd ? 1990 : 10, section: 0))
    case 4: list.harness.feed.viewport.size.width = 200
    default: break
    }
    list.harness.show(at: end)
    #expect(list.harness.offset == (isEnd ? feed.maximumOffset : feed.minimumOffset))
    #expect(list.harness.visible.contains(isEnd ? 1999 : 0))
  }

  @Test(
    "a way over more rows than a pass may make is as long as it says",
    arguments: [1.0, 20, 50], [-1599.0, -1500, 1500, 1599])
  func wayOverManyRows(estimate: Double, step: Double) {
    let harness = Harness(count: 100_000, estimate: estimate, viewport: 800, height: 1)
    harness.feed.scroll(to: FeedIndexPath(item: 50_000, section: 0), at: .start)
    harness.settle()
    #expect(harness.visible == 50_000..<50_800)
    harness.feed.viewport.offset += step
    harness.settle()
    let first = 50_000 + Int(step)
    #expect(harness.visible == first..<first + 800)
  }

  @Test("pages of a viewport show every row up to both ends", arguments: [20.0, 50, 200, 700])
  func pages(estimate: Double) {
    let list = List(100, estimate: estimate, offset: 0)
    for id in list.ids { list.heights[id] = 300 }
    list.harness.feed.reloadData()
    list.harness.layout()
    var seen = list.harness.visible
    while list.harness.offset < list.harness.feed.maximumOffset {
      list.harness.show(at: min(list.harness.offset + 300, list.harness.feed.maximumOffset))
      #expect(list.harness.visible.lowerBound <= seen.upperBound)
      seen = list.harness.visible
    }
    #expect(seen == 99..<100)
    list.harness.feed.reloadData()
    list.harness.feed.scroll(to: FeedIndexPath(item: 99, section: 0), at: .start)
    list.harness.layout()
    for page in (0..<99).reversed() {
      list.harness.show(at: list.harness.offset - 300)
      #expect(list.y(page) == 0, "up")
    }
    #expect(list.harness.offset == 0)
  }

  @Test(
    "who goes to an end from two viewports away is there", arguments: [1.0, 20, 50, 700], [0.0, 25])
  func jumpToEnds(estimate: Double, beyond: Double) {
    let list = List(1000, estimate: estimate, offset: 0)
    list.harness.show(at: list.harness.feed.maximumOffset + beyond)
    #expect(list.y(999) == 250 - beyond)
    #expect(list.harness.offset == list.harness.feed.maximumOffset + beyond)
    // The way back is a jump as well: farther than two viewports.
    list.harness.show(at: list.harness.feed.minimumOffset - beyond)
    #expect(list.y(0) == beyond)
    #expect(list.harness.offset == list.harness.feed.minimumOffset - beyond)
  }
}
