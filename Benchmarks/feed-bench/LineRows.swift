import FeedBenchSupport
import FeedEngine

/// The lines of a text as rows: each as high as it is when wrapped to 80 columns of 18 points.
final class LineRows: Rows {
  var count: Int { lines.count }

  private let lines: LineIndex
  private var latest: (line: Int, range: Range<Int>)?
  private let row = CellRegistration<ContentCell, LineContent> { cell, path, content in
    cell.setContent(content)
  }

  init(lines: LineIndex) {
    self.lines = lines
  }

  func numberOfItems(inSection section: Int, of feed: Feed) -> Int { lines.count }

  func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
    feed.dequeue(row, for: path, item: LineContent(lines: lines, range: range(of: path.item)))
  }

  let types = 1

  func type(of item: Int) -> Int { 0 }

  // The line after the one asked for last needs no search.
  private func range(of line: Int) -> Range<Int> {
    var range: Range<Int>?
    if let latest, latest.line + 1 == line { range = lines.range(ofLineAfter: latest.range) }
    let found = range ?? lines.range(ofLine: line)
    latest = (line, found)
    return found
  }
}

/// Where a line stands in the text; its bytes are read when it is measured.
struct LineContent: ContentConfiguration {
  var lines: LineIndex
  var range: Range<Int>

  func makeContentView() -> LineView { LineView(self) }
}

/// Stands for a view of wrapped text.
final class LineView: ContentView {
  static let columns = 80
  static let lineHeight = 18.0

  var configuration: LineContent

  init(_ configuration: LineContent) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    let characters = configuration.lines.characters(in: configuration.range)
    let rows = max(1, (characters + Self.columns - 1) / Self.columns)
    return FeedSize(width: proposal.width ?? 0, height: Double(rows) * Self.lineHeight)
  }
}
