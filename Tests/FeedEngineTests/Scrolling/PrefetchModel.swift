@testable import FeedEngine

/// Rows with identities and a viewport over them, and the naive planner: a state for each row.
struct PrefetchModel {
  struct Row {
    let name: Int
    let height: Double
    var isOutstanding = false
    /// Since the last turn.
    var wasShown = false
  }

  var rows: [Row] = []
  var offset = 0.0
  var viewport = 500.0
  var isForward = true
  var backtrack = 0.0
  var nextName = 0
  /// Visible rows at the last update that are still there.
  var seen: Set<Int> = []
  var isFirst = true

  static let turn = 8.0

  init(count: Int, random: inout SplitMix) {
    insert(count, at: 0, random: &random)
  }

  mutating func insert(_ count: Int, at index: Int, random: inout SplitMix) {
    let new = (0..<count).map { number in
      Row(name: nextName + number, height: Double(Int.random(in: 10...120, using: &random)))
    }
    nextName += count
    rows.insert(contentsOf: new, at: index)
  }

  func top(of index: Int) -> Double {
    rows[..<index].reduce(0) { $0 + $1.height }
  }

  var length: Double { top(of: rows.count) }

  var visible: Range<Int> {
    var top = 0.0
    var lower = rows.count
    var upper = 0
    for (index, row) in rows.enumerated() {
      if top + row.height > offset, top < offset + viewport {
        lower = min(lower, index)
        upper = index + 1
      }
      top += row.height
    }
    return lower < upper ? lower..<upper : 0..<0
  }

  var outstanding: [Int] { rows.indices.filter { rows[$0].isOutstanding } }

  /// Takes in travel and answers the batches that are due: those to cancel, as a set, and the one
  /// to ask for, in order.
  mutating func update(travel: Double, reach: Int) -> (cancel: Set<Int>, prefetch: [Int]) {
    let visible = visible
    guard !visible.isEmpty else { return ([], []) }
    let wasForward = isForward
    let names = Set(rows[visible].map(\.name))
    if !seen.isEmpty, seen.isDisjoint(with: names) {
      let old = rows.indices.filter { seen.contains(rows[$0].name) }
      isForward = (old.max() ?? 0) < visible.lowerBound
      backtrack = 0
    } else if travel != 0 {
      if (travel > 0) == isForward { backtrack = 0 } else { backtrack += abs(travel) }
      if backtrack > PrefetchModel.turn {
        isForward.toggle()
        backtrack = 0
      }
    }
    // Where nothing that was seen is left, what was shown before is not known any more.
    if isForward != wasForward || seen.isEmpty {
      for index in rows.indices { rows[index].wasShown = false }
    }
    seen = names
    for index in visible {
      rows[index].wasShown = true
      rows[index].isOutstanding = false
    }
    var cancel: Set<Int> = []
    for index in rows.indices where rows[index].isOutstanding {
      if isForward ? index < visible.lowerBound : index >= visible.upperBound {
        cancel.insert(index)
        rows[index].isOutstanding = false
      }
    }
    let shown = rows.indices.filter { rows[$0].wasShown }
    var prefetch: [Int] = []
    for distance in 0..<reach {
      let index = isForward ? visible.upperBound + distance : visible.lowerBound - 1 - distance
      guard rows.indices.contains(index) else { break }
      let isPast =
        isForward
        ? index <= (shown.max() ?? -1) : index >= (shown.min() ?? rows.count)
      if isPast || rows[index].isOutstanding {
        if prefetch.isEmpty { continue } else { break }
      }
      prefetch.append(index)
    }
    for index in prefetch { rows[index].isOutstanding = true }
    return (cancel, prefetch)
  }

  /// Removes and inserts at random, near the viewport or anywhere; what is visible stays in place.
  ///
  /// - Returns: The final index of each row before, and the outstanding ones that went.
  mutating func edit(random: inout SplitMix) -> (finalIndex: [Int?], removed: Set<Int>) {
    let before = rows
    let held = visible.first(where: { _ in Bool.random(using: &random) })
    let distance = held.map { top(of: $0) - offset }
    let heldName = held.map { rows[$0].name }
    for _ in 0..<Int.random(in: 0...3, using: &random) where !rows.isEmpty {
      let start = place(random: &random)
      let end = min(rows.count, start + Int.random(in: 1...12, using: &random))
      if start < end { rows.removeSubrange(start..<end) }
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      insert(
        Int.random(in: 1...6, using: &random), at: place(random: &random), random: &random)
    }
    if let distance, let index = rows.firstIndex(where: { $0.name == heldName }) {
      offset = top(of: index) - distance
    }
    var places: [Int: Int] = [:]
    for (index, row) in rows.enumerated() { places[row.name] = index }
    seen = seen.filter { places[$0] != nil }
    let finalIndex = before.map { places[$0.name] }
    // New rows among those that were shown count as shown.
    let shown = rows.indices.filter { rows[$0].wasShown }
    if let first = shown.first, let last = shown.last {
      for index in first...last { rows[index].wasShown = true }
    }
    let removed = before.indices.filter { before[$0].isOutstanding && finalIndex[$0] == nil }
    return (finalIndex, Set(removed))
  }

  private func place(random: inout SplitMix) -> Int {
    let near = visible.lowerBound + Int.random(in: -25...40, using: &random)
    let any = Int.random(in: 0...rows.count, using: &random)
    return Bool.random(using: &random) ? any : min(max(0, near), rows.count)
  }
}
