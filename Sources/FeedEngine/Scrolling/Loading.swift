/// An end of the content at which more may be loaded.
public enum LoadingEdge: Hashable, Sendable {
  /// Before the first item.
  case start
  /// After the last item.
  case end
}

/// What came of a request for more items.
public enum LoadingOutcome: Hashable, Sendable {
  /// Items came and more may follow.
  case more
  /// Nothing is left on that side; nothing is asked for before a reload.
  case exhausted
  /// The request failed. It is made again once the reader has left the edge and come back, or on
  /// an explicit retry.
  case failed
}

/// How near the viewport must come to an end of the content for more to be loaded.
///
/// A distance of 0 is met where the viewport's edge touches the content's end; one below 0 only
/// beyond it. One that is not finite is never met.
public enum TriggerDistance: Hashable, Sendable {
  /// A distance in points.
  case points(Double)
  /// A multiple of the viewport's extent along the feed's axis.
  case viewports(Double)

  /// The distance for a viewport; `nil` for one that is not finite or too long.
  func length(in viewport: FixedLength) -> FixedLength? {
    switch self {
    case .points(let points): FixedLength(flooring: points)
    case .viewports(let factor): FixedLength(flooring: factor * viewport.points)
    }
  }
}
