import FeedEngine

/// A host that keeps what it was told to show, and finds what moved against its expected place.
final class WatchingHost: FeedHost {
  private struct Shown {
    let cell: ObjectIdentifier
    var item: Int
    var top: Double
    var extent: Double
  }

  private struct Place {
    var item: Int
    var identity: Int
    var top: Double
    var extent: Double
  }

  /// The most points by which an element moved.
  private(set) var movement = 0.0
  private var shown: [Shown] = []
  private var origin = 0.0
  private var before: [Place] = []
  private var after: [Place] = []

  func apply(_ report: FeedReport, from feed: Feed) {
    origin = report.origin
    for placement in report.detached {
      let cell = ObjectIdentifier(placement.cell)
      shown.removeAll { $0.cell == cell }
    }
    for placement in report.placed { put(placement) }
    for placement in report.attached { put(placement) }
    shown.sort { $0.item < $1.item }
  }

  private func put(_ placement: Placement) {
    let new = Shown(
      cell: ObjectIdentifier(placement.cell), item: placement.indexPath.item,
      top: placement.frame.y, extent: placement.frame.height)
    if let index = shown.firstIndex(where: { $0.cell == new.cell }) {
      shown[index] = new
    } else {
      shown.append(new)
    }
  }

  /// Takes in the screen as it is; the rows are those of the last frame.
  func noteScreen(_ feed: Feed, _ rows: some Rows) {
    swap(&before, &after)
    after.removeAll(keepingCapacity: true)
    let offset = feed.viewport.offset
    for row in shown {
      after.append(
        Place(
          item: row.item, identity: rows.identity(of: row.item), top: row.top + origin - offset,
          extent: row.extent))
    }
  }

  /// Compares the screen with the one noted before, when there are so many rows.
  ///
  /// The first row that was visible and must be still holds its place, and the others stand beside
  /// it without gaps, whatever came or went between them. Where a frame went on by more than the
  /// screen nothing must be visible still, and only gaps count. Where the content would leave a gap
  /// at its start or end, it may come to stand there instead.
  func compare(_ expectation: Expectation, count: Int) {
    guard let first = after.first, let last = after.last else { return }
    let height = Screen.size.height
    let length = after.reduce(0) { $0 + $1.extent }
    let top = expectedTop(expectation, length) ?? first.top
    var deviation = deviation(from: top)
    if first.item == 0, top > 0 { deviation = min(deviation, self.deviation(from: 0)) }
    if last.item == count - 1, top + length < height {
      let end = first.item == 0 ? min(height - length, 0) : height - length
      deviation = min(deviation, self.deviation(from: end))
    }
    movement = max(movement, deviation)
  }

  /// Where the first row shown must stand, if anything says so.
  private func expectedTop(_ expectation: Expectation, _ length: Double) -> Double? {
    let height = Screen.size.height
    // Content that does not fill the screen stands at its start.
    guard case .travelled(let distance) = expectation else { return min(height - length, 0) }
    let screen = distance..<distance + height
    for place in before
    where place.top + place.extent > screen.lowerBound && place.top < screen.upperBound {
      if let position = after.firstIndex(where: { $0.identity == place.identity }) {
        return after[..<position].reduce(place.top - distance) { $0 - $1.extent }
      }
    }
    return nil
  }

  private func deviation(from top: Double) -> Double {
    var (expected, deviation) = (top, 0.0)
    for place in after {
      deviation = max(deviation, abs(place.top - expected))
      expected += place.extent
    }
    return deviation
  }
}
