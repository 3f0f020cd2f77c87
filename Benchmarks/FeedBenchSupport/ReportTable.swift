/// Lays reports out for reading in a terminal.
package enum ReportTable {
  /// The lines of one report, the last one empty.
  package static func lines(of report: ScenarioReport) -> [String] {
    var lines = ["\(report.name)  \(grouped(report.items)) items"]
    let width = report.entries.map(\.label.count).max() ?? 0
    for entry in report.entries {
      if case .operations(let operations) = entry.value {
        lines += self.lines(of: operations)
      } else {
        lines.append("  " + padded(entry.label, to: width) + "  " + text(of: entry.value))
      }
    }
    return lines + [""]
  }

  private static func lines(of operations: [ScenarioReport.Operation]) -> [String] {
    let width = operations.map(\.name.count).max() ?? 0
    return operations.map { operation in
      var line = "  " + padded(operation.name, to: width) + "  "
      line += aligned(duration(operation.nanoseconds), to: 10)
      if let rival = operation.rival { line += "   flat array " + duration(rival) }
      return line
    }
  }

  static func text(of value: ScenarioReport.Value) -> String {
    switch value {
    case .count(let count): grouped(count)
    case .bytes(let bytes): grouped(bytes) + " bytes"
    case .nanoseconds(let nanoseconds): duration(nanoseconds)
    case .ratio(let ratio): decimal(ratio * 100, places: 2) + " %"
    case .perFrame(let number): number == 0 ? "0" : decimal(number, places: 4)
    case .points(let points): points == 0 ? "0" : "\(points)"
    case .perItem(let number): decimal(number, places: 2) + " bytes"
    case .times(let times):
      "median \(duration(times.median))   mean \(duration(times.mean))"
        + "   p99 \(duration(times.p99))   max \(duration(times.max))"
    case .text(let text): text
    case .operations: ""
    case .none: "none"
    case .unavailable: "unavailable"
    }
  }

  /// A time in the largest unit that keeps it above one.
  package static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<100: decimal(nanoseconds, places: 1) + " ns"
    case ..<10_000: decimal(nanoseconds, places: 0) + " ns"
    case ..<10_000_000: decimal(nanoseconds / 1_000, places: 1) + " µs"
    default: decimal(nanoseconds / 1_000_000, places: 1) + " ms"
    }
  }

  /// A whole number with its thousands apart.
  package static func grouped(_ number: Int) -> String {
    var text = ""
    let digits = String(number.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// A number rounded to so many decimal places.
  package static func decimal(_ number: Double, places: Int) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((number.magnitude * scale).rounded())
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + grouped(scaled) }
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return sign + grouped(scaled / Int(scale)) + "." + zeros + fraction
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
