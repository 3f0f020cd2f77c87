import Testing

@testable import FeedEngine

/// Drives the machine by numbers alone: no cells, no data source, no host.
@Suite struct WindowMachineTests {
  private final class Driver {
    let layout: ListLayout
    let machine: WindowMachine
    let extents: [FixedLength]
    var realized: [Int] = []
    /// Live rows after each step of the last pass.
    var liveCounts: [Int] = []

    init(
      count: Int, estimate: Double, view: Double, longest: Int64 = 100_000,
      random: inout SplitMix
    ) throws {
      let estimate = try #require(FixedLength(ceiling: estimate))
      layout = ListLayout(estimate: estimate, isFixed: false, spacing: .zero)
      try layout.reset(count: count, estimate: estimate)
      machine = WindowMachine(layout: layout)
      machine.geometry.viewport = try #require(FixedLength(ceiling: view))
      extents = (0..<count).map { _ in
        FixedLength(rawValue: Int64.random(in: 1...longest, using: &random))
      }
    }

    func pass() throws -> WindowMachine.Action {
      realized = []
      liveCounts = []
      machine.begin(extent: machine.geometry.viewport)
      while true {
        let action = machine.next()
        switch action {
        case .realize(let index, let atFront):
          realized.append(index)
          let change = try layout.setExtent(extents[index], at: index)
          _ = machine.realized(extent: extents[index], change: change, atFront: atFront)
        case .measure(let position):
          let index = machine.rows[position].index
          let change = try layout.setExtent(extents[index], at: index)
          machine.measured(position: position, extent: extents[index], change: change)
        case .recycleFirst, .recycleLast: break
        case .limitReached, .stopped, .finished:
          machine.settle(offset: machine.offset, extent: machine.geometry.viewport)
          return action
        }
        liveCounts.append(machine.rows.count)
      }
    }

    func scroll(by units: Int64) {
      machine.viewTop += FixedLength(rawValue: units)
    }
  }

  @Test("rows leave before others enter, and each live row is asked for once", arguments: 1...20)
  func leavesBeforeEntering(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let driver = try Driver(count: 500, estimate: 60, view: 400, random: &random)
    #expect(try driver.pass() == .finished)
    for _ in 0..<200 {
      let before = (0..<driver.machine.rows.count).map { driver.machine.rows[$0].index }
      driver.scroll(by: Int64.random(in: -90_000...120_000, using: &random))
      #expect(try driver.pass() == .finished)
      let after = (0..<driver.machine.rows.count).map { driver.machine.rows[$0].index }
      #expect(Set(driver.realized).count == driver.realized.count)
      #expect(Set(driver.realized).isSuperset(of: Set(after).subtracting(before)))
      #expect(after == Array((after.first ?? 0)..<(after.first ?? 0) + after.count))
      #expect((driver.liveCounts.max() ?? 0) <= max(before.count, after.count))
      #expect(driver.machine.checkInvariants() == nil, "seed \(seed)")
    }
  }

  @Test("a walk over rows that are known is bounded as any pass", arguments: [170_000, -170_000])
  func boundedWalk(distance: Int64) throws {
    var random = SplitMix(seed: 3)
    let driver = try Driver(
      count: 20_000, estimate: 0.1, view: 100, longest: 200, random: &random)
    for (item, extent) in driver.extents.enumerated() {
      _ = try driver.layout.setExtent(extent, at: item)
    }
    driver.scroll(by: 1_000_000)
    while try driver.pass() == .limitReached {}
    let before = driver.machine.backIndex
    driver.scroll(by: distance)
    #expect(try driver.pass() == .limitReached)
    #expect(abs(driver.machine.backIndex - before) <= 1024 + WindowMachine.elementLimit)
    #expect(driver.realized.isEmpty)
  }

  @Test("an aim next to the window keeps the rows that stay", arguments: [1, 3, -1, -3])
  func walksToNearAims(distance: Int) throws {
    var random = SplitMix(seed: 7)
    let driver = try Driver(count: 500, estimate: 60, view: 400, random: &random)
    driver.scroll(by: 20_000_000)
    _ = try driver.pass()
    let rows = driver.machine.rows
    let target =
      try distance > 0
      ? #require(rows.last).index + distance : #require(rows.first).index + distance
    driver.machine.aim = Aim(
      index: target, position: .nearest, side: distance > 0 ? .below : .above)
    _ = try driver.pass()
    #expect(driver.realized.count == abs(distance))
    let row = try #require(driver.machine.position(of: target).map { driver.machine.rows[$0] })
    if distance > 0 {
      #expect(row.bottom == driver.machine.viewBottom)
    } else {
      #expect(row.top == driver.machine.viewTop)
    }
  }
}
