import Testing

@testable import FeedEngine

/// Checked updates, against arrays.
@Suite struct ItemChangeTests {
  @Test("random updates map each index as arrays do", arguments: UInt64(1)...60)
  func agreesWithArrays(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<30 {
      let before = Int.random(in: 0...30, using: &random)
      let removed = Set((0..<before).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      var items: [Int?] = (0..<before).filter { !removed.contains($0) }
      var inserted: [Int] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let place = Int.random(in: 0...items.count, using: &random)
        items.insert(nil, at: place)
        inserted = inserted.map { $0 >= place ? $0 + 1 : $0 } + [place]
      }
      let reloaded = (0..<before).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let renewed = (0..<before).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let updates = FeedUpdates()
      declare(removed.shuffled(using: &random), { updates.deleteItems(at: $0) }, &random)
      declare(inserted.shuffled(using: &random), { updates.insertItems(at: $0) }, &random)
      declare(reloaded.shuffled(using: &random), { updates.reloadItems(at: $0) }, &random)
      declare(renewed.shuffled(using: &random), { updates.reconfigureItems(at: $0) }, &random)
      let change = try ItemChange(updates, before: before, after: items.count)
      #expect((change.countBefore, change.countAfter) == (before, items.count))
      for old in 0..<before {
        let now = items.firstIndex(of: old)
        #expect(change.finalIndex(of: old) == now, "seed \(seed), \(old)")
        let next = (old..<before).lazy.compactMap { items.firstIndex(of: $0) }.first
        #expect(change.finalIndexOfNext(after: old) == next, "seed \(seed), \(old)")
      }
      #expect(change.finalIndexOfNext(after: before) == nil)
      for visible in [nil] + (0..<before).map(Optional.some) {
        let arrivals = change.arrivals(around: visible)
        let expected = ItemChangeTests.arrivals(in: items, around: visible)
        #expect(arrivals == expected, "seed \(seed), \(String(describing: visible))")
      }
      let isReloaded = Set(reloaded).subtracting(removed)
      #expect(Array(change.reloaded) == isReloaded.sorted(), "seed \(seed)")
      let isRenewed = Set(renewed).subtracting(removed).subtracting(isReloaded)
      #expect(Array(change.reconfigured) == isRenewed.sorted(), "seed \(seed)")
    }
  }

  /// How many items came at each end, item by item; `nil` stands for one that came.
  private static func arrivals(in items: [Int?], around visible: Int?) -> (start: Int, end: Int) {
    let stayed = items.compactMap(\.self)
    let middle = stayed.first { old in visible.map { old >= $0 } ?? false }
    var (start, end) = (0, 0)
    for (index, item) in items.enumerated() where item == nil {
      let above = items[..<index].compactMap(\.self)
      let below = items[index...].compactMap(\.self)
      guard let middle else {
        (start, end) = (start + 1, end + 1)
        continue
      }
      let isAbove = below.contains(middle)
      // Beside a row that stays the first, with nothing before it, or the last.
      if isAbove || (above.count == 1 && items[0] != nil) { start += 1 }
      if !isAbove || (below.count == 1 && items[items.count - 1] != nil) { end += 1 }
    }
    return (start, end)
  }

  /// Declares items one by one or together, some of them twice.
  private func declare(
    _ items: [Int], _ call: ([FeedIndexPath]) -> Void, _ random: inout SplitMix
  ) {
    var items = items
    if let item = items.randomElement(using: &random), Bool.random(using: &random) {
      items.append(item)
    }
    if Bool.random(using: &random) { return call(items.map(itemPath)) }
    for item in items { call([itemPath(item)]) }
  }

  private func error(
    before: Int, after: Int, _ declare: (FeedUpdates) -> Void
  ) -> UpdateError? {
    let updates = FeedUpdates()
    declare(updates)
    do throws(UpdateError) {
      _ = try ItemChange(updates, before: before, after: after)
      return nil
    } catch {
      return error
    }
  }

  @Test("items that do not exist are named in the error")
  func strayPaths() {
    let far = FeedIndexPath(item: 0, section: 1)
    for path in [itemPath(-1), itemPath(.min), itemPath(.max), far] {
      #expect(
        error(before: 5, after: 6) { $0.insertItems(at: [itemPath(0), path]) }
          == .newPathOutOfRange(path: path, after: path.section == 0 ? 6 : 0))
      for declare in [
        FeedUpdates.deleteItems(at:), FeedUpdates.reloadItems, FeedUpdates.reconfigureItems,
      ] {
        #expect(
          error(before: 5, after: 5) { declare($0)([path, itemPath(0)]) }
            == .oldPathOutOfRange(path: path, before: path.section == 0 ? 5 : 0))
      }
    }
    #expect(
      error(before: 5, after: 5) { $0.reloadItems(at: [itemPath(5)]) }
        == .oldPathOutOfRange(path: itemPath(5), before: 5))
    #expect(
      error(before: 5, after: 4) { $0.deleteItems(3..<6, inSection: 0) }
        == .oldPathOutOfRange(path: itemPath(5), before: 5))
    #expect(
      error(before: 5, after: 6) { $0.insertItems(at: [itemPath(6)]) }
        == .newPathOutOfRange(path: itemPath(6), after: 6))
    #expect(error(before: 5, after: 6) { $0.insertItems(at: [itemPath(5)]) } == nil)
    #expect(
      error(before: 5, after: 5) { $0.deleteItems(0..<1, inSection: -1) }
        == .oldPathOutOfRange(path: FeedIndexPath(item: 0, section: -1), before: 0))
    #expect(
      error(before: 5, after: 5) { $0.insertItems(-3 ..< -1, inSection: 0) }
        == .newPathOutOfRange(path: itemPath(-3), after: 5))
  }

  @Test("counts that do not add up are named in the error")
  func counts() {
    #expect(
      error(before: 10, after: 10) { $0.insertItems(0..<10, inSection: 0) }
        == .countMismatch(section: 0, before: 10, after: 10, inserted: 10, removed: 0))
    #expect(
      error(before: 10, after: 0) { $0.reloadItems(at: (0..<10).map(itemPath)) }
        == .countMismatch(section: 0, before: 10, after: 0, inserted: 0, removed: 0))
    #expect(
      error(before: 4, after: 3) {
        $0.deleteItems(at: [itemPath(2)])
        $0.deleteItems(1..<3, inSection: 0)
      } == .countMismatch(section: 0, before: 4, after: 3, inserted: 0, removed: 2))
    #expect(error(before: 3, after: -1) { _ in } == .invalidCount(section: 0, after: -1))
    #expect(error(before: 3, after: .min) { _ in } == .invalidCount(section: 0, after: .min))
    #expect(
      error(before: 3, after: .max) { _ in }
        == .invalidCount(section: 0, after: .max))
  }

  @Test("errors say what to do")
  func descriptions() {
    let errors: [UpdateError] = [
      .countMismatch(section: 0, before: 10, after: 9, inserted: 3, removed: 2),
      .oldPathOutOfRange(path: itemPath(12), before: 10),
      .newPathOutOfRange(path: itemPath(13), after: 10),
      .invalidCount(section: 0, after: -7), .contentTooLong,
    ]
    for error in errors {
      #expect(error.description.count > 40 && error.description.hasSuffix("."))
    }
    #expect(errors[0].description.contains("3 inserted and 2 removed"))
  }
}
