/// What the engine knows of one cell. The cell itself knows nothing of all this.
final class CellRecord {
  let cell: any FeedCell
  // Strong, as reading a weaker reference costs more than the count of a row; the pool lets the
  // cells of its bins go before it goes itself.
  let bin: ReuseBin

  /// The item that the cell shows; meaningful while the cell is live.
  var path = FeedIndexPath(item: 0, section: 0)
  var state: CellState = []
  /// Whether the cell shows an item now.
  var isLive = false
  /// Whether the item must be shown anew in the next pass, and how.
  var renewal = Renewal.none
  /// The number of the delegate that the present use was announced to, there or not; 0 before.
  var announcedDelegate = 0
  /// The number of the host that was told to attach the cell and not yet to detach it; 0 for none.
  var attachedHost = 0
  /// Whether the cell is in this pass's list of those that entered, so that it is there once.
  var isListed = false
  /// The item and the frame that the host was told last.
  var reportedItem = 0
  var frame = FeedRect(x: 0, y: 0, width: 0, height: 0)

  enum Renewal {
    case none
    /// The data source configures the same cell again.
    case reconfigure
    /// The cell goes back to the pool and another is dequeued.
    case reload
  }

  init(cell: any FeedCell, bin: ReuseBin) {
    self.cell = cell
    self.bin = bin
  }
}
