import FeedBenchSupport
import FeedEngine

/// Stays at the end, where a message grows in each frame; when it is whole, the next one comes.
struct ChatScript: FrameScript {
  let rows: EditedRows
  private(set) var isArrival = false
  let expectation = Expectation.atEnd

  private static let growth = 2.5

  init(items: Int, seed: UInt64) {
    rows = EditedRows(count: items, seed: seed)
    rows.firstMessage = items
  }

  mutating func begin(_ feed: Feed) {
    feed.endBehavior = .stickToEnd(tolerance: 20)
    feed.scroll(to: FeedIndexPath(item: max(rows.count - 1, 0), section: 0), at: .end)
    feed.layoutIfNeeded()
    rows.growth = EditedRows.messageExtents.upperBound
  }

  mutating func prepare(_ feed: Feed) {
    isArrival = rows.growth >= EditedRows.messageExtents.upperBound
    if isArrival {
      rows.growth = EditedRows.messageExtents.lowerBound
      rows.map.insert(1, at: rows.count)
    } else {
      rows.growth += Self.growth
    }
  }

  func show(_ feed: Feed) {
    feed.viewport = Screen.viewport(at: feed.viewport.offset)
    let last = FeedIndexPath(item: rows.count - 1, section: 0)
    if isArrival {
      feed.update { $0.insertItems(last.item..<last.item + 1, inSection: 0) }
    } else {
      if let cell = feed.cell(at: last) as? ContentCell {
        cell.setContent(rows.messageContent(rows.growth))
      }
      feed.invalidateExtent(at: last)
    }
    feed.layoutIfNeeded()
  }
}

/// Scrolls on, and some frames after the feed has asked for more a page arrives at the end.
struct InfiniteScript: FrameScript {
  let rows: EditedRows
  private let loader = PageLoader()
  private let items: Int
  private var offset = 0.0
  private var step = 200.0
  private var waited = 0
  private var page = 0..<0
  private(set) var expectation = Expectation.travelled(0)

  static let page = 50
  /// The frames between a request and its answer.
  private static let latency = 8

  init(items: Int, seed: UInt64) {
    self.items = items
    rows = EditedRows(count: min(items, Self.page), seed: seed)
  }

  var isArrival: Bool { !page.isEmpty }

  mutating func begin(_ feed: Feed) {
    feed.endLoadingDistance = .viewports(4)
    feed.loader = loader
    feed.layoutIfNeeded()
  }

  mutating func prepare(_ feed: Feed) {
    let old = feed.viewport.offset
    if old >= feed.maximumOffset { step = -abs(step) }
    if old <= feed.minimumOffset { step = abs(step) }
    offset = old + step
    expectation = .travelled(step)
    page = 0..<0
    guard loader.isAsked else { return }
    waited += 1
    guard waited >= Self.latency else { return }
    waited = 0
    loader.isAsked = false
    page = rows.count..<min(rows.count + Self.page, items)
    rows.map.insert(page.count, at: rows.count)
    if page.isEmpty { feed.finishLoading(.exhausted) }
  }

  func show(_ feed: Feed) {
    feed.viewport = Screen.viewport(at: offset)
    if isArrival {
      let page = page
      feed.update { $0.insertItems(page, inSection: 0) }
      feed.finishLoading(.more)
    }
    feed.layoutIfNeeded()
  }
}

/// Notes that it was asked.
private final class PageLoader: FeedLoader {
  var isAsked = false

  func loadItems(at edge: LoadingEdge, for feed: Feed) { isAsked = true }
}
