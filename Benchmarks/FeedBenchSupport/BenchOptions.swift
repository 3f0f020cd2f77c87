/// What the suite can run, in the order in which it runs it.
package enum Scenario: String, CaseIterable, Sendable {
  case open, timeline, jump, fling, prepend, churn, chat, infinite, extents

  /// One line for `--list`.
  package var summary: String {
    switch self {
    case .open: "make a feed of 1e4, 1e6, 1e8 and 1e9 items and lay out the first window"
    case .timeline: "scroll 37 points a frame through 1e6 and 1e7 self-measured rows"
    case .jump: "one frame each at uniformly random offsets, cells warm"
    case .fling: "flings of up to 8,000 points a frame that slow down, both ways"
    case .prepend: "50 rows at the front in every frame while scrolled"
    case .churn: "rows inserted and removed at random, near and far, among 1e4 and 1e7"
    case .chat: "stuck to the end, the last row growing each frame, new rows now and then"
    case .infinite: "pages of 50 rows loaded as the end comes near, up to 1e6 rows"
    case .extents: "the extent tree alone: look-ups, edits, memory"
    }
  }
}

extension Scenario {
  /// What `--list` prints: a line for each, or a JSON object.
  package static func list(json: Bool) -> String {
    guard json else {
      return allCases.map { "\($0.rawValue)\t\($0.summary)" }.joined(separator: "\n")
    }
    let scenarios = allCases.map { scenario in
      JSONValue.object([
        .init("name", .string(scenario.rawValue)), .init("summary", .string(scenario.summary)),
      ])
    }
    return JSONValue.object([.init("scenarios", .array(scenarios))]).text
  }
}

/// A command line that cannot be followed.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = singleLine(description)
  }
}

/// Keeps a message that quotes foreign text in one line.
func singleLine(_ text: String) -> String {
  String(text.map { $0.isNewline ? " " : $0 })
}

/// A parsed command line.
package struct BenchOptions: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case run, list, help
  }

  package var action = Action.run
  /// What to run; empty for the whole suite.
  package var scenarios: [Scenario] = []
  package var items: Int?
  package var frames: Int?
  package var seed: UInt64 = 1
  package var json = false
  /// A text file to scroll through, or `-` for standard input.
  package var feed: String?

  /// The most items that a feed holds.
  package static let maximumItems = 1 << 32
  /// The most frames that are timed; each keeps its time until the end.
  package static let maximumFrames = 100_000_000

  package init() {}

  /// Parses the arguments after the program's name.
  package init(arguments: [String]) throws(UsageError) {
    var scanner = ArgumentScanner(arguments)
    while let option = scanner.nextOption() {
      switch option {
      case "--help", "-h": action = .help
      case "--list": if action != .help { action = .list }
      case "--json": json = true
      case "--scenario": scenarios.append(try Self.scenario(scanner.value(of: option)))
      case "--items":
        items = try Self.number(
          scanner.value(of: option), option, in: 0...UInt64(Self.maximumItems))
      case "--frames":
        frames = try Self.number(
          scanner.value(of: option), option, in: 1...UInt64(Self.maximumFrames))
      case "--seed": seed = try Self.seed(scanner.value(of: option))
      case "--feed": feed = try scanner.value(of: option)
      default: throw UsageError("unknown option \(option); --help lists the options")
      }
      try scanner.finishOption(option)
    }
    if feed != nil, items != nil {
      throw UsageError("--feed takes its items from the file, so --items cannot go with it")
    }
    if feed != nil, scenarios.contains(where: { $0 != .timeline }) {
      throw UsageError("--feed runs the timeline only; other scenarios cannot go with it")
    }
  }

  private static func scenario(_ text: String) throws(UsageError) -> Scenario {
    guard let scenario = Scenario(rawValue: text) else {
      throw UsageError("unknown scenario \(text); --list names them")
    }
    return scenario
  }

  // Whole numbers, with underscores or a power of ten (1_000_000, 1e6).
  private static func number(
    _ text: String, _ option: String, in range: ClosedRange<UInt64>
  ) throws(UsageError) -> Int {
    guard let number = wholeNumber(text), range.contains(number) else {
      throw UsageError(
        "\(option) wants a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)"
      )
    }
    return Int(number)
  }

  private static func seed(_ text: String) throws(UsageError) -> UInt64 {
    guard let seed = wholeNumber(text) else {
      throw UsageError("--seed wants a whole number below 2^64, not \(text)")
    }
    return seed
  }

  private static func wholeNumber(_ text: String) -> UInt64? {
    let digits = text.filter { $0 != "_" }
    if digits.hasPrefix("0x") { return UInt64(digits.dropFirst(2), radix: 16) }
    let parts = digits.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    guard var number = UInt64(parts[0]) else { return nil }
    guard parts.count == 2 else { return number }
    guard let exponent = UInt8(parts[1]), exponent < 20 else { return nil }
    for _ in 0..<exponent {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      number = product
    }
    return number
  }
}

/// Takes arguments apart; understands `--option value` and `--option=value`.
private struct ArgumentScanner {
  private var arguments: ArraySlice<String>
  private var attached: String?

  init(_ arguments: [String]) {
    self.arguments = arguments[...]
  }

  mutating func nextOption() -> String? {
    guard let argument = arguments.popFirst() else { return nil }
    guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return argument }
    attached = String(argument[argument.index(after: sign)...])
    return String(argument[..<sign])
  }

  mutating func value(of option: String) throws(UsageError) -> String {
    if let value = attached {
      attached = nil
      return value
    }
    guard let value = arguments.popFirst() else { throw UsageError("\(option) wants a value") }
    return value
  }

  /// Refuses a value that no one asked for, as in `--json=yes`.
  func finishOption(_ option: String) throws(UsageError) {
    if let attached { throw UsageError("\(option) takes no value, but got \(attached)") }
  }
}
