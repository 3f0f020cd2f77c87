import Testing

@testable import FeedEngine

@Suite struct PrefetchPlannerTests {
  /// A planner over rows of 50 points in a viewport of 500, and what it said.
  private final class List {
    var planner: PrefetchPlanner
    var count: Int
    var offset = 0.0
    var prefetched: [Int] = []
    var cancelled: [Int] = []

    init(count: Int = 1000, minimum: Int = 10, maximum: Int = 10, frames: Double = 30) {
      self.count = count
      planner = PrefetchPlanner(
        settings: .init(minimumCount: minimum, maximumCount: maximum, framesAhead: frames))
    }

    var visible: Range<Int> {
      let lower = min(max(0, Int(offset / 50)), count)
      return lower..<max(lower, min(count, Int(((offset + 500) / 50).rounded(.up))))
    }

    /// Scrolls and takes all steps; what was said before is forgotten.
    func show(at offset: Double) {
      let travel = offset - self.offset
      self.offset = offset
      planner.update(
        visible: visible, count: count, travel: EdgeTriggerTests.points(travel),
        meanExtent: EdgeTriggerTests.points(50))
      drain()
    }

    func drain() {
      prefetched = []
      cancelled = []
      while let step = planner.next() {
        switch step {
        case .prefetch(let batch):
          #expect(!batch.isEmpty && prefetched.isEmpty)
          #expect(batch.allSatisfy { (0..<count).contains($0.item) && !visible.contains($0.item) })
          prefetched = batch.map(\.item)
        case .cancel(let batch):
          #expect(!batch.isEmpty)
          cancelled += batch.map(\.item)
        }
      }
    }
  }

  @Test("C135: one way, each item once and none cancelled", arguments: [1, 10])
  func oneWay(minimum: Int) {
    let list = List(minimum: minimum)
    var all: [Int] = []
    for offset in stride(from: 0.0, through: 10_000, by: 25) {
      list.show(at: offset)
      all += list.prefetched
      #expect(list.cancelled.isEmpty)
    }
    #expect(all == Array(10..<220))
  }

  @Test("C136: nearest first, in range, none visible; cancelled once on a jump and a turn")
  func jumpTurnShrink() {
    let list = List()
    list.show(at: 0)
    list.show(at: 1000)
    #expect(list.prefetched == Array(30..<40) && list.cancelled.sorted() == Array(10..<20))
    list.show(at: 40_000)
    #expect(list.prefetched == Array(810..<820) && list.cancelled.sorted() == Array(30..<40))
    list.show(at: 39_975)
    #expect(list.prefetched == Array((789..<799).reversed()))
    #expect(list.cancelled == Array(810..<820))
    // A jump in the direction of travel, which is not told.
    list.offset = 1000
    list.show(at: 1000)
    #expect(list.prefetched == Array((10..<20).reversed()))
    #expect(list.cancelled == Array(789..<799))
    list.count = 5
    list.show(at: 0)
    #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
    list.show(at: 0)
    #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
  }

  @Test("a jump whose travel is unknown turns like any other")
  func silentJump() {
    let list = List()
    list.show(at: 20_000)
    list.offset = 5000
    list.show(at: 5000)
    #expect(list.prefetched == Array((90..<100).reversed()))
    #expect(list.cancelled == Array(410..<420))
  }

  @Test("an unsteady finger turns nothing")
  func unsteadyFinger() {
    let list = List()
    list.show(at: 1010)
    for offset in [1002.0, 1004, 1003, 997, 1010, 1002] {
      list.show(at: offset)
      #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
    }
    list.show(at: 1001)
    #expect(list.prefetched == Array((10..<20).reversed()) && list.cancelled == Array(31..<41))
  }

  @Test("the range grows with speed from the minimum to the maximum, and slowing cancels nothing")
  func speed() {
    let list = List(minimum: 3, maximum: 20, frames: 10)
    list.show(at: 0)
    #expect(list.prefetched == [10, 11, 12])
    list.show(at: 25)
    #expect(list.prefetched == [13, 14, 15])
    list.show(at: 65)
    #expect(list.prefetched == [16, 17, 18, 19])
    list.show(at: 65 + 1000)
    #expect(list.prefetched == Array(32..<52))
    list.show(at: 1066)
    #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
    // Ten times the way in ten times the frames.
    let slow = List(minimum: 3, maximum: 20, frames: 10)
    slow.planner.update(
      visible: 0..<10, count: 1000, travel: EdgeTriggerTests.points(400), frames: 10,
      meanExtent: EdgeTriggerTests.points(50))
    slow.drain()
    #expect(slow.prefetched.count == 8)
  }

  @Test("settings and lengths that make no sense")
  func oddSettings() {
    for frames in [Double.nan, .infinity, -.infinity, -3, 1e300] {
      for (minimum, maximum) in [(-5, -1), (Int.max, Int.max), (9, 4), (Int.min, 4)] {
        for mean in [FixedLength.zero, .max, -FixedLength.max, FixedLength(rawValue: 1)] {
          let list = List(minimum: minimum, maximum: maximum, frames: frames)
          for travel in [FixedLength.zero, .max, -FixedLength.max] {
            list.planner.update(
              visible: 0..<10, count: 1000, travel: travel, frames: 0, meanExtent: mean)
            list.drain()
            #expect(list.prefetched.count <= max(0, maximum))
          }
        }
      }
    }
    let list = List()
    for (visible, count) in [(5..<9, -4), (5..<9, 2), (-9 ..< -2, 100), (0..<0, 100)] {
      list.planner.update(visible: visible, count: count, travel: .zero, meanExtent: .zero)
      list.drain()
      #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
    }
  }

