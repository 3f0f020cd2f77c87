import Testing

@testable import FeedEngine

/// The offset belongs to the host: it comes back as it was set, and corrections are whole units.
@Suite struct OffsetTests {
  @Test("an offset that the host sets is returned bit for bit", arguments: 1...10)
  func bitForBit(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    // Rows as long as estimated, so that there is nothing to correct.
    let height = random.pick(50, 36.5, 12, 700)
    let harness = Harness(count: 10_000, estimate: height, viewport: 300.7, height: height)
    harness.layout()
    for _ in 0..<200 {
      let end = harness.feed.maximumOffset
      let near = harness.offset + Double.random(in: -40...40, using: &random)
      let far = Double.random(in: -200...end + 200, using: &random)
      let offset = random.pick(near, far, Double(Float(near)), near.nextUp)
      harness.show(at: offset)
      #expect(harness.offset.bitPattern == offset.bitPattern, "seed \(seed)")
      harness.layout()
      #expect(harness.offset.bitPattern == offset.bitPattern, "seed \(seed)")
    }
  }

  @Test("corrections are whole units, and none comes for rows below", arguments: 1...10)
  func wholeUnits(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let heights = (0..<2000).map { _ in Double.random(in: 1...90, using: &random) }
    let harness = Harness(
      count: 2000, layout: .list(estimatedExtent: 33.3), viewport: 400
    ) { item, _ in heights[item] }
    harness.layout()
    harness.show(at: harness.feed.maximumOffset / 2)
    for _ in 0..<200 {
      let distance = Double.random(in: -60...60, using: &random)
      let offset = harness.offset + distance
      let reports = harness.reports
      harness.show(at: offset)
      let correction = harness.reports > reports ? harness.lastCorrection : 0
      #expect(harness.offset == offset + correction, "seed \(seed)")
      // Subtracting two offsets rounds in the last place, far below a unit.
      let units = correction * 1024
      #expect(abs(units - units.rounded()) < 1e-4, "seed \(seed): \(correction)")
      if distance > 0 { #expect(correction == 0, "seed \(seed): rows enter below") }
    }
  }

  @Test("over-scroll that the host has set is kept through changes of the content")
  func overscrollIsKept() {
    let harness = Harness(count: 100)
    harness.layout()
    harness.show(at: -80)
    #expect(harness.offset == -80)
    harness.feed.setExtent(90, at: itemPath(0))
    harness.layout()
    #expect(harness.offset == -80 && harness.screenY(0) == 80)
    harness.feed.estimatedExtent = 20
    harness.layout()
    #expect(harness.offset == -80)
    harness.walkToEnd(step: 200)
    let over = harness.feed.maximumOffset + 60
    harness.show(at: over)
    #expect(harness.offset == over)
    let last = harness.screenY(99)
    harness.feed.invalidateExtent(at: itemPath(50))
    harness.layout()
    #expect(harness.screenY(99) == last)
    #expect(harness.offset == harness.feed.maximumOffset + 60)
  }

  @Test("an offset that the engine derives is clamped when the content shrinks")
  func shrunkContent() {
    let harness = Harness(count: 100)
    harness.layout()
    harness.show(at: harness.feed.maximumOffset)
    harness.count = 10
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.offset == 200)
    harness.count = 0
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.offset == 0 && harness.feed.contentLength == 0)
  }

  @Test("another estimate moves nothing", arguments: [1.0, 10.3, 500, 0.001])
  func estimateChange(estimate: Double) {
    let harness = Harness(count: 10_000, estimate: 50, height: 60)
    harness.layout()
    harness.show(at: 200_000.25)
    let screen = harness.screen
    harness.clearRecord()
    harness.feed.estimatedExtent = estimate
    harness.layout()
    #expect(harness.screen == screen)
    #expect(harness.requested.isEmpty && harness.measured.isEmpty)
    let unit = FixedLength(ceiling: estimate)?.points ?? 0
    let known = Double(harness.feed.measuredItemCount)
    #expect(harness.feed.contentLength == known * 60 + (10_000 - known) * unit)
    #expect(harness.feed.estimatedExtent == unit)
  }

  @Test(
    "a step from an over-scrolled offset ends within the content",
    arguments: [(-80.0, 10.0, 0.0), (-80, -10, 0), (-80, 100, 20), (4780, -10, 4700)]
      + [(4780, 10, 4700), (4780, -100, 4680), (-1000, 1, 0), (9000, -1, 4700)])
  func stepFromOverScroll(offset: Double, distance: Double, expected: Double) {
    for overscan in [0.0, 500] {
      let harness = Harness(count: 100)
      harness.feed.overscan = Overscan(before: overscan, after: overscan)
      harness.show(at: offset)
      #expect(harness.offset == offset)
      harness.feed.scroll(by: distance)
      harness.layout()
      #expect(harness.offset == expected)
      harness.layout()
      #expect(harness.offset == expected && harness.visible.count >= 6)
    }
  }
}
