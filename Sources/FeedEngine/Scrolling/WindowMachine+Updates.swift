/// Rows and anchor through an update.
extension WindowMachine {
  /// Renumbers the live rows; those removed leave.
  ///
  /// The anchor moves with its item. When that goes, the nearest live row below that stays takes
  /// over at its own place; else the next item that stays comes to stand where the anchor stood;
  /// else the one that has the anchor's index now.
  ///
  /// - Parameter keep: Called for each live row in order with its new index, `nil` if it goes.
  /// - Complexity: O(live rows x log k) for k runs of the update.
  func apply(_ change: ItemChange, keep: (_ newIndex: Int?) -> Void) {
    holdAnchor()
    let old = anchor
    if let old {
      anchor = change.finalIndex(of: old.index).map {
        Anchor(index: $0, top: old.top, bottom: old.bottom)
      }
    }
    for _ in 0..<rows.count {
      guard var row = rows.popFirst() else { break }
      let index = change.finalIndex(of: row.index)
      keep(index)
      guard let index else { continue }
      if let old, anchor == nil, row.index > old.index {
        anchor = Anchor(index: index, top: row.top, bottom: row.bottom)
      }
      row.index = index
      rows.append(row)
    }
    if let old, anchor == nil, change.countAfter > 0 {
      let next = change.finalIndexOfNext(after: old.index)
      anchor = Anchor(
        index: next ?? change.finalIndexOfPlace(old.index), top: old.top, bottom: nil)
    }
    isShiftStale = true
  }

  /// Makes the start of the content the anchor: row 0, whichever it will be, begins where row 0
  /// begins now.
  func holdStart() {
    anchor = Anchor(index: 0, top: -shift, bottom: nil)
    isShiftStale = true
  }
}
