/// What a block passed to `performUpdates` declares. The order of calls does not matter.
///
/// Removed, reloaded and reconfigured items are named as they were before the update, inserted ones
/// as they are after it. An item named twice counts once; removing beats reloading, and reloading
/// beats reconfiguring.
public final class FeedUpdates {
  private(set) var removed: ContiguousArray<Range<Int>> = []
  private(set) var inserted: ContiguousArray<Range<Int>> = []
  private(set) var reloaded: ContiguousArray<Range<Int>> = []
  private(set) var reconfigured: ContiguousArray<Range<Int>> = []
  /// A path in a section that does not exist, or a range that has no place.
  private(set) var strayOldPath: FeedIndexPath?
  private(set) var strayNewPath: FeedIndexPath?

  init() {}

  /// Declares items that are new, as they are numbered after the update.
  public func insertItems(at paths: [FeedIndexPath]) {
    for path in paths where !add(path, to: &inserted) { strayNewPath = path }
  }

  /// Declares a range of items that are new, as they are numbered after the update.
  ///
  /// - Complexity: O(1), whatever the length of the range.
  public func insertItems(_ items: Range<Int>, inSection section: Int) {
    if !add(items, section, to: &inserted) {
      strayNewPath = FeedIndexPath(item: items.lowerBound, section: section)
    }
  }

  /// Declares items that are gone, as they were numbered before the update.
  public func deleteItems(at paths: [FeedIndexPath]) {
    addOld(paths, to: &removed)
  }

  /// Declares a range of items that are gone, as they were numbered before the update.
  ///
  /// - Complexity: O(1), whatever the length of the range.
  public func deleteItems(_ items: Range<Int>, inSection section: Int) {
    if !add(items, section, to: &removed) {
      strayOldPath = FeedIndexPath(item: items.lowerBound, section: section)
    }
  }

  /// Declares items that get another cell and are measured again, as they were numbered before.
  public func reloadItems(at paths: [FeedIndexPath]) {
    addOld(paths, to: &reloaded)
  }

  /// Declares items whose cell shows them anew and is measured again, as they were numbered before.
  /// The data source is asked for the cell and gets the same one when it dequeues.
  public func reconfigureItems(at paths: [FeedIndexPath]) {
    addOld(paths, to: &reconfigured)
  }

  private func addOld(_ paths: [FeedIndexPath], to list: inout ContiguousArray<Range<Int>>) {
    for path in paths where !add(path, to: &list) { strayOldPath = path }
  }

  private func add(_ path: FeedIndexPath, to list: inout ContiguousArray<Range<Int>>) -> Bool {
    guard path.item >= 0, path.item < Int.max else { return false }
    return add(path.item..<path.item + 1, path.section, to: &list)
  }

  private func add(
    _ items: Range<Int>, _ section: Int, to list: inout ContiguousArray<Range<Int>>
  ) -> Bool {
    guard section == 0, items.lowerBound >= 0 else { return false }
    // Neighbours in order, as a loop over paths gives them, become one range.
    if let last = list.last, last.upperBound == items.lowerBound {
      list[list.count - 1] = last.lowerBound..<items.upperBound
    } else {
      list.append(items)
    }
    return true
  }
}
