import Testing

@testable import FeedEngine

/// Each way to answer wrongly is reported, leaks nothing, and the feed goes on working.
@Suite struct MisuseTests {
  enum Misuse: CaseIterable {
    case twiceReturningFirst, twiceReturningSecond, threeKinds, notReturned, otherPath
    case handMade, ofOtherFeed, liveElsewhere, pooled, unregistered, blankOfOtherItem
    case newRegistration, newRegistrationNotReturned, newIdentifier
  }

  /// Answers item 5 wrongly, the others well.
  private final class Source: FeedDataSource {
    let harness: Harness
    let other = Harness(count: 10)
    let misuse: Misuse
    var target = 5
    var leaked: [WeakCell] = []
    private var kept: [any FeedCell] = []

    init(_ harness: Harness, _ misuse: Misuse) {
      self.harness = harness
      self.misuse = misuse
      other.layout()
    }

    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 100 }

    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      let registrations = harness.registrations
      func dequeue(_ kind: Int = 0, _ path: FeedIndexPath = path) -> any FeedCell {
        feed.dequeue(registrations[kind], for: path, item: path.item)
      }
      guard path.item == target else { return dequeue() }
      switch misuse {
      case .twiceReturningFirst:
        let first = dequeue()
        _ = dequeue()
        return first
      case .twiceReturningSecond:
        _ = dequeue()
        return dequeue()
      case .threeKinds:
        _ = dequeue(0)
        let second = dequeue(1)
        _ = dequeue(2)
        return second
      case .notReturned:
        _ = dequeue()
        return TestCell(harness)
      case .otherPath: return dequeue(0, itemPath(path.item + 1))
      case .handMade: return TestCell(harness)
      case .ofOtherFeed: return other.feed.liveCells[0].cell
      case .liveElsewhere: return feed.cell(at: itemPath(path.item - 1)) ?? dequeue()
      case .pooled:
        if kept.isEmpty { kept = feed.liveCells.map(\.cell) }
        return kept.first { feed.indexPath(for: $0) == nil } ?? TestCell(harness)
      case .unregistered, .blankOfOtherItem:
        let blank = feed.dequeueReusableCell(withIdentifier: "nothing", for: path)
        return misuse == .unregistered ? blank : TestCell(harness)
      case .newRegistration, .newRegistrationNotReturned:
        let registration = CellRegistration<TestCell, Int>(identifier: "inside") { [harness] in
          TestCell(harness)
        } configure: { cell, _, item in
          cell.item = item
        }
        let cell = feed.dequeue(registration, for: path, item: path.item)
        leaked.append(WeakCell(cell))
        return misuse == .newRegistration ? cell : dequeue()
      case .newIdentifier:
        feed.register({ [harness] in TestCell(harness) }, forCellReuseIdentifier: "named")
        let cell = feed.dequeueReusableCell(withIdentifier: "named", for: path)
        (cell as? TestCell)?.item = path.item
        return cell
      }
    }
  }

  private static func expected(_ misuse: Misuse) -> [FeedDiagnostic] {
    let path = itemPath(5)
    return switch misuse {
    case .twiceReturningFirst, .twiceReturningSecond:
      [.dequeuedTwice(path: path, identifier: "kind 0")]
    case .threeKinds:
      [
        .dequeuedTwice(path: path, identifier: "kind 0"),
        .dequeuedTwice(path: path, identifier: "kind 2"),
      ]
    case .notReturned:
      [.dequeuedCellNotReturned(path: path, identifier: "kind 0"), .foreignCell(path: path)]
    case .otherPath: [.dequeuedForOtherPath(requested: path, dequeued: itemPath(6))]
    case .handMade, .ofOtherFeed, .liveElsewhere, .pooled: [.foreignCell(path: path)]
    case .unregistered: [.unregisteredIdentifier(identifier: "nothing")]
    case .blankOfOtherItem:
      [
        .unregisteredIdentifier(identifier: "nothing"),
        .dequeuedCellNotReturned(path: path, identifier: "blank"), .foreignCell(path: path),
      ]
    case .newRegistration: [.registrationInsideProvider(identifier: "inside")]
    case .newRegistrationNotReturned:
      [
        .dequeuedTwice(path: path, identifier: "inside"),
        .registrationInsideProvider(identifier: "inside"),
      ]
    case .newIdentifier: []
    }
  }

  @Test(
    "a wrong answer is reported, leaks nothing, and scrolling goes on", arguments: Misuse.allCases)
  func wrongAnswer(misuse: Misuse) {
    let harness = Harness(count: 100, viewport: 250, kinds: 3)
    let source = Source(harness, misuse)
    harness.feed.dataSource = source
    harness.feed.layoutIfNeeded()
    harness.show(at: 0)
    let feed = harness.feed
    // Item 5 comes in by a frame of its own.
    feed.viewport.offset = 20
    feed.layoutIfNeeded()
    for diagnostic in MisuseTests.expected(misuse) {
      #expect(feed.diagnostics.contains(diagnostic), "\(diagnostic)")
    }
    #expect(feed.diagnostics.totalCount == MisuseTests.expected(misuse).count)
    #expect(feed.liveCells.map(\.indexPath.item) == Array(0..<6))
    checkSums(feed)
    // The item leaves and comes back a few times, in among the others.
    for offset in [2000.0, 100, 4700, 300, 0, 20] {
      feed.viewport.offset = offset
      feed.layoutIfNeeded()
      #expect(feed.checkInvariants() == nil)
      checkSums(feed)
    }
    #expect(feed.liveCells.count == 6)
    source.target = -1
    feed.reloadData()
    feed.resetDiagnostics()
    feed.layoutIfNeeded()
    feed.viewport.offset = 400
    feed.layoutIfNeeded()
    #expect(feed.diagnostics.isEmpty)
    #expect(feed.visibleRange == itemPath(8)..<itemPath(13))
    #expect(feed.statistics["inside"] == nil)
    #expect(source.leaked.allSatisfy { $0.cell == nil })
    #expect(feed.statistics.total.pooled <= 12)
  }

  private func checkSums(_ feed: Feed) {
    let total = feed.statistics.total
    #expect(feed.pool.checkInvariants() == nil)
    #expect(total.live == feed.liveCells.count)
    #expect(total.dequeued == total.live + total.recycled)
    #expect(total.created == total.live + total.pooled + total.discarded)
  }

  @Test("a cell dequeued outside a request is the caller's alone", arguments: [true, false])
  func outsideRequest(usesName: Bool) {
    let harness = Harness(count: 100)
    harness.feed.register({ TestCell(harness) }, forCellReuseIdentifier: "named")
    harness.layout()
    weak var cell: (any FeedCell)?
    for _ in 0..<20 {
      let strong: any FeedCell =
        usesName
        ? harness.feed.dequeueReusableCell(withIdentifier: "named", for: itemPath(1))
        : harness.feed.dequeue(harness.registrations[0], for: itemPath(1), item: 1)
      cell = strong
      #expect(harness.feed.indexPath(for: strong) == nil)
    }
    #expect(cell == nil)
    let identifier = usesName ? "named" : "kind 0"
    #expect(harness.feed.diagnostics.contains(.dequeuedOutsideRequest(identifier: identifier)))
    #expect(harness.feed.diagnostics.totalCount == 20)
    let total = harness.feed.statistics.total
    #expect(total.dequeued == total.live + total.recycled + 20)
    #expect(total.created == total.live + total.pooled + total.discarded)
    harness.show(at: 2000)
    #expect(harness.visible == 40..<46)
    let blank = harness.feed.dequeueReusableCell(withIdentifier: "nothing", for: itemPath(1))
    #expect(blank.size(fitting: SizeProposal()).height == 0)
    harness.layout()
  }

  @Test("an identifier keeps its first type; the same type may be made anew")
  func identifierWithTwoTypes() {
    final class OtherCell: FeedCell {
      func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 1, height: 50) }
    }
    let harness = Harness(count: 100)
    harness.feed.register({ TestCell(harness) }, forCellReuseIdentifier: "row")
    harness.feed.register({ OtherCell() }, forCellReuseIdentifier: "row")
    #expect(harness.feed.diagnostics.contains(.identifierHasOtherType(identifier: "row")))
    var made = 0
    harness.feed.register(
      {
        made += 1
        return TestCell(harness)
      }, forCellReuseIdentifier: "row")
    #expect(harness.feed.diagnostics.totalCount == 1)
    harness.answer = { path, feed in
      let cell = feed.dequeueReusableCell(withIdentifier: "row", for: path)
      (cell as? TestCell)?.item = path.item
      return cell
    }
    harness.layout()
    #expect(made == 6 && harness.feed.liveCells.allSatisfy { $0.cell is TestCell })
  }

  @Test("registrations that are made and dropped leave nothing behind", arguments: [true, false])
  func droppedRegistrations(isInsideProvider: Bool) {
    let harness = Harness(count: 1000)
    var registration: CellRegistration<TestCell, Int>?
    var made = 0
    harness.answer = { path, feed in
      if isInsideProvider || registration == nil {
        registration = CellRegistration(identifier: "fresh") {
          made += 1
          return TestCell(harness)
        } configure: { cell, _, item in
          cell.item = item
        }
      }
      guard let current = registration else { return BlankCell() }
      if isInsideProvider { registration = nil }
      return feed.dequeue(current, for: path, item: path.item)
    }
    for step in 0..<50 {
      // Kept for one screen, as one that is made at each reload would be.
      registration = nil
      harness.feed.reloadData()
      harness.show(at: Double(step) * 310)
    }
    harness.count = 0
    registration = nil
    harness.feed.reloadData()
    harness.layout()
    // Inside the provider at once; else dead ones are looked for when 16 have come together.
    #expect(harness.feed.statistics.byIdentifier.count <= (isInsideProvider ? 2 : 16))
    #expect(harness.feed.statistics.total.pooled <= (isInsideProvider ? 7 : 64))
    // The sum keeps what they did, until it is reset.
    #expect(harness.feed.statistics.total.created == made)
    harness.feed.resetStatistics()
    #expect(harness.feed.statistics.total.created == 0)
  }
}
