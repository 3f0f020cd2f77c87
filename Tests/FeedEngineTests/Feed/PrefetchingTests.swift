import Testing

@testable import FeedEngine

private final class Prefetches: FeedDataSourcePrefetching {
  var asked: [[Int]] = []
  var cancelled: [[Int]] = []
  var visible: () -> Range<Int> = { 0..<0 }
  var problems: [String] = []

  func prefetchItems(_ items: PrefetchBatch, for feed: Feed) {
    let list = items.map(\.item)
    asked.append(list)
    let range = feed.visibleRange.lowerBound.item..<feed.visibleRange.upperBound.item
    if list.isEmpty { problems.append("empty") }
    if list.contains(where: { range.contains($0) }) { problems.append("visible: \(list)") }
    if items.contains(where: { feed.cell(at: $0) != nil }) { problems.append("live: \(list)") }
    if list.contains(where: { $0 < 0 || $0 >= feed.numberOfItems(inSection: 0) }) {
      problems.append("outside: \(list)")
    }
    let isForward = list[0] >= range.upperBound
    let isNearestFirst =
      list == (isForward ? list.sorted() : list.sorted().reversed())
      && (isForward || list[0] < range.lowerBound)
    if !isNearestFirst { problems.append("order: \(list) beside \(range)") }
  }

  func cancelPrefetching(_ items: PrefetchBatch, for feed: Feed) {
    cancelled.append(items.map(\.item))
  }
}

@Suite struct PrefetchingTests {
  @Test(
    "C135: each item ahead is named once in a scroll one way, and none is cancelled",
    arguments: [0, 10])
  func oneWay(overscanned: Int) {
    let harness = Harness(count: 1000, viewport: 500)
    harness.feed.overscan.after = Double(overscanned) * 50
    let prefetches = Prefetches()
    harness.feed.prefetchDataSource = prefetches
    harness.feed.prefetchRange = 10...10
    for offset in stride(from: 0.0, through: 10_000, by: 25) { harness.show(at: offset) }
    #expect(prefetches.asked.flatMap { $0 } == Array(10 + overscanned...219 + overscanned))
    #expect(prefetches.cancelled.isEmpty)
    #expect(prefetches.problems.isEmpty, "\(prefetches.problems)")
  }

  @Test("C136: jumps, turns and removals keep batches in order and in range")
  func jumpsAndTurns() {
    let harness = Harness(count: 1000, viewport: 500)
    let prefetches = Prefetches()
    harness.feed.prefetchDataSource = prefetches
    harness.feed.prefetchRange = 10...10
    for offset in stride(from: 0.0, through: 2_000, by: 25) { harness.show(at: offset) }
    harness.show(at: 40_000)
    #expect(prefetches.cancelled.flatMap { $0 }.sorted() == Array(50...59))
    for offset in stride(from: 40_000.0, through: 39_000, by: -25) { harness.show(at: offset) }
    #expect(prefetches.asked.contains { $0.count > 1 && $0[0] > $0[1] })
    let before = prefetches.asked.count
    try? harness.feed.performUpdates { updates in
      harness.count = 5
      updates.deleteItems(5..<1000, inSection: 0)
    }
    harness.layout()
    #expect(prefetches.asked.count == before)
    #expect(prefetches.problems.isEmpty, "\(prefetches.problems)")
  }

  @Test("the faster the travel the more is asked for, by the frame and not by the pass")
  func speed() {
    let harness = Harness(count: 1000, estimate: 1000, viewport: 500, height: 1000)
    let prefetches = Prefetches()
    harness.feed.prefetchDataSource = prefetches
    harness.feed.prefetchRange = 1...24
    for offset in stride(from: 0.0, through: 20_000, by: 10) { harness.show(at: offset) }
    #expect(prefetches.asked == (1...21).map { [$0] })
    for offset in [21_000.0, 22_000] { harness.show(at: offset) }
    #expect(prefetches.asked.last?.last == 46)
  }

  @Test("what the engine moves is no travel")
  func corrections() throws {
    let rows = EditedFeed(count: 1000, viewport: 500)
    let prefetches = Prefetches()
    rows.feed.prefetchDataSource = prefetches
    rows.feed.prefetchRange = 4...24
    rows.feed.scroll(to: itemPath(500), at: .start)
    rows.layout()
    #expect(prefetches.asked == [[510, 511, 512, 513]])
    for offset in stride(from: 25_000.0, through: 24_500, by: -5) { rows.show(at: offset) }
    prefetches.asked = []
    prefetches.cancelled = []
    try rows.edit(inserting: Array(0..<50))
    rows.layout()
    for _ in 0..<20 { rows.show(at: rows.offset - 5) }
    #expect(prefetches.cancelled.isEmpty && prefetches.problems.isEmpty)
    #expect(prefetches.asked == [[535], [534]])
  }

  @Test("a source that comes late is asked at once, by the range that was set")
  func lateSource() {
    let harness = Harness(count: 1000, viewport: 500)
    harness.feed.prefetchRange = 6...30
    harness.layout()
    harness.show(at: 5000)
    let prefetches = Prefetches()
    harness.feed.prefetchDataSource = prefetches
    harness.layout()
    #expect(prefetches.asked == [Array(110..<116)])
    harness.feed.prefetchRange = 8...30
    harness.layout()
    #expect(prefetches.asked == [Array(110..<116), [116, 117]])
    // A source that comes in motion is told by the motion since then.
    for offset in 5001...5040 { harness.show(at: Double(offset)) }
    let another = Prefetches()
    harness.feed.prefetchDataSource = another
    harness.show(at: 5080)
    #expect(another.asked == [Array(112..<136)])
  }

  @Test("items that go are cancelled in the update, all of them in a reload")
  func removals() throws {
    let rows = EditedFeed(count: 1000, viewport: 500)
    let prefetches = Prefetches()
    rows.feed.prefetchDataSource = prefetches
    rows.feed.prefetchRange = 10...10
    rows.layout()
    try rows.edit(removing: [12, 13])
    #expect(prefetches.cancelled == [[12, 13]])
    try rows.edit(removing: [12], inserting: [0, 1])
    #expect(prefetches.cancelled == [[12, 13], [12]])
    rows.feed.reloadData()
    rows.layout()
    #expect(Set(prefetches.cancelled.dropFirst(2).joined()) == Set(12...18))
  }
}
