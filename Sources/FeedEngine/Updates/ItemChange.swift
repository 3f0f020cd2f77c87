/// A checked update of one section: which indices go, come, and are shown anew.
struct ItemChange {
  /// In the old index space.
  let removed: IndexRuns
  /// In the final index space.
  let inserted: IndexRuns
  /// In the old index space, without those removed.
  let reloaded: ContiguousArray<Int>
  /// In the old index space, without those removed or reloaded.
  let reconfigured: ContiguousArray<Int>
  let countBefore: Int
  let countAfter: Int

  /// Checks what was declared against the counts before and after.
  ///
  /// - Complexity: O(k log k) for k declared ranges and items.
  init(_ updates: FeedUpdates, before: Int, after: Int) throws(UpdateError) {
    // Sections that do not exist have no items.
    if let path = updates.strayOldPath {
      throw .oldPathOutOfRange(path: path, before: path.section == 0 ? before : 0)
    }
    if let path = updates.strayNewPath {
      throw .newPathOutOfRange(path: path, after: path.section == 0 ? after : 0)
    }
    let removed = IndexRuns(updates.removed)
    let inserted = IndexRuns(updates.inserted)
    let reloaded = IndexRuns(updates.reloaded)
    let reconfigured = IndexRuns(updates.reconfigured)
    for runs in [removed, reloaded, reconfigured] {
      guard let last = runs.runs.last, last.upperBound > before else { continue }
      throw .oldPathOutOfRange(
        path: FeedIndexPath(item: last.upperBound - 1, section: 0), before: before)
    }
    guard after >= 0, Int64(after) <= ExtentTree.maxCount else {
      throw .invalidCount(section: 0, after: after)
    }
    if let last = inserted.runs.last, last.upperBound > after {
      throw .newPathOutOfRange(
        path: FeedIndexPath(item: last.upperBound - 1, section: 0), after: after)
    }
    guard before - removed.count + inserted.count == after else {
      throw .countMismatch(
        section: 0, before: before, after: after, inserted: inserted.count, removed: removed.count)
    }
    self.removed = removed
    self.inserted = inserted
    self.reloaded = ItemChange.indices(of: reloaded) { !removed.contains($0) }
    self.reconfigured = ItemChange.indices(of: reconfigured) {
      !removed.contains($0) && !reloaded.contains($0)
    }
    countBefore = before
    countAfter = after
  }

  private static func indices(
    of runs: IndexRuns, where isWanted: (Int) -> Bool
  ) -> ContiguousArray<Int> {
    var indices: ContiguousArray<Int> = []
    for run in runs.runs {
      for index in run where isWanted(index) { indices.append(index) }
    }
    return indices
  }

  /// Whether nothing was declared.
  var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && reloaded.isEmpty && reconfigured.isEmpty
  }

  /// The final index of an item that stays, or `nil` for one that goes.
  ///
  /// - Complexity: O(log k).
  func finalIndex(of old: Int) -> Int? {
    removed.contains(old) ? nil : finalIndexOfNext(after: old)
  }

  /// The final index that takes the place of an item when neither it nor any after it stays: as
  /// far behind the last item that stays before it as it was, or else its own index.
  ///
  /// - Complexity: O(log k).
  func finalIndexOfPlace(_ old: Int) -> Int {
    let rank = old - removed.count(below: old)
    var place = old
    if rank > 0 {
      let neighbour = removed.indexOutside(rank: rank - 1)
      place = inserted.indexOutside(rank: rank - 1) + (old - neighbour)
    }
    return min(place, countAfter - 1)
  }

  /// The final indices from the first item of a range that stays to the last; `nil` if none does.
  ///
  /// - Complexity: O(log k).
  func finalIndices(of items: Range<Int>) -> Range<Int>? {
    let lower = items.lowerBound - removed.count(below: items.lowerBound)
    let upper = items.upperBound - removed.count(below: items.upperBound)
    guard lower < upper else { return nil }
    return inserted.indexOutside(rank: lower)..<inserted.indexOutside(rank: upper - 1) + 1
  }

  /// The final index of the first item that stays at or after an old index; `nil` when none does.
  ///
  /// - Complexity: O(log k).
  func finalIndexOfNext(after old: Int) -> Int? {
    let rank = old - removed.count(below: old)
    guard rank < countBefore - removed.count else { return nil }
    return inserted.indexOutside(rank: rank)
  }

  /// How many of the inserted items may have been loaded at each end of the content; those that
  /// may have been at either count for both.
  ///
  /// What comes at or above an item, or the next that stays, came at the start, and what comes
  /// below it at the end. A row that stays the outermost, as one that shows progress does, has its
  /// end's items on the inside.
  ///
  /// - Parameter old: The first visible item in the old index space, if there is one.
  /// - Complexity: O(k).
  func arrivals(around old: Int?) -> (start: Int, end: Int) {
    guard let old, let middle = finalIndexOfNext(after: old) else {
      return (inserted.count, inserted.count)
    }
    var (start, end) = (0, 0)
    for run in inserted.runs {
      let isAbove = run.lowerBound <= middle
      if isAbove || run.lowerBound == 1 { start += run.count }
      if !isAbove || run.upperBound == countAfter - 1 { end += run.count }
    }
    return (start, end)
  }
}
