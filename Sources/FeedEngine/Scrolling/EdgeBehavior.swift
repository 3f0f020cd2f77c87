/// What a feed does at its start when rows come or go there.
public enum StartBehavior: Hashable, Sendable {
  /// What the reader looks at stays; rows that come above are out of sight.
  case keepItem
  /// At the start the feed stays at the start; rows that come above are shown.
  case stickToStart
}

/// What a feed does at its end when rows come or grow there.
public enum EndBehavior: Hashable, Sendable {
  /// What the reader looks at stays; rows that come below are out of sight.
  case keepItem
  /// At the end, or not farther from it than `tolerance` points, the feed follows the end: through
  /// growth and shrinking of rows, appends, and changes of viewport and insets. It lets go when the
  /// user scrolls farther away and takes hold when they return. A feed that opens so opens at its
  /// end.
  case stickToEnd(tolerance: Double)
}
