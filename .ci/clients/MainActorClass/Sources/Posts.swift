import FeedEngine

/// What one row shows.
@MainActor struct PostContent: @MainActor ContentConfiguration {
  var author: String
  var text: String
  var isSelected = false

  func makeContentView() -> PostView { PostView(self) }

  func updated(for state: CellState) -> PostContent {
    var content = self
    content.isSelected = state.contains(.selected)
    return content
  }
}

/// Stands for a view of a main-actor toolkit; as high as its text has letters.
@MainActor final class PostView: @MainActor ContentView {
  var configuration: PostContent

  init(_ configuration: PostContent) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: Double(configuration.text.count))
  }
}

/// Owns a feed and shows it, as a view controller would.
@MainActor
final class PostScreen: @MainActor FeedDataSource, @MainActor FeedDelegate,
  @MainActor FeedHost
{
  let feed = Feed(layout: .list(estimatedExtent: 100, spacing: 10))
  let count: Int
  private(set) var offset = 0.0
  private(set) var attached: [FeedIndexPath] = []
  private(set) var displayed = 0

  private let post = CellRegistration<ContentCell, Int> { cell, path, number in
    let text = String(repeating: "x", count: 40 + number % 3 * 10)
    cell.setContent(PostContent(author: "author \(number)", text: text))
  }

  init(count: Int) {
    self.count = count
    feed.dataSource = self
    feed.delegate = self
    feed.host = self
  }

  func scroll(to offset: Double) {
    feed.viewport = Viewport(offset: offset, size: FeedSize(width: 390, height: 300))
    feed.layoutIfNeeded()
  }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    feed.dequeue(post, for: path, item: path.item)
  }

  func willDisplay(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    displayed += 1
  }

  func didEndDisplaying(_ cell: any FeedCell, at path: FeedIndexPath, in feed: Feed) {
    displayed -= 1
  }

  func apply(_ report: FeedReport, from feed: Feed) {
    offset = report.offset
    attached += report.attached.map(\.indexPath)
  }
}
