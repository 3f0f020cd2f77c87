/// A virtualized list: decides which items have a cell and where it stands, and lends the cells.
///
/// Set a ``dataSource`` and a ``viewport``, then call ``layoutIfNeeded()`` once a frame. Nothing
/// moves at any other time. A feed belongs to one isolation domain, any one.
public final class Feed {
  // Stored apart from their public names: public stored properties pay an exclusivity check for
  // each access.
  #if hasFeature(Embedded)
    // There are no weak references here.
    var ownDataSource: (any FeedDataSource)?
    var ownDelegate: (any FeedDelegate)?
    var ownHost: (any FeedHost)?
    var ownLoader: (any FeedLoader)?
    var ownPrefetchSource: (any FeedDataSourcePrefetching)?
  #else
    weak var ownDataSource: (any FeedDataSource)?
    weak var ownDelegate: (any FeedDelegate)?
    weak var ownHost: (any FeedHost)?
    weak var ownLoader: (any FeedLoader)?
    weak var ownPrefetchSource: (any FeedDataSourcePrefetching)?
  #endif

  /// The cells that wait for their next item.
  public let pool: CellPool
  /// The layout that the feed was made with.
  public let layout: FeedLayout

  // Everything below is trivially typed or a class of its own, so that no access to it is open
  // while foreign code runs.

  let list: ListLayout
  let machine: WindowMachine
  let request = CellRequest()
  let report = FeedReport()
  /// The live cells, in step with `machine.rows`.
  let cells = Ring<CellRecord>()

  // What the host and the app have set.
  var offset = 0.0
  var size = FeedSize(width: 0, height: 0)
  var insets = FeedInsets.zero
  var ownOverscan = Overscan.none
  var ownStartBehavior = StartBehavior.keepItem
  var ownEndBehavior = EndBehavior.keepItem

  // What tells of the way ahead.
  var startTrigger = EdgeTrigger(edge: .start, threshold: .viewports(1))
  var endTrigger = EdgeTrigger(edge: .end, threshold: .viewports(1))
  var isStartLoading = false
  var isEndLoading = true
  /// How many items updates have inserted so far that may be pages of the start, and of the end.
  var (startArrivals, endArrivals) = (0, 0)
  var planner = PrefetchPlanner()
  /// The viewport's top at the last plan, moved along with corrections.
  var plannedTop = FixedLength.zero
  var framesSincePlan = 1
  /// An animated scroll under way.
  var travel: Travel?
  var learner = EstimateLearner()
  var isLearning = false
  /// The length that is shown while the content's true length may change.
  var frozenLength: FixedLength?

  // What waits for the next pass.
  var hasPendingWork = false
  /// Whether the last pass stopped at its bound.
  var isIncomplete = false
  var isViewportMoved = false
  var isReloadPending = false
  /// Set from a callback; taken in after the pass.
  var pendingOffset: Double?
  var pendingSize: FeedSize?
  var pendingEstimate: FixedLength?
  var pendingScroll: ScrollRequest?
  /// Distance to scroll in points.
  var pendingDistance = 0.0
  let extentChanges = Ring<ExtentChange>()
  /// Calls that callbacks have made and that must come after an update.
  let queuedCalls = Ring<(Feed) -> Void>()
  var isDraining = false
  /// Cells of items that an update has removed.
  let departed = Ring<CellRecord>()
  /// Whether an update was refused, so that the data source cannot be asked.
  var isStale = false
  /// Whether rows or lengths have changed since the last pass, other than by scrolling.
  var isContentChanged = false
  /// Whether a hidden feed shall be at its end when it is shown.
  var isEndPending = false
  /// The legal range of offsets when the first change since the last pass came.
  var notedRange: NotedRange?
  /// Whether a data source was set and not taken away, so that none means that it went by itself.
  var isSourceExpected = false

  /// The number of the host, so that one is never told of what another shows.
  var hostNumber = 0
  /// The number of the host that the running pass reports to; another may be set meanwhile.
  var reportedHost = 0

