import FeedBenchSupport
import FeedEngine

/// The data of a feed that is measured.
protocol Rows: FeedDataSource {
  var count: Int { get }
}

/// What a row of one kind shows; each kind has cells of its own.
struct RowContent<Kind>: ContentConfiguration {
  var author: String
  var text: String
  var extent: Double

  func makeContentView() -> RowView<Kind> { RowView(self) }
}

/// Stands for a host's view: keeps its configuration and knows its height.
final class RowView<Kind>: ContentView {
  var configuration: RowContent<Kind>

  init(_ configuration: RowContent<Kind>) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: configuration.extent)
  }
}

/// Kinds of rows; they tell types of content apart and have no values.
enum Article {}
enum Photo {}
enum Notice {}

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

  private let article = registration(Article.self)
  private let photo = registration(Photo.self)
  private let notice = registration(Notice.self)

  private struct Item {
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
    let hash = mixed(UInt64(path.item) ^ salt)
    let item = Item(
      author: authors[Int(hash >> 32 & 63)], text: texts[Int(hash >> 40 & 63)],
      extent: 40 + Double(hash & 0xFFFF) * (360 / 65_535))
    switch hash >> 60 {
    case 0..<8: return feed.dequeue(article, for: path, item: item)
    case 8..<14: return feed.dequeue(photo, for: path, item: item)
    default: return feed.dequeue(notice, for: path, item: item)
    }
  }

  private static func registration<Kind>(_ kind: Kind.Type) -> CellRegistration<ContentCell, Item> {
    CellRegistration { cell, path, item in
      cell.setContent(RowContent<Kind>(author: item.author, text: item.text, extent: item.extent))
    }
  }
}
