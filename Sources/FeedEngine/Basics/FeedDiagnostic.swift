/// Something that was wrong and that the feed survived: what happened and what to do about it.
public enum FeedDiagnostic: Sendable {
  /// A cell or the delegate gave an extent that is not a finite length; the estimate stays.
  case invalidExtent(path: FeedIndexPath, points: Double)
  /// An extent of 0 was reported while the viewport is empty; a hidden cell has no size.
  case zeroExtentWhileHidden(path: FeedIndexPath)
  /// An estimate that is not a finite length above 0; the one before stays.
  case invalidEstimate(points: Double)
  /// A spacing or a fixed extent that no list can have; the default is used.
  case invalidLayoutValue(name: String, points: Double)
  /// A viewport with an offset or a size that is not finite or too large, or a negative size.
  case invalidViewport(offset: Double, width: Double, height: Double)
  /// Insets, of which one is negative or not finite; the ones before stay.
  case invalidInsets
  /// An overscan that is negative or not finite; the one before stays.
  case invalidOverscan
  /// A scroll distance that is not finite; nothing was scrolled.
  case invalidScrollDistance(points: Double)
  /// A path that does not exist; nothing was done.
  case pathOutOfRange(path: FeedIndexPath, count: Int)
  /// The data source gave a count that is negative or above 2^32; the count before stays.
  case invalidCount(count: Int)
  /// Content would be longer than 2^53 units; the value was not taken.
  case contentTooLong
  /// An update was refused whole. Until a valid one or `reloadData()` nothing is asked of the data
  /// source; cells on screen stay.
  case updateRefused(reason: String)
  /// `finishLoading` was called at an end where nothing was asked for; it did nothing.
  case noLoadingRequest(isAtStart: Bool)
  /// The data source is gone, though none was taken away.
  case dataSourceMissing
  /// One pass made as many elements as it may; the rest follows in the next.
  case elementLimitReached(limit: Int)
  /// Callbacks kept changing the feed; the rest follows at the next `layoutIfNeeded()`.
  case layoutDidNotSettle(passes: Int)
  /// More than one cell was dequeued for one path; those not returned went back to the pool.
  case dequeuedTwice(path: FeedIndexPath, identifier: String)
  /// A cell was dequeued and something else was returned; the cell went back to the pool.
  case dequeuedCellNotReturned(path: FeedIndexPath, identifier: String)
  /// A cell was dequeued for another path than the one that was asked for.
  case dequeuedForOtherPath(requested: FeedIndexPath, dequeued: FeedIndexPath)
  /// A cell was dequeued while the feed asked for none; it is not tracked.
  case dequeuedOutsideRequest(identifier: String)
  /// A cell was returned that was not dequeued for this path: of another feed, in use already, or
  /// made by hand. A blank cell is shown instead.
  case foreignCell(path: FeedIndexPath)
  /// An identifier that nothing is registered for; a blank cell was handed out.
  case unregisteredIdentifier(identifier: String)
  /// A `CellRegistration` was made inside `cell(at:in:)`: its cells can never be used again.
  case registrationInsideProvider(identifier: String)
  /// An identifier was registered with a second cell type; the first registration stays.
  case identifierHasOtherType(identifier: String)
}

extension FeedDiagnostic: CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    switch self {
    case .invalidExtent(let path, let points):
      "The extent \(points) of \(path) is not a finite length >= 0. Return one from size(fitting:)."
    case .zeroExtentWhileHidden(let path):
      "An extent of 0 for \(path) was ignored: the viewport is empty. Measure when it is shown."
    case .invalidEstimate(let points):
      "The estimate \(points) is not a finite length > 0. Give the extent of a typical row."
    case .invalidLayoutValue(let name, let points):
      "The layout's \(name) cannot be \(points). Give a finite length."
    case .invalidViewport(let offset, let width, let height):
      "The viewport at \(offset) of \(width) x \(height) is not finite, or negative in size."
    case .invalidInsets:
      "Content insets must be finite and >= 0. For over-scroll set the viewport's offset."
    case .invalidOverscan:
      "Overscan must be finite and >= 0."
    case .invalidScrollDistance(let points):
      "A feed cannot scroll by \(points) points."
    case .pathOutOfRange(let path, let count):
      "There is no item at \(path); the section has \(count). Check paths after a reload."
    case .invalidCount(let count):
      "numberOfItems(inSection:of:) returned \(count). Return 0 to 4294967296."
    case .contentTooLong:
      "The content would exceed 2^53 units (8.8e12 points). Use smaller extents or fewer items."
    case .updateRefused(let reason):
      "An update was refused: \(reason)"
    case .noLoadingRequest(let isAtStart):
      "Nothing was asked for at the \(isAtStart ? "start" : "end"). Answer each request once."
    case .dataSourceMissing:
      "The data source is gone; it is held weakly. Keep it alive as long as the feed is shown."
    case .elementLimitReached(let limit):
      "A pass stopped after \(limit) elements. Rows that are tiny or without extent cause this."
    case .layoutDidNotSettle(let passes):
      "Callbacks changed the feed in \(passes) passes in a row. Do not invalidate in size(fitting:)."
    case .dequeuedTwice(let path, let identifier):
      "A second cell, '\(identifier)', was dequeued for \(path). Dequeue once and return that cell."
    case .dequeuedCellNotReturned(let path, let identifier):
      "The cell '\(identifier)' dequeued for \(path) was not returned. Return what you dequeue."
    case .dequeuedForOtherPath(let requested, let dequeued):
      "A cell was dequeued for \(dequeued) while \(requested) was asked for. Pass the path on."
    case .dequeuedOutsideRequest(let identifier):
      "A cell '\(identifier)' was dequeued outside cell(at:in:). Use cell(at:) to find live cells."
    case .foreignCell(let path):
      "The cell returned for \(path) was not dequeued for it from this feed. Dequeue a cell."
    case .unregisteredIdentifier(let identifier):
      "Nothing is registered for '\(identifier)'. Call register(_:forCellReuseIdentifier:) first."
    case .registrationInsideProvider(let identifier):
      "The registration '\(identifier)' was made inside cell(at:in:). Make it once and keep it."
    case .identifierHasOtherType(let identifier):
      "'\(identifier)' is registered with another cell type. Use one identifier for each type."
    }
  }
}

extension FeedDiagnostic: Hashable {
  /// Whether two diagnostics say the same; values that are not a number count as equal.
  public static func == (left: FeedDiagnostic, right: FeedDiagnostic) -> Bool {
    left.description == right.description
  }

  /// Hashes what the diagnostic says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
