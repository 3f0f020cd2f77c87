import Testing

@testable import FeedEngine

/// Random scrolls beside a naive count of everything that happens to cells.
@Suite struct ReuseRandomTests {
  /// Offsets of a random run: small scrolls, jumps and over-scroll.
  static func offsets(seed: UInt64, count: Int, end: Double) -> [Double] {
    var random = SplitMix(seed: seed)
    var offset = 0.0
    return (0..<count).map { _ in
      let near = offset + Double(Int.random(in: -900...900, using: &random)) / 8
      let far = Double(Int.random(in: -200...Int(end), using: &random))
      offset = Int.random(in: 0..<8, using: &random) == 0 ? far : near
      return offset
    }
  }

  @Test(
    "prepareForReuse runs once between two uses, and counts agree with a naive count",
    arguments: 1...12, [true, false])
  func countsAgree(seed: Int, usesNames: Bool) {
    var random = SplitMix(seed: UInt64(seed))
    let log = ReuseLog(count: 3000, kinds: 1 + seed % 4, usesNames: usesNames)
    let heights = (0..<3000).map { _ in Double(Int.random(in: 0...120, using: &random)) }
    log.height = { heights[$0] }
    switch seed % 4 {
    case 1: log.feed.pool.limit = .cells(2)
    case 2: log.feed.pool.totalLimit = .cells(7)
    default: break
    }
    // Resets take the counts away, so the naive ones are taken from here on.
    var base: (created: [Int: Int], dequeued: [Int: Int], measured: [Int: Int], back: [Int: Int])
    base = ([:], [:], [:], [:])
    for offset in ReuseRandomTests.offsets(seed: UInt64(seed), count: 150, end: 100_000) {
      switch Int.random(in: 0..<40, using: &random) {
      case 0: log.feed.pool.trim()
      case 1: log.feed.reloadData()
      case 2: log.feed.overscan = Overscan(before: random.pick(0, 90), after: random.pick(0, 400))
      case 3:
        let gauges = log.feed.statistics.total
        log.feed.resetStatistics()
        #expect(log.feed.statistics.total.live == gauges.live)
        #expect(log.feed.statistics.total.pooled == gauges.pooled)
        #expect(log.feed.statistics.total.created == 0)
        base = (log.created, log.dequeued, log.measured, log.prepared)
      default: break
      }
      log.feed.viewport.offset = offset
      log.feed.layoutIfNeeded()
      let problem = log.feed.checkInvariants()
      #expect(problem == nil && log.problems.isEmpty, "seed \(seed): \(log.problems)")
      var sum = ReuseCounts()
      for kind in 0..<log.kinds {
        guard let counts = log.feed.statistics["kind \(kind)"] else { continue }
        sum.add(counts)
        let live = log.live.count { $0.kind == kind }
        #expect(counts.created == (log.created[kind] ?? 0) - (base.created[kind] ?? 0))
        let dequeued = (log.dequeued[kind] ?? 0) - (base.dequeued[kind] ?? 0)
        #expect(counts.dequeued == dequeued && counts.configured == dequeued)
        #expect(counts.reused == counts.dequeued - counts.created)
        #expect(counts.measured == (log.measured[kind] ?? 0) - (base.measured[kind] ?? 0))
        #expect(counts.recycled == (log.prepared[kind] ?? 0) - (base.back[kind] ?? 0))
        #expect(counts.live == live)
        if case .cells(let limit) = log.feed.pool.limit { #expect(counts.pooled <= limit) }
      }
      #expect(sum == log.feed.statistics.total)
      if case .cells(let limit) = log.feed.pool.totalLimit { #expect(sum.pooled <= limit) }
    }
    #expect(log.feed.diagnostics.isEmpty)
  }

  @Test(
    "cells that leave come back before others are dequeued: no more than were visible at once + 1",
    arguments: 1...12)
  func createdStaysAtVisibleAtOnce(seed: Int) {
    var random = SplitMix(seed: UInt64(seed) &+ 99)
    let log = ReuseLog(count: 3000, kinds: 3)
    let heights = (0..<3000).map { _ in Double(Int.random(in: 20...140, using: &random)) }
    log.height = { heights[$0] }
    var peak: [Int: Int] = [:]
    for offset in ReuseRandomTests.offsets(seed: UInt64(seed), count: 400, end: 200_000) {
      log.feed.viewport.offset = offset
      log.feed.layoutIfNeeded()
      for kind in 0..<3 {
        let range = log.feed.visibleRange
        let visible = (range.lowerBound.item..<range.upperBound.item).count { $0 % 3 == kind }
        peak[kind] = max(peak[kind] ?? 0, visible)
      }
    }
    for kind in 0..<3 {
      #expect(
        (log.created[kind] ?? 0) <= (peak[kind] ?? 0) + 1, "seed \(seed), kind \(kind), \(peak)")
    }
    log.check()
  }

  @Test("in a pass, all returns come before the first dequeue", arguments: [37.0, 500, 5000, -37])
  func returnsComeFirst(step: Double) {
    let log = ReuseLog(count: 10_000)
    log.show(at: 250_000)
    for _ in 0..<40 {
      log.order = []
      log.show(at: log.feed.viewport.offset + step)
      let firstDequeue = log.order.firstIndex(of: .dequeued) ?? log.order.endIndex
      #expect(!log.order[firstDequeue...].contains(.returned))
    }
  }
}
