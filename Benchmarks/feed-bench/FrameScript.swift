import FeedBenchSupport
import FeedEngine

/// What a host does from frame to frame.
protocol FrameScript {
  associatedtype Source: Rows
  var rows: Source { get }
  /// Sets up a feed that has laid out its first window.
  mutating func begin(_ feed: Feed)
  /// Decides what happens next; not part of the frame.
  mutating func prepare(_ feed: Feed)
  /// The frame itself, with the layout at its end.
  func show(_ feed: Feed)
  /// Whether rows come or go in the frame that was prepared.
  var isArrival: Bool { get }
  /// Where the rows must stand after it.
  var expectation: Expectation { get }
}

/// Where rows must stand after a frame.
enum Expectation {
  /// Where they were, less a distance that the viewport went on.
  case travelled(Double)
  /// The last one at the viewport's end.
  case atEnd
}

extension FrameScript {
  mutating func begin(_ feed: Feed) {}
  var isArrival: Bool { false }
}

/// The viewport of all scripts.
enum Screen {
  static let size = FeedSize(width: 390, height: 800)

  static func viewport(at offset: Double) -> Viewport { Viewport(offset: offset, size: size) }
}

/// Sets the viewport and does nothing else.
struct ScrollScript<Source: Rows>: FrameScript {
  /// Where the viewport goes from frame to frame.
  enum Path {
    /// On by so many points; turns round at the ends.
    case steady(Double)
    /// Anywhere, uniformly.
    case random
    /// On by a number of points that dwindles, then the same again with another number, either way.
    case fling
  }

  let rows: Source
  private let path: Path
  private var generator: SplitMix
  private var step: Double
  private var offset = 0.0
  private(set) var expectation = Expectation.travelled(0)

  init(_ path: Path, rows: Source, seed: UInt64) {
    self.rows = rows
    self.path = path
    generator = SplitMix(seed: seed)
    if case .steady(let step) = path { self.step = step } else { step = 0 }
  }

  mutating func prepare(_ feed: Feed) {
    let old = feed.viewport.offset
    switch path {
    case .random: offset = Self.exact(generator.unit() * feed.maximumOffset)
    case .steady:
      turnAtEnds(feed, old)
      offset = old + step
    case .fling:
      slowDown()
      turnAtEnds(feed, old)
      offset = min(max(old + step, feed.minimumOffset), feed.maximumOffset)
    }
    expectation = .travelled(offset - old)
  }

  func show(_ feed: Feed) {
    feed.viewport = Screen.viewport(at: offset)
    feed.layoutIfNeeded()
  }

  private mutating func turnAtEnds(_ feed: Feed, _ old: Double) {
    if old >= feed.maximumOffset { step = -abs(step) }
    if old <= feed.minimumOffset { step = abs(step) }
  }

  // Whole eighths of a point, so that sums are exact and any movement is the feed's.
  private static func exact(_ offset: Double) -> Double {
    (offset * 8).rounded(.towardZero) / 8
  }

  private mutating func slowDown() {
    let slower = Self.exact(step * 0.97)
    if abs(slower) >= 1 {
      step = slower
    } else {
      let start = Double(2_000 + generator.index(below: 6_000))
      // More often down than up, so that it gets somewhere.
      step = generator.index(below: 8) < 3 ? -start : start
    }
  }
}
