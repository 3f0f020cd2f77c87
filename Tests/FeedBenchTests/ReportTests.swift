import FeedBenchSupport
import Testing

@Suite struct SummaryTests {
  @Test func noSamplesNoSummary() {
    #expect(Summary([]) == nil)
  }

  @Test func oneSampleIsEverything() {
    #expect(Summary([7]) == Summary(median: 7, mean: 7, p99: 7, max: 7))
  }

  @Test func orderDoesNotMatter() {
    var generator = SplitMix(seed: 11)
    let samples = (1...1000).map(Double.init).shuffled(using: &generator)
    #expect(Summary(samples) == Summary(median: 500, mean: 500.5, p99: 990, max: 1000))
  }

  @Test(arguments: 1...40)
  func percentilesHoldTheirShare(count: Int) {
    let sorted = (0..<count).map(Double.init)
    for share in [0, 0.01, 0.25, 0.5, 0.75, 0.99, 1] {
      let percentile = Summary.percentile(share, of: sorted)
      let covered = sorted.filter { $0 <= percentile }.count
      #expect(Double(covered) >= share * Double(count))
      #expect(Double(covered - 1) < share * Double(count) || covered == 1)
    }
  }
}

@Suite struct ReportTableTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func thousandsStandApart(number: Int, text: String) {
    #expect(ReportTable.grouped(number) == text)
  }

  @Test(arguments: [
    (0.0, 2, "0.00"), (1.005, 1, "1.0"), (0.06, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"),
    (1234.5678, 3, "1,234.568"), (99.96, 1, "100.0"), (Double.infinity, 1, "inf"),
  ])
  func decimalsAreRounded(number: Double, places: Int, text: String) {
    #expect(ReportTable.decimal(number, places: places) == text)
  }

  @Test(arguments: [
    (3.84, "3.8 ns"), (340, "340 ns"), (12_340, "12.3 µs"), (12_340_000, "12.3 ms"),
  ])
  func durationsTakeAFittingUnit(nanoseconds: Double, text: String) {
    #expect(ReportTable.duration(nanoseconds) == text)
  }

  @Test func uncountedIsSaidInWords() {
    var report = ScenarioReport(name: "jump", items: 5000)
    report.add("allocationsPerFrame", "allocations per frame", nil)
    report.add("bytesPerFrame", "bytes per frame", .perFrame(0))
    report.add("viewMovement", "movement", .points(0.25))
    report.add("nanosecondsPerEnteringFrame", "cells enter", ScenarioReport.Value.none)
    #expect(
      ReportTable.lines(of: report) == [
        "jump  5,000 items", "  allocations per frame  unavailable", "  bytes per frame        0",
        "  movement               0.25", "  cells enter            none", "",
      ])
  }
}

@Suite struct SplitMixTests {
  @Test func theSeedDecides() {
    var first = SplitMix(seed: 5)
    var second = SplitMix(seed: 5)
    var other = SplitMix(seed: 6)
    let series = (0..<20).map { _ in first.next() }
    #expect(series == (0..<20).map { _ in second.next() })
    #expect(series != (0..<20).map { _ in other.next() })
    #expect(Set(series).count == 20)
  }

  @Test func indexesFillTheirRange() {
    var generator = SplitMix(seed: 1)
    var seen = [Int](repeating: 0, count: 10)
    for _ in 0..<10_000 { seen[generator.index(below: 10)] += 1 }
    #expect(seen.allSatisfy { (800...1200).contains($0) })
    #expect((0..<1000).allSatisfy { _ in (0..<1).contains(generator.unit()) })
  }
}