  @Test("while hidden nothing is asked for or cancelled; then it goes on")
  func hidden() {
    let list = List(count: 38)
    list.show(at: 1000)
    #expect(list.prefetched == Array(30..<38))
    list.count = 1000
    for count in [1000, 39, 1000] {
      list.planner.update(visible: 0..<0, count: count, travel: .zero, meanExtent: .zero)
      list.drain()
      #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
    }
    list.show(at: 1050)
    #expect(list.prefetched == [38, 39, 40] && list.cancelled.isEmpty)
  }

  @Test("a viewport that shrinks and grows asks for nothing twice")
  func resized() {
    let list = List()
    list.show(at: 0)
    for visible in [0..<4, 0..<1, 0..<6, 0..<10] {
      list.planner.update(
        visible: visible, count: 1000, travel: .zero, meanExtent: EdgeTriggerTests.points(50))
      list.drain()
      #expect(list.prefetched.isEmpty && list.cancelled.isEmpty)
    }
  }

  @Test("edits shift what is outstanding; what is new between is asked for, what is gone cancelled")
  func edits() {
    let list = List()
    list.show(at: 0)
    // Removes 12 and 13, inserts three before what was 16.
    list.planner.apply(count: 1001) { old in
      old < 12 ? old : old < 14 ? nil : old < 16 ? old - 2 : old + 1
    }
    list.count = 1001
    list.drain()
    #expect(list.cancelled == [12, 13] && list.prefetched.isEmpty)
    list.show(at: 0)
    #expect(list.prefetched == [14, 15, 16] && list.cancelled.isEmpty)
    list.show(at: 50)
    #expect(list.prefetched.isEmpty)
    list.show(at: 100)
    #expect(list.prefetched == [21])
    list.planner.cancelAll()
    list.drain()
    #expect(list.cancelled == Array(12..<22))
    list.planner.reset()
    list.show(at: 100)
    #expect(list.prefetched == Array(12..<22) && list.cancelled.isEmpty)
  }

  @Test("batches are collections that need no array")
  func batches() {
    let batch = PrefetchBatch(4..<9, isForward: false)
    #expect(batch.map(\.item) == [8, 7, 6, 5, 4])
    #expect(batch.reversed().map(\.item) == [4, 5, 6, 7, 8])
    #expect(batch.first == FeedIndexPath(item: 8, section: 0) && batch.last?.item == 4)
    #expect(batch[1..<3].map(\.item) == [7, 6] && batch.count == 5)
    #expect(PrefetchBatch(4..<9, isForward: true).map(\.item) == [4, 5, 6, 7, 8])
  }

  @Test("agrees with a state for each row", arguments: 1...24)
  func agreesWithModel(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let reach = Int.random(in: 1...20, using: &random)
    var planner = PrefetchPlanner(
      settings: .init(minimumCount: reach, maximumCount: reach, framesAhead: 0))
    var model = PrefetchModel(count: 120, random: &random)
    for step in 0..<300 {
      let place = "seed \(seed), step \(step)"
      var travel = 0.0
      switch Int.random(in: 0..<10, using: &random) {
      case 0: travel = Double(Int.random(in: -4000...4000, using: &random))
      case 1...4: travel = Double(Int.random(in: 0...60, using: &random))
      case 5...6: travel = Double(Int.random(in: -60...60, using: &random))
      case 7: model.viewport = Double(Int.random(in: 0...700, using: &random))
      case 8:
        let change = model.edit(random: &random)
        planner.apply(count: model.rows.count) { change.finalIndex[$0] }
        var removed: Set<Int> = []
        while case .cancel(let batch)? = planner.next() { removed.formUnion(batch.map(\.item)) }
        #expect(removed == change.removed, "\(place)")
      default: break
      }
      travel = min(max(-model.offset, travel), max(0, model.length - 100) - model.offset)
      model.offset += travel
      let expected = model.update(travel: travel, reach: reach)
      planner.update(
        visible: model.visible, count: model.rows.count, travel: EdgeTriggerTests.points(travel),
        meanExtent: EdgeTriggerTests.points(60))
      var cancelled: [Int] = []
      var prefetched: [Int] = []
      while let next = planner.next() {
        switch next {
        case .prefetch(let batch): prefetched += batch.map(\.item)
        case .cancel(let batch): cancelled += batch.map(\.item)
        }
      }
      #expect(prefetched == expected.prefetch, "\(place)")
      #expect(cancelled.count == expected.cancel.count, "\(place)")
      #expect(Set(cancelled) == expected.cancel, "\(place)")
      #expect(planner.outstanding.runs.flatMap { Array($0) } == model.outstanding, "\(place)")
      #expect(!planner.outstanding.runs.contains { $0.isEmpty })
    }
  }
}
