/// What the host and the app set between passes.
extension Feed {
  /// Gives the items; setting it reloads. Held weakly (strongly in Embedded Swift, which has no
  /// weak references).
  public var dataSource: (any FeedDataSource)? {
    get { ownDataSource }
    set {
      ownDataSource = newValue
      isSourceExpected = newValue != nil
      reloadData()
    }
  }

  /// Hears what is shown, from the next cell on: a new delegate is told neither of cells that are
  /// live already nor, later, of their end. One that is replaced in a callback hears the rest of
  /// the pass. Held weakly (strongly in Embedded Swift).
  public var delegate: (any FeedDelegate)? {
    get { ownDelegate }
    set {
      guard newValue !== ownDelegate else { return }
      ownDelegate = newValue
      delegateNumber += 1
    }
  }

  /// Puts cells on screen; a new host is told to attach all live cells. Held weakly (strongly in
  /// Embedded Swift).
  public var host: (any FeedHost)? {
    get { ownHost }
    set {
      ownHost = newValue
      hostNumber = pool.nextHostNumber()
      isEveryPlacementStale = true
      hasPendingWork = true
    }
  }

  /// The part of the content that the host shows. Setting it moves nothing before
  /// ``layoutIfNeeded()``.
  ///
  /// The offset comes back bit for bit unless a pass had to correct it. Setting another offset ends
  /// a scroll that was asked for and has not begun. Set from a callback, it counts from the next
  /// pass, and the running one's corrections are added to it. A viewport that is not finite, too
  /// far away or of negative size is refused with a diagnostic.
  ///
  /// - Complexity: O(1).
  public var viewport: Viewport {
    get { Viewport(offset: pendingOffset ?? offset, size: pendingSize ?? size) }
    set {
      guard Feed.isLegal(newValue) else {
        record(
          .invalidViewport(
            offset: newValue.offset, width: newValue.size.width, height: newValue.size.height))
        return
      }
      let before = viewport
      if newValue.size != before.size {
        if isInPass { pendingSize = newValue.size } else { size = newValue.size }
        hasPendingWork = true
      }
      if newValue.offset != before.offset { setOffset(newValue.offset) }
    }
  }

  private func setOffset(_ newOffset: Double) {
    // The user's own scroll ends one that was asked for before; a first viewport is none.
    if rowWidth != nil { pendingScroll = nil }
    pendingDistance = 0
    travel = nil
    isEndPending = false
    if isInPass {
      pendingOffset = newOffset
      hasPendingWork = true
    } else {
      offset = newOffset
      isViewportMoved = true
    }
  }

  private static func isLegal(_ viewport: Viewport) -> Bool {
    // The comparisons are false for NaN as well.
    abs(viewport.offset) <= farthest
      && viewport.size.width >= 0 && viewport.size.width <= farthest
      && viewport.size.height >= 0 && viewport.size.height <= farthest
  }

  /// The largest distance in points that a host or an app may name.
  static let farthest = FixedLength.max.points

  /// The distances in points that content keeps from the viewport's edges. The offset ranges from
  /// minus the top inset to where the content ends at the bottom inset.
  ///
  /// Insets that are negative or not finite are refused with a diagnostic.
  public var contentInsets: FeedInsets {
    get { insets }
    set {
      guard newValue != insets else { return }
      guard FixedLength(ceiling: newValue.top) != nil, FixedLength(ceiling: newValue.left) != nil,
        FixedLength(ceiling: newValue.bottom) != nil, FixedLength(ceiling: newValue.right) != nil
      else { return record(.invalidInsets) }
      insets = newValue
      hasPendingWork = true
    }
  }

  /// How far beyond the viewport rows are kept live. One that is negative or not finite is refused
  /// with a diagnostic.
  public var overscan: Overscan {
    get { ownOverscan }
    set {
      guard FixedLength(ceiling: newValue.before) != nil,
        FixedLength(ceiling: newValue.after) != nil
      else { return record(.invalidOverscan) }
      guard newValue != ownOverscan else { return }
      ownOverscan = newValue
      hasPendingWork = true
    }
  }

  /// The extent in points that stands for rows not yet measured. Changing it moves nothing on
  /// screen; in a fixed layout it is the extent of every row.
  ///
  /// One that is not finite or not above 0 is refused with a diagnostic.
  ///
  /// - Complexity: O(log n) in the next pass, whatever the number of rows.
  public var estimatedExtent: Double {
    get { (pendingEstimate ?? list.estimate).points }
    set {
      guard let estimate = Feed.legalEstimate(newValue) else {
        return record(.invalidEstimate(points: newValue))
      }
      pendingEstimate = estimate
      hasPendingWork = true
    }
  }

