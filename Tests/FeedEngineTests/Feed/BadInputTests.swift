import Testing

@testable import FeedEngine

/// Impossible values from host and app: each is refused with its diagnostic, the value before
/// stays, frames stay finite and the feed goes on working.
@Suite struct BadInputTests {
  static let impossible = [Double.nan, .infinity, -.infinity, -1, 1e300, -0x1p-30]
  static let notFinite = [Double.nan, .infinity, -.infinity, 1e300, -1e300]

  /// What must hold after anything.
  static func checkWorks(_ harness: Harness) {
    harness.settle()
    let feed = harness.feed
    for placement in feed.liveCells {
      let frame = placement.frame
      #expect(frame.x.isFinite && frame.y.isFinite && frame.width.isFinite)
      #expect(frame.height.isFinite && frame.height >= 0 && frame.width >= 0)
    }
    #expect(feed.contentLength.isFinite && feed.contentLength >= 0)
    #expect(feed.maximumOffset.isFinite && feed.minimumOffset.isFinite)
    #expect(feed.viewport.offset.isFinite)
    feed.contentInsets = .zero
    feed.overscan = .none
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 400, height: 300))
    harness.settle()
    harness.feed.scroll(to: itemPath(500), at: .start)
    harness.settle()
    #expect(harness.screenY(500) == 0 && harness.visible == 500..<506)
    harness.show(at: harness.offset + 25)
    #expect(harness.visible == 500..<507)
  }

  private static func shown() -> Harness {
    let harness = Harness(count: 1000)
    harness.show(at: 1000)
    return harness
  }

  @Test("a viewport that cannot be is refused", arguments: impossible, 0..<3)
  func viewport(value: Double, field: Int) {
    let harness = BadInputTests.shown()
    let before = harness.feed.viewport
    var viewport = before
    switch field {
    case 0: viewport.offset = value
    case 1: viewport.size.width = value
    default: viewport.size.height = value
    }
    harness.feed.viewport = viewport
    if field == 0, abs(value) <= 1 {
      #expect(harness.feed.diagnostics.isEmpty && harness.feed.viewport == viewport)
    } else {
      #expect(harness.feed.viewport == before)
      #expect(harness.feed.diagnostics.totalCount == 1)
      guard case .invalidViewport = harness.feed.diagnostics.entries[0].diagnostic else {
        Issue.record("\(harness.feed.diagnostics.entries)")
        return
      }
    }
    BadInputTests.checkWorks(harness)
  }

  @Test("insets that cannot be are refused", arguments: impossible, 0..<4)
  func insets(value: Double, side: Int) {
    let harness = BadInputTests.shown()
    var insets = FeedInsets(top: 1, left: 2, bottom: 3, right: 4)
    harness.feed.contentInsets = insets
    switch side {
    case 0: insets.top = value
    case 1: insets.left = value
    case 2: insets.bottom = value
    default: insets.right = value
    }
    harness.feed.contentInsets = insets
    #expect(harness.feed.contentInsets == FeedInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(harness.feed.diagnostics.contains(.invalidInsets))
    BadInputTests.checkWorks(harness)
  }

  @Test("an overscan that cannot be is refused", arguments: impossible, [true, false])
  func overscan(value: Double, isBefore: Bool) {
    let harness = BadInputTests.shown()
    harness.feed.overscan = isBefore ? Overscan(before: value) : Overscan(after: value)
    #expect(harness.feed.overscan == .none)
    #expect(harness.feed.diagnostics.contains(.invalidOverscan))
    BadInputTests.checkWorks(harness)
  }

  @Test("C094 C095: an estimate that cannot be is refused", arguments: impossible + [0, -0.0])
  func estimate(value: Double) {
    let harness = BadInputTests.shown()
    harness.feed.estimatedExtent = value
    #expect(harness.feed.estimatedExtent == 50)
    #expect(harness.feed.diagnostics.totalCount == 1)
    guard case .invalidEstimate = harness.feed.diagnostics.entries[0].diagnostic else {
      Issue.record("\(harness.feed.diagnostics.entries)")
      return
    }
    BadInputTests.checkWorks(harness)
  }

  @Test("C095: a layout of impossible lengths falls back", arguments: impossible + [0], 0..<4)
  func layout(value: Double, field: Int) {
    let layout: FeedLayout =
      switch field {
      case 0: .list(estimatedExtent: value)
      case 1: .list(extent: value)
      case 2: .list(estimatedExtent: 44, spacing: value)
      default: .list(extent: 50, spacing: value)
      }
    let harness = Harness(count: 1000, layout: layout) { _, _ in 50 }
    if value == 0, field > 1 {
      #expect(harness.feed.diagnostics.isEmpty)
    } else {
      #expect(harness.feed.diagnostics.totalCount == 1)
    }
    harness.settle()
    #expect(harness.feed.contentLength > 0 && harness.feed.contentLength.isFinite)
    if field == 1 {
      #expect(harness.visible == 0..<7, "44 points, the default")
    } else {
      BadInputTests.checkWorks(harness)
    }
  }

  @Test("a scroll distance that is not finite is refused", arguments: notFinite)
  func scrollBy(value: Double) {
    let harness = BadInputTests.shown()
    harness.feed.scroll(by: value)
    harness.layout()
    #expect(harness.offset == 1000)
    guard case .invalidScrollDistance = harness.feed.diagnostics.entries[0].diagnostic else {
      Issue.record("\(harness.feed.diagnostics.entries)")
      return
    }
    BadInputTests.checkWorks(harness)
  }

  @Test(
    "large legal distances add up to an end, never beyond", arguments: [1.0, -1], [true, false])
  func manyLargeDistances(sign: Double, isAimed: Bool) async {
    // In a process of its own: a sum that overflows would end this one.
    await #expect(processExitsWith: .success) { [sign, isAimed] in
      let harness = BadInputTests.shown()
      if isAimed { harness.feed.scroll(to: itemPath(500), at: .center) }
      for _ in 0..<5000 { harness.feed.scroll(by: sign * 2e12) }
      harness.settle()
      #expect(harness.offset == (sign > 0 ? harness.feed.maximumOffset : 0))
      BadInputTests.checkWorks(harness)
    }
  }

  @Test(
    "a path out of range is reported when the pass runs",
    arguments: [-1, 1000, .max, .min], [0, 1, -1])
  func pathOutOfRange(item: Int, section: Int) {
    let harness = BadInputTests.shown()
    let path = FeedIndexPath(item: item, section: section)
    let calls: [(Feed) -> Void] = [
      { $0.scroll(to: path, at: .center) }, { $0.invalidateExtent(at: path) },
      { $0.setExtent(10, at: path) },
    ]
    for call in calls {
      harness.feed.resetDiagnostics()
      call(harness.feed)
      harness.layout()
      #expect(
        harness.feed.diagnostics.contains(
          .pathOutOfRange(path: path, count: section == 0 ? 1000 : 0)))
      #expect(harness.offset == 1000 && harness.visible == 20..<26)
    }
    #expect(!harness.feed.setState(.selected, forCellAt: path))
    // What was asked for besides is done all the same, and at once.
    harness.feed.scroll(by: 20)
    harness.feed.scroll(to: path, at: .start)
    harness.feed.scroll(by: 30)
    harness.layout()
    #expect(harness.offset == 1050)
    BadInputTests.checkWorks(harness)
  }

  @Test(
    "an impossible count is refused and the one before stays",
    arguments: [-1, .min, (1 << 32) + 1, .max])
  func invalidCount(count: Int) {
    let harness = BadInputTests.shown()
    harness.count = count
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.feed.numberOfItems(inSection: 0) == 1000)
    #expect(harness.feed.diagnostics.contains(.invalidCount(count: count)))
    #expect(harness.visible == 20..<26 && harness.offset == 1000)
    // Nothing is asked of the source until it is reloaded.
    harness.count = 1000
    harness.feed.reloadData()
    BadInputTests.checkWorks(harness)
  }

  @Test("extreme legal values stay finite", arguments: 1...20)
  func extremeValues(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let harness = Harness(count: 1000)
    harness.layout()
    let limit = FixedLength.max.points
    for _ in 0..<40 {
      let large = random.pick(0, 1e6, 1e9, limit / 4, limit / 2, limit)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: harness.feed.viewport.offset = random.pick(large, -large)
      case 1: harness.feed.contentInsets.top = large
      case 2: harness.feed.contentInsets.bottom = large
      case 3: harness.feed.overscan = Overscan(before: large, after: random.pick(0, large))
      case 4: harness.feed.scroll(by: random.pick(large, -large))
      case 5: harness.feed.setExtent(large, at: itemPath(Int.random(in: 0..<1000, using: &random)))
      case 6: harness.feed.estimatedExtent = random.pick(large, 50)
      default:
        harness.feed.scroll(to: itemPath(Int.random(in: 0..<1000, using: &random)), at: .center)
      }
      harness.feed.layoutIfNeeded()
      #expect(harness.feed.checkInvariants() == nil, "seed \(seed)")
      #expect(harness.feed.liveCells.allSatisfy { $0.frame.y.isFinite && $0.frame.height >= 0 })
      #expect(harness.feed.viewport.offset.isFinite && harness.feed.contentLength.isFinite)
    }
    harness.feed.estimatedExtent = 50
    harness.feed.reloadData()
    BadInputTests.checkWorks(harness)
  }

  @Test("a value that is no number on every frame stays one entry", arguments: 0..<7)
  func repeatedNotANumber(field: Int) {
    let harness = BadInputTests.shown()
    harness.feed.scroll(to: itemPath(5000), at: .start)
    harness.layout()
    let first = FeedDiagnostic.pathOutOfRange(path: itemPath(5000), count: 1000)
    for _ in 0..<200 {
      switch field {
      case 0: harness.feed.viewport.offset = .nan
      case 1: harness.feed.viewport.size.width = .nan
      case 2: harness.feed.estimatedExtent = .nan
      case 3: harness.feed.scroll(by: .nan)
      case 4: harness.feed.setExtent(.nan, at: itemPath(3))
      case 5: harness.feed.setExtent(-.nan, at: itemPath(3))
      default:
        harness.height = { _, _ in .nan }
        harness.feed.invalidateExtent(at: itemPath(20))
      }
      harness.layout()
    }
    let diagnostics = harness.feed.diagnostics
    #expect(diagnostics.entries.count == 2 && diagnostics.droppedCount == 0)
    #expect(diagnostics.totalCount == 201 && diagnostics.entries.last?.count == 200)
    #expect(diagnostics.contains(first))
    if let last = diagnostics.entries.last { #expect(diagnostics.contains(last.diagnostic)) }
    #expect(Set(diagnostics.entries.map(\.diagnostic)).count == 2)
    harness.height = { _, _ in 50 }
    BadInputTests.checkWorks(harness)
  }

  @Test(
    "a refused count asks the source for nothing more, and the cells stay",
    arguments: [-1, .min, 1 << 32 + 1, .max])
  func refusedCount(count: Int) {
    let harness = BadInputTests.shown()
    let cells = harness.liveCellIDs
    harness.clearRecord()
    harness.count = count
    harness.feed.reloadData()
    for offset in [1000.0, 1020, 990, 3000, 1000] { harness.show(at: offset) }
    #expect(harness.requested.isEmpty)
    #expect(harness.feed.numberOfItems(inSection: 0) == 1000)
    #expect(harness.feed.diagnostics.contains(.invalidCount(count: count)))
    #expect(cells.count == 6)
    harness.count = 1000
    harness.feed.reloadData()
    harness.settle()
    #expect(harness.screenY(20) == 0)
    BadInputTests.checkWorks(harness)
  }

  @Test("cells stay through a refused reload as long as they are in view")
  func cellsStayThroughRefusal() {
    let harness = BadInputTests.shown()
    let cells = harness.liveCellIDs
    harness.count = -1
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.liveCellIDs == cells && harness.offset == 1000)
    harness.show(at: 1020)
    #expect(harness.liveItems == Array(20..<26), "row 26 cannot be had")
    #expect(harness.feed.statistics.total.recycled == 0)
    harness.count = 1 << 32
    harness.feed.estimatedExtent = 1e9
    harness.feed.reloadData()
    harness.layout()
    #expect(harness.feed.diagnostics.contains(.contentTooLong))
    #expect(harness.liveItems == Array(20..<26))
  }
}
