/// What one scenario found for one number of items.
package struct ScenarioReport: Sendable {
  /// A named finding.
  package struct Entry: Sendable {
    package var key: String
    package var label: String
    package var value: Value
  }

  /// A finding with its unit.
  package enum Value: Equatable, Sendable {
    case count(Int)
    case bytes(Int)
    case nanoseconds(Double)
    case ratio(Double)
    case perFrame(Double)
    case perItem(Double)
    case points(Double)
    case times(Summary)
    case text(String)
    case operations([Operation])
    /// Did not happen in this run, so it has no times: `null` in JSON.
    case none
    /// Could not be counted here: `null` in JSON, a word in the table, never 0.
    case unavailable
  }

  /// The cost of one operation, beside a plain structure's where one was run.
  package struct Operation: Equatable, Sendable {
    package var name: String
    package var nanoseconds: Double
    package var rival: Double?

    package init(_ name: String, nanoseconds: Double, rival: Double? = nil) {
      self.name = name
      self.nanoseconds = nanoseconds
      self.rival = rival
    }
  }

  package var name: String
  package var items: Int
  package var entries: [Entry] = []

  package init(name: String, items: Int) {
    self.name = name
    self.items = items
  }

  /// Adds a finding; `nil` says that it could not be counted.
  package mutating func add(_ key: String, _ label: String, _ value: Value?) {
    entries.append(Entry(key: key, label: label, value: value ?? .unavailable))
  }

  /// The report as a JSON object.
  package var json: JSONValue {
    var members = [JSONValue.Member("name", .string(name)), .init("items", .integer(items))]
    members += entries.map { .init($0.key, $0.value.json) }
    return .object(members)
  }
}

extension ScenarioReport.Value {
  var json: JSONValue {
    switch self {
    case .count(let value), .bytes(let value): .integer(value)
    case .nanoseconds(let value), .ratio(let value), .perFrame(let value), .perItem(let value),
      .points(let value):
      .number(value)
    case .times(let times):
      .object([
        .init("median", .number(times.median)), .init("mean", .number(times.mean)),
        .init("p99", .number(times.p99)), .init("max", .number(times.max)),
      ])
    case .text(let text): .string(text)
    case .operations(let operations): .array(operations.map(\.json))
    case .none, .unavailable: .null
    }
  }
}

extension ScenarioReport.Operation {
  var json: JSONValue {
    var members = [
      JSONValue.Member("name", .string(name)), .init("nanoseconds", .number(nanoseconds)),
    ]
    if let rival { members.append(.init("flatArrayNanoseconds", .number(rival))) }
    return .object(members)
  }
}

/// The JSON text of a whole run.
package func jsonDocument(
  build: String, countsAllocations: Bool, seed: UInt64, clockStep: Double, reports: [ScenarioReport]
) -> String {
  JSONValue.object([
    .init("build", .string(build)),
    .init("countsAllocations", .bool(countsAllocations)),
    // As text: JSON readers keep 53 bits of a number.
    .init("seed", .string(String(seed))),
    .init("clockStepNanoseconds", .number(clockStep)),
    .init("scenarios", .array(reports.map(\.json))),
  ]).text
}
