/// A cell, the item that it shows, and where.
public struct Placement {
  /// The cell.
  public let cell: any FeedCell
  /// The item that the cell shows; for a detached cell the one that it showed last.
  public let indexPath: FeedIndexPath
  /// The frame in points, `y` relative to the feed's `origin`. On screen the cell stands at
  /// `frame.y + origin - offset`.
  public let frame: FeedRect
}

/// Some placements, valid until the feed's next pass.
public struct PlacementList: RandomAccessCollection {
  // Counting references is half of what a row costs, so an empty list holds none.
  private let placements: Ring<Placement>?

  init(_ placements: Ring<Placement>) {
    self.placements = placements.isEmpty ? nil : placements
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of placements.
  public var endIndex: Int { placements?.count ?? 0 }

  /// The placement at a position.
  public subscript(position: Int) -> Placement {
    guard let placements else { preconditionFailure("position outside the list") }
    return placements[position]
  }

  /// Walks the placements. The standard iterator would allocate for each of them in debug builds.
  public struct Iterator: IteratorProtocol {
    fileprivate let placements: Ring<Placement>?
    fileprivate var position = 0

    /// The next placement, or `nil` after the last.
    public mutating func next() -> Placement? {
      guard let placements, position < placements.count else { return nil }
      defer { position += 1 }
      return placements[position]
    }
  }

  /// Begins a walk over the placements.
  public func makeIterator() -> Iterator {
    Iterator(placements: placements)
  }
}

/// What one pass changed, for the host to apply at once. One reused object: valid during the call.
public final class FeedReport {
  // Public stored properties would pay an exclusivity check for each access.
  let attachedPlacements = Ring<Placement>()
  let placedPlacements = Ring<Placement>()
  let detachedPlacements = Ring<Placement>()
  var values = Values()

  struct Values {
    var origin = 0.0
    var offset = 0.0
    var offsetCorrection = 0.0
    var contentLength = 0.0
    var visibleItems = 0..<0
  }

  /// Where placements count from, in points of content. It moves, and with it every placement,
  /// only when the viewport is more than 2^20 points away, so that frames fit a `Float`.
  public var origin: Double { values.origin }
  /// The viewport's offset after the pass, in points of content.
  public var offset: Double { values.offset }
  /// By how much the pass moved the offset from the one that the host had set: so that nothing
  /// moves on screen, so that it is legal, to follow the end, or to carry out a scroll that was
  /// asked for. 0 when the host's own offset stands.
  public var offsetCorrection: Double { values.offsetCorrection }
  /// The length of the content in points, as far as it is known or estimated.
  public var contentLength: Double { values.contentLength }
  /// The items that are visible, overscan not included; upper bound exclusive.
  public var visibleRange: Range<FeedIndexPath> { FeedIndexPath.range(values.visibleItems) }

  /// Cells to put on screen, in no particular order.
  public var attached: PlacementList { PlacementList(attachedPlacements) }
  /// Cells that are on screen already and have another frame or item now, or were configured anew,
  /// in no particular order.
  public var placed: PlacementList { PlacementList(placedPlacements) }
  /// Cells to take off the screen, in no particular order.
  public var detached: PlacementList { PlacementList(detachedPlacements) }

  /// Forgets the cells, which a report must not keep alive after the call.
  func clear() {
    attachedPlacements.removeAll()
    placedPlacements.removeAll()
    detachedPlacements.removeAll()
  }
}
