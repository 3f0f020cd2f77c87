import Testing

@testable import FeedEngine

@Suite struct EstimateTests {
  @Test("the estimate follows the mean, and nothing moves")
  func learns() {
    let harness = Harness(count: 10_000, estimate: 20, height: 100)
    harness.feed.learnsEstimate = true
    for step in 0..<60 {
      let before = harness.screen
      harness.show(at: harness.offset + 37)
      for (item, y) in before {
        if let now = harness.screenY(item) { #expect(now == y - 37, "step \(step)") }
      }
    }
    #expect(harness.feed.estimatedExtent == 100)
    #expect(harness.feed.contentLength == 1_000_000)
  }

  @Test("zeros and giants do not spoil it")
  func odd() throws {
    let harness = Harness(
      count: 10_000, layout: .list(estimatedExtent: 20)
    ) { item, _ in item % 20 == 19 ? 0 : item % 20 == 10 ? 100_000 : 50 }
    harness.feed.learnsEstimate = true
    for item in 0..<200 {
      harness.feed.scroll(to: FeedIndexPath(item: item, section: 0), at: .start)
      harness.layout()
    }
    let estimate = harness.feed.estimatedExtent
    #expect(estimate >= 45 && estimate <= 80, "\(estimate)")
  }

  @Test("rows without extent do not count", arguments: [0, 1])
  func zeros(first: Int) {
    let harness = Harness(
      count: 1000, layout: .list(estimatedExtent: 20)
    ) { item, _ in item % 2 == first ? 0 : 50 }
    harness.feed.learnsEstimate = true
    for step in 0..<40 { harness.show(at: Double(step) * 20) }
    #expect(harness.feed.estimatedExtent == 50)
  }

  enum Anew: CaseIterable {
    case width, reload, setting
  }

  @Test("another width, a reload and the setting begin anew", arguments: Anew.allCases)
  func beginsAnew(by change: Anew) {
    let harness = Harness(count: 1000, layout: .list(estimatedExtent: 20)) { _, width in
      20_000 / width
    }
    harness.feed.learnsEstimate = true
    for step in 0..<40 { harness.show(at: Double(step) * 50) }
    #expect(harness.feed.estimatedExtent == 50)
    harness.height = { _, _ in 100 }
    switch change {
    case .width: harness.resize(width: 200)
    case .reload: harness.feed.reloadData()
    case .setting:
      harness.feed.learnsEstimate = false
      harness.feed.learnsEstimate = true
    }
    for _ in 0..<10 { harness.show(at: harness.offset + 290) }
    #expect(harness.feed.estimatedExtent == 100)
  }

  @Test("a row counts once, and an estimate that is set stays for a pass")
  func onlyOnce() {
    let harness = Harness(count: 1000, estimate: 20)
    harness.feed.learnsEstimate = true
    for step in 0...40 { harness.show(at: Double(step) * 50) }
    harness.height = { _, _ in 80 }
    for step in 0...40 {
      harness.feed.invalidateExtent(at: itemPath(harness.visible.lowerBound))
      harness.show(at: Double(40 - step) * 50)
    }
    #expect(harness.measured.count > 80 && harness.feed.estimatedExtent == 50)
    harness.feed.estimatedExtent = 300
    harness.layout()
    #expect(harness.feed.estimatedExtent == 300)
  }

  @Test("a frozen length stays while rows are measured, and settles after")
  func frozen() {
    let harness = Harness(count: 1000, estimate: 50, height: 80)
    harness.layout()
    let length = harness.feed.contentLength
    harness.feed.isContentLengthFrozen = true
    for step in 1...40 { harness.show(at: Double(step) * 100) }
    harness.feed.isContentLengthFrozen = true
    #expect(harness.feed.contentLength == length)
    harness.feed.isContentLengthFrozen = false
    harness.layout()
    #expect(harness.feed.contentLength > length)
  }
}

@Suite struct PrewarmingTests {
  @Test("cells made beforehand serve the first screen")
  func prewarms() {
    let harness = Harness(count: 1000)
    #expect(harness.feed.prewarm(harness.registrations[0], count: 10) == 10)
    #expect(harness.feed.statistics.total.pooled == 10)
    harness.layout()
    #expect(harness.feed.statistics.total.created == 10)
    #expect(harness.feed.statistics.total.reuseRate == 1)
    #expect(harness.feed.prewarm(harness.registrations[0], count: 10) == 6)
    #expect(harness.feed.checkInvariants() == nil)
  }

  @Test("a budget ends it, and the next call goes on")
  func budget() {
    let harness = Harness(count: 1000)
    var time = 0
    let clock = {
      time += 1
      return time % 4 != 0
    }
    #expect(harness.feed.prewarm(harness.registrations[0], count: 8, while: clock) == 3)
    #expect(harness.feed.prewarm(harness.registrations[0], count: 8, while: clock) == 3)
    #expect(harness.feed.prewarm(harness.registrations[0], count: 8, while: clock) == 2)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func oddCounts(count: Int) {
    let harness = Harness(count: 1000)
    harness.feed.prewarm(harness.registrations[0], count: count)
    #expect(harness.feed.statistics.total.created == (count == Int.max ? Feed.prewarmLimit : 0))
    harness.feed.pool.limit = .cells(3)
    #expect(harness.feed.prewarm(harness.registrations[0], count: count) == 0)
    harness.layout()
  }
}
