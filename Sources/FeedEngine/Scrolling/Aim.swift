/// An item that a scroll shall bring to a place in the viewport.
struct Aim {
  let index: Int
  let position: ScrollPosition
  /// Where the item stood when the scroll was asked for. An item that the feed follows counts as
  /// inside: the rows around it are on screen already.
  var side = Side.inside
  /// Distance to go on from there.
  var distance = FixedLength.zero

  enum Side {
    case above, inside, below
  }

  /// Whether rows above the item are on screen when it is in its place.
  var keepsRowsAbove: Bool { position != .start }
  /// Whether rows below the item are on screen when it is in its place.
  var keepsRowsBelow: Bool { position != .end }

  /// Where the viewport's top belongs, in the coordinates of `top`; `nil` when it may stay.
  func viewTop(
    forTop top: FixedLength, extent: FixedLength, current: FixedLength, in geometry: WindowGeometry
  ) -> FixedLength? {
    let room = geometry.viewport - geometry.startInset - geometry.endInset
    let atStart = top - geometry.startInset
    let atEnd = top + extent + geometry.endInset - geometry.viewport
    let target: FixedLength?
    switch position {
    case .start: target = atStart
    case .end: target = atEnd
    case .center:
      target = atStart - FixedLength(rawValue: (room - extent).rawValue >> 1)
    case .nearest:
      let startIsOutside = side == .above || (side == .inside && atStart < current)
      let endIsOutside = side == .below || (side == .inside && atEnd > current)
      if startIsOutside == endIsOutside {
        target = nil
      } else {
        target = (extent <= room) == startIsOutside ? atStart : atEnd
      }
    }
    guard let target else { return distance == .zero ? nil : current + distance }
    return target + distance
  }
}
