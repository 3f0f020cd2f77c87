import Testing

@testable import FeedEngine

private final class PostView: ContentView {
  var configuration: PostContent { didSet { assigned += 1 } }
  var assigned = 0

  init(_ configuration: PostContent) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: configuration.height)
  }

  func prepareForReuse() {
    configuration.owner = nil
  }
}

private struct PostContent: ContentConfiguration {
  var text: String
  var height = 50.0
  var look = ""
  var owner: AnyObject?

  func makeContentView() -> PostView { PostView(self) }

  func updated(for state: CellState) -> PostContent {
    var updated = self
    // Adds to what is there, so that a state applied to a derived configuration would show.
    if state.contains(.selected) { updated.look += "s" }
    if state.contains(.highlighted) { updated.look += "h" }
    if state.contains(.focused) { updated.look += "f" }
    return updated
  }
}

private final class AdView: ContentView {
  var configuration: AdContent
  init(_ configuration: AdContent) { self.configuration = configuration }
  func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 10, height: 80) }
}

private struct AdContent: ContentConfiguration {
  func makeContentView() -> AdView { AdView(self) }
}

/// Content configurations: views are kept while the type stays, states never add up.
@Suite struct ContentCellTests {
  @Test("the same type is reconfigured in place, another type gets a new view")
  func reconfiguration() throws {
    let cell = ContentCell()
    #expect(cell.contentView == nil)
    #expect(cell.size(fitting: SizeProposal(width: 9)) == FeedSize(width: 0, height: 0))
    cell.setContent(PostContent(text: "a"))
    let view = try #require(cell.contentView as? PostView)
    #expect(view.configuration.text == "a" && view.assigned == 0)
    for number in 1...5 {
      cell.setContent(PostContent(text: "\(number)", height: Double(number)))
      #expect(cell.contentView === view)
      #expect(view.configuration.text == "\(number)" && view.assigned == number)
      #expect(cell.size(fitting: SizeProposal(width: 9)).height == Double(number))
    }
    cell.setContent(AdContent())
    #expect(cell.contentView is AdView)
    #expect(cell.size(fitting: SizeProposal(width: 9)).height == 80)
    cell.setContent(PostContent(text: "b"))
    #expect(cell.contentView is PostView && cell.contentView !== view)
  }

  @Test("a view that is replaced goes")
  func replacedViewGoes() {
    let cell = ContentCell()
    cell.setContent(PostContent(text: "a"))
    weak let view = cell.contentView
    #expect(view != nil)
    cell.setContent(AdContent())
    #expect(view == nil)
  }

  @Test("each state starts from the configuration that was set")
  func statesDoNotAddUp() throws {
    let cell = ContentCell()
    cell.setContent(PostContent(text: "a"))
    let view = try #require(cell.contentView as? PostView)
    let states: [(CellState, String)] = [
      (.selected, "s"), (.selected, "s"), ([.selected, .highlighted], "sh"), (.focused, "f"),
      ([], ""), ([.selected, .highlighted, .focused], "shf"), ([], ""),
    ]
    for (state, look) in states {
      cell.stateDidChange(state)
      #expect(view.configuration.look == look)
    }
    cell.stateDidChange(.selected)
    cell.setContent(PostContent(text: "b"))
    #expect(view.configuration.look == "s" && view.configuration.text == "b")
    cell.setContent(AdContent())
    cell.setContent(PostContent(text: "c"))
    #expect((cell.contentView as? PostView)?.configuration.look == "s", "a new view has the state")
  }

