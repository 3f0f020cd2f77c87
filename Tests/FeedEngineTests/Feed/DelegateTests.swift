import Testing

@testable import FeedEngine

/// Known extents, display calls and ranges.
@Suite struct DelegateTests {
  @Test("known extents are asked for inside the window only, and nothing is measured")
  func knownExtents() {
    let harness = Harness(count: 1_000_000, height: 1)
    var asked: [Int] = []
    harness.knownExtent = { item in
      asked.append(item)
      return Double(30 + item % 5 * 10)
    }
    harness.layout()
    #expect(asked == harness.requested && harness.measured.isEmpty)
    for offset in [20.0, 31, 900, 25_000_000, 40_000_000] {
      asked = []
      harness.clearRecord()
      let before = harness.visible
      harness.show(at: offset)
      // What was not in view needs a cell, and nothing else.
      #expect(harness.requested.sorted() == harness.visible.filter { !before.contains($0) })
      #expect(Set(asked).isSuperset(of: harness.requested) && harness.measured.isEmpty)
      // A jump begins by the estimate, so the row that it meets first may just miss the view. A
      // little way goes over all rows in between.
      let first = offset == 900 ? before.upperBound : harness.visible.lowerBound - 1
      let near = first...harness.visible.upperBound
      #expect(asked.allSatisfy { near.contains($0) })
      for item in harness.visible {
        #expect(harness.feed.frame(at: itemPath(item))?.height == Double(30 + item % 5 * 10))
      }
    }
    asked = []
    harness.feed.scroll(to: itemPath(700_000), at: .end)
    harness.layout()
    #expect(asked.count <= 12 && asked.allSatisfy { abs($0 - 700_000) <= 12 })
    #expect(harness.feed.statistics.total.measured == 0)
  }

  @Test("items without a known extent are measured, those of 0 get no cell")
  func mixedExtents() {
    let harness = Harness(count: 100, height: 50)
    harness.knownExtent = { item in
      switch item % 3 {
      case 0: 0
      case 1: 20
      default: nil
      }
    }
    harness.layout()
    #expect(harness.visibleWithExtent == [1, 2, 4, 5, 7, 8, 10, 11, 13])
    #expect(harness.requested == [1, 2, 4, 5, 7, 8, 10, 11, 13])
    #expect(harness.measured == [2, 5, 8, 11])
  }

  @Test(
    "a refused known extent is reported and the cell is measured",
    arguments: [-1.0, .nan, .infinity])
  func refusedKnownExtent(points: Double) {
    let harness = Harness(count: 100, height: 50)
    harness.knownExtent = { $0 == 2 ? points : 50 }
    harness.layout()
    #expect(harness.measured == [2])
    #expect(harness.feed.diagnostics.totalCount == 1)
    guard case .invalidExtent(itemPath(2), _) = harness.feed.diagnostics.entries[0].diagnostic
    else {
      Issue.record("\(harness.feed.diagnostics.entries)")
      return
    }
  }

  @Test("a delegate that comes late hears the end only of what it heard the begin of")
  func lateDelegate() {
    let harness = Harness(count: 100)
    harness.feed.delegate = nil
    harness.feed.layoutIfNeeded()
    let delegate = BalancedDelegate()
    harness.feed.delegate = delegate
    harness.feed.viewport.offset = 20
    harness.feed.layoutIfNeeded()
    #expect(delegate.displayed == [6])
    for offset in [700.0, 720, 3000] {
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
    }
    #expect(delegate.displayed == Set(60..<66))
    #expect(delegate.strays == 0, "items 0 to 5 began before it was there")
  }

  @Test("a delegate that takes over hears the end only of what it heard the begin of")
  func replacedDelegate() {
    let harness = Harness(count: 100)
    harness.feed.layoutIfNeeded()
    let delegates = [BalancedDelegate(), BalancedDelegate()]
    for (step, offset) in [0.0, 20, 100, 130, 800, 815, 4000, 0].enumerated() {
      harness.feed.delegate = delegates[step / 2 % 2]
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
      // Set again, it is no new one.
      harness.feed.delegate = delegates[step / 2 % 2]
    }
    #expect(delegates.allSatisfy { $0.strays == 0 })
    #expect(delegates[1].displayed.isSuperset(of: 0..<6))
  }

  private final class BalancedDelegate: FeedDelegate {
    var displayed: Set<Int> = []
    var strays = 0
    func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      displayed.insert(path.item)
    }
    func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      if displayed.remove(path.item) == nil { strays += 1 }
    }
  }

  @Test("during its calls the feed already answers for the cell that is shown")
  func answersDuringCalls() {
    final class Asking: FeedDelegate {
      var problems: [String] = []
      var calls = 0
      func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
        calls += 1
        if feed.cell(at: path) !== cell { problems.append("cell at \(path)") }
        if feed.indexPath(for: cell) != path { problems.append("path of \(path)") }
        if feed.frame(at: path) == nil { problems.append("frame of \(path)") }
      }
      func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
        calls += 1
        if feed.cell(at: path) === cell { problems.append("\(path) still has its cell") }
      }
      func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
        calls += 1
        if feed.visibleRange != range { problems.append("range \(range)") }
      }
    }
    let harness = Harness(count: 1000)
    let delegate = Asking()
    harness.feed.delegate = delegate
    for offset in ReuseRandomTests.offsets(seed: 5, count: 60, end: 40_000) {
      harness.feed.viewport.offset = offset
      harness.feed.layoutIfNeeded()
    }
    harness.feed.reloadData()
    harness.feed.layoutIfNeeded()
    #expect(delegate.problems.isEmpty && delegate.calls > 100)
  }
}
