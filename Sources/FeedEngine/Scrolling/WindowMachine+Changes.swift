/// What happens to extents and rows between two passes.
extension WindowMachine {
  /// The position among the live rows of the row `index`.
  ///
  /// - Complexity: O(log live rows).
  func position(of index: Int) -> Int? {
    let position = firstPosition { $0.index >= index }
    return position < rows.count && rows[position].index == index ? position : nil
  }

  /// The items from the first live row to the last.
  var liveItems: Range<Int> {
    guard let first = rows.first, let last = rows.last else { return 0..<0 }
    return first.index..<last.index + 1
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

  /// Where the part of the viewport begins that no inset covers, if there is one.
  var readTop: FixedLength {
    let isCovered = geometry.startInset + geometry.endInset >= geometry.viewport
    return isCovered ? viewTop : viewTop + geometry.startInset
  }

  /// The row that must not move: the first visible one that shows something and reaches below the
  /// top inset, else the one nearest to the viewport.
  var anchorPosition: Int {
    var position = firstPosition { $0.bottom > readTop }
    while position < rows.count - 1, rows[position].extent == .zero { position += 1 }
    return min(position, rows.count - 1)
  }

  /// Remembers what the reader looks at, before rows change.
  func holdAnchor() {
    guard anchor == nil, !rows.isEmpty else { return }
    let row = rows[anchorPosition]
    anchor = Anchor(index: row.index, top: row.top, bottom: row.bottom)
    isShiftStale = true
  }

  /// Gives a live row another extent without measuring it.
  func setExtent(_ extent: FixedLength, position: Int) {
    holdAnchor()
    rows[position].extent = extent
    rows[position].isStale = false
  }

  /// Has a live row measured again.
  func markStale(position: Int) {
    holdAnchor()
    rows[position].isStale = true
  }

  /// Takes in that the layout knows another extent of a row that is not live.
  func extentChangedOffscreen(_ index: Int) {
    isShiftStale = true
    guard let first = rows.first, let last = rows.last, anchor == nil else { return }
    if index > first.index, index < last.index {
      // The row had no extent and no cell, and stands between live rows.
      holdAnchor()
    } else {
      resetFronts()
    }
  }

  /// Takes in that the layout has forgotten all extents: every live row is measured again.
  func extentsForgotten() {
    isShiftStale = true
    for position in 0..<rows.count { markStale(position: position) }
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
    if let anchor {
      guard anchor.index < layout.count else { return }
      shift = layout.start(of: anchor.index) - anchor.top
    } else if let first = rows.first {
      shift = layout.start(of: first.index) - first.top
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

  /// Remembers how far a pass came that stopped at its bound without a live row.
  func holdFront() {
    guard rows.isEmpty, anchor == nil else { return }
    // Where nothing is missing below, the way led upward.
    let isUpward = backIndex == layout.count || backTop >= windowBottom
    let (index, top) = isUpward ? (frontIndex, frontTop) : (backIndex, backTop)
    guard index < layout.count else { return }
    anchor = Anchor(index: index, top: top, bottom: nil)
    isFrontHeld = true
  }

  /// Forgets the last live row, whose cell the caller takes back.
  func removeLastRow() {
    _ = rows.popLast()
  }

  /// Says what is wrong with the rows, or `nil`; after a pass.
  func checkInvariants() -> String? {
    if pendingBefore + pendingAfter > 0 { return "\(pendingBefore) + \(pendingAfter) pending" }
    for position in 0..<rows.count {
      let row = rows[position]
      if row.isStale { return "row \(row.index) was not measured" }
      if row.index < frontIndex || row.index >= backIndex {
        return "row \(row.index) beyond \(frontIndex)..<\(backIndex)"
      }
      if row.top + shift != layout.start(of: row.index) {
        return "row \(row.index) at \(row.top + shift), layout: \(layout.start(of: row.index))"
      }
      if row.extent != layout.extent(at: row.index) {
        return "row \(row.index): \(row.extent), layout: \(layout.extent(at: row.index))"
      }
      guard position > 0 else { continue }
      let above = rows[position - 1]
      if above.index >= row.index { return "rows \(above.index), \(row.index) out of order" }
      for missing in above.index + 1..<row.index where layout.extent(at: missing) != .zero {
        return "row \(missing) is missing"
      }
    }
    if !rows.isEmpty {
      if frontTop + shift != layout.start(of: frontIndex) { return "front at \(frontTop + shift)" }
      if backTop + shift != layout.start(of: backIndex) { return "back at \(backTop + shift)" }
    }
    return layout.checkInvariants()
  }
}
