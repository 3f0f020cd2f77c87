import Testing

@testable import FeedEngine

/// Cells and closures that call the pool when they go.
@Suite struct PoolReentrancyTests {
  /// Runs something when it goes.
  private final class Ending {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }

  @Test("what a replaced closure has captured may register the identifier again as it goes")
  func registersAgain() {
    let harness = Harness(count: 10)
    let feed = harness.feed
    var made: [String] = []
    func register(_ name: String, holding ending: Ending? = nil) {
      feed.register(
        {
          made.append(name)
          return withExtendedLifetime(ending) { TestCell(harness) }
        }, forCellReuseIdentifier: "row")
    }
    register("first", holding: Ending { register("third") })
    register("second")
    harness.answer = { path, feed in
      let cell = feed.dequeueReusableCell(withIdentifier: "row", for: path)
      (cell as? TestCell)?.item = path.item
      return cell
    }
    harness.layout()
    // The call that came last counts.
    #expect(Set(made) == ["third"])
    #expect(feed.diagnostics.isEmpty)
  }

  /// What makes the pool let cells go.
  enum Cause: CaseIterable {
    case limit, totalLimit, trim, giveBack, sweep, abandon
  }

  /// What a cell does with the pool as it goes.
  enum Call: CaseIterable {
    case nothing, limit, totalLimit, adaptive, trim, register, take, stock, newRegistration
  }

  private final class Cell: FeedCell {
    var end: () -> Void = {}
    deinit { end() }
    func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: 50) }
  }

  private final class Stage {
    let pool = CellPool()
    let call: Call
    /// Typed registrations; 4 cells of each wait.
    var recipes: [CellRecipe<Cell, Int>] = []
    let named: ReuseBin
    var ended = 0
    var problems: [String] = []

    init(_ call: Call) throws {
      self.call = call
      named = try #require(
        pool.register(
          "named", cellType: ObjectIdentifier(BlankCell.self), make: BlankCell.init))
      pool.limit = .cells(10)
      pool.totalLimit = .cells(14)
      for _ in 0..<2 { pool.stock(BlankCell(), in: named) }
      for _ in 0..<3 { recipes.append(Stage.recipe()) }
      for recipe in recipes {
        for _ in 0..<4 { pool.stock(cell(), in: pool.bin(for: recipe)) }
      }
    }

    static func recipe() -> CellRecipe<Cell, Int> {
      CellRecipe(identifier: "typed", make: { Cell() }, configure: { _, _, _ in })
    }

    func cell() -> Cell {
      let cell = Cell()
      cell.end = { [weak self] in self?.cellEnds() }
      return cell
    }

    private func cellEnds() {
      ended += 1
      if let problem = pool.checkInvariants() { problems.append(problem) }
      switch call {
      case .nothing: break
      case .limit: pool.limit = .cells(0)
      case .totalLimit: pool.totalLimit = .cells(0)
      case .adaptive: (pool.limit, pool.totalLimit) = (.adaptive, .adaptive)
      case .trim: pool.trim()
      case .register:
        _ = pool.register(
          "new \(ended)", cellType: ObjectIdentifier(BlankCell.self), make: BlankCell.init)
      case .take:
        pool.give(pool.take(from: named, for: 0) ?? pool.adopt(BlankCell(), into: named))
      case .stock: pool.stock(BlankCell(), in: named)
      case .newRegistration:
        for _ in 0..<20 { _ = pool.bin(for: Stage.recipe()) }
      }
      if let problem = pool.checkInvariants() { problems.append(problem) }
    }

    func run(_ cause: Cause) {
      switch cause {
      case .limit: pool.limit = .cells(0)
      case .totalLimit: pool.totalLimit = .cells(0)
      case .trim: pool.trim()
      case .giveBack:
        // The first takes the place of another of its own identifier, the second that of a cell.
        for _ in 0..<2 { pool.give(pool.adopt(BlankCell(), into: named)) }
      case .sweep:
        recipes = []
        for _ in 0..<20 { _ = pool.bin(for: Stage.recipe()) }
      case .abandon: pool.abandon(pool.bin(for: recipes[0]))
      }
    }
  }

  @Test(
    "a cell may call the pool as it goes, whatever made the pool let it go",
    arguments: Cause.allCases, Call.allCases)
  func cellCallsPoolAsItGoes(cause: Cause, call: Call) throws {
    let stage = try Stage(call)
    #expect(stage.pool.statistics.total.pooled == 14)
    stage.run(cause)
    #expect(stage.problems.isEmpty, "\(stage.problems)")
    #expect(stage.pool.checkInvariants() == nil)
    let total = stage.pool.statistics.total
    #expect(total.created == total.live + total.pooled + total.discarded)
    switch (cause, call) {
    case (.giveBack, .nothing): #expect(stage.ended == 1)
    case (.abandon, .nothing): #expect(stage.ended == 4)
    case (.limit, _), (.totalLimit, _), (.trim, _), (.sweep, _): #expect(stage.ended == 12)
    default: #expect(1...12 ~= stage.ended)
    }
    // The pool is of use afterwards.
    (stage.pool.limit, stage.pool.totalLimit) = (.cells(20), .cells(100))
    for _ in 0..<20 { stage.pool.stock(BlankCell(), in: stage.named) }
    #expect(stage.named.counts.pooled == 20)
    #expect(stage.pool.checkInvariants() == nil)
  }

  @Test("cells made beforehand are no more than asked for when making one empties the pool")
  func trimmedWhilePrewarming() {
    let feed = Feed(layout: .list())
    feed.pool.limit = .cells(10)
    var made = 0
    let registration = CellRegistration<BlankCell, Int> { [pool = feed.pool] in
      made += 1
      if made < 1000 { pool.trim() }
      return BlankCell()
    } configure: { _, _, _ in
    }
    #expect(feed.prewarm(registration, count: 5) == 5)
    #expect(made == 5 && feed.pool.statistics.total.pooled == 1)
  }
}
