import Testing

@testable import FeedEngine

/// Reported failures of pools; a case's id stands in the test's name.
@Suite struct ReuseCaseTests {
  @Test("C008: a cap of 0 switches reuse off", arguments: [true, false], [true, false])
  func capOfZero(isTotal: Bool, usesNames: Bool) {
    let log = ReuseLog(count: 100, usesNames: usesNames, viewport: 200)
    if isTotal { log.feed.pool.totalLimit = .cells(0) } else { log.feed.pool.limit = .cells(0) }
    for offset in stride(from: 0.0, through: 2000, by: 50) {
      log.show(at: offset)
      #expect(log.feed.statistics.total.pooled == 0)
    }
    #expect(log.boundItems.values.allSatisfy { $0.count == 1 })
    #expect(log.feed.statistics.total.reused == 0)
    #expect(log.feed.statistics.total.created == 44)
    #expect(log.feed.statistics.total.reuseRate == 0)
  }

  @Test("C009: a viewport that is known before the data recycles as any", arguments: [true, false])
  func viewportBeforeData(isHinted: Bool) {
    let log = ReuseLog(count: 10_000)
    if isHinted {
      log.feed.dataSource = nil
      log.feed.layoutIfNeeded()
      log.feed.dataSource = log
    } else {
      log.feed.viewport.size = FeedSize(width: 0, height: 0)
      log.feed.layoutIfNeeded()
      log.feed.viewport.size = FeedSize(width: 320, height: 500)
    }
    log.layout()
    while log.feed.viewport.offset < log.feed.maximumOffset {
      log.feed.viewport.offset += 25
      log.feed.layoutIfNeeded()
    }
    log.check()
    #expect(log.feed.statistics.total.created == 11)
    #expect(log.feed.visibleRange.upperBound == itemPath(10_000))
  }

  @Test("C011: a page jump makes no cell anew")
  func pageJump() {
    let log = ReuseLog(
      count: 24 * 12, viewport: 480, layout: .list(estimatedExtent: 20))
    log.height = { _ in 20 }
    for page in 0..<11 { log.show(at: Double(page) * 480) }
    #expect(log.feed.statistics.total.created == 24)
    #expect(log.feed.statistics.total.reused == 240)
  }

  @Test("C011: a small cap costs cells, and the statistics say so")
  func pageJumpWithSmallCap() {
    let log = ReuseLog(
      count: 24 * 12, viewport: 480, layout: .list(estimatedExtent: 20))
    log.height = { _ in 20 }
    log.feed.pool.limit = .cells(5)
    log.show(at: 0)
    log.show(at: 480)
    #expect(log.feed.statistics.total.created == 24 + 19)
    #expect(log.feed.statistics.total.discarded == 19)
  }

  @Test("C012: cells go when the list empties and when it goes away")
  func cellsAreReleased() {
    var log: ReuseLog? = ReuseLog(count: 700)
    var cells: [WeakCell] = []
    func run(_ log: ReuseLog) {
      for _ in 0..<20 {
        for offset in stride(from: 0.0, through: 34_500, by: 375) {
          log.feed.viewport.offset = offset
          log.feed.layoutIfNeeded()
        }
        for offset in stride(from: 34_500.0, through: 0, by: -375) {
          log.feed.viewport.offset = offset
          log.feed.layoutIfNeeded()
        }
        log.keeping.removeAll()
      }
      #expect(log.feed.statistics.total.created <= 12)
      cells = log.live.map(WeakCell.init)
      log.count = 0
      log.feed.reloadData()
      log.layout()
      #expect(log.feed.statistics.total.live == 0)
      #expect(log.feed.statistics.total.pooled <= 12)
    }
    if let log { run(log) }
    #expect(cells.count >= 10 && cells.allSatisfy { $0.cell != nil }, "pooled")
    log = nil
    #expect(cells.allSatisfy { $0.cell == nil })
  }

  @Test("C014: a pooled cell does not reach what its item held")
  func callbacksAreCleared() {
    final class Owner {}
    let log = ReuseLog(count: 100)
    log.show(at: 0)
    weak var owner: Owner?
    do {
      let strong = Owner()
      owner = strong
      for cell in log.live { cell.onTap = { [strong] in _ = strong } }
    }
    #expect(owner != nil)
    log.count = 0
    log.feed.reloadData()
    log.layout()
    #expect(log.feed.statistics.total.pooled == 10)
    #expect(owner == nil)
  }

  @Test("C015: two cells for one item: reported, and the sums hold", arguments: [true, false])
  func twoForOne(returnsSecond: Bool) {
    let harness = Harness(count: 100)
    harness.answer = { [unowned harness] path, feed in
      let registration = harness.registrations[0]
      let first = feed.dequeue(registration, for: path, item: path.item)
      guard path.item == 0 else { return first }
      let second = feed.dequeue(registration, for: path, item: path.item)
      return returnsSecond ? second : first
    }
    harness.layout()
    #expect(
      harness.feed.diagnostics.contains(
        .dequeuedTwice(path: itemPath(0), identifier: "kind 0")))
    let total = harness.feed.statistics.total
    #expect(total.dequeued == 7 && total.recycled == 1)
    #expect(total.dequeued - total.live - total.recycled == 0)
    // The one that came back serves the next item.
    harness.show(at: 2000)
    #expect(harness.feed.statistics.total.created == 6)
  }

  @Test("C017: an unregistered identifier is reported by its name, and nothing is pooled under it")
  func unregisteredIdentifier() {
    let harness = Harness(count: 100)
    harness.answer = { [unowned harness] path, feed in
      if path.item == 0 { return feed.dequeueReusableCell(withIdentifier: "X", for: path) }
      return feed.dequeue(harness.registrations[0], for: path, item: path.item)
    }
    harness.layout()
    #expect(harness.feed.diagnostics.contains(.unregisteredIdentifier(identifier: "X")))
    #expect(harness.feed.statistics["X"] == nil)
    harness.show(at: 2000)
    #expect(harness.feed.statistics["X"] == nil)
    #expect(harness.visible == 40..<46)
  }
}

/// A cell that is not kept alive.
struct WeakCell {
  weak var cell: (any FeedCell)?

  init(_ cell: any FeedCell) {
    self.cell = cell
  }
}
