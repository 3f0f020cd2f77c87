import Testing

@testable import FeedEngine

/// Callbacks that touch the feed: what changes it is queued, what asks it is answered.
@Suite struct ReentrancyTests {
  enum Mutation: CaseIterable, Codable {
    case offset, size, hide, insets, overscan, estimate, reload, fewerItems, invalidate, setExtent
    case setExtentToZero, scrollTo, scrollBy, layout, setState, trim, limit, statistics
    case dataSource, delegate, host, register, dequeue, questions
  }

  /// Does one thing to the feed in one callback, some times.
  private final class Meddler: CallingApp {
    let callback: Callback
    let mutation: Mutation
    var budget = 0
    var calls = 0
    var changes = 0
    var maximumChange = 0

    init(_ callback: Callback, _ mutation: Mutation) {
      self.callback = callback
      self.mutation = mutation
      super.init(layout: .list()) { Double(40 + $0 % 3 * 10) }
    }

    override func called(_ callback: Callback) {
      guard callback == self.callback, budget > 0 else { return }
      budget -= 1
      calls += 1
      perform()
    }

    func perform() {
      let item = (feed.visibleRange.lowerBound.item + calls) % max(1, count)
      switch mutation {
      case .offset: feed.viewport.offset += Double(calls % 5) * 130 - 200
      case .size: feed.viewport.size.height = calls % 2 == 0 ? 300 : 420
      case .hide: feed.viewport.size.height = calls % 3 == 0 ? 0 : 300
      case .insets: feed.contentInsets = FeedInsets(top: Double(calls % 4), left: Double(calls % 9))
      case .overscan: feed.overscan = Overscan(before: Double(calls % 3) * 90, after: 200)
      case .estimate: feed.estimatedExtent = Double(20 + calls % 7)
      case .reload: feed.reloadData()
      case .fewerItems:
        count = max(0, count - 300)
        feed.reloadData()
      case .invalidate: feed.invalidateExtent(at: itemPath(item))
      case .setExtent: feed.setExtent(Double(calls % 90), at: itemPath(item))
      case .setExtentToZero: feed.setExtent(0, at: itemPath(item))
      case .scrollTo: feed.scroll(to: itemPath(calls * 37 % max(1, count)), at: .center)
      case .scrollBy: feed.scroll(by: Double(calls % 3) * 200 - 150)
      case .layout: feed.layoutIfNeeded()
      case .setState:
        for index in item..<item + 5 { feed.setState(.selected, forCellAt: itemPath(index)) }
      case .trim: feed.pool.trim()
      case .limit: feed.pool.limit = calls % 2 == 0 ? .cells(0) : .adaptive
      case .statistics:
        _ = feed.statistics
        feed.resetStatistics()
        feed.resetDiagnostics()
      case .dataSource: feed.dataSource = self
      case .delegate: feed.delegate = calls % 2 == 0 ? self : nil
      case .host: feed.host = calls % 2 == 0 ? self : nil
      case .register:
        feed.register({ [unowned self] in Cell(self) }, forCellReuseIdentifier: "late \(calls % 3)")
      case .dequeue: _ = feed.dequeue(registration, for: itemPath(item), item: item)
      case .questions: ask(item)
      }
    }

    private func ask(_ item: Int) {
      for placement in feed.liveCells {
        _ = feed.indexPath(for: placement.cell)
        if !placement.frame.y.isFinite { Issue.record("frame") }
      }
      _ = (feed.visibleRange, feed.fullyVisibleRange, feed.needsLayout, feed.diagnostics.isEmpty)
      _ = (feed.contentLength, feed.minimumOffset, feed.maximumOffset, feed.viewport, feed.origin)
      _ = (feed.frame(at: itemPath(item)), feed.indexPath(atOffset: feed.viewport.offset + 10))
      _ = (feed.numberOfItems(inSection: 0), feed.statistics, feed.measuredItemCount)
      for index in max(0, item - 10)..<item + 20 {
        if let cell = feed.cell(at: itemPath(index)), feed.indexPath(for: cell)?.item != index {
          Issue.record("path of the cell at \(index)")
        }
      }
    }

    /// One round: scrolls, states, a reload and a hidden moment, all with meddling.
    func run(budget: Int) {
      for step in 0..<14 {
        self.budget = budget
        // Without reading the live cells, which would answer from their cache later.
        for item in feed.visibleRange.lowerBound.item..<feed.visibleRange.upperBound.item {
          feed.setState(step % 2 == 0 ? .selected : .focused, forCellAt: itemPath(item))
        }
        switch step % 7 {
        case 1: feed.viewport.offset += 120
        case 2: feed.viewport.offset += 3000
        case 3: feed.viewport.offset -= 90
        case 4: feed.reloadData()
        case 5: feed.viewport.size.height = 0
        case 6: feed.viewport.size.height = 300
        default: feed.invalidateExtent(at: feed.visibleRange.lowerBound)
        }
        feed.layoutIfNeeded()
        if let problem = feed.checkInvariants() { Issue.record("step \(step): \(problem)") }
      }
      self.budget = 0
    }

    /// What must hold when nobody meddles any more.
    func checkWorks() {
      feed.dataSource = self
      feed.delegate = self
      feed.host = self
      feed.pool.limit = .adaptive
      count = 1000
      feed.contentInsets = .zero
      feed.overscan = .none
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 300, height: 300))
      feed.reloadData()
      feed.layoutIfNeeded()
      feed.scroll(to: itemPath(600), at: .start)
      feed.layoutIfNeeded()
      #expect(feed.checkInvariants() == nil && !feed.needsLayout)
      // Rows of 40, 50 and 60 in turn.
      #expect(feed.visibleRange == itemPath(600)..<itemPath(606))
      #expect(feed.liveCells.compactMap { ($0.cell as? Cell)?.item } == Array(600..<606))
    }
  }

  @Test(
    "a mutation from any callback neither traps nor breaks anything", arguments: Callback.allCases)
  func mutations(callback: Callback) async {
    // In a process of its own: an exclusivity trap would end this one.
    await #expect(processExitsWith: .success) { [callback] in
      for mutation in Mutation.allCases {
        for budget in [1, 3, 1000] {
          let meddler = Meddler(callback, mutation)
          meddler.run(budget: budget)
          meddler.checkWorks()
        }
      }
    }
  }

  @Test("what a callback changes is there when the call returns")
  func queuedChangesHappen() {
    for callback in Callback.allCases {
      let meddler = Meddler(callback, .scrollTo)
      meddler.feed.layoutIfNeeded()
      meddler.feed.setState(.selected, forCellAt: itemPath(0))
      meddler.budget = 1
      meddler.feed.viewport.offset = 2000
      meddler.feed.reloadData()
      meddler.feed.layoutIfNeeded()
      // The pool may serve all of them, so that nothing is made.
      #expect(meddler.calls == 1 || callback == .make, "\(callback)")
      if meddler.calls == 0 { continue }
      #expect(meddler.feed.visibleRange.contains(itemPath(37)), "\(callback)")
      #expect(!meddler.feed.needsLayout, "\(callback)")
    }
  }
}
