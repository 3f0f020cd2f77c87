import FeedBenchSupport
import FeedEngine

/// Hashed rows that come and go, and a last one that may grow.
final class EditedRows: Rows {
  /// The items; a script changes them right before it declares the change to the feed, so that the
  /// keeping of the map is not part of a frame.
  var map: ItemMap
  /// Items from this number on are messages that grow, from the lowest extent to the highest.
  var firstMessage = Int.max
  /// The extent of the message that grows.
  var growth = EditedRows.messageExtents.lowerBound

  static let messageExtents = 40.0...240

  private let content: HashedRows
  private let message = CellRegistration<ContentCell, ArticleContent> { cell, path, content in
    cell.setContent(content)
  }
  private let author = "the author of all messages"
  private let text = "the text of a message that grows, long enough to be on the heap"

  init(count: Int, seed: UInt64) {
    map = ItemMap(count: count)
    content = HashedRows(count: count, seed: seed)
  }

  var count: Int { map.count }
  var types: Int { content.types + 1 }

  func type(of item: Int) -> Int {
    let item = map.identity(at: item)
    return item >= firstMessage ? content.types : content.type(of: item)
  }

  func identity(of item: Int) -> Int { map.identity(at: item) }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { map.count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    let item = map.identity(at: path.item)
    guard item >= firstMessage else { return content.cell(showing: item, at: path, in: feed) }
    let isLast = path.item == map.count - 1
    return feed.dequeue(
      message, for: path,
      item: messageContent(isLast ? growth : Self.messageExtents.upperBound))
  }

  func messageContent(_ extent: Double) -> ArticleContent {
    ArticleContent(author: author, text: text, height: extent)
  }

  /// Gives the feed the extents of all rows, as after reading them once.
  func measureAll(in feed: Feed) {
    for item in 0..<count {
      feed.setExtent(
        content.extent(of: map.identity(at: item)), at: FeedIndexPath(item: item, section: 0))
      // What waits for a pass takes memory.
      if item % 10_000 == 0 { feed.layoutIfNeeded() }
    }
    feed.layoutIfNeeded()
  }
}
