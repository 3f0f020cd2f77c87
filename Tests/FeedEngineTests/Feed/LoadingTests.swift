import Testing

@testable import FeedEngine

/// A loader that answers as it is told, beside a harness that grows with each page.
private final class Pages: FeedLoader {
  let harness: Harness
  var requests: [LoadingEdge] = []
  /// Answers at once when set.
  var answer: ((Pages, LoadingEdge) -> Void)?

  init(_ harness: Harness) {
    self.harness = harness
    harness.feed.loader = self
  }

  func loadItems(at edge: LoadingEdge, for feed: Feed) {
    requests.append(edge)
    answer?(self, edge)
  }

  func append(_ count: Int, outcome: LoadingOutcome = .more) {
    insert(count, at: harness.count)
    harness.feed.finishLoading(outcome)
  }

  func insert(_ count: Int, at first: Int) {
    try? harness.feed.performUpdates { [harness] updates in
      let (before, identity) = (harness.count, harness.identity)
      harness.identity = { index in
        let place = index - first
        if place < 0 { return identity(index) }
        return place < count ? before + place : identity(index - count)
      }
      harness.count += count
      updates.insertItems(first..<first + count, inSection: 0)
    }
  }
}

@Suite struct LoadingTests {
  @Test("C130: short pages follow one another without a scroll until the viewport is full")
  func shortFirstPage() {
    let harness = Harness(count: 5, estimate: 74, viewport: 800, height: 74)
    harness.feed.endLoadingDistance = .points(0)
    let pages = Pages(harness)
    pages.answer = { pages, _ in pages.append(5) }
    harness.layout()
    #expect(pages.requests == [.end, .end])
    #expect(harness.count == 15)
    harness.layout()
    #expect(pages.requests.count == 2)
  }

  @Test("C131: one request until it is answered, whatever moves meanwhile")
  func noRepeats() {
    let harness = Harness(count: 40, viewport: 400)
    harness.feed.endLoadingDistance = .points(200)
    let pages = Pages(harness)
    harness.show(at: 1390)
    #expect(pages.requests.isEmpty)
    for step in 0...20 { harness.show(at: 1400 + Double(step) * 10) }
    harness.feed.contentInsets.bottom = 60
    harness.layout()
    #expect(pages.requests == [.end])
    pages.append(20)
    harness.layout()
    #expect(harness.feed.contentLength == 3000)
    harness.show(at: 2399)
    #expect(pages.requests.count == 1)
    harness.show(at: 2400)
    #expect(pages.requests.count == 2)
    harness.feed.finishLoading(.exhausted)
    for offset in stride(from: 2600.0, through: 0, by: -50) { harness.show(at: offset) }
    harness.show(at: 2600)
    #expect(pages.requests.count == 2)
    harness.feed.reloadData()
    harness.layout()
    #expect(pages.requests.count == 3)
  }

  @Test("a trigger inside one tall row fires on the frame that crosses it")
  func crossingInsideARow() {
    let harness = Harness(count: 5, estimate: 1000, viewport: 300, height: 1000)
    harness.feed.endLoadingDistance = .points(1500)
    let pages = Pages(harness)
    harness.show(at: 3199)
    #expect(pages.requests.isEmpty)
    harness.show(at: 3200)
    #expect(pages.requests == [.end])
    harness.feed.finishLoading(.failed)
    harness.show(at: 3300)
    #expect(pages.requests.count == 1)
    harness.show(at: 3190)
    harness.show(at: 3210)
    #expect(pages.requests.count == 2)
  }

  @Test("an edge that is left inside one tall row is left on that frame")
  func leavingInsideARow() {
    let harness = Harness(count: 5, estimate: 1000, viewport: 300, height: 1000)
    harness.feed.startLoadingDistance = .points(500)
    harness.feed.endLoadingDistance = nil
    let pages = Pages(harness)
    harness.show(at: 400)
    #expect(pages.requests == [.start])
    harness.feed.finishLoading(.failed, at: .start)
    for offset in [450.0, 510] { harness.show(at: offset) }
    #expect(pages.requests.count == 1)
    harness.show(at: 490)
    #expect(pages.requests.count == 2)
  }

  @Test("C132: an empty feed asks once at its end, never at its start")
  func emptyFeed() {
    let harness = Harness(count: 0, viewport: 400)
    harness.feed.startLoadingDistance = .points(100)
    let pages = Pages(harness)
    for _ in 0..<5 { harness.layout() }
    #expect(pages.requests == [.end])
  }

