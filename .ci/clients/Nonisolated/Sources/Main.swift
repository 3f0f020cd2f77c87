import FeedEngine

/// A line of a terminal: an object of no isolation, found by a string identifier.
final class Line: FeedCell {
  var text = ""

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: 1)
  }

  func prepareForReuse() { text = "" }
}

final class Log: FeedDataSource {
  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 1_000_000_000 }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    let cell = feed.dequeueReusableCell(withIdentifier: "line", for: path)
    if let line = cell as? Line { line.text = "line \(path.item)" }
    return cell
  }
}

/// A client that draws at once: it reads live cells and frames, and has no host object.
@main
enum Main {
  static func main() {
    let log = Log()
    let feed = Feed(layout: .list(extent: 1))
    feed.register({ Line() }, forCellReuseIdentifier: "line")
    feed.dataSource = log

    let bottom = 1_000_000_000.0 - 24
    for offset in [0, 500_000_000, bottom] {
      feed.viewport = Viewport(offset: offset, size: FeedSize(width: 80, height: 24))
      feed.layoutIfNeeded()
      let screen = draw(feed)
      let expected = (0..<24).map { "line \(Int(offset) + $0)" }
      require(screen == expected, "24 lines from \(offset)")
    }
    require(feed.indexPath(atOffset: bottom + 3.5)?.item == 999_999_979, "found by offset")
    require(feed.contentLength == 1_000_000_000, "a billion lines of 1 point")

    let counts = feed.statistics.total
    require(counts.created == 24, "cells made: those on the screen")
    print("Nonisolated: \(counts.created) cells showed \(counts.dequeued) lines of a billion")
  }

  static func draw(_ feed: Feed) -> [String] {
    var screen = [String](repeating: "", count: 24)
    for placement in feed.liveCells {
      let row = Int(placement.frame.y + feed.origin - feed.viewport.offset)
      if let line = placement.cell as? Line, screen.indices.contains(row) {
        screen[row] = line.text
      }
    }
    return screen
  }
}
