import Testing

@testable import FeedEngine

/// What a frame costs, counted rather than timed: it depends on what enters and leaves.
@Suite struct FrameCostTests {
  struct Cost: Equatable {
    var provider = 0, measures = 0, knownExtents = 0, recycled = 0, placements = 0, reports = 0
    var worst = 0
  }

  /// Counts the calls of 200 frames of a scroll from some item on.
  private static func cost(count: Int, from item: Int, step: Double) -> Cost {
    let harness = Harness(
      count: count, layout: .list(estimatedExtent: 45), viewport: 500
    ) { item, _ in Double(20 + item % 60) }
    var cost = Cost()
    harness.knownExtent = { _ in
      cost.knownExtents += 1
      return nil
    }
    let counter = PlacementCounter(host: harness)
    harness.feed.host = counter
    harness.layout()
    // The rows' heights repeat after 60, so each start sees the same rows.
    harness.feed.scroll(to: itemPath(item), at: .start)
    harness.layout()
    harness.clearRecord()
    harness.feed.resetStatistics()
    cost = Cost()
    counter.count = 0
    for _ in 0..<200 {
      let before = harness.requested.count
      harness.feed.viewport.offset += step
      harness.feed.layoutIfNeeded()
      cost.worst = max(cost.worst, harness.requested.count - before)
    }
    cost.provider = harness.requested.count
    cost.measures = harness.measured.count
    cost.recycled = harness.feed.statistics.total.recycled
    cost.placements = counter.count
    cost.reports = harness.reports
    return cost
  }

  private final class PlacementCounter: FeedHost {
    private let host: Harness
    var count = 0

    init(host: Harness) {
      self.host = host
    }

    func apply(_ report: FeedReport, from feed: Feed) {
      count += report.attached.count + report.placed.count + report.detached.count
      host.apply(report, from: feed)
    }
  }

  @Test("C138: a frame costs the same at any count and depth", arguments: [1.0, 37, 300])
  func costIndependentOfCountAndDepth(step: Double) {
    let small = FrameCostTests.cost(count: 10_000, from: 0, step: step)
    let deepInSmall = FrameCostTests.cost(count: 10_000, from: 6000, step: step)
    let large = FrameCostTests.cost(count: 1_000_000, from: 0, step: step)
    let deep = FrameCostTests.cost(count: 1_000_000, from: 990_000, step: step)
    #expect(small == large && large == deep && small == deepInSmall)
    // Rows are 49.5 on average, and each enters once, is measured once and leaves once.
    let rows = Int(200 * step / 49.5) + 2
    #expect(large.provider <= rows && large.provider >= rows - 5)
    #expect(large.measures == large.provider && large.knownExtents == large.provider)
    // Attached or placed when it enters, detached when it leaves; nothing for those that stay.
    #expect(large.placements <= large.provider + large.recycled)
    #expect(large.worst <= Int(step / 20) + 2)
  }

  @Test("C138: frames in which nothing enters or leaves call nobody")
  func quietFrames() {
    let harness = Harness(count: 1_000_000, estimate: 100, viewport: 500, height: 100)
    harness.feed.scroll(to: itemPath(900_000), at: .start)
    harness.layout()
    harness.show(at: harness.offset + 10)
    harness.clearRecord()
    for step in 1...80 { harness.show(at: harness.offset + (step.isMultiple(of: 2) ? 1 : -0.5)) }
    #expect(harness.requested.isEmpty && harness.measured.isEmpty)
    #expect(harness.reports == 0 && harness.rangeChanges.isEmpty)
  }
}
