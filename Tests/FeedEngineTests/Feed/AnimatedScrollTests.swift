import Testing

@testable import FeedEngine

@Suite struct AnimatedScrollTests {
  @Test(
    "every animation ends exactly at its item, over rows that were never measured",
    arguments: [(5, ScrollPosition.start), (30, .end), (500, .center), (999, .end), (0, .start)])
  func endsExactly(item: Int, position: ScrollPosition) {
    let harness = Harness(
      count: 1000, layout: .list(estimatedExtent: 30)
    ) { item, _ in Double(20 + item % 7 * 30) }
    harness.show(at: 900)
    harness.feed.beginScroll(
      to: FeedIndexPath(item: item, section: 0), at: position, duration: 0.3)
    var time = 100.0
    var frames = 0
    while harness.feed.isScrollAnimating, frames < 100 {
      harness.feed.stepScroll(at: time)
      harness.layout()
      time += 1.0 / 60
      frames += 1
    }
    #expect(frames > 15 && frames < 25)
    let height = Double(20 + item % 7 * 30)
    let y = harness.screenY(item) ?? -1
    switch position {
    case .start: #expect(y == 0)
    case .end: #expect(y + height == 300)
    default: #expect(abs(y + height / 2 - 150) <= 1 / 1024)
    }
    #expect(harness.created < 40, "far targets skip the middle")
  }

  @Test("rows that come and go on the way do not make it miss", arguments: 1...10)
  func survivesEdits(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let harness = Harness(count: 300) { item in item }
    var ids = Array(0..<300)
    harness.identity = { ids.indices.contains($0) ? ids[$0] : -1 }
    harness.layout()
    harness.feed.beginScroll(to: FeedIndexPath(item: 40, section: 0), at: .start, duration: 0.5)
    var time = 0.0
    while harness.feed.isScrollAnimating, time < 2 {
      let place = Int.random(in: 0...ids.count, using: &random)
      let gone = Int.random(in: 0..<ids.count, using: &random)
      let old = ids
      harness.oldIdentity = { old.indices.contains($0) ? old[$0] : nil }
      try? harness.feed.performUpdates { updates in
        if ids[gone] != 40 {
          ids.remove(at: gone)
          updates.deleteItems(gone..<gone + 1, inSection: 0)
        }
        let at = min(place, ids.count)
        ids.insert(1000 + ids.count, at: at)
        updates.insertItems(at..<at + 1, inSection: 0)
        harness.count = ids.count
      }
      harness.feed.stepScroll(at: time)
      harness.layout()
      time += 1.0 / 60
    }
    let index = ids.firstIndex(of: 40) ?? -1
    #expect(harness.screenY(index) == 0, "seed \(seed)")
  }

  @Test("steps before a layout add up, and before the first layout none counts")
  func stepsWithoutLayouts() {
    let harness = Harness(count: 20)
    harness.feed.beginScroll(
      to: FeedIndexPath(item: 19, section: 0), at: .end, duration: 1, easing: .linear)
    harness.feed.stepScroll(at: 3)
    harness.layout()
    for time in [10, 10.5, 10.75] { harness.feed.stepScroll(at: time) }
    harness.layout()
    #expect(harness.offset == 525 && harness.feed.isScrollAnimating)
    #expect(harness.feed.diagnostics.isEmpty)
  }

  @Test("another scroll that the app asks for ends it")
  func otherScroll() {
    let harness = Harness(count: 300)
    harness.layout()
    harness.feed.beginScroll(to: FeedIndexPath(item: 40, section: 0), at: .start, duration: 0.5)
    harness.feed.stepScroll(at: 0)
    harness.feed.scroll(to: FeedIndexPath(item: 100, section: 0), at: .start)
    #expect(!harness.feed.isScrollAnimating)
    harness.feed.stepScroll(at: 1)
    harness.layout()
    #expect(harness.screenY(100) == 0)
  }

  @Test func theUsersOwnScrollEndsIt() {
    let harness = Harness(count: 300)
    harness.layout()
    harness.feed.beginScroll(to: FeedIndexPath(item: 40, section: 0), at: .start, duration: 0.5)
    harness.feed.stepScroll(at: 0)
    harness.feed.stepScroll(at: 0.1)
    harness.layout()
    #expect(harness.feed.isScrollAnimating)
    harness.show(at: harness.offset + 3)
    #expect(!harness.feed.isScrollAnimating)
  }

  @Test("the way ends where the content does, and so does its speed", arguments: [true, false])
  func clampedWay(isDown: Bool) {
    let harness = Harness(count: 20)
    harness.show(at: isDown ? 0 : 700)
    harness.feed.beginScroll(
      to: FeedIndexPath(item: isDown ? 19 : 0, section: 0), at: isDown ? .start : .end,
      duration: 1, easing: .linear)
    for (time, way) in [(0.0, 0.0), (0.25, 175), (0.5, 350), (1, 700)] {
      harness.feed.stepScroll(at: time)
      harness.layout()
      #expect(harness.offset == (isDown ? way : 700 - way), "after \(time) s")
    }
    #expect(!harness.feed.isScrollAnimating)
  }

  @Test(
    "a target that never existed is recorded and moves nothing", arguments: [-1, 300, .max], [0, 1])
  func missingTarget(item: Int, section: Int) {
    let harness = Harness(count: 300)
    harness.show(at: 1000)
    let path = FeedIndexPath(item: item, section: section)
    harness.feed.beginScroll(to: path, at: .start, duration: 1)
    #expect(!harness.feed.stepScroll(at: 0) && !harness.feed.isScrollAnimating)
    harness.layout()
    #expect(harness.offset == 1000)
    let count = section == 0 ? 300 : 0
    #expect(harness.feed.diagnostics.contains(.pathOutOfRange(path: path, count: count)))
  }

  @Test("clocks that stand, go back or are no numbers are survived")
  func oddClocks() {
    let harness = Harness(count: 300)
    harness.layout()
    harness.feed.beginScroll(to: FeedIndexPath(item: 100, section: 0), at: .start, duration: 0.2)
    for time in [5, 5, .nan, 4, .infinity, 5.05, 5.1, 4.9, 5, 5.2, 5.4, 6] {
      harness.feed.stepScroll(at: time)
      harness.layout()
    }
    #expect(!harness.feed.isScrollAnimating)
    #expect(harness.screenY(100) == 0)
  }
}

extension Harness {
  fileprivate convenience init(count: Int, height: @escaping (Int) -> Int) {
    self.init(count: count, layout: .list(estimatedExtent: 50)) { item, _ in
      Double(30 + height(item) % 5 * 20)
    }
  }
}
