import FeedEngine

// Everything here belongs to the main actor without saying so.

struct Message: ContentConfiguration {
  var text: String

  func makeContentView() -> MessageView { MessageView(self) }
}

final class MessageView: ContentView {
  var configuration: Message

  init(_ configuration: Message) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: 20)
  }
}

/// A cell of the host's own.
final class Banner: FeedCell {
  var title = ""
  var timesReused = 0

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: 60)
  }

  func prepareForReuse() {
    title = ""
    timesReused += 1
  }
}

final class Conversation: FeedDataSource, FeedDelegate {
  let feed = Feed(layout: .list(estimatedExtent: 20))
  var messages = (0..<500).map { "message \($0)" }
  var rangeChanges = 0

  let message = CellRegistration<ContentCell, String> { cell, path, text in
    cell.setContent(Message(text: text))
  }
  let banner = CellRegistration<Banner, String>(
    make: { Banner() }, configure: { cell, path, title in cell.title = title })

  init() {
    feed.dataSource = self
    feed.delegate = self
    feed.viewport = Viewport(offset: 0, size: FeedSize(width: 320, height: 200))
    feed.layoutIfNeeded()
  }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { messages.count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    path.item % 10 == 0
      ? feed.dequeue(banner, for: path, item: "banner \(path.item)")
      : feed.dequeue(message, for: path, item: messages[path.item])
  }

  func visibleRangeDidChange(_ range: Range<FeedIndexPath>, in feed: Feed) {
    rangeChanges += 1
  }

  // Banners are known beforehand, messages are measured.
  func extentForItem(at path: FeedIndexPath, in feed: Feed) -> Double? {
    path.item % 10 == 0 ? 60 : nil
  }
}

@main
enum Main {
  static func main() {
    let conversation = Conversation()
    let feed = conversation.feed
    // A banner of 60 points and seven messages of 20 fill 200.
    require(feed.visibleRange.lowerBound.item == 0, "row 0 is the first")
    require(feed.visibleRange.upperBound.item == 8, "row 7 is the last")
    require((feed.cell(at: path(0)) as? Banner)?.title == "banner 0", "row 0 is a banner")
    require(feed.frame(at: path(1))?.y == 60, "row 1 follows the banner")
    require(conversation.rangeChanges == 1, "one pass, one change of range")

    feed.scroll(to: path(499), at: .end)
    feed.layoutIfNeeded()
    require(feed.viewport.offset == feed.maximumOffset, "the last row ends the feed")
    require(feed.fullyVisibleRange.upperBound.item == 500, "the last row is fully visible")

    conversation.messages.removeLast(490)
    feed.reloadData()
    feed.layoutIfNeeded()
    require(feed.contentLength == 240, "ten rows remain: 60 + 9 × 20 points")
    require(feed.viewport.offset == 40, "the offset is kept in its range")
    print("DefaultIsolation: \(feed.contentLength) points left")
  }

  static func path(_ item: Int) -> FeedIndexPath { FeedIndexPath(item: item, section: 0) }
}
