import Testing

@testable import FeedEngine

@Suite struct EdgeTriggerTests {
  static func points(_ value: Double) -> FixedLength {
    FixedLength(flooring: value) ?? .zero
  }

  /// A list of equal rows, one trigger at an end, and the requests that were made.
  private final class List {
    var trigger: EdgeTrigger
    var count: Int
    var height = 50.0
    var viewport = 400.0
    var footer = 0.0
    var offset = 0.0
    var requests = 0

    init(trigger: EdgeTrigger, count: Int) {
      self.trigger = trigger
      self.count = count
    }

    func finish(_ outcome: LoadingOutcome) -> Bool { trigger.finish(outcome) }

    /// Lays out at the present offset.
    @discardableResult
    func pass() -> Bool {
      let content = Double(count) * height + footer
      let distance = trigger.edge == .end ? content - offset - viewport : offset
      let fires = trigger.update(
        distance: EdgeTriggerTests.points(distance), viewport: EdgeTriggerTests.points(viewport),
        count: count)
      requests += fires ? 1 : 0
      return fires
    }
  }

  @Test("C130: a short first page is followed by the next, without a scroll")
  func shortFirstPage() {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(0)), count: 5)
    list.height = 74
    list.viewport = 800
    var counts: [Int] = []
    while list.pass() {
      list.count += 5
      #expect(list.finish(.more))
      counts.append(list.count)
    }
    #expect(counts == [10, 15])
    #expect(!list.pass())
  }

  @Test("C131: one request until it is answered, whatever scrolls or grows meanwhile")
  func asksOnce() {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(200)), count: 40)
    for step in 0...20 {
      list.offset = 1400 + Double(step) * 10
      list.pass()
      if step == 5 { list.footer = 60 }
    }
    #expect(list.requests == 1)
    list.footer = 0
    list.count = 60
    #expect(list.finish(.more))
    for offset in stride(from: 1600.0, to: 2400, by: 10) {
      list.offset = offset
      #expect(!list.pass())
    }
    list.offset = 2400
    #expect(list.pass())
  }

  @Test("C131: nothing is asked for after the last page", arguments: [true, false])
  func lastPage(isMarked: Bool) {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(200)), count: 40)
    list.offset = 1500
    #expect(list.pass())
    // A page without items: marked as the last one, or not.
    #expect(list.finish(isMarked ? .exhausted : .more))
    for _ in 0..<10 { list.pass() }
    #expect(list.requests == 1)
    list.offset = 0
    list.pass()
    list.offset = 1500
    #expect(list.pass() != isMarked)
    list.trigger.retry()
    #expect(!list.pass())
    list.trigger.reset()
    #expect(list.pass())
  }

  @Test("C132: the end of an empty list asks once, the start never")
  func emptyList() {
    for threshold in [TriggerDistance.points(0), .points(-1e6), .viewports(2)] {
      let end = List(trigger: EdgeTrigger(edge: .end, threshold: threshold), count: 0)
      let start = List(trigger: EdgeTrigger(edge: .start, threshold: threshold), count: 0)
      for offset in [0.0, 0, -1000, 1000, 0] {
        end.offset = offset
        end.pass()
        start.offset = offset
        start.pass()
      }
      #expect(end.requests == 1 && start.requests == 0)
      #expect(end.finish(.more))
      for offset in [0.0, -1000, 1000, 0] {
        end.offset = offset
        #expect(!end.pass())
      }
      end.trigger.retry()
      #expect(end.pass())
    }
  }

  @Test("C060: rows that come at the start of a list at the start are asked for once")
  func prependAtTop() {
    let list = List(trigger: EdgeTrigger(edge: .start, threshold: .points(0)), count: 20)
    for _ in 0..<5 { list.pass() }
    #expect(list.requests == 1)
    list.count = 21
    #expect(list.finish(.more))
    list.offset = 120
    for _ in 0..<5 { list.pass() }
    #expect(list.requests == 1)
    list.offset = 0
    #expect(list.pass())
  }

  @Test("an answer that comes before its items causes no second request")
  func answerBeforeItems() {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .viewports(1)), count: 4)
    #expect(list.pass())
    #expect(list.finish(.more))
    #expect(!list.pass())
    list.count = 8
    #expect(list.pass())
  }

  @Test("as many items may go at the other end as came")
  func boundedList() {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(0)), count: 40)
    list.offset = 1600
    #expect(list.pass())
    #expect(list.finish(.more))
    list.offset = 600
    #expect(!list.pass())
    list.offset = 1600
    #expect(list.pass())
  }

  @Test("a failed request is repeated after leaving and coming back, or on retry")
  func failure() {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(100)), count: 40)
    list.offset = 1600
    #expect(list.pass())
    // Left and approached again while the request is open: that does not count.
    list.offset = 0
    #expect(!list.pass())
    list.offset = 1600
    #expect(!list.pass())
    #expect(list.finish(.failed))
    for _ in 0..<5 { #expect(!list.pass()) }
    list.trigger.retry()
    #expect(list.pass())
    list.trigger.retry()
    #expect(!list.pass())
    #expect(list.finish(.failed))
    list.offset = 0
    #expect(!list.pass())
    list.offset = 1600
    #expect(list.pass())
  }

  @Test("an answer without a request is ignored and said to be")
  func strayAnswers() {
    for outcome in [LoadingOutcome.more, .exhausted, .failed] {
      let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(0)), count: 40)
      #expect(!list.finish(outcome))
      list.offset = 1600
      #expect(list.pass())
      #expect(list.finish(.exhausted))
      #expect(!list.finish(outcome))
      #expect(!list.pass())
    }
  }

  @Test("a hidden feed asks for nothing and leaves no edge")
  func hidden() {
    let list = List(trigger: EdgeTrigger(edge: .end, threshold: .points(0)), count: 4)
    list.viewport = 0
    #expect(!list.pass())
    list.viewport = 400
    #expect(list.pass())
    #expect(list.finish(.failed))
    list.viewport = 0
    list.pass()
    list.viewport = 400
    #expect(!list.pass())
  }

  @Test("distances that are none are never met", arguments: [Double.nan, .infinity, -.infinity])
  func impossibleDistances(value: Double) {
    for threshold in [TriggerDistance.points(value), .viewports(value)] {
      let list = List(trigger: EdgeTrigger(edge: .end, threshold: threshold), count: 4)
      #expect(!list.pass())
      list.trigger.threshold = .points(0)
      #expect(list.pass())
    }
  }

  @Test("agrees with a list of what happened", arguments: 1...20)
  func agreesWithHistory(seed: Int) {
    enum Event { case told, more, failed, exhausted, begun, left, grown }
    var random = SplitMix(seed: UInt64(seed))
    let edge: LoadingEdge = seed % 2 == 0 ? .start : .end
    let limit = Double(Int.random(in: -50...300, using: &random))
    let list = List(trigger: EdgeTrigger(edge: edge, threshold: .points(limit)), count: 20)
    var history: [Event] = [.begun]
    var asked = 0
    for step in 0..<2000 {
      let answer: (LoadingOutcome, Event)? =
        switch Int.random(in: 0..<24, using: &random) {
        case 0...2: (.more, .more)
        case 3...4: (.failed, .failed)
        case 5: (.exhausted, .exhausted)
        default: nil
        }
      if let answer {
        #expect(list.finish(answer.0) == (history.last == .told))
        if history.last == .told { history.append(answer.1) }
      }
      switch Int.random(in: 0..<20, using: &random) {
      case 3:
        list.trigger.reset()
        history.append(.begun)
      case 0...1:
        list.trigger.retry()
        if history.last == .failed || history.last == .more { history.append(.begun) }
      case 4...5:
        list.count = list.count == 20 ? Int.random(in: 0...1, using: &random) * 40 : 20
      default: list.offset = Double(Int.random(in: -100...1800, using: &random))
      }
      let content = Double(list.count) * list.height
      let distance = edge == .end ? content - list.offset - list.viewport : list.offset
      let isNear = list.count == 0 ? edge == .end : distance <= limit
      if !isNear, history.last == .failed || history.last == .more { history.append(.left) }
      if history.last == .more, list.count != asked { history.append(.grown) }
      let wants = isNear && [.begun, .left, .grown].contains(history.last)
      if wants {
        history.append(.told)
        asked = list.count
      }
      #expect(list.pass() == wants, "seed \(seed), step \(step)")
    }
    #expect(list.requests == history.count { $0 == .told })
  }
}
