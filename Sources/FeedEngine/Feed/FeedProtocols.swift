/// Gives a feed its items: how many, and a cell for one when it comes near the viewport.
public protocol FeedDataSource: AnyObject {
  /// Returns the number of items of a section.
  ///
  /// A feed has one section, number 0. Asked at reload and in each update, never during a scroll.
  func numberOfItems(inSection section: Int, of feed: Feed) -> Int

  /// Returns a cell that shows an item. Dequeue it from `feed` for this path and return it.
  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell
}

/// Hears what a feed shows, and may know extents beforehand. Everything is optional.
public protocol FeedDelegate: AnyObject {
  /// A cell is about to be shown for an item: it entered the viewport or the overscan.
  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed)

  /// A cell has stopped showing an item; called once for each `willDisplay`, with the path that the
  /// item has now, or had before it was removed. Not called when the feed itself goes.
  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed)

  /// Other items are visible than before; overscan does not count. Called once a change.
  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed)

  /// Returns the extent of an item in points, or `nil` to have its cell measured.
  ///
  /// Asked only for items that enter the window, in layouts that measure.
  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double?
}

extension FeedDelegate {
  /// Does nothing.
  public func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {}
  /// Does nothing.
  public func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {}
  /// Does nothing.
  public func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {}
  /// Returns `nil`: cells measure themselves.
  public func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? { nil }
}

/// Puts cells on a screen: the adapter to a scroll view, a terminal or a game.
///
/// A host that draws anew each frame needs no report: it reads `feed.liveCells`.
public protocol FeedHost: AnyObject {
  /// Applies what a pass changed. Called once a pass; not at all in frames in which the host has
  /// moved its own offset over the same rows: then the offset stands where the host has set it.
  ///
  /// The report is one reused object and valid during the call.
  func apply(_ report: FeedReport, from feed: Feed)
}
