import Testing

@testable import FeedEngine

/// Delegates that are replaced while the feed calls them.
@Suite struct DelegateChangeTests {
  enum Callback: CaseIterable { case willDisplay, didEndDisplaying, rangeDidChange, cell, frame }

  private final class Hearing: FeedDelegate {
    /// The items, as they were numbered then, of the cells whose display began and has not ended.
    var open: [ObjectIdentifier: Int] = [:]
    /// The items of calls that do not go with the one before for their cell.
    var strays: [Int] = []
    var begins = 0
    var onCall: (Callback) -> Void = { _ in }

    func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      begins += 1
      if open.updateValue(path.item, forKey: ObjectIdentifier(cell)) != nil {
        strays.append(path.item)
      }
      onCall(.willDisplay)
    }

    func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      if open.removeValue(forKey: ObjectIdentifier(cell)) == nil { strays.append(path.item) }
      onCall(.didEndDisplaying)
    }

    func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
      onCall(.rangeDidChange)
    }
  }

  private final class Stage {
    let harness = Harness(count: 1000)
    let delegates = [Hearing(), Hearing()]
    var isReplaced = false
    var feed: Feed { harness.feed }

    init() {
      feed.delegate = delegates[0]
      harness.answer = { [unowned self] path, feed in
        delegates.first { $0 === feed.delegate }?.onCall(.cell)
        return feed.dequeue(harness.registrations[0], for: path, item: path.item)
      }
    }

    /// Replaces the delegate; one that is replaced in a callback hears the pass to its end.
    func replace(by delegate: Hearing?, inCallback: Bool = false) {
      guard delegate !== feed.delegate else { return }
      feed.delegate = delegate
      isReplaced = true
      if !inCallback { forgetReplaced() }
    }

    /// What a delegate heard the begin of before it was replaced, it hears no end of.
    func forgetReplaced() {
      if isReplaced { for delegate in delegates { delegate.open = [:] } }
      isReplaced = false
    }

    func show(at offset: Double) {
      feed.viewport.offset = offset
      layout()
    }

    func layout() {
      feed.layoutIfNeeded()
      forgetReplaced()
      #expect(feed.checkInvariants() == nil)
      for delegate in delegates {
        #expect(delegate.strays.isEmpty)
        delegate.strays = []
      }
    }
  }

  @Test(
    "one that takes over in a callback hears no end without its begin",
    arguments: Callback.allCases)
  func replacedInCallback(callback: Callback) {
    let stage = Stage()
    stage.show(at: 0)
    #expect(stage.delegates[0].open.count == 6)
    stage.delegates[0].onCall = { [unowned stage] in
      if $0 == callback { stage.replace(by: stage.delegates[1], inCallback: true) }
    }
    // Two rows leave and two enter.
    stage.show(at: 100)
    if callback == .frame { stage.replace(by: stage.delegates[1]) }
    stage.delegates[0].onCall = { _ in }
    #expect(stage.feed.delegate === stage.delegates[1])
    // The pass is told to one delegate.
    #expect(stage.delegates[0].begins == 8 && stage.delegates[1].begins == 0)
    stage.show(at: 150)
    #expect(stage.delegates[1].begins == 1 && stage.delegates[1].open.count == 1)
    stage.show(at: 5000)
    #expect(stage.delegates[1].begins == 7)
    #expect(Set(stage.delegates[1].open.values) == Set(100..<106))
    #expect(stage.delegates[0].begins == 8)
  }

  @Test("one that takes over is not told of live cells, shown anew or not")
  func liveCells() {
    let stage = Stage()
    stage.show(at: 0)
    stage.replace(by: stage.delegates[1])
    try? stage.feed.performUpdates { $0.reconfigureItems(at: [itemPath(2)]) }
    stage.layout()
    #expect(stage.delegates[1].begins == 0)
    stage.replace(by: nil)
    stage.show(at: 50)
    stage.replace(by: stage.delegates[0])
    try? stage.feed.performUpdates { $0.reconfigureItems(at: [itemPath(2), itemPath(6)]) }
    stage.layout()
    #expect(stage.delegates[0].begins == 6)
    stage.show(at: 5000)
    #expect(stage.delegates[0].begins == 12 && stage.delegates[1].begins == 0)
  }

  @Test("the same delegate set again goes on hearing")
  func setAgain() {
    let stage = Stage()
    for callback in Callback.allCases {
      stage.delegates[0].onCall = { [unowned stage] in
        if $0 == callback { stage.feed.delegate = stage.delegates[0] }
      }
      for offset in [0.0, 90, 3000, 3010] { stage.show(at: offset) }
      stage.feed.delegate = stage.delegates[0]
      #expect(stage.delegates[0].open.count == stage.feed.liveCells.count)
    }
  }

  @Test("delegates that replace one another at random hear ends of their begins", arguments: 1...20)
  func randomScroll(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let stage = Stage()
    let choices = [nil, stage.delegates[0], stage.delegates[1]]
    for delegate in stage.delegates {
      delegate.onCall = { [unowned stage] _ in
        guard Int.random(in: 0..<8, using: &random) == 0 else { return }
        stage.replace(by: choices[Int.random(in: 0..<3, using: &random)], inCallback: true)
      }
    }
    for offset in ReuseRandomTests.offsets(seed: seed, count: 200, end: 40_000) {
      if stage.feed.delegate == nil, Bool.random(using: &random) {
        stage.replace(by: stage.delegates[Int.random(in: 0...1, using: &random)])
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        let first = stage.harness.visible.lowerBound
        try? stage.feed.performUpdates { updates in
          stage.harness.count -= 1
          updates.deleteItems(at: [itemPath(first)])
        }
        stage.forgetReplaced()
      }
      stage.show(at: offset)
    }
    // The last of them hears all once nobody replaces it.
    for delegate in stage.delegates { delegate.onCall = { _ in } }
    stage.replace(by: stage.delegates[0])
    for offset in [0.0, 20_000, 20_500, 20_510] { stage.show(at: offset) }
    #expect(stage.delegates[0].open.count == stage.feed.liveCells.count)
    #expect(stage.delegates.allSatisfy { $0.begins > 20 })
  }
}
