/// Brings an item to its place, over rows that were never measured.
extension WindowMachine {
  /// Goes a step toward the aimed item, or brings it to its place.
  func approachAim() -> Action? {
    guard let aim else { return nil }
    if let position = position(of: aim.index) {
      reach(aim, top: rows[position].top, extent: rows[position].extent)
    } else if aim.index >= backIndex {
      // The item is at least here, so the view can come as far, and rows leave before others enter.
      let nearest = backTop + geometry.endInset - geometry.viewport
      if viewTop < nearest { viewTop = nearest }
      if let first = rows.first, first.bottom <= windowTop { return recycleFirst() }
      guard layout.isKnownEmpty(backIndex) else {
        return .realize(index: backIndex, atFront: false)
      }
      elements += 1
      backIndex += 1
      backTop += layout.spacing
    } else if aim.index < frontIndex {
      let nearest = frontTop - layout.spacing - geometry.startInset
      if viewTop > nearest { viewTop = nearest }
      if let last = rows.last, last.top >= windowBottom { return recycleLast() }
      guard layout.isKnownEmpty(frontIndex - 1) else {
        return .realize(index: frontIndex - 1, atFront: true)
      }
      elements += 1
      frontIndex -= 1
      frontTop -= layout.spacing
    } else {
      reach(aim, top: layout.start(of: aim.index) - shift, extent: .zero)
    }
    return nil
  }

  func reach(_ aim: Aim, top: FixedLength, extent: FixedLength) {
    self.aim = nil
    let target = aim.viewTop(forTop: top, extent: extent, current: viewTop, in: geometry)
    if let target { derive(top: target) }
  }

  /// Whether the aimed item is so near that live rows will stay on screen.
  func canWalk(to aim: Aim) -> Bool {
    guard let first = rows.first, let last = rows.last else { return false }
    if aim.index > last.index {
      return aim.keepsRowsAbove && aim.index - last.index <= rows.count
    }
    if aim.index < first.index {
      return aim.keepsRowsBelow && first.index - aim.index <= rows.count
    }
    return true
  }
}
