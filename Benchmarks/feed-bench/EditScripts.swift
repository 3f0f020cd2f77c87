import FeedBenchSupport
import FeedEngine

/// Puts rows before all others in every frame, while the reader is in the middle.
struct PrependScript: FrameScript {
  let rows: EditedRows
  private static let page = 50
  let isArrival = true
  let expectation = Expectation.travelled(0)

  init(items: Int, seed: UInt64) {
    rows = EditedRows(count: items, seed: seed)
  }

  mutating func begin(_ feed: Feed) {
    feed.scroll(to: FeedIndexPath(item: rows.count / 2, section: 0), at: .center)
    feed.layoutIfNeeded()
  }

  mutating func prepare(_ feed: Feed) {
    rows.map.insert(Self.page, at: 0)
  }

  func show(_ feed: Feed) {
    feed.viewport = Screen.viewport(at: feed.viewport.offset)
    feed.update { $0.insertItems(0..<Self.page, inSection: 0) }
    feed.layoutIfNeeded()
  }
}

/// Scrolls, and in every frame removes and inserts a few rows, near the reader or anywhere.
struct ChurnScript: FrameScript {
  let rows: EditedRows
  private var generator: SplitMix
  private var offset = 0.0
  private var step = 37.0
  private var removed = 0..<0
  private var inserted = 0..<0
  private(set) var expectation = Expectation.travelled(0)
  let isArrival = true

  private static let mostRows = 4
  private static let nearby = 12

  init(items: Int, seed: UInt64) {
    rows = EditedRows(count: items, seed: seed)
    generator = SplitMix(seed: seed)
  }

  mutating func begin(_ feed: Feed) {
    rows.measureAll(in: feed)
    feed.scroll(to: FeedIndexPath(item: rows.count / 2, section: 0), at: .center)
    feed.layoutIfNeeded()
  }

  mutating func prepare(_ feed: Feed) {
    let old = feed.viewport.offset
    if old >= feed.maximumOffset { step = -abs(step) }
    if old <= feed.minimumOffset { step = abs(step) }
    // Not beyond the ends, where an update would have to say what becomes of the over-scroll.
    offset = min(max(old + step, feed.minimumOffset), feed.maximumOffset)
    expectation = .travelled(offset - old)
    // As many come as go, so that the number of rows stays.
    let number = min(1 + generator.index(below: Self.mostRows), rows.count)
    let visible = feed.visibleRange.lowerBound.item
    let lower = place(near: visible, below: rows.count - number + 1)
    removed = lower..<lower + number
    rows.map.remove(removed)
    let index = place(near: visible, below: rows.count + 1)
    inserted = index..<index + number
    rows.map.insert(number, at: index)
  }

  private mutating func place(near visible: Int, below bound: Int) -> Int {
    guard generator.index(below: 2) == 0 else { return generator.index(below: bound) }
    let index = visible + generator.index(below: 2 * Self.nearby) - Self.nearby
    return min(max(index, 0), bound - 1)
  }

  func show(_ feed: Feed) {
    let (removed, inserted) = (removed, inserted)
    feed.viewport = Screen.viewport(at: offset)
    feed.update { updates in
      updates.deleteItems(removed, inSection: 0)
      updates.insertItems(inserted, inSection: 0)
    }
    feed.layoutIfNeeded()
  }
}

extension Feed {
  /// Declares a change that is right.
  func update(_ changes: @escaping (FeedUpdates) -> Void) {
    do throws(UpdateError) {
      try performUpdates(changes)
    } catch {
      fatalError("\(error)")
    }
  }
}
