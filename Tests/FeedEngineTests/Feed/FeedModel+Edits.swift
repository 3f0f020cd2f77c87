@testable import FeedEngine

/// Updates at random, and what they must leave alone.
extension FeedModel {
  /// One or two updates before a layout, at times with a scroll that waits: what stays on screen
  /// stays where it is, under whatever index.
  func edit() {
    let old = ids
    let before = harness.screen
    let cells = cellsByID(old)
    let (anchorBefore, wasAtEnd, wasHidden) = (anchor, isStuckToEnd, isHidden)
    let over = overscroll(at: harness.offset)
    let wasAtStart = isStuckToStart
    let offsetBefore = harness.offset
    let target =
      Int.random(in: 0..<8, using: &random) == 0 ? old.randomElement(using: &random) : nil
    if let index = target.flatMap({ old.firstIndex(of: $0) }) {
      harness.feed.scroll(to: path(index), at: .start)
    }
    operation = "edit, scroll to \(target ?? -1)"
    var renewed: Set<Int> = []
    var isEmpty = true
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let update = update() else { return }
      renewed.formUnion(update.renewed)
      isEmpty = isEmpty && update.isEmpty
    }
    layout()
    harness.oldIdentity = nil
    guard !wasHidden, !isHidden else { return }
    if let target {
      guard let now = ids.firstIndex(of: target), !harness.feed.needsLayout else { return }
      return expectTop(of: now)
    }
    expectKeptCells(cells, except: renewed)
    if isEmpty { return expect(harness.offset == offsetBefore, "moved by nothing") }
    if wasAtEnd { return expectEnd(true, beyond: over.end) }
    if wasAtStart {
      return expect(harness.offset == offsetBefore || isAtEnd(beyond: over), "left the start")
    }
    guard let anchorBefore, !isAtEnd(beyond: over) else { return }
    let stayed = Set(ids)
    let survivors = before.keys.sorted().filter {
      $0 >= anchorBefore.item && stayed.contains(old[$0])
    }
    if let next = survivors.first, let now = ids.firstIndex(of: old[next]) {
      if next != anchorBefore.item, extent(now) == .zero { return }
      expect(
        harness.screen[now] == before[next],
        "item \(next) moved from \(before[next] ?? -1) to \(harness.screen[now] ?? -1)")
    }
  }

  /// Removes, inserts, reloads and reconfigures at random, all in one update.
  ///
  /// - Returns: The items that are shown anew, and whether nothing was declared; `nil` when the
  ///   update was refused.
  func update() -> (renewed: Set<Int>, isEmpty: Bool)? {
    let old = ids
    let seen = harness.visible.filter { old.indices.contains($0) }.map { old[$0] }
    let removed = randomRemoval()
    var kept = old.indices.filter { !removed.contains($0) }.map { (old[$0], known[$0]) }
    var inserted: [Int] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: 0...kept.count, using: &random)
      let length = [1, 1, 3, 50].randomElement(using: &random) ?? 1
      kept.insert(contentsOf: (0..<length).map { _ in (newItem(), nil) }, at: place)
      inserted = inserted.map { $0 >= place ? $0 + length : $0 } + (place..<place + length)
    }
    var renewed: Set<Int> = []
    for _ in 0..<Int.random(in: 0...1, using: &random) where !old.isEmpty {
      renewed.insert(Int.random(in: 0..<old.count, using: &random))
    }
    operation += " -\(removed.sorted()) +\(inserted.sorted()) ~\(renewed)"
    harness.oldIdentity = { old.indices.contains($0) ? old[$0] : nil }
    let isReload = Bool.random(using: &random)
    do throws(UpdateError) {
      try harness.feed.performUpdates { [self] updates in
        loader.insertedCount += inserted.count
        ids = kept.map(\.0)
        known = kept.map(\.1)
        harness.count = ids.count
        updates.deleteItems(at: removed.map { FeedIndexPath(item: $0, section: 0) })
        updates.insertItems(at: inserted.shuffled(using: &random).map(path))
        if isReload {
          updates.reloadItems(at: renewed.map(path))
        } else {
          updates.reconfigureItems(at: renewed.map(path))
        }
      }
    } catch {
      expect(false, "\(error)")
      return nil
    }
    for index in renewed where !removed.contains(index) {
      if let now = ids.firstIndex(of: old[index]) { known[now] = nil }
    }
    let stayed = seen.compactMap { ids.firstIndex(of: $0) }
    let range = (stayed.first ?? 0)..<(stayed.last.map { $0 + 1 } ?? 0)
    expect(harness.visible == range, "visible \(harness.visible) before the layout, not \(range)")
    let isEmpty = removed.isEmpty && inserted.isEmpty && renewed.isEmpty
    return (Set(renewed.map { old[$0] }), isEmpty)
  }

  func path(_ item: Int) -> FeedIndexPath { FeedIndexPath(item: item, section: 0) }

  func randomRemoval() -> Set<Int> {
    guard count > 0 else { return [] }
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: return []
    case 3: return [Int.random(in: 0..<count, using: &random)]
    case 4 where Int.random(in: 0..<4, using: &random) == 0: return Set(0..<count)
    case 5: return Set(harness.visible.filter { $0 < count })
    default:
      let first = Int.random(in: 0..<count, using: &random)
      return Set(first..<min(count, first + Int.random(in: 1...20, using: &random)))
    }
  }

  func cellsByID(_ ids: [Int]) -> [Int: ObjectIdentifier] {
    var cells: [Int: ObjectIdentifier] = [:]
    for (cell, placement) in harness.shown { cells[ids[placement.indexPath.item]] = cell }
    return cells
  }

  /// What stayed on screen kept its cell and was not asked for again.
  func expectKeptCells(_ before: [Int: ObjectIdentifier], except renewed: Set<Int>) {
    let asked = Set(harness.requested.filter { $0 < count }.map { ids[$0] })
    for (id, cell) in cellsByID(ids) where !renewed.contains(id) {
      guard let old = before[id] else { continue }
      expect(old == cell, "item \(id) has another cell")
      expect(!asked.contains(id), "item \(id) was configured again")
    }
  }
}
