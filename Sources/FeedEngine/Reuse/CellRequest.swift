/// The one question for a cell that is open, and what was dequeued to answer it.
final class CellRequest {
  /// The path that the data source is asked for, or `nil` when no request is open.
  private(set) var path: FeedIndexPath?
  private(set) var dequeued: CellRecord?
  /// Dequeued beyond the first.
  let extras = Ring<CellRecord>()
  /// Bins of registrations that were first used in this request.
  let newBins = Ring<ReuseBin>()

  /// The cell to hand out again when its identifier is dequeued: its item is reconfigured.
  private(set) var offered: CellRecord?

  func open(_ path: FeedIndexPath, offering record: CellRecord? = nil) {
    self.path = path
    offered = record
  }

  /// Takes the offered cell, if it belongs to a bin.
  func takeOffered(for bin: ReuseBin) -> CellRecord? {
    guard let record = offered, record.bin === bin else { return nil }
    offered = nil
    note(record)
    return record
  }

  func note(_ record: CellRecord) {
    if dequeued == nil { dequeued = record } else { extras.append(record) }
  }

  /// Closes the request.
  ///
  /// - Returns: The record of the cell that was returned, if that one and no other was dequeued.
  ///   Else `takeDequeued` gives what was.
  func close(returning cell: any FeedCell) -> CellRecord? {
    path = nil
    if offered != nil { offered = nil }
    guard extras.isEmpty, dequeued?.cell === cell else { return nil }
    return dequeued.take()
  }

  /// Takes all that was dequeued.
  func takeDequeued() -> [CellRecord] {
    guard let first = dequeued.take() else { return [] }
    var records = [first]
    while let record = extras.popFirst() { records.append(record) }
    return records
  }
}

/// Stands in for a cell that could not be had, so that a mistake shows as a gap, not as a crash.
final class BlankCell: FeedCell {
  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: 0, height: 0)
  }
}