  /// The number of the delegate, none included, so that one is told of the end only of what it was
  /// told of the begin of.
  var delegateNumber = 1
  /// The number of the delegate that the running pass or update tells; another may be set
  /// meanwhile.
  var toldDelegate = 1

  // What the last pass left.
  var laidOutOffset = 0.0
  var laidOutHeight = 0.0
  var quiet = QuietRange.nothing
  var visibleItems = 0..<0
  /// The visible items that the delegate was told last.
  var announcedItems = 0..<0
  var placementOrigin = 0.0
  var rowX = 0.0
  var rowWidth: Double?
  /// What placements told to the host were computed with, to tell whether all have moved.
  var reportedShift = FixedLength.zero
  var isEveryPlacementStale = false

  /// Answers `liveCells`; rebuilt when a pass has changed something.
  let livePlacements = Ring<Placement>()
  var isLiveListStale = true

  // State of the running pass.
  var isInPass = false
  /// Whether the viewport was empty when the pass began, so that nothing can be shown or measured.
  var isPassHidden = false
  /// Cells that began to show an item in this pass.
  let entered = Ring<CellRecord>()
  /// Cells that the host shows and that stopped showing an item in this pass.
  let left = Ring<CellRecord>()

  var log = FeedDiagnostics()

  /// Makes a feed without items.
  ///
  /// - Parameters:
  ///   - layout: How items are laid out. A length that no list can have is replaced by the default
  ///     and recorded in ``diagnostics``.
  ///   - pool: The pool that lends the cells.
  /// - Complexity: O(1).
  public init(layout: FeedLayout, pool: CellPool = CellPool()) {
    self.layout = layout
    self.pool = pool
    let spacing = FixedLength(ceiling: layout.spacing)
    let estimate = Feed.legalEstimate(layout.estimate)
    list = ListLayout(
      estimate: estimate ?? Feed.defaultEstimate, isFixed: layout.isFixed,
      spacing: spacing ?? .zero)
    machine = WindowMachine(layout: list)
    if spacing == nil {
      record(.invalidLayoutValue(name: "spacing", points: layout.spacing))
    }
    if estimate == nil {
      record(
        layout.isFixed
          ? .invalidLayoutValue(name: "extent", points: layout.estimate)
          : .invalidEstimate(points: layout.estimate))
    }
  }

  deinit {
    // No callbacks, `didEndDisplaying` included: whoever would hear them may be going as well.
    while let record = cells.popLast() { pool.forget(record) }
    while let record = left.popLast() { record.attachedHost = 0 }
  }

  /// What went wrong lately: misuse, impossible values, bounds that were reached.
  public var diagnostics: FeedDiagnostics { log }

  /// Forgets the diagnostics.
  public func resetDiagnostics() {
    log = FeedDiagnostics()
  }

  func record(_ diagnostic: FeedDiagnostic) {
    log.record(diagnostic)
  }

  /// Created, dequeued, reused, configured, measured cells and more, per identifier and in sum.
  ///
  /// - Complexity: O(number of identifiers).
  public var statistics: FeedStatistics { pool.statistics }

  /// Sets the statistics back; cells pooled and live stay counted.
  public func resetStatistics() {
    pool.resetStatistics()
  }

  static let defaultEstimate =
    FixedLength(ceiling: FeedLayout.defaultEstimate) ?? FixedLength(rawValue: 44 << 10)

  static func legalEstimate(_ points: Double) -> FixedLength? {
    guard let estimate = FixedLength(ceiling: points), estimate > .zero else { return nil }
    return estimate
  }
}

/// The legal offsets before a change, and whether there was nothing to see.
struct NotedRange {
  let minimum: FixedLength
  let maximum: FixedLength
  let isEmpty: Bool
}

/// A new extent for a row, or the wish to measure it again.
struct ExtentChange {
  let path: FeedIndexPath
  /// `nil` forgets the extent.
  let extent: FixedLength?
}

/// A scroll that waits for the next pass.
struct ScrollRequest {
  var path: FeedIndexPath
  let position: ScrollPosition
  /// Distance to go on from there in points.
  var distance = 0.0
}
