import Testing

@testable import FeedEngine

/// Updates from callbacks are queued, run after the pass, and are never nested.
@Suite struct UpdateReentrancyTests {
  /// Updates itself once in one callback.
  private final class Caller: CallingApp {
    let callback: Callback
    var action: (() -> Void)?
    /// How many callbacks are on the stack.
    var depth = 0

    init(_ callback: Callback) {
      self.callback = callback
      super.init(layout: .list(estimatedExtent: 50)) { _ in 50 }
    }

    override func called(_ callback: Callback) {
      guard callback == self.callback, let action else { return }
      self.action = nil
      depth += 1
      action()
      depth -= 1
    }

    /// Makes every callback happen.
    func runThrough() {
      feed.layoutIfNeeded()
      feed.setState(.selected, forCellAt: itemPath(feed.visibleRange.lowerBound.item))
      feed.viewport.offset += 400
      feed.layoutIfNeeded()
      feed.viewport.size.height = 600
      feed.layoutIfNeeded()
      feed.reloadData()
      feed.layoutIfNeeded()
    }
  }

  @Test(
    "an update from a callback runs after it, and its end is told once",
    arguments: Callback.allCases, [true, false])
  func queued(callback: Callback, isValid: Bool) {
    let caller = Caller(callback)
    let feed = caller.feed
    var runs = 0
    var completed: [UpdateError?] = []
    caller.action = {
      do throws(UpdateError) {
        try feed.performUpdates { updates in
          // A state is told at once, outside any pass, so there is nothing to wait for.
          #expect(caller.depth == 0 || callback == .stateDidChange)
          runs += 1
          caller.count += 5
          updates.insertItems(0..<(isValid ? 5 : 4), inSection: 0)
        } completion: {
          completed.append($0)
        }
        #expect(isValid || runs == 0)
      } catch {
        #expect(callback == .stateDidChange && !isValid)
      }
      if callback != .stateDidChange { #expect(runs == 0 && completed.isEmpty) }
    }
    caller.runThrough()
    #expect(caller.action == nil && runs == 1 && completed.count == 1)
    let error = UpdateError.countMismatch(
      section: 0, before: 1000, after: 1005, inserted: 4, removed: 0)
    #expect(completed == [isValid ? nil : error])
    #expect(feed.diagnostics.contains(.updateRefused(reason: error.description)) == !isValid)
    // The last step was a reload, which ends staleness.
    feed.reloadData()
    feed.layoutIfNeeded()
    #expect(feed.numberOfItems(inSection: 0) == 1005 && !feed.needsLayout)
    #expect(feed.checkInvariants() == nil && feed.liveCells.count == 12)
    #expect(feed.liveCells.allSatisfy { ($0.cell as? Caller.Cell)?.item == $0.indexPath.item })
  }

  @Test("an update from a callback of a pass moves nothing on screen and is laid out with it")
  func fromReport() {
    let caller = Caller(.apply)
    let feed = caller.feed
    feed.layoutIfNeeded()
    caller.action = {
      try? feed.performUpdates { updates in
        caller.count += 10
        updates.insertItems(0..<10, inSection: 0)
      }
    }
    let cell = feed.cell(at: itemPath(4))
    feed.viewport.offset = 220
    feed.layoutIfNeeded()
    #expect(feed.viewport.offset == 720 && feed.cell(at: itemPath(14)) === cell)
    #expect(!feed.needsLayout && feed.visibleRange == itemPath(14)..<itemPath(21))
  }

  @Test("updates from several callbacks run in order")
  func manyQueued() {
    let caller = Caller(.willDisplay)
    let feed = caller.feed
    var order: [Int] = []
    caller.action = {
      for number in 0..<20 {
        try? feed.performUpdates { updates in
          order.append(number)
          caller.count += 1
          updates.insertItems(at: [itemPath(caller.count - 1)])
        } completion: { error in
          #expect(error == nil && feed.numberOfItems(inSection: 0) == 1001 + number)
          order.append(100 + number)
        }
      }
    }
    feed.layoutIfNeeded()
    #expect(order == (0..<20).flatMap { [$0, 100 + $0] })
    #expect(feed.numberOfItems(inSection: 0) == 1020)
  }

  @Test(
    "an update in the block of another runs after it", arguments: [true, false], [true, false])
  func nested(isOuterValid: Bool, isInnerValid: Bool) {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    var log: [String] = []
    let model = rows.ids
    var outerError: UpdateError?
    do throws(UpdateError) {
      try rows.feed.performUpdates { outer in
        rows.setModel([rows.newID()] + model)
        try? rows.feed.performUpdates { inner in
          log.append("inner block")
          rows.setModel(rows.ids + [rows.newID()])
          inner.insertItems(at: [itemPath(isInnerValid ? 101 : 300)])
          // What belongs to the outer one is declared here, when that was refused.
          if !isOuterValid { inner.insertItems(at: [itemPath(0)]) }
          #expect(rows.feed.numberOfItems(inSection: 0) == (isOuterValid ? 101 : 100))
        } completion: { error in
          #expect((error == nil) == isInnerValid)
          log.append("inner end")
        }
        if isOuterValid { outer.insertItems(at: [itemPath(0)]) }
        log.append("outer block")
      } completion: { error in
        #expect((error == nil) == isOuterValid)
        log.append("outer end")
      }
    } catch {
      outerError = error
    }
    #expect(log == ["outer block", "outer end", "inner block", "inner end"])
    #expect((outerError == nil) == isOuterValid, "the error of the outer one alone is thrown")
    rows.feed.layoutIfNeeded()
    if isInnerValid {
      rows.layout()
      #expect(rows.feed.numberOfItems(inSection: 0) == 102 && rows.screenY(id: 20) == -20)
    }
    #expect(rows.feed.checkInvariants() == nil)
  }

  @Test("a layout in the block or the completion does not run into the update")
  func layoutInBlock() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    rows.clearRecord()
    try rows.feed.performUpdates { updates in
      rows.changeModel(inserting: [0])
      rows.feed.layoutIfNeeded()
      #expect(rows.offset == 1020 && rows.harness.reports == 0)
      updates.insertItems(at: [itemPath(0)])
      rows.feed.layoutIfNeeded()
    } completion: { _ in
      rows.feed.layoutIfNeeded()
      #expect(rows.offset == 1070)
    }
    rows.layout()
    #expect(rows.screenY(id: 20) == -20 && rows.harness.reports == 1)
  }

