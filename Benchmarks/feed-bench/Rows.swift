import FeedBenchSupport
import FeedEngine

/// The data of a feed that is measured.
protocol Rows: FeedDataSource {
  var count: Int { get }
  /// The number of cell types.
  var types: Int { get }
  /// Which of them shows an item.
  func type(of item: Int) -> Int
  /// What an item keeps when its index changes.
  func identity(of item: Int) -> Int
}

extension Rows {
  func identity(of item: Int) -> Int { item }
}

/// Rows of three kinds whose extents, 40 to 400 points, are a hash of their index.
final class HashedRows: Rows {
  let count: Int
  /// The paths that cells were asked for, where that is of interest.
  var requests: [FeedIndexPath] = []
  var keepsRequests = false
  private let salt: UInt64
  // Longer than a string holds without a buffer, so that binding one counts references.
  private let authors = (0..<64).map { "the author with the number \($0)" }
  private let texts = (0..<64).map { "the text of a row, long enough to be on the heap, \($0)" }

  private let article = CellRegistration<ContentCell, Row> { cell, path, row in
    cell.setContent(ArticleContent(author: row.author, text: row.text, height: row.extent))
  }
  private let photo = CellRegistration<ContentCell, Row> { cell, path, row in
    cell.setContent(PhotoContent(title: row.author, caption: row.text, height: row.extent))
  }
  private let notice = CellRegistration<ContentCell, Row> { cell, path, row in
    cell.setContent(NoticeContent(sender: row.author, message: row.text, height: row.extent))
  }

  private struct Row {
    var author: String
    var text: String
    var extent: Double
  }

  init(count: Int, seed: UInt64) {
    self.count = count
    salt = mixed(seed)
  }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    if keepsRequests { requests.append(path) }
    return cell(showing: path.item, at: path, in: feed)
  }

  /// The cell of an item that has another number than its index.
  func cell(showing item: Int, at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    let hash = hash(of: item)
    let row = Row(
      author: authors[Int(hash >> 32 & 63)], text: texts[Int(hash >> 40 & 63)],
      extent: Self.extent(hash))
    switch Self.type(hash) {
    case 0: return feed.dequeue(article, for: path, item: row)
    case 1: return feed.dequeue(photo, for: path, item: row)
    default: return feed.dequeue(notice, for: path, item: row)
    }
  }

  /// The extent of an item in points.
  func extent(of item: Int) -> Double { Self.extent(hash(of: item)) }

  private static func extent(_ hash: UInt64) -> Double {
    40 + Double(hash & 0xFFFF) * (360 / 65_535)
  }

  let types = 3

  func type(of item: Int) -> Int { Self.type(hash(of: item)) }

  // Half of the rows are of the first type, an eighth of the last.
  private static func type(_ hash: UInt64) -> Int {
    switch hash >> 60 {
    case 0..<8: 0
    case 8..<14: 1
    default: 2
    }
  }

  private func hash(of item: Int) -> UInt64 { mixed(UInt64(bitPattern: Int64(item)) ^ salt) }
}