  @Test("C060: pages at the start keep the reader's place, or the start", arguments: [0.0, 500])
  func prependAtTheTop(overscan: Double) {
    for behavior in [StartBehavior.keepItem, .stickToStart] {
      let harness = Harness(count: 20, layout: .list(estimatedExtent: 50)) { item, _ in
        item == 1000 ? 120 : 50
      }
      var ids = Array(0..<20)
      harness.identity = { ids.indices.contains($0) ? ids[$0] : -1 }
      harness.feed.overscan = Overscan(before: overscan, after: overscan)
      harness.feed.startBehavior = behavior
      harness.feed.startLoadingDistance = .points(0)
      let pages = Pages(harness)
      harness.layout()
      #expect(pages.requests.filter { $0 == .start }.count == 1)
      try? harness.feed.performUpdates { updates in
        ids.insert(1000, at: 0)
        harness.count = 21
        updates.insertItems(0..<1, inSection: 0)
      }
      harness.layout()
      if behavior == .keepItem {
        // Measured when it comes into the overscan; until then the estimate stands for it.
        #expect(harness.offset == (overscan > 0 ? 120 : 50))
        #expect(harness.screenY(1) == 0)
      } else {
        #expect(harness.offset == 0)
        #expect(harness.screenY(0) == 0 && harness.visible.lowerBound == 0)
      }
      #expect(pages.requests.filter { $0 == .start }.count == 1)
    }
  }

  @Test("a new loader and a new distance count at rest")
  func settings() {
    let harness = Harness(count: 40, viewport: 400)
    harness.feed.endLoadingDistance = .points(1599)
    let first = Pages(harness)
    harness.layout()
    #expect(first.requests.isEmpty)
    harness.feed.endLoadingDistance = .points(1600)
    harness.layout()
    #expect(first.requests == [.end])
    let second = Pages(harness)
    harness.layout()
    #expect(first.requests == [.end] && second.requests == [.end])
    harness.feed.startLoadingDistance = .points(0)
    harness.layout()
    #expect(second.requests == [.end, .start])
  }

  @Test("a pass that has not found the rows yet asks for no more of them")
  func incompletePass() {
    let harness = Harness(count: 2000, layout: .list(estimatedExtent: 0.125)) { item, _ in
      item < 1500 ? 0 : 50
    }
    harness.feed.endLoadingDistance = .points(0)
    let pages = Pages(harness)
    #expect(harness.settle() > 1)
    #expect(harness.visibleWithExtent == Array(1500..<1506) && pages.requests.isEmpty)
  }

  @Test(
    "a page at one end is not taken for the other's, which is still to come", arguments: [1, 10])
  func promisedAtBothEnds(length: Int) {
    for (edge, place) in [(LoadingEdge.start, 0), (.end, 4)] {
      let harness = Harness(count: 4)
      harness.feed.startLoadingDistance = .points(100)
      harness.feed.endLoadingDistance = .points(100)
      let pages = Pages(harness)
      harness.layout()
      #expect(pages.requests == [.start, .end])
      for edge in pages.requests { harness.feed.finishLoading(.more, at: edge) }
      harness.layout()
      #expect(pages.requests.count == 2)
      pages.insert(length, at: place)
      harness.layout()
      // A short page leaves its own end near, so the next is wanted there.
      #expect(pages.requests == [.start, .end] + (length == 1 ? [edge] : []))
    }
  }

  @Test("a page before a row that stays last, or after one that stays first, came at that end")
  func besideSpinners() {
    for (edge, place) in [(LoadingEdge.end, 4), (.start, 1)] {
      let harness = Harness(count: 5, viewport: 800)
      harness.feed.startLoadingDistance = .points(100)
      harness.feed.endLoadingDistance = .points(100)
      let pages = Pages(harness)
      harness.layout()
      #expect(pages.requests == [.start, .end])
      for edge in pages.requests { harness.feed.finishLoading(.more, at: edge) }
      pages.insert(3, at: place)
      harness.layout()
      #expect(pages.requests.dropFirst(2).first == edge)
      if edge == .end { #expect(pages.requests.count == 3) }
    }
  }

  @Test("a short page beside the only row is followed by the next", arguments: [0, 1])
  func besideTheOnlyRow(place: Int) {
    for edge in [LoadingEdge.start, .end] {
      let harness = Harness(count: 1, viewport: 800)
      harness.feed.startLoadingDistance = edge == .start ? .points(100) : nil
      harness.feed.endLoadingDistance = edge == .end ? .points(100) : nil
      let pages = Pages(harness)
      harness.layout()
      harness.feed.finishLoading(.more, at: edge)
      pages.insert(2, at: place)
      harness.layout()
      #expect(pages.requests == [edge, edge])
    }
  }

  @Test func answersWithoutARequestAreReported() {
    let harness = Harness(count: 100)
    harness.layout()
    harness.feed.finishLoading(.more, at: .start)
    #expect(harness.feed.diagnostics.contains(.noLoadingRequest(isAtStart: true)))
  }

  @Test("a loader replaced while it is told of one end is not told of the other")
  func replacedWhileTold() {
    let harness = Harness(count: 4)
    harness.feed.startLoadingDistance = .points(100)
    let first = Pages(harness)
    var second: Pages?
    first.answer = { _, edge in
      if edge == .start { second = Pages(harness) }
    }
    harness.layout()
    #expect(first.requests == [.start] && second?.requests == [.start, .end])
  }
}
