import AllocationCounter
import Testing

@testable import FeedEngine

@Suite(
  .enabled(
    if: AllocationCounts.isAvailable, "allocations cannot be counted in this kind of build"))
struct PagingAllocationTests {
  private final class Parts {
    var trigger = EdgeTrigger(edge: .end, threshold: .viewports(1))
    var planner = PrefetchPlanner()
    var animation = ScrollAnimation(duration: 1, easing: .easeInOut)
    var told = 0
    var items = 0

    /// Scrolls forth and back over rows of 50 points, with a jump, pages that come and edits.
    func run() {
      var offset: Int64 = 0
      var count = 1000
      let viewport = FixedLength(rawValue: 500 * 1024)
      for frame in 0..<2000 {
        let way: Int64 = frame % 500 == 499 ? 20_000 : frame < 1000 ? 37 : -31
        let travel = max(way * 1024, -offset)
        offset += travel
        let first = Int(offset / (50 * 1024))
        count = max(count, first + 20)
        let visible = first..<first + 11
        planner.update(
          visible: visible, count: count, travel: FixedLength(rawValue: travel),
          meanExtent: FixedLength(rawValue: 50 * 1024))
        drain()
        let end = FixedLength(rawValue: Int64(count) * 50 * 1024 - offset) - viewport
        if trigger.update(distance: end, viewport: viewport, count: count) {
          told += 1
          count += 50
          _ = trigger.finish(.more)
        }
        if frame % 100 == 50 {
          let place = first + frame % 30
          count += 1
          planner.apply(count: count) {
            $0 < place ? $0 : $0 == place ? nil : $0 < place + 3 ? $0 - 1 : $0 + 1
          }
          drain()
        }
        _ = animation.advance(to: Double(frame) / 2000, remaining: end)
      }
    }

    private func drain() {
      while let step = planner.next() {
        switch step {
        case .prefetch(let batch), .cancel(let batch):
          for path in batch { items += path.item & 1 }
        }
      }
    }
  }

  @Test("scrolls, pages and edits allocate nothing once there is room")
  func steadyState() {
    let parts = Parts()
    parts.run()
    parts.planner.reset()
    let before = AllocationCounts.current()
    parts.run()
    let after = AllocationCounts.current()
    #expect(after.calls - before.calls == 0)
    #expect(after.bytes - before.bytes == 0)
    #expect(parts.told > 2 && parts.items > 0)
  }
}
