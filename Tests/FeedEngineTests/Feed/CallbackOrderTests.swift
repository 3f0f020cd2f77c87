import Testing

@testable import FeedEngine

/// What a callback sets counts from the next pass, in the order of calls, and does not undo what
/// the running pass finds out.
@Suite struct CallbackOrderTests {
  enum Callback: CaseIterable {
    case cell, size, willDisplay, report, range
  }

  /// Runs something once in a callback.
  private final class Caller: FeedDataSource, FeedDelegate, FeedHost {
    final class Cell: FeedCell {
      unowned let caller: Caller
      var item = 0
      init(_ caller: Caller) { self.caller = caller }
      func size(fitting proposal: SizeProposal) -> FeedSize {
        caller.called(.size)
        return FeedSize(width: 0, height: 80)
      }
    }

    let feed = Feed(layout: .list(estimatedExtent: 50))
    let callback: Callback
    var action: (() -> Void)?
    private lazy var registration = CellRegistration<Cell, Int> { [unowned self] in
      Cell(self)
    } configure: { cell, _, item in
      cell.item = item
    }

    init(_ callback: Callback) {
      self.callback = callback
      feed.dataSource = self
      feed.delegate = self
      feed.host = self
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 400, height: 400))
      feed.layoutIfNeeded()
    }

    func called(_ callback: Callback) {
      guard callback == self.callback, let action else { return }
      self.action = nil
      action()
    }

    /// Where an item stands on screen.
    func screenY(_ item: Int) -> Double? {
      let placement = feed.liveCells.first { $0.indexPath.item == item }
      return placement.map { $0.frame.y + feed.origin - feed.viewport.offset }
    }

    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 1000 }
    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      called(.cell)
      return feed.dequeue(registration, for: path, item: path.item)
    }
    func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
      called(.willDisplay)
    }
    func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) { called(.range) }
    func apply(_ report: FeedReport, from feed: Feed) { called(.report) }
  }

  /// A feed at its end, where the rows above are 30 points longer than estimated.
  private static func atEnd(_ callback: Callback) -> Caller {
    let caller = Caller(callback)
    caller.feed.scroll(to: itemPath(999), at: .end)
    caller.feed.layoutIfNeeded()
    #expect(caller.screenY(995) == 0)
    return caller
  }

  enum Setting: CaseIterable {
    case height, width, offset, offsetAndHeight, sameOffset, topInset, overscan, hiddenByInset
    case hiddenBySize
  }

  @Test(
    "a pass's correction survives what a callback sets",
    arguments: Callback.allCases, Setting.allCases)
  func correction(callback: Callback, setting: Setting) {
    let caller = CallbackOrderTests.atEnd(callback)
    let feed = caller.feed
    var y = 100.0
    caller.action = {
      switch setting {
      case .height: feed.viewport.size.height = 401
      case .width: feed.viewport.size.width = 399
      case .offset: feed.viewport.offset -= 7
      case .offsetAndHeight:
        feed.viewport = Viewport(
          offset: feed.viewport.offset - 7, size: FeedSize(width: 400, height: 380))
      case .sameOffset: feed.viewport = feed.viewport
      case .topInset: feed.contentInsets = FeedInsets(top: 30)
      case .overscan: feed.overscan = Overscan(before: 200, after: 200)
      case .hiddenByInset: feed.contentInsets = FeedInsets(left: 400)
      case .hiddenBySize: feed.viewport.size.height = 0
      }
    }
    if setting == .offset || setting == .offsetAndHeight { y += 7 }
    feed.viewport.offset -= 100
    feed.layoutIfNeeded()
    #expect(caller.action == nil)
    if setting == .hiddenByInset {
      feed.contentInsets = .zero
    } else if setting == .hiddenBySize {
      feed.viewport.size.height = 400
    }
    feed.layoutIfNeeded()
    #expect(caller.screenY(995) == y)
    #expect(feed.checkInvariants() == nil && feed.diagnostics.isEmpty)
  }

  @Test(
    "a scroll to an item arrives though a callback sets the viewport", arguments: Callback.allCases)
  func scrollInTheSamePass(callback: Callback) {
    for changesInset in [false, true] {
      let caller = CallbackOrderTests.atEnd(callback)
      caller.action = {
        if changesInset {
          caller.feed.contentInsets = FeedInsets(left: 10)
        } else {
          caller.feed.viewport.size.height = 401
        }
      }
      caller.feed.scroll(to: itemPath(500), at: .start)
      caller.feed.layoutIfNeeded()
      caller.feed.layoutIfNeeded()
      #expect(caller.screenY(500) == 0)
    }
  }

  enum Step: CaseIterable {
    case offset, scrollTo, scrollBy
  }

  static let orders: [[Step]] = Step.allCases.flatMap { first in
    Step.allCases.flatMap { second in Step.allCases.map { [first, second, $0] } }
  }

  @Test(
    "calls in a callback count in their order, as they do outside", arguments: Callback.allCases)
  func order(callback: Callback) {
    for steps in CallbackOrderTests.orders {
      func perform(_ feed: Feed) {
        for (number, step) in steps.enumerated() {
          switch step {
          case .offset: feed.viewport.offset = 500 + Double(number)
          case .scrollTo: feed.scroll(to: itemPath(50 + number), at: .start)
          case .scrollBy: feed.scroll(by: 80)
          }
        }
      }
      let outside = Caller(callback)
      outside.feed.viewport.offset = 200
      outside.feed.layoutIfNeeded()
      perform(outside.feed)
      outside.feed.layoutIfNeeded()
      let inside = Caller(callback)
      inside.action = { perform(inside.feed) }
      inside.feed.viewport.offset = 200
      inside.feed.layoutIfNeeded()
      inside.feed.layoutIfNeeded()
      #expect(inside.action == nil)
      let first = outside.feed.visibleRange.lowerBound.item
      #expect(inside.screenY(first) == outside.screenY(first), "\(steps)")
    }
  }

  @Test("a first viewport does not end a scroll that was asked for", arguments: [true, false])
  func scrollBeforeTheFirstViewport(isLaidOut: Bool) {
    let source = Harness(count: 1000, height: 80)
    let feed = Feed(layout: .list(estimatedExtent: 50))
    feed.dataSource = source
    feed.contentInsets = FeedInsets(top: 64)
    if isLaidOut { feed.layoutIfNeeded() }
    source.answer = { path, feed in
      feed.dequeue(source.registrations[0], for: path, item: path.item)
    }
    feed.scroll(to: itemPath(500), at: .start)
    if isLaidOut { feed.layoutIfNeeded() }
    feed.viewport = Viewport(offset: -64, size: FeedSize(width: 400, height: 300))
    feed.layoutIfNeeded()
    let place = feed.liveCells.first { $0.indexPath.item == 500 }
    #expect(place.map { $0.frame.y + feed.origin - feed.viewport.offset } == 64)
    // Later, the user's own scroll does.
    feed.scroll(to: itemPath(100), at: .start)
    feed.viewport.offset += 80
    feed.layoutIfNeeded()
    #expect(feed.cell(at: itemPath(501)) != nil && feed.cell(at: itemPath(100)) == nil)
  }
}
