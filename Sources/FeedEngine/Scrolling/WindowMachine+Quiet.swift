/// The offsets between which a scroll changes nothing but the offset: no row enters or leaves, and
/// the same rows are visible. Most frames of a scroll stay inside and cost two comparisons.
struct QuietRange: Equatable {
  /// Bounds for the viewport's top edge in content coordinates: `lowestTop <= top < topLimit`.
  var lowestTop = FixedLength.zero
  var topLimit = FixedLength.zero
  /// Bounds for the viewport's bottom edge: `bottomLimit < bottom <= highestBottom`.
  var bottomLimit = FixedLength.zero
  var highestBottom = FixedLength.zero

  func contains(top: FixedLength, bottom: FixedLength) -> Bool {
    top >= lowestTop && top < topLimit && bottom > bottomLimit && bottom <= highestBottom
  }

  /// Holds no offset.
  static let nothing = QuietRange()
}

extension WindowMachine {
  /// The positions of the live rows that are visible: bottom below the viewport's top, top above
  /// its bottom.
  func visiblePositions() -> Range<Int> {
    var first = 0
    while first < rows.count, rows[first].bottom <= viewTop { first += 1 }
    var end = rows.count
    while end > first, rows[end - 1].top >= viewBottom { end -= 1 }
    return first..<end
  }

  /// The offsets that leave everything as it is now.
  func quietRange(visible: Range<Int>) -> QuietRange {
    guard !visible.isEmpty, let first = rows.first, let last = rows.last else { return .nothing }
    let far = FixedLength(rawValue: FixedLength.max.rawValue << 1)
    var range = QuietRange(
      lowestTop: -far, topLimit: rows[visible.lowerBound].bottom,
      bottomLimit: rows[visible.upperBound - 1].top, highestBottom: far)
    range.topLimit = min(range.topLimit, first.bottom + geometry.overscanBefore)
    range.bottomLimit = max(range.bottomLimit, last.top - geometry.overscanAfter)
    if frontIndex > 0 {
      range.lowestTop = frontTop - layout.spacing + geometry.overscanBefore
    }
    if backIndex < layout.count {
      range.highestBottom = backTop - geometry.overscanAfter
    }
    if visible.lowerBound > 0 {
      range.lowestTop = max(range.lowestTop, rows[visible.lowerBound - 1].bottom)
    }
    if visible.upperBound < rows.count {
      range.highestBottom = min(range.highestBottom, rows[visible.upperBound].top)
    }
    range.lowestTop += shift
    range.topLimit += shift
    range.bottomLimit += shift
    range.highestBottom += shift
    return range
  }
}
