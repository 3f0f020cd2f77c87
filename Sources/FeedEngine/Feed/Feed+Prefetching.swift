/// Prepares the data of items before they come near the viewport.
public protocol FeedDataSourcePrefetching: AnyObject {
  /// Items lie ahead in the direction of travel, the nearest first. Each item is named once while
  /// it stays ahead; none is visible.
  func prefetchItems(_ items: PrefetchBatch, for feed: Feed)

  /// Items that were named are not ahead any more: the reader turned or jumped, or they are gone
  /// (then with the paths that they had before the update).
  func cancelPrefetching(_ items: PrefetchBatch, for feed: Feed)
}

extension FeedDataSourcePrefetching {
  /// Does nothing.
  public func cancelPrefetching(_ items: PrefetchBatch, for feed: Feed) {}
}

extension Feed {
  /// Prepares data ahead. Held weakly (strongly in Embedded Swift).
  public var prefetchDataSource: (any FeedDataSourcePrefetching)? {
    get { ownPrefetchSource }
    set {
      ownPrefetchSource = newValue
      planner = PrefetchPlanner(settings: planner.settings)
      plannedTop = topEdge
      framesSincePlan = 1
      hasPendingWork = true
    }
  }

  /// How many items ahead are prefetched: the lower bound at rest, up to the upper bound the faster
  /// the feed scrolls. 4 to 24 unless set.
  public var prefetchRange: ClosedRange<Int> {
    get { planner.settings.minimumCount...planner.settings.maximumCount }
    set {
      planner.settings.minimumCount = newValue.lowerBound
      planner.settings.maximumCount = newValue.upperBound
      hasPendingWork = true
    }
  }

  /// Tells the prefetch source what lies ahead now.
  func runPrefetch() {
    guard let source = ownPrefetchSource, !isPassHidden, !isStale else { return }
    // A jump that the engine made is no speed.
    if machine.isOffsetDerived { plannedTop = topEdge }
    let live = machine.rows.isEmpty ? visibleItems : machine.liveItems
    planner.update(
      visible: live, count: list.count, travel: topEdge - plannedTop,
      frames: framesSincePlan, meanExtent: list.estimate)
    plannedTop = topEdge
    framesSincePlan = 1
    tellPlan(to: source)
  }

  func tellPlan(to source: any FeedDataSourcePrefetching) {
    while let step = planner.next() {
      switch step {
      case .prefetch(let items): source.prefetchItems(items, for: self)
      case .cancel(let items): source.cancelPrefetching(items, for: self)
      }
    }
  }
}
