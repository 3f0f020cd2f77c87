@testable import FeedEngine

/// A host apart from data source and delegate: its screen, and what was wrong with the reports.
final class RecordingHost: FeedHost {
  private(set) var shown: [ObjectIdentifier: Placement] = [:]
  private(set) var origin = 0.0
  private(set) var reports = 0
  private(set) var attached = 0
  var problems: [String] = []

  var items: [Int] { shown.values.map(\.indexPath.item).sorted() }

  func apply(_ report: FeedReport, from feed: Feed) {
    reports += 1
    attached += report.attached.count
    origin = report.origin
    for placement in report.detached {
      if shown.removeValue(forKey: ObjectIdentifier(placement.cell)) == nil {
        problems.append("detached \(placement.indexPath), not attached")
      }
    }
    for placement in report.placed {
      if shown.updateValue(placement, forKey: ObjectIdentifier(placement.cell)) == nil {
        problems.append("placed \(placement.indexPath), not attached")
      }
    }
    for placement in report.attached {
      if shown.updateValue(placement, forKey: ObjectIdentifier(placement.cell)) != nil {
        problems.append("attached \(placement.indexPath) twice")
      }
    }
  }

  /// Says how the screen differs from the live cells, or `nil`.
  func difference(from feed: Feed) -> String? {
    if let problem = problems.first { return problem }
    let live = feed.liveCells
    if live.count != shown.count { return "\(shown.count) shown, \(live.count) live" }
    for placement in live {
      guard let seen = shown[ObjectIdentifier(placement.cell)] else {
        return "\(placement.indexPath) is not shown"
      }
      if seen.frame != placement.frame || seen.indexPath != placement.indexPath {
        return "\(placement.indexPath) is shown as \(seen.indexPath) at \(seen.frame)"
      }
    }
    return nil
  }
}
