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
  @Test("C135: each item ahead is named once in a scroll one way, and none is cancelled")
  func oneWay() {
    let harness = Harness(count: 1000, viewport: 500)
    let prefetches = Prefetches()
    harness.feed.prefetchDataSource = prefetches
    harness.feed.prefetchRange = 10...10
    for offset in stride(from: 0.0, through: 10_000, by: 25) { harness.show(at: offset) }
    #expect(prefetches.asked.flatMap { $0 } == Array(10...219))
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
}
