/// A row that has a cell. Its place is in window coordinates: fixed while the row is live, whatever
/// is learned about rows above it.
struct LiveRow {
  var index: Int
  var top: FixedLength
  var extent: FixedLength
  /// Whether the cell must be measured again.
  var isStale = false

  var bottom: FixedLength { top + extent }
}

/// A row and where it stood, in window coordinates: what the reader looks at.
struct Anchor {
  var index: Int
  var top: FixedLength
  /// Unknown for a row that was not live.
  var bottom: FixedLength?
}

/// The lengths that bound a pass, all in fixed units.
struct WindowGeometry: Equatable {
  /// The viewport's extent along the feed's axis.
  var viewport = FixedLength.zero
  var startInset = FixedLength.zero
  var endInset = FixedLength.zero
  var overscanBefore = FixedLength.zero
  var overscanAfter = FixedLength.zero
}
