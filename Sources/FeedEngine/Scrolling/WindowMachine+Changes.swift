/// What happens to extents and rows between two passes.
extension WindowMachine {
  /// The position among the live rows of the row `index`.
  ///
  /// - Complexity: O(log live rows).
  func position(of index: Int) -> Int? {
    let position = firstPosition { $0.index >= index }
    return position < rows.count && rows[position].index == index ? position : nil
  }

  /// The first position whose row satisfies a condition that holds from there on, else the count.
  func firstPosition(where holds: (LiveRow) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(rows[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The row that must not move: the first visible one that shows something, else the one nearest
  /// to the viewport.
  var anchorPosition: Int {
    var position = firstPosition { $0.bottom > viewTop }
    while position < rows.count - 1, rows[position].extent == .zero { position += 1 }
    return min(position, rows.count - 1)
  }

  /// Takes in the new extent of a live row: rows below the anchor give way downward, those above
  /// it upward. The anchor itself keeps its top; where it would shrink out of the view, its bottom.
  func remeasured(position: Int, extent: FixedLength) {
    let anchor = anchorPosition
    var row = rows[position]
    if row.isStale {
      row.isStale = false
      staleRows -= 1
    }
    let old = (top: row.top, bottom: row.bottom)
    row.extent = extent
    if position < anchor {
      row.top = old.bottom - extent
    } else if position == anchor, row.bottom <= viewTop {
      row.top = min(old.bottom, viewBottom) - extent
    }
    rows[position] = row
    let (moveUp, moveDown) = (row.top - old.top, row.bottom - old.bottom)
    if moveUp != .zero {
      for earlier in 0..<position { rows[earlier].top += moveUp }
      frontTop += moveUp
      shift -= moveUp
    }
    if moveDown != .zero {
      for later in position + 1..<max(position + 1, rows.count) { rows[later].top += moveDown }
      backTop += moveDown
    }
  }

  /// Takes in that the layout knows another extent of a row that is not live.
  func extentChangedOffscreen(_ index: Int) {
    isShiftStale = true
    guard let first = rows.first, let last = rows.last else { return }
    resetFronts()
    guard index > first.index, index < last.index else { return }
    // The row had no extent and no cell, and stands between live rows.
    cut(at: index)
  }

  /// Marks a live row for a new measure.
  func markStale(position: Int) {
    guard !rows[position].isStale else { return }
    rows[position].isStale = true
    staleRows += 1
  }

  /// Takes in that the layout has forgotten all extents: every live row is measured again.
  func extentsForgotten() {
    isShiftStale = true
    guard !rows.isEmpty else { return }
    resetFronts()
    for position in 0..<rows.count {
      markStale(position: position)
      if position > 0, rows[position].index > rows[position - 1].index + 1 {
        cut(at: rows[position].index - 1)
      }
    }
  }

  /// Lets the live rows beyond a missing one go, on the side away from the anchor.
  private func cut(at index: Int) {
    if index > rows[anchorPosition].index {
      keepBelow = min(keepBelow, index)
    } else {
      keepFrom = max(keepFrom, index + 1)
    }
  }

  /// Ends a cut: the fronts stand at the rows that stayed, and the missing one counts again.
  func endCut() {
    keepFrom = 0
    keepBelow = Int.max
    resetFronts()
    refreshShift()
  }

  func resetFronts() {
    guard let first = rows.first, let last = rows.last else { return }
    frontIndex = first.index
    frontTop = first.top
    backIndex = last.index + 1
    backTop = last.bottom + layout.spacing
  }

  /// Finds the shift anew from the layout's sums.
  func refreshShift() {
    isShiftStale = false
    if let first = rows.first {
      shift = layout.start(of: first.index) - first.top
    } else if let anchor = savedAnchor, anchor.index < layout.count {
      shift = layout.start(of: anchor.index) - anchor.top
    }
  }

  /// Goes back to the estimate for rows that shall be measured again and now cannot.
  func forgetStaleExtents() {
    for position in 0..<rows.count where rows[position].isStale {
      // Cannot throw for a row that is there, unless estimates fill the content: then it stays.
      _ = try? layout.forget(rows[position].index)
      isShiftStale = true
    }
  }

  /// Forgets all live rows, whose cells the caller takes back, and keeps the place.
  func removeAllRows() {
    guard !rows.isEmpty else { return }
    let anchor = rows[anchorPosition]
    savedAnchor = Anchor(index: anchor.index, top: anchor.top)
    rows.removeAll()
    staleRows = 0
  }

  /// Says what is wrong with the rows, or `nil`.
  func checkInvariants() -> String? {
    for position in 0..<rows.count {
      let row = rows[position]
      if row.index < frontIndex || row.index >= backIndex {
        return "row \(row.index) beyond \(frontIndex)..<\(backIndex)"
      }
      if row.isStale { continue }
      if !isShiftStale, row.top + shift != layout.start(of: row.index) {
        return "row \(row.index) at \(row.top + shift), layout: \(layout.start(of: row.index))"
      }
      if row.extent != layout.extent(at: row.index) { return "row \(row.index): \(row.extent)" }
      guard position > 0 else { continue }
      let above = rows[position - 1]
      for missing in above.index + 1..<max(above.index + 1, row.index)
      where layout.extent(at: missing) != .zero {
        return "row \(missing) is missing"
      }
      if above.index >= row.index { return "rows \(above.index), \(row.index) out of order" }
    }
    if !rows.isEmpty, !isShiftStale, staleRows == 0 {
      if frontTop + shift != layout.start(of: frontIndex) { return "front at \(frontTop + shift)" }
      if backTop + shift != layout.start(of: backIndex) { return "back at \(backTop + shift)" }
    }
    if staleRows != (0..<rows.count).count(where: { rows[$0].isStale }) { return "stale count" }
    return layout.checkInvariants()
  }
}
