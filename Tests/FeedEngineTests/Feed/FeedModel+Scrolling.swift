@testable import FeedEngine

/// Scrolls of every kind: where they end, and what they pass.
extension FeedModel {
  func scroll(by distance: Double) {
    operation = "scroll \(distance)"
    let before = harness.screen.filter { isVisible($0.key) }
    let wanted = harness.offset + distance
    let over = overscroll(at: wanted)
    harness.feed.viewport.offset = wanted
    layout()
    let isAtEnd = isAtEnd(beyond: over)
    for (item, y) in before where !isHidden {
      guard let now = harness.screen[item], isVisible(item), !isAtEnd else { continue }
      expect(now == y - distance, "item \(item) at \(now), not \(y - distance)")
    }
  }

  func jump(to offset: Double) {
    let view = harness.feed.viewport.size.height
    let over = overscroll(at: offset)
    let isFar = abs(offset - harness.offset) >= 2 * view
    let isBeyondEnd = offset >= harness.feed.maximumOffset
    let isBeforeStart = offset <= harness.feed.minimumOffset
    harness.feed.viewport.offset = offset
    layout()
    // Who goes to an end from afar is there, whatever the rows there measure.
    guard isFar, !isHidden else { return }
    if isBeforeStart {
      expect(harness.offset == offset, "at \(harness.offset) after a jump to the start")
    } else if isBeyondEnd {
      expect(isAtEnd(beyond: over), "at \(harness.offset) after a jump to the end")
    }
  }

  /// Scrolls by less than two viewports: the way over rows that are measured meanwhile is as long
  /// as the host meant.
  func travel() {
    let view = harness.feed.viewport.size.height
    let distance = (Double.random(in: -2...2, using: &random) * view * 8).rounded() / 8
    operation = "travel \(distance)"
    let wanted = harness.offset + distance
    let isInside =
      wanted > harness.feed.minimumOffset
      && (wanted * 1024).rounded(.down) / 1024
        < harness.feed.maximumOffset
    let before = anchor
    let knownBefore = known
    let over = overscroll(at: wanted)
    harness.feed.viewport.offset = wanted
    layout()
    guard isInside, abs(distance) < 2 * view, let before, let after = anchor, !isHidden,
      !isAtEnd(beyond: over)
    else { return }
    let way = (start(after.item) - start(before.item)).points
    expect(
      after.y == before.y - distance + way,
      "item \(after.item) at \(after.y), not at \(before.y - distance + way)")
    for item in min(before.item, after.item)..<max(before.item, after.item) {
      expect(known[item] != nil, "item \(item) was skipped")
    }
    for item in harness.requested where knownBefore[item] != nil {
      expect(harness.screen[item] != nil, "item \(item) got a cell on the way")
    }
  }

  func aim(at path: FeedIndexPath, position: ScrollPosition) {
    operation = "scroll to \(path.item) \(position)"
    let before = harness.offset
    let placeBefore = isHidden ? nil : harness.screen[path.item]
    harness.feed.scroll(to: path, at: position)
    layout()
    guard !ids.isEmpty, !isHidden, !harness.feed.needsLayout else { return }
    let insets = harness.feed.contentInsets
    let view = harness.feed.viewport.size.height
    let (top, extent) = (start(path.item).points - harness.offset, self.extent(path.item).points)
    let room = view - insets.top - insets.bottom
    let places = [insets.top, view - insets.bottom - extent, insets.top + (room - extent) / 2]
    let isClamped =
      harness.offset == harness.feed.minimumOffset || harness.offset == harness.feed.maximumOffset
    if isClamped { return }
    switch position {
    case .start: expect(top == places[0], "at \(top)")
    case .end: expect(top == places[1], "at \(top)")
    case .center: expect(abs(top - places[2]) <= 1 / 1024, "at \(top), not \(places[2])")
    case .nearest:
      let isWhole = top >= places[0] && top <= places[1]
      let isTooLong = extent >= room
      expect(isWhole || isTooLong, "at \(top), not whole")
      if let placeBefore, placeBefore >= places[0], placeBefore <= places[1] {
        expect(harness.offset == before, "moved though whole")
      }
    }
  }

  /// Expects an item below the top inset, or the offset at an end.
  func expectTop(of item: Int) {
    let isClamped =
      harness.offset == harness.feed.minimumOffset || harness.offset == harness.feed.maximumOffset
    let y = start(item).points - harness.offset
    expect(isClamped || y == harness.feed.contentInsets.top, "item \(item) at \(y)")
  }

  /// Something changes in the same frame in which the host scrolls by less than two viewports: what
  /// is in view then lies as far from what was in view as the way says, over the rows as they are
  /// now.
  func scrollThroughChange() {
    let view = harness.feed.viewport.size.height
    let distance = (Double.random(in: -1.9...1.9, using: &random) * view * 8).rounded() / 8
    let isSticky =
      harness.feed.endBehavior != .keepItem || harness.feed.startBehavior != .keepItem
    guard !isHidden, !isSticky, let before = anchor else { return }
    let old = ids
    let kind = Int.random(in: 0..<4, using: &random)
    operation = "scroll \(distance) through "
    switch kind {
    case 0:
      guard update() != nil else { return }
    case 1:
      setEstimate()
    case 2:
      operation += "a hidden frame"
      harness.feed.viewport.size.height = 0
      layout()
      setEstimate()
      harness.feed.viewport.size.height = view
    default:
      operation += "a reload"
      for index in known.indices { known[index] = nil }
      loader.reset()
      harness.feed.reloadData()
    }
    // Before the corrections: the host's offset is what it has read.
    harness.feed.viewport.offset += distance
    layout()
    harness.oldIdentity = nil
    let legal = harness.feed.minimumOffset..<harness.feed.maximumOffset
    guard harness.offset > legal.lowerBound, harness.offset < legal.upperBound,
      let item = ids.firstIndex(of: old[before.item]), let after = anchor
    else { return }
    // A reload begins with the rows as they stand after the scroll; one that leaves the view may
    // measure anything.
    if kind == 3 && !isVisible(item) { return }
    let way = (start(after.item) - start(item)).points
    expect(
      after.y == before.y - distance + way,
      "item \(after.item) at \(after.y), not at \(before.y - distance + way)")
  }
}
