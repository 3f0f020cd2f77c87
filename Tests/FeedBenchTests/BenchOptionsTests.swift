import FeedBenchSupport
import Testing

@Suite struct BenchOptionsTests {
  @Test func nothingGivenRunsTheWholeSuite() throws {
    let options = try BenchOptions(arguments: [])
    #expect(options == BenchOptions())
    #expect(options.action == .run)
    #expect(options.scenarios.isEmpty)
    #expect(!options.json)
  }

  @Test func everyOptionIsTaken() throws {
    let options = try BenchOptions(arguments: [
      "--scenario", "open", "--scenario=jump", "--scenario", "chat", "--items", "1_000_000",
      "--frames=25",
      "--seed", "0xFFFFFFFFFFFFFFFF", "--json",
    ])
    var expected = BenchOptions()
    expected.scenarios = [.open, .jump, .chat]
    expected.items = 1_000_000
    expected.frames = 25
    expected.seed = .max
    expected.json = true
    #expect(options == expected)
  }

  @Test func helpWinsOverList() throws {
    #expect(try BenchOptions(arguments: ["--list"]).action == .list)
    #expect(try BenchOptions(arguments: ["--list", "--help"]).action == .help)
    #expect(try BenchOptions(arguments: ["-h", "--list"]).action == .help)
  }

  @Test func theListIsTextOrJSON() throws {
    let options = try BenchOptions(arguments: ["--list", "--json"])
    #expect(options.action == .list && options.json)
    let names = Scenario.allCases.map(\.rawValue)
    #expect(
      names == [
        "open", "timeline", "jump", "fling", "prepend", "churn", "chat", "infinite", "extents",
      ])
    let lines = Scenario.list(json: false).split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != "\t" } } == names.map { $0[...] })
    let json = Scenario.list(json: true)
    #expect(json.hasPrefix(#"{"scenarios": [{"name": "open", "summary": "make a feed"#))
    #expect(names.allSatisfy { json.contains(#"{"name": "\#($0)", "summary": ""#) })
  }

  @Test(arguments: [
    ("0", 0), ("17", 17), ("1e6", 1_000_000), ("25e2", 2500), ("4294967296", 1 << 32),
  ])
  func wholeNumbers(text: String, number: Int) throws {
    #expect(try BenchOptions(arguments: ["--items", text]).items == number)
  }

  @Test func standardInputIsAFeed() throws {
    #expect(try BenchOptions(arguments: ["--feed", "-"]).feed == "-")
    #expect(
      try BenchOptions(arguments: ["--feed", "a b=c.txt", "--scenario", "timeline"]).feed
        == "a b=c.txt")
  }

  @Test(arguments: [
    ["--unknown"], ["timeline"], [""], ["-"], ["--items"], ["--items", "-1"], ["--items", "1.5"],
    ["--items", "4294967297"], ["--items", "1e10"], ["--items", "1e99"], ["--items", "e6"],
    ["--items", "ten"], ["--items", ""], ["--frames", "0"], ["--frames", "1e9"],
    ["--seed", "-3"], ["--seed", "18446744073709551616"], ["--scenario", "scroll"], ["--scenario"],
    ["--json=yes"], ["--help=1"], ["--feed"], ["--feed", "a", "--items", "3"],
    ["--feed", "a", "--scenario", "jump"],
  ])
  func refusesInOneLine(arguments: [String]) {
    let error = #expect(throws: UsageError.self) { try BenchOptions(arguments: arguments) }
    #expect(error.map { !$0.description.isEmpty && !$0.description.contains("\n") } == true)
  }

  @Test func aNewlineInAnArgumentStaysOutOfTheMessage() {
    let error = #expect(throws: UsageError.self) { try BenchOptions(arguments: ["--a\nb"]) }
    #expect(error?.description.contains("\n") == false)
  }
}
