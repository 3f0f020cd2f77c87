import Testing

@testable import FeedEngine

/// Caps on waiting cells.
@Suite struct PoolLimitTests {
  @Test("an explicit cap holds for each identifier", arguments: [-3, 0, 1, 4, 1000])
  func explicitCap(cap: Int) {
    let log = ReuseLog(count: 1000, kinds: 3)
    log.feed.pool.limit = .cells(cap)
    for offset in [0.0, 5000, 30_000, 200] {
      log.show(at: offset)
      for kind in 0..<3 {
        #expect((log.feed.statistics["kind \(kind)"]?.pooled ?? 0) <= max(0, cap))
      }
    }
    log.feed.dataSource = nil
    log.feed.reloadData()
    log.layout()
    for kind in 0..<3 {
      // 10 rows are visible: 4 of the first kind that shows, 3 of the others.
      #expect((3...4).contains(log.feed.statistics["kind \(kind)"]?.pooled ?? 0) || cap < 4)
    }
  }

  @Test("the adaptive cap follows what was in use at once")
  func adaptiveCap() {
    let log = ReuseLog(count: 1000)
    log.layout()
    log.count = 0
    log.feed.reloadData()
    log.layout()
    #expect(log.feed.statistics.total.pooled == 10)
    log.count = 1000
    log.feed.viewport.size.height = 2000
    log.feed.reloadData()
    log.layout()
    log.feed.viewport.size.height = 0
    log.layout()
    #expect(log.feed.statistics.total.pooled == 40)
    #expect(log.feed.statistics.total.created == 40)
  }

  @Test("trim lets all waiting cells go and keeps those in use")
  func trim() {
    let log = ReuseLog(count: 1000)
    log.feed.viewport.size.height = 2000
    log.layout()
    log.feed.viewport.size.height = 500
    log.layout()
    let live = log.live.map(ObjectIdentifier.init)
    let waiting = log.keeping.filter { !live.contains(ObjectIdentifier($0)) }.map(WeakCell.init)
    #expect(waiting.count == 30 && log.feed.statistics.total.pooled == 30)
    log.keeping = []
    log.feed.pool.trim()
    log.check()
    #expect(log.feed.statistics.total.pooled == 0 && log.feed.statistics.total.discarded == 30)
    #expect(waiting.allSatisfy { $0.cell == nil })
    #expect(log.live.map(ObjectIdentifier.init) == live)
    log.count = 0
    log.feed.reloadData()
    log.layout()
    #expect(log.feed.statistics.total.pooled == 10)
  }

  @Test("trim forgets how many were in use at once")
  func trimForgetsPeaks() {
    let log = ReuseLog(count: 5000, kinds: 5000, usesNames: true, viewport: 10_000)
    log.kind = { $0 < 200 ? 0 : $0 }
    log.layout()
    log.feed.viewport.size.height = 500
    log.layout()
    #expect(log.feed.pool.bin(named: "kind 0")?.peakLive == 200)
    log.feed.pool.trim()
    #expect(log.feed.pool.bin(named: "kind 0")?.peakLive == 10)
    // 200 in use at once would let 800 wait; 10 let no more than 64.
    for offset in stride(from: 10_000.0, through: 249_500, by: 500) { log.show(at: offset) }
    #expect(log.feed.statistics.total.pooled == 64)
  }

