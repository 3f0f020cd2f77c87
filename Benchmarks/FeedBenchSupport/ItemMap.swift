/// Which item stands at which index while items come and go, for any number of items.
///
/// Items that follow one another from the beginning are one segment; an edit makes two or three
/// more.
package struct ItemMap {
  private struct Segment {
    var start: Int
    var first: Int
  }

  private var segments: [Segment]
  private var lowest = 0
  private var highest: Int
  package private(set) var count: Int

  /// Items numbered from 0 on.
  package init(count: Int) {
    self.count = count
    highest = count - 1
    segments = count > 0 ? [Segment(start: 0, first: 0)] : []
  }

  /// The number of an item, which stays its own for ever.
  package func identity(at index: Int) -> Int {
    let segment = segments[position(of: index)]
    return segment.first + index - segment.start
  }

  /// Makes room for items that were not there before.
  package mutating func insert(_ added: Int, at index: Int) {
    guard added > 0 else { return }
    defer { count += added }
    if index == 0, segments.first?.first == lowest {
      // Numbered backwards, so that they belong to the segment that is there.
      lowest -= added
      for later in segments.indices.dropFirst() { segments[later].start += added }
      segments[0].first = lowest
      return
    }
    let first = highest + 1
    highest += added
    let position = divide(at: index)
    for later in position..<segments.count { segments[later].start += added }
    if position > 0, identityBehind(position - 1, end: index) == first { return }
    segments.insert(Segment(start: index, first: first), at: position)
  }

  /// Takes items out.
  package mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let lower = divide(at: range.lowerBound)
    let upper = divide(at: range.upperBound)
    segments.removeSubrange(lower..<upper)
    for later in lower..<segments.count { segments[later].start -= range.count }
    count -= range.count
  }

  private func identityBehind(_ position: Int, end: Int) -> Int {
    segments[position].first + end - segments[position].start
  }

  /// The segment that holds an index.
  private func position(of index: Int) -> Int {
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// Has a segment begin at an index, and returns its position; the end's is the number of
  /// segments.
  private mutating func divide(at index: Int) -> Int {
    guard index < count else { return segments.count }
    let position = position(of: index)
    let segment = segments[position]
    if segment.start == index { return position }
    segments.insert(
      Segment(start: index, first: segment.first + index - segment.start), at: position + 1)
    return position + 1
  }
}
