/// An object that shows one item at a time and is used again for others.
///
/// The host's own view can be the cell. Path, frame and state live in the engine's record of the
/// cell, never in the cell, so a cell has nothing to keep in step.
public protocol FeedCell: AnyObject {
  /// Returns the size that the cell wants in the room it is offered, in points.
  ///
  /// Only the extent along the feed's axis is used. It must be finite and not negative; anything
  /// else is refused with a diagnostic and the estimate stays.
  func size(fitting proposal: SizeProposal) -> FeedSize

  /// Clears what belongs to the item that the cell has shown.
  ///
  /// Runs exactly once between two uses, when the cell goes back to the pool, so that a pooled
  /// cell holds nothing of its old item. (UIKit calls it later, when the cell is dequeued again.)
  func prepareForReuse()

  /// Tells the cell that the state of the item which it shows has changed.
  func stateDidChange(_ state: CellState)
}

extension FeedCell {
  /// Does nothing.
  public func prepareForReuse() {}

  /// Does nothing.
  public func stateDidChange(_ state: CellState) {}
}
