/// The one question for a cell that is open, and what was dequeued to answer it.
final class CellRequest {
  /// The path that the data source is asked for, or `nil` when no request is open.
  private(set) var path: FeedIndexPath?
  private(set) var dequeued: CellRecord?
  /// Dequeued beyond the first.
  private(set) var extras: ContiguousArray<CellRecord> = []
  /// Bins of registrations that were first used in this request.
  var newBins: ContiguousArray<ReuseBin> = []

  /// How many cells were dequeued.
  var count: Int { (dequeued == nil ? 0 : 1) + extras.count }

  /// The cell to hand out again when its identifier is dequeued: its item is reconfigured.
  private(set) var offered: CellRecord?

  func open(_ path: FeedIndexPath, offering record: CellRecord? = nil) {
    self.path = path
    offered = record
  }

  /// Takes the offered cell, if it belongs to a bin.
  func takeOffered(for bin: ReuseBin) -> CellRecord? {
    guard let record = offered, unsafe record.bin === bin else { return nil }
    offered = nil
    note(record)
    return record
  }

  func note(_ record: CellRecord) {
    if dequeued == nil { dequeued = record } else { extras.append(record) }
  }

  /// Closes the request.
  ///
  /// - Returns: The record of the cell that was returned, or `nil` when it is none of those that
  ///   were dequeued. `leftOver` gets each of the others, which go back to the pool.
  func close(returning cell: any FeedCell, leftOver: (CellRecord) -> Void) -> CellRecord? {
    path = nil
    offered = nil
    guard let first = dequeued else { return nil }
    dequeued = nil
    if extras.isEmpty, first.cell === cell { return first }
    let others = extras
    extras = []
    var answer: CellRecord?
    for record in [first] + others {
      if answer == nil, record.cell === cell { answer = record } else { leftOver(record) }
    }
    return answer
  }
}

/// Stands in for a cell that could not be had, so that a mistake shows as a gap, not as a crash.
final class BlankCell: FeedCell {
  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: 0, height: 0)
  }
}