  @Test("trim forgets what was made beforehand")
  func trimForgetsReserves() throws {
    let harness = Harness(count: 0)
    let (feed, registration) = (harness.feed, harness.registrations[0])
    #expect(feed.prewarm(registration, count: 100) == 100)
    feed.pool.trim()
    for number in 0..<100 {
      let bin = try #require(
        feed.pool.register(
          "name \(number)", cellType: ObjectIdentifier(BlankCell.self), make: BlankCell.init))
      feed.pool.give(feed.pool.adopt(BlankCell(), into: bin))
    }
    #expect(feed.statistics.total.pooled == 64)
    feed.pool.trim()
    #expect(feed.prewarm(registration, count: 100) == 100)
    #expect(feed.pool.checkInvariants() == nil)
  }

  @Test("in sum four times as many may wait as were in use at once")
  func adaptiveSum() throws {
    let pool = CellPool()
    for round in 0..<5 {
      let records = try (0..<20).map { number in
        let bin = try #require(
          pool.register(
            "\(round) \(number)", cellType: ObjectIdentifier(BlankCell.self),
            make: BlankCell.init))
        return pool.adopt(BlankCell(), into: bin)
      }
      for record in records { pool.give(record) }
    }
    #expect(pool.statistics.total.pooled == 80)
  }

  enum Use: CaseIterable {
    case taken, given, stocked
  }

  @Test(
    "beyond the total cap an identifier used since the last turn keeps its cells",
    arguments: Use.allCases)
  func takesTurns(use: Use) throws {
    let pool = CellPool()
    pool.totalLimit = .cells(3)
    let bins = try ["first", "second", "third"].map {
      try #require(
        pool.register($0, cellType: ObjectIdentifier(BlankCell.self), make: BlankCell.init))
    }
    func waiting() -> [Int] { bins.map(\.counts.pooled) }
    pool.reserve(3, in: bins[1])
    let records = [0, 1, 1, 2].map { pool.adopt(BlankCell(), into: bins[$0]) }
    for record in records { pool.give(record) }
    #expect(waiting() == [0, 2, 1])
    switch use {
    case .taken:
      #expect(pool.take(from: bins[1], for: 0) != nil)
      let more = [0, 0].map { pool.adopt(BlankCell(), into: bins[$0]) }
      for record in more { pool.give(record) }
      #expect(waiting() == [2, 1, 0])
    case .given:
      pool.give(pool.adopt(BlankCell(), into: bins[1]))
      #expect(waiting() == [0, 3, 0])
    case .stocked:
      pool.totalLimit = .cells(4)
      pool.stock(BlankCell(), in: bins[1])
      pool.give(pool.adopt(BlankCell(), into: bins[0]))
      #expect(waiting() == [1, 3, 0])
    }
  }

  @Test("thousands of identifiers cannot pile up cells", arguments: [true, false])
  func thousandsOfIdentifiers(usesNames: Bool) {
    let log = ReuseLog(count: 5000, kinds: 5000, usesNames: usesNames)
    for offset in stride(from: 0.0, through: 249_500, by: 500) {
      log.feed.viewport.offset = offset
      log.feed.layoutIfNeeded()
      if Int(offset) % 10_000 == 0 { log.keeping = [] }
    }
    log.check()
    #expect(log.feed.statistics.total.pooled <= 64)
    log.feed.pool.totalLimit = .cells(9)
    log.show(at: 100)
    #expect(log.feed.statistics.total.pooled <= 9)
    // The identifiers used last are the ones that wait.
    let pooled = log.feed.statistics.byIdentifier.filter { $0.counts.pooled > 0 }
    #expect(pooled.allSatisfy { Int($0.identifier.dropFirst(5)) ?? 0 >= 4990 })
  }

  @Test("a pool shared by two feeds serves both and counts once")
  func sharedPool() {
    let pool = CellPool()
    let (first, second) = (ReuseLog(count: 100, pool: pool), Feed(layout: .list(), pool: pool))
    second.viewport = Viewport(offset: 0, size: FeedSize(width: 320, height: 500))
    first.layout()
    first.feed.viewport.size.height = 0
    first.layout()
    #expect(pool.statistics.total.pooled == 10)
    let registration = CellRegistration<LoggedCell, Int>(identifier: "other") {
      LoggedCell(kind: 9, log: first)
    } configure: { _, _, _ in
    }
    final class Source: FeedDataSource {
      let registration: CellRegistration<LoggedCell, Int>
      init(_ registration: CellRegistration<LoggedCell, Int>) { self.registration = registration }
      func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 3 }
      func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
        let cell = feed.dequeue(registration, for: path, item: path.item)
        cell.isPrepared = false
        return cell
      }
    }
    let source = Source(registration)
    second.dataSource = source
    second.layoutIfNeeded()
    #expect(pool.statistics["other"]?.live == 3 && pool.statistics["kind 0"]?.pooled == 10)
    #expect(pool.checkInvariants() == nil)
  }

  @Test("cells of a feed that went are no longer counted in a shared pool")
  func feedOfSharedPoolGoes() {
    let pool = CellPool()
    var log: ReuseLog? = ReuseLog(count: 100, pool: pool)
    log?.layout()
    #expect(pool.statistics.total.live == 10)
    log = nil
    #expect(pool.statistics.total.live == 0)
    #expect(pool.checkInvariants() == nil)
  }

  @Test("a registration has one bin in each pool, whichever others come and go", arguments: 1...10)
  func registrationsOfTwoPools(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let pools = [CellPool(), CellPool()]
    var recipes: [CellRecipe<ContentCell, Int>] = []
    var bins: [[ObjectIdentifier: ReuseBin]] = [[:], [:]]
    for step in 0..<2000 {
      if recipes.isEmpty || Int.random(in: 0..<8, using: &random) == 0 {
        recipes.append(
          CellRecipe(identifier: "\(step)", make: { ContentCell() }, configure: { _, _, _ in }))
      }
      let place = Int.random(in: 0..<recipes.count, using: &random)
      let key = ObjectIdentifier(recipes[place].identity)
      if Int.random(in: 0..<9, using: &random) == 0 {
        for pool in 0...1 where bins[pool][key] != nil { bins[pool][key] = nil }
        recipes.remove(at: place)
        continue
      }
      let pool = Int.random(in: 0...1, using: &random)
      let bin = pools[pool].bin(for: recipes[place])
      #expect(bin.identifier == recipes[place].identity.identifier)
      if let known = bins[pool][key] { #expect(bin === known) }
      bins[pool][key] = bin
      if Bool.random(using: &random) {
        pools[pool].give(
          pools[pool].take(from: bin, for: 0) ?? pools[pool].adopt(ContentCell(), into: bin))
      }
      #expect(pools[pool].checkInvariants() == nil)
    }
  }
}
