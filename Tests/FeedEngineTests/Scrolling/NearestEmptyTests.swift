import Testing

@testable import FeedEngine

/// Rows without extent have no cell, and are still a place that can be in view or not.
@Suite struct NearestEmptyTests {
  @Test(
    "an empty row that stands whole in the view is not scrolled to",
    arguments: [0.0, 8], [0.0, 100])
  func insideView(spacing: Double, overscan: Double) {
    let harness = Harness(
      count: 200, layout: .list(estimatedExtent: 50, spacing: spacing)
    ) { item, _ in [1, 2].contains(item % 5) ? 0 : 50 }
    harness.feed.overscan = Overscan(before: overscan, after: overscan)
    harness.walkToEnd(step: 250)
    let tops = (0..<200).map { harness.feed.frame(at: itemPath($0))?.y ?? .nan }
    for start in stride(from: 1000.0, to: 1200, by: 10) {
      for item in 0..<200 where [1, 2].contains(item % 5) {
        harness.show(at: start)
        harness.feed.scroll(to: itemPath(item), at: .nearest)
        harness.layout()
        let expected = min(start, tops[item]) < start ? tops[item] : max(start, tops[item] - 300)
        #expect(harness.offset == expected, "item \(item) from \(start)")
      }
    }
  }
}
