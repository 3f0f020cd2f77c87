/// Brings an item to its place, over rows that were never measured: the pass begins at the item.
extension WindowMachine {
  /// Makes the aimed item the anchor of the pass where live rows may stay on screen with it; else
  /// all rows leave before others enter.
  func holdAimed(_ aim: Aim) {
    isSeeded = isNear(aim)
    guard isSeeded else { return }
    // The anchor's own coordinates do not matter, as the view is derived from the item's place.
    anchor = Anchor(index: aim.index, top: layout.start(of: aim.index) - shift, bottom: nil)
  }

  private func isNear(_ aim: Aim) -> Bool {
    guard let first = rows.first, let last = rows.last else { return false }
    if aim.side == .inside || (first.index...last.index).contains(aim.index) {
      return true
    }
    let distance = max(first.index - aim.index, aim.index - last.index)
    let keepsRows = aim.index > last.index ? aim.keepsRowsAbove : aim.keepsRowsBelow
    return keepsRows && distance <= max(rows.count, 16)
  }

  /// Settles the aimed item, at which the fronts stand, and brings it to its place.
  func approach(_ aim: Aim) -> Action? {
    if pendingAfter > 0, rows[rows.count - pendingAfter].index == aim.index {
      let position = rows.count - pendingAfter
      if rows[position].isStale { return .measure(position: position) }
      settleBack(position)
      reach(aim, top: rows[position].top, extent: rows[position].extent)
      rejoin()
    } else if layout.isKnownEmpty(aim.index) {
      reach(aim, top: backTop, extent: .zero)
      rejoin()
    } else {
      return .realize(index: aim.index, atFront: false)
    }
    return nil
  }

  func reach(_ aim: Aim, top: FixedLength, extent: FixedLength) {
    self.aim = nil
    let target = aim.viewTop(forTop: top, extent: extent, current: viewTop, in: geometry)
    if let target { derive(top: target) }
  }
}
