/// Loads more items when the reader comes near an end of the content.
public protocol FeedLoader: AnyObject {
  /// More items are wanted at an end. Called once; then nothing more is asked for at that end until
  /// `feed.finishLoading(_:at:)` has answered.
  ///
  /// Called at the end of a pass, also when the content does not fill the viewport, and once for an
  /// empty feed (at its end). The answer may come at once.
  func loadItems(at edge: LoadingEdge, for feed: Feed)
}

extension Feed {
  /// Loads more items near the ends; a new one is asked anew. Held weakly (strongly in Embedded
  /// Swift).
  public var loader: (any FeedLoader)? {
    get { ownLoader }
    set {
      ownLoader = newValue
      startTrigger.reset()
      endTrigger.reset()
      hasPendingWork = true
    }
  }

  /// How near to the start more is loaded there; `nil`, as it is unless set, for never.
  public var startLoadingDistance: TriggerDistance? {
    get { isStartLoading ? startTrigger.threshold : nil }
    set {
      isStartLoading = newValue != nil
      if let newValue { startTrigger.threshold = newValue }
      hasPendingWork = true
    }
  }

  /// How near to the end more is loaded there; one viewport unless set, `nil` for never.
  public var endLoadingDistance: TriggerDistance? {
    get { isEndLoading ? endTrigger.threshold : nil }
    set {
      isEndLoading = newValue != nil
      if let newValue { endTrigger.threshold = newValue }
      hasPendingWork = true
    }
  }

  /// Answers the loader's request at an end.
  ///
  /// - Parameters:
  ///   - outcome: `.more`: the items that came are declared by `performUpdates`, before or after;
  ///     more may be asked for, once items have come on this side of the first visible one, or
  ///     beside a row that stays the outermost. `.exhausted`: nothing is left before a reload.
  ///     `.failed`: asked for again when the reader has left the end and come back, or by
  ///     ``retryLoading(at:)``.
  ///   - edge: The end of the request.
  ///
  /// - Complexity: O(1).
  public func finishLoading(_ outcome: LoadingOutcome, at edge: LoadingEdge = .end) {
    hasPendingWork = true
    let isOpen = edge == .start ? startTrigger.finish(outcome) : endTrigger.finish(outcome)
    if !isOpen { record(.noLoadingRequest(isAtStart: edge == .start)) }
  }

  /// Lets the loader be asked again at an end after a failure or a page without items.
  ///
  /// - Complexity: O(1).
  public func retryLoading(at edge: LoadingEdge = .end) {
    hasPendingWork = true
    if edge == .start { startTrigger.retry() } else { endTrigger.retry() }
  }

  /// Tells the loader where the viewport has come near an end.
  func runTriggers() {
    guard let loader = ownLoader, !isPassHidden, !isStale, !isIncomplete else { return }
    let (top, bottom) = (topEdge, bottomEdge)
    let (viewport, count) = (machine.geometry.viewport, list.count)
    // Plain calls one after the other: the loader may answer at once.
    if isStartLoading,
      startTrigger.update(
        distance: top, viewport: viewport, count: count, arrivals: startArrivals)
    {
      loader.loadItems(at: .start, for: self)
    }
    guard ownLoader === loader else { return }
    if isEndLoading,
      endTrigger.update(
        distance: list.length - bottom, viewport: viewport, count: count, arrivals: endArrivals)
    {
      loader.loadItems(at: .end, for: self)
    }
  }

  /// Ends the quiet offsets where a trigger's distance is crossed in either direction.
  func limitQuietRange() {
    guard ownLoader != nil else { return }
    let viewport = machine.geometry.viewport
    let unit = FixedLength(rawValue: 1)
    if isStartLoading, let limit = startTrigger.threshold.length(in: viewport) {
      if topEdge <= limit {
        quiet.topLimit = min(quiet.topLimit, limit + unit)
      } else {
        quiet.lowestTop = max(quiet.lowestTop, limit + unit)
      }
    }
    if isEndLoading, let limit = endTrigger.threshold.length(in: viewport) {
      let line = list.length - limit
      if bottomEdge >= line {
        quiet.bottomLimit = max(quiet.bottomLimit, line - unit)
      } else {
        quiet.highestBottom = min(quiet.highestBottom, line - unit)
      }
    }
  }
}
