/// Decides when the loader of one end of the content is told to load more.
///
/// It tells once and then waits for the answer, however the distance changes meanwhile.
///
/// - `.more`: it may tell again as soon as items have come there since the request, or the edge was
///   left. So a short page that does not fill the viewport is followed by the next without any
///   scroll; an answer that comes before its items does not cause a second request; and empty pages
///   do not follow one another endlessly.
/// - `.failed`: it tells again once the edge was left *after* the failure and approached again, or
///   after `retry()`.
/// - `.exhausted`: it never tells again before `reset()`.
///
/// An empty list is at its end wherever the viewport is, and not at its start: the end tells once,
/// the start never. A hidden feed, whose viewport has no extent, tells nothing and leaves no edge.
struct EdgeTrigger {
  let edge: LoadingEdge
  /// How near is near; changing it neither withdraws nor repeats a request.
  var threshold: TriggerDistance
  private var state = State.armed

  private enum State {
    case armed
    /// A request is open that was made at this mark.
    case waiting(mark: Int)
    /// More was promised; nothing has come yet since this mark.
    case promised(mark: Int)
    case failed
    case exhausted
  }

  init(edge: LoadingEdge, threshold: TriggerDistance) {
    self.edge = edge
    self.threshold = threshold
  }

  /// Takes in where the viewport is.
  ///
  /// - Parameters:
  ///   - distance: From the viewport's edge to the content's end on this side; negative when it
  ///     lies inside the viewport.
  ///   - viewport: The viewport's extent.
  ///   - count: The number of items.
  ///   - arrivals: A number that changes when items come at this edge; the count where none is
  ///     given, which does not tell items that come from others that go.
  /// - Returns: Whether the loader must be told now.
  mutating func update(
    distance: FixedLength, viewport: FixedLength, count: Int, arrivals: Int? = nil
  ) -> Bool {
    let mark = arrivals ?? count
    guard viewport > .zero else { return false }
    let isNear = isNear(distance, viewport: viewport, count: count)
    switch state {
    case .armed: break
    case .waiting, .exhausted: return false
    case .failed:
      if !isNear { state = .armed }
      return false
    case .promised(let promised):
      if isNear, mark == promised { return false }
      state = .armed
    }
    guard isNear else { return false }
    state = .waiting(mark: mark)
    return true
  }

  private func isNear(_ distance: FixedLength, viewport: FixedLength, count: Int) -> Bool {
    guard count > 0 else { return edge == .end }
    guard let limit = threshold.length(in: viewport) else { return false }
    return distance <= limit
  }

  /// Closes the open request.
  ///
  /// - Returns: `false`, and nothing changes, when no request is open.
  mutating func finish(_ outcome: LoadingOutcome) -> Bool {
    guard case .waiting(let mark) = state else { return false }
    switch outcome {
    case .more: state = .promised(mark: mark)
    case .exhausted: state = .exhausted
    case .failed: state = .failed
    }
    return true
  }

  /// Lets the next update tell again where the edge is near: after a failure, or a page in which
  /// nothing came. Does nothing while a request is open or when nothing is left.
  mutating func retry() {
    switch state {
    case .failed, .promised: state = .armed
    case .armed, .waiting, .exhausted: break
    }
  }

  /// Begins anew, as after a reload; an open request is forgotten.
  mutating func reset() {
    state = .armed
  }
}