  @Test("a completion may update again", arguments: [1, 50])
  func chain(length: Int) throws {
    let rows = EditedFeed(count: 10)
    rows.layout()
    var left = length
    func append(_ error: UpdateError?) {
      #expect(error == nil)
      guard left > 0 else { return }
      left -= 1
      try? rows.feed.performUpdates { updates in
        rows.setModel(rows.ids + [rows.newID()])
        updates.insertItems(at: [itemPath(rows.ids.count - 1)])
      } completion: {
        append($0)
      }
    }
    append(nil)
    #expect(rows.feed.numberOfItems(inSection: 0) == 10 + length && left == 0)
    rows.layout()
    #expect(rows.visibleIDs == Array(0..<6))
  }

  @Test("the feed answers for old items in the block, and for new ones as they go")
  func answers() throws {
    let rows = EditedFeed(count: 100)
    rows.show(at: 1020)
    final class Asking: FeedDelegate {
      var answers: [Int] = []
      func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
        answers.append(feed.numberOfItems(inSection: 0))
        for placement in feed.liveCells {
          if feed.cell(at: placement.indexPath) !== placement.cell { answers.append(-1) }
        }
        if let found = feed.cell(at: path), found === cell { answers.append(-2) }
      }
    }
    let asking = Asking()
    rows.feed.delegate = asking
    rows.feed.reloadData()
    rows.feed.layoutIfNeeded()
    asking.answers = []
    try rows.feed.performUpdates { updates in
      #expect(rows.feed.numberOfItems(inSection: 0) == 100)
      #expect(rows.feed.indexPath(atOffset: 1020) == itemPath(20))
      rows.changeModel(removing: [21, 22], inserting: [0])
      updates.deleteItems(21..<23, inSection: 0)
      updates.insertItems(at: [itemPath(0)])
    }
    #expect(asking.answers == [99, 99])
  }
}