  /// Whether the estimate follows the mean of what was measured. Off unless set; changing the
  /// estimate costs nothing per row and moves nothing on screen.
  ///
  /// Each row counts once, as it was first measured; rows without extent do not count, and giants
  /// count little. Another width and a reload begin anew. The estimate changes in the next
  /// pass that lays out, when the mean is more than a tenth off.
  public var learnsEstimate: Bool {
    get { isLearning }
    set {
      isLearning = newValue
      learner = EstimateLearner()
    }
  }

  /// Whether ``contentLength`` keeps its value while rows are measured and estimates change, as for
  /// the time in which a user drags a scrollbar. Afterwards it settles with the next pass.
  /// ``maximumOffset`` does not freeze: it is what a scrollbar dragged to its end stands for.
  public var isContentLengthFrozen: Bool {
    get { frozenLength != nil }
    set {
      guard newValue != isContentLengthFrozen else { return }
      frozenLength = newValue ? list.length : nil
      hasPendingWork = true
    }
  }

  /// What the feed does at its start when rows come or go there. Keeps the item unless set.
  public var startBehavior: StartBehavior {
    get { ownStartBehavior }
    set { ownStartBehavior = newValue }
  }

  /// What the feed does at its end when rows come or grow there. Keeps the item unless set.
  ///
  /// A tolerance that is not a number, or negative, counts as 0.
  public var endBehavior: EndBehavior {
    get { ownEndBehavior }
    set {
      ownEndBehavior = newValue
      if newValue == .keepItem { isEndPending = false }
      if case .stickToEnd(let tolerance) = newValue, !(tolerance >= 0) {
        ownEndBehavior = .stickToEnd(tolerance: 0)
      }
    }
  }

  /// Asks the data source for everything anew. Extents are forgotten; the first visible item stays
  /// where it is, if it still exists.
  ///
  /// - Complexity: O(live cells) in the next pass.
  public func reloadData() {
    isReloadPending = true
    hasPendingWork = true
    extentChanges.removeAll()
  }

  /// Has an item measured again: at once when it is live, else when it comes near the viewport.
  ///
  /// - Complexity: O(1) here, O(log n) in the next pass.
  public func invalidateExtent(at path: FeedIndexPath) {
    if waitsForUpdate { return queue { $0.invalidateExtent(at: path) } }
    extentChanges.append(ExtentChange(path: path, extent: nil))
    hasPendingWork = true
  }

  /// Sets the extent of an item that changed on its own, in points. It holds until the item is
  /// measured again, which happens when it gets a cell.
  ///
  /// An extent that is negative or not finite is refused with a diagnostic.
  ///
  /// - Complexity: O(1) here, O(log n) in the next pass.
  public func setExtent(_ extent: Double, at path: FeedIndexPath) {
    if waitsForUpdate { return queue { $0.setExtent(extent, at: path) } }
    guard let length = FixedLength(ceiling: extent) else {
      return record(.invalidExtent(path: path, points: extent))
    }
    extentChanges.append(ExtentChange(path: path, extent: length))
    hasPendingWork = true
  }

  /// Brings an item to a place in the viewport, less its insets; exact in one pass, however many
  /// rows on the way were never measured. The last call before a pass counts, and setting another
  /// offset afterwards cancels it.
  ///
  /// A path that does not exist when the pass runs is recorded in ``diagnostics``.
  ///
  /// - Complexity: O(1) here, O(rows of a window + log n) in the next pass.
  public func scroll(to path: FeedIndexPath, at position: ScrollPosition) {
    if waitsForUpdate { return queue { $0.scroll(to: path, at: position) } }
    travel = nil
    pendingScroll = ScrollRequest(path: path, position: position)
    hasPendingWork = true
  }

  /// Moves the viewport by a distance in points, within the content.
  ///
  /// - Complexity: O(1) here; the next pass costs what enters and leaves.
  public func scroll(by distance: Double) {
    if waitsForUpdate { return queue { $0.scroll(by: distance) } }
    guard abs(distance) <= Feed.farthest else {
      return record(.invalidScrollDistance(points: distance))
    }
    hasPendingWork = true
    if pendingScroll != nil {
      pendingScroll?.distance += distance
    } else {
      pendingDistance += distance
    }
  }
}
