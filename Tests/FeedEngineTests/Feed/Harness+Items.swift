import Testing

@testable import FeedEngine

/// The path of an item in the only section.
func itemPath(_ item: Int) -> FeedIndexPath {
  FeedIndexPath(item: item, section: 0)
}

extension Harness {
  /// The items that have a cell, in order.
  var liveItems: [Int] { feed.liveCells.map(\.indexPath.item) }

  /// The cell that shows each item.
  var liveCellIDs: [Int: ObjectIdentifier] {
    var cells: [Int: ObjectIdentifier] = [:]
    for placement in feed.liveCells {
      cells[placement.indexPath.item] = ObjectIdentifier(placement.cell)
    }
    return cells
  }

  /// Visible items that have an extent.
  var visibleWithExtent: [Int] {
    visible.filter { (feed.frame(at: itemPath($0))?.height ?? 0) > 0 }
  }

  /// Lays out until nothing waits, as a host does frame by frame.
  @discardableResult
  func settle(limit: Int = 100) -> Int {
    var passes = 0
    repeat {
      layout()
      passes += 1
    } while feed.needsLayout && passes < limit
    return passes
  }

  /// Scrolls through the whole content, so that every row is measured.
  func walkToEnd(step: Double) {
    layout()
    feed.scroll(to: itemPath(0), at: .start)
    layout()
    // The end moves away while estimates give way to longer rows.
    while offset < feed.maximumOffset { show(at: min(offset + step, feed.maximumOffset)) }
  }
}
