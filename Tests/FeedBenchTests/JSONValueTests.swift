import FeedBenchSupport
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test func writesEveryKind() {
    let value = JSONValue.object([
      .init("null", .null), .init("yes", .bool(true)), .init("no", .bool(false)),
      .init("whole", .integer(-12)), .init("part", .number(0.25)), .init("list", .array([])),
      .init("nested", .object([.init("text", .string("a"))])),
    ])
    #expect(
      value.text == """
        {"null": null, "yes": true, "no": false, "whole": -12, "part": 0.25, "list": [], \
        "nested": {"text": "a"}}
        """)
  }

  @Test func numbersWithoutAWordInJSONAreNull() {
    #expect(JSONValue.array([.number(.nan), .number(.infinity)]).text == "[null, null]")
  }

  @Test(arguments: [
    "", "plain", "\"quoted\" \\ back", "line\nbreak\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}", "é 日本 🧵",
    "1e-300",
  ])
  func anotherParserReadsStringsBack(text: String) throws {
    let data = Data(JSONValue.array([.string(text)]).text.utf8)
    let parsed = try JSONSerialization.jsonObject(with: data)
    #expect(parsed as? [String] == [text])
  }

  @Test(arguments: [0, 0.1, -3.5, 1e-7, 1e21, 123_456_789.125, .leastNonzeroMagnitude])
  func anotherParserReadsNumbersBack(number: Double) throws {
    let data = Data(JSONValue.array([.number(number)]).text.utf8)
    #expect(try JSONSerialization.jsonObject(with: data) as? [Double] == [number])
  }

  @Test func aDocumentHasTheAgreedShape() throws {
    var report = ScenarioReport(name: "timeline", items: 1_000_000)
    report.add("frames", "frames", .count(10))
    report.add(
      "nanosecondsPerFrame", "frame", .times(Summary(median: 40, mean: 50, p99: 90.5, max: 1000)))
    report.add("allocationsPerFrame", "allocations per frame", nil)
    report.add("reuseRate", "reuse rate", .ratio(1))
    report.add("operations", "operations", .operations([.init("open", nanoseconds: 3, rival: 4)]))
    let text = jsonDocument(
      build: "release", countsAllocations: false, seed: .max, clockStep: 10, reports: [report])
    #expect(!text.contains("\n"))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["build"] as? String == "release")
    #expect(root["countsAllocations"] as? Bool == false)
    #expect(root["seed"] as? String == "18446744073709551615")
    let scenario = try #require((root["scenarios"] as? [[String: Any]])?.first)
    #expect(scenario["name"] as? String == "timeline")
    #expect(scenario["items"] as? Int == 1_000_000)
    #expect(scenario["frames"] as? Int == 10)
    #expect(
      scenario["nanosecondsPerFrame"] as? [String: Double]
        == ["median": 40, "mean": 50, "p99": 90.5, "max": 1000])
    #expect(scenario["allocationsPerFrame"] is NSNull)
    #expect(scenario["reuseRate"] as? Double == 1)
    let operation = try #require((scenario["operations"] as? [[String: Any]])?.first)
    #expect(operation["flatArrayNanoseconds"] as? Double == 4)
  }
}
