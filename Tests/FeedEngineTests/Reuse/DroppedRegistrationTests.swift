import Testing

@testable import FeedEngine

/// Registrations that an app makes, uses in several pools, and drops.
@Suite struct DroppedRegistrationTests {
  private final class Row: FeedCell {
    func size(fitting proposal: SizeProposal) -> FeedSize { FeedSize(width: 0, height: 50) }
  }

  private typealias Registration = CellRegistration<Row, Int>

  private final class Captured {}

  private final class Source: FeedDataSource {
    let feed = Feed(layout: .list(estimatedExtent: 50))
    var registration: Registration?

    init() {
      feed.dataSource = self
      feed.viewport = Viewport(offset: 0, size: FeedSize(width: 320, height: 100))
    }

    func numberOfItems(inSection section: Int, of feed: Feed) -> Int { 2 }

    func cell(at path: FeedIndexPath, in feed: Feed) -> any FeedCell {
      guard let registration else { return Row() }
      return feed.dequeue(registration, for: path, item: path.item)
    }
  }

  private func registration(_ number: Int, capturing captured: Captured) -> Registration {
    Registration(identifier: "\(number)") {
      withExtendedLifetime(captured) { Row() }
    } configure: { _, _, _ in
      withExtendedLifetime(captured) {}
    }
  }

  @Test("two pools let go of what was used in both, and what it captured goes at once")
  func usedByTwoFeeds() {
    let sources = [Source(), Source()]
    for number in 0..<1000 {
      weak var captured: Captured?
      do {
        let strong = Captured()
        captured = strong
        let registration = registration(number, capturing: strong)
        for source in sources { source.registration = registration }
      }
      for source in sources {
        source.feed.reloadData()
        source.feed.layoutIfNeeded()
      }
      #expect(captured != nil)
      for source in sources { source.registration = nil }
      if captured != nil {
        Issue.record("registration \(number) left what it captured")
        return
      }
    }
    for source in sources {
      // Dead ones are looked for when 16 have come together.
      #expect(source.feed.statistics.byIdentifier.count <= 16)
      #expect(source.feed.statistics.total.created == 2000)
      #expect(source.feed.diagnostics.isEmpty)
      #expect(source.feed.checkInvariants() == nil)
      source.feed.pool.trim()
      // Its cells are live and show their items on.
      #expect(source.feed.statistics.byIdentifier.map(\.identifier) == ["999"])
      #expect(source.feed.statistics["999"]?.live == 2)
      source.feed.viewport.size.height = 0
      source.feed.layoutIfNeeded()
      #expect(source.feed.statistics.byIdentifier.isEmpty)
      #expect(source.feed.statistics.total.pooled == 0 && source.feed.statistics.total.live == 0)
      #expect(source.feed.checkInvariants() == nil)
    }
  }

  @Test("trim drops the identifiers of registrations that are gone, and no others")
  func trimmedPools() {
    let pools = [CellPool(), CellPool()]
    let kept = registration(0, capturing: Captured())
    weak var captured: Captured?
    do {
      let strong = Captured()
      captured = strong
      let dropped = (1...10).map { registration($0, capturing: strong) }
      for pool in pools {
        for registration in [kept] + dropped {
          let bin = pool.bin(for: registration.recipe)
          pool.give(pool.adopt(Row(), into: bin))
        }
        pool.trim()
        #expect(pool.statistics.byIdentifier.count == 11, "none is gone yet")
        for registration in [kept] + dropped {
          pool.give(pool.adopt(Row(), into: pool.bin(for: registration.recipe)))
        }
        #expect(pool.statistics.total.pooled == 11)
      }
    }
    #expect(captured == nil)
    for pool in pools {
      pool.trim()
      #expect(pool.statistics.byIdentifier.map(\.identifier) == ["0"])
      #expect(pool.statistics.total.discarded == 22 && pool.statistics.total.pooled == 0)
      #expect(pool.checkInvariants() == nil)
    }
  }
}
