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
}