  /// A feed of content cells; every seventh item is an ad in the same kind of cell.
  private final class Source: FeedDataSource {
    var updates = 0
    var owner: (Int) -> AnyObject? = { _ in nil }
    lazy var registration = CellRegistration<ContentCell, Int> { [unowned self] cell, _, item in
      if item % 7 == 6 {
        cell.setContent(AdContent())
      } else {
        cell.setContent(PostContent(text: "\(item)", owner: owner(item)))
      }
    }
    var count = 100
    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { count }
    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      feed.dequeue(registration, for: path, item: path.item)
    }
    func makeFeed() -> Feed {
      let feed = Feed(layout: .list())
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 320, height: 300))
      feed.dataSource = self
      feed.layoutIfNeeded()
      return feed
    }
  }

  private static func look(_ feed: Feed, _ item: Int) -> String? {
    ((feed.cell(at: itemPath(item)) as? ContentCell)?.contentView as? PostView)?.configuration.look
  }

  @Test("a state lasts while the cell shows the item and is lost when it is recycled")
  func stateIsLostOnRecycle() {
    let source = Source()
    let feed = source.makeFeed()
    #expect(feed.setState([.selected, .focused], forCellAt: itemPath(2)))
    #expect(ContentCellTests.look(feed, 2) == "sf")
    #expect(!feed.setState(.selected, forCellAt: itemPath(50)), "no cell shows it")
    #expect(!feed.setState(.selected, forCellAt: FeedIndexPath(item: 2, section: 1)))
    #expect(!feed.setState(.selected, forCellAt: itemPath(-1)))
    feed.viewport.offset = 20
    feed.layoutIfNeeded()
    #expect(ContentCellTests.look(feed, 2) == "sf")
    for offset in [2000.0, 0, 4000, 10] {
      feed.viewport.offset = offset
      feed.layoutIfNeeded()
      for placement in feed.liveCells where placement.indexPath.item % 7 != 6 {
        #expect(ContentCellTests.look(feed, placement.indexPath.item) == "")
      }
    }
  }

  @Test("a cell hears of a state once, and of its end before it is prepared for reuse")
  func statesOfPlainCells() {
    let harness = Harness(count: 100)
    harness.layout()
    let cell = harness.feed.cell(at: itemPath(1)) as? TestCell
    for _ in 0..<3 { harness.feed.setState(.highlighted, forCellAt: itemPath(1)) }
    #expect(cell?.states == [.highlighted])
    harness.feed.setState([], forCellAt: itemPath(1))
    harness.feed.setState(.selected, forCellAt: itemPath(1))
    harness.feed.pool.limit = .cells(0)
    harness.show(at: 3000)
    #expect(cell?.states == [.highlighted, [], .selected, []])
    #expect(cell?.preparedForReuse == 1)
  }

  @Test("random scrolls show each item in its own configuration", arguments: 1...10)
  func randomScrolls(seed: Int) {
    let source = Source()
    let feed = source.makeFeed()
    for offset in ReuseRandomTests.offsets(seed: UInt64(seed), count: 100, end: 4500) {
      feed.viewport.offset = offset
      feed.layoutIfNeeded()
      for placement in feed.liveCells {
        let view = (placement.cell as? ContentCell)?.contentView
        if placement.indexPath.item % 7 == 6 {
          #expect(view is AdView)
        } else {
          #expect((view as? PostView)?.configuration.text == "\(placement.indexPath.item)")
        }
      }
    }
    #expect(feed.statistics.total.created <= 8)
  }

  @Test("C014: a pooled content cell holds nothing that its old item held")
  func pooledContentHoldsNothing() {
    final class Owner {}
    let source = Source()
    weak var owner: Owner?
    var strong: Owner? = Owner()
    owner = strong
    source.owner = { [weak owner] _ in owner }
    let feed = source.makeFeed()
    strong = nil
    #expect(owner != nil, "live cells hold it")
    source.count = 0
    feed.reloadData()
    feed.layoutIfNeeded()
    #expect(feed.statistics.total.live == 0 && feed.statistics.total.pooled > 0)
    #expect(owner == nil)
  }

  /// Runs a closure when it goes.
  private final class Farewell {
    let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    deinit { action() }
  }

  private struct NoteContent: ContentConfiguration {
    var text: String
    var owners: [AnyObject]
    func makeContentView() -> NoteView { NoteView(self) }
  }

  /// Keeps nothing but the text, so that the cell is the last to hold a configuration.
  private final class NoteView: ContentView {
    private var text = ""
    var configuration: NoteContent {
      get { NoteContent(text: text, owners: []) }
      set { text = newValue.text }
    }
    init(_ configuration: NoteContent) { self.configuration = configuration }
    func size(fitting proposal: SizeProposal) -> FeedSize {
      FeedSize(width: 0, height: Double(text.utf8.count))
    }
  }

  enum Mutation: CaseIterable { case content, otherContent, reuse, state }

  @Test(
    "a configuration that calls back into its cell as it goes breaks nothing",
    arguments: Mutation.allCases, Mutation.allCases)
  func farewells(first: Mutation, second: Mutation) {
    let cell = ContentCell()
    var calls = 0
    func mutate(_ mutation: Mutation) {
      switch mutation {
      case .content: cell.setContent(NoteContent(text: "again", owners: [owner(), owner()]))
      case .otherContent: cell.setContent(AdContent())
      case .reuse: cell.prepareForReuse()
      case .state: cell.stateDidChange(calls % 2 == 0 ? .selected : [])
      }
    }
    func owner() -> AnyObject {
      Farewell {
        calls += 1
        if calls < 20 { mutate(second) }
      }
    }
    for _ in 0..<4 {
      let text = String(repeating: "long ", count: 9)
      cell.setContent(NoteContent(text: text, owners: [owner(), owner()]))
      mutate(first)
    }
    cell.prepareForReuse()
    #expect(calls >= 8)
    cell.setContent(NoteContent(text: "last", owners: []))
    #expect((cell.contentView as? NoteView)?.configuration.text == "last")
    #expect(cell.size(fitting: SizeProposal(width: 9)).height == 4)
  }

  @Test("what a configuration asks of its cell as it goes counts after the new one")
  func lastWords() {
    let cell = ContentCell()
    func goodbye(_ action: @escaping () -> Void) -> [AnyObject] { [Farewell(action)] }
    cell.setContent(
      NoteContent(
        text: "a",
        owners: goodbye { cell.setContent(NoteContent(text: "inner", owners: [])) }))
    cell.setContent(NoteContent(text: "outer", owners: []))
    #expect((cell.contentView as? NoteView)?.configuration.text == "inner")
    cell.stateDidChange(.selected)
    #expect((cell.contentView as? NoteView)?.configuration.text == "inner")
    cell.setContent(PostContent(text: "plain"))
    let view = cell.contentView as? PostView
    cell.stateDidChange([])
    cell.setContent(
      PostContent(text: "old", owner: Farewell { cell.stateDidChange(.selected) }))
    view?.configuration.owner = nil
    cell.setContent(PostContent(text: "new"))
    #expect(view?.configuration.text == "new" && view?.configuration.look == "s")
  }
}
