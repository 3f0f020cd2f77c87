import FeedEngine

/// A client whose data source, delegate, host and views are classes of the main actor.
@main
@MainActor enum Main {
  static func main() {
    let screen = PostScreen(count: 1_000_000)
    screen.scroll(to: 0)
    // Rows of 40, 50, 60, 40 … points with 10 between them: the sixth begins at 290.
    require(screen.attached.map(\.item) == Array(0..<6), "rows 0 to 5 are attached")
    require(screen.displayed == 6, "six rows are displayed")
    require(screen.feed.frame(at: FeedIndexPath(item: 5, section: 0))?.y == 290, "row 5 at 290")

    let first = FeedIndexPath(item: 0, section: 0)
    screen.feed.setState(.selected, forCellAt: first)
    let cell = screen.feed.cell(at: first) as? ContentCell
    let view = cell?.contentView as? PostView
    require(view?.configuration.isSelected == true, "row 0 looks selected")

    let target = FeedIndexPath(item: 400_000, section: 0)
    screen.feed.scroll(to: target, at: .center)
    screen.feed.layoutIfNeeded()
    require(screen.feed.visibleRange.contains(target), "row 400,000 is visible")
    let frame = screen.feed.frame(at: target)
    require(
      frame.map { $0.y + $0.height / 2 == screen.offset + 150 } == true, "row 400,000 is centered")

    for _ in 0..<1000 { screen.scroll(to: screen.offset + 37) }
    let counts = screen.feed.statistics.total
    require(counts.created <= 10, "a thousand frames make no further cells")
    require(screen.displayed == counts.live, "displayed and ended balance")
    print("MainActorClass: \(counts.created) cells made, \(counts.dequeued) lent")
  }
}
