/// Scrolling to an item over time, by the host's clock.
extension Feed {
  /// Begins to scroll to an item over time; the host calls ``stepScroll(at:)`` once a frame.
  ///
  /// The target may be measured, moved by updates or reach its end on the way: the last step is
  /// exact. A removed target gives way to the nearest that exists. A user's own scroll, that is
  /// another offset set by the host, ends the animation, as does `scroll(to:at:)`. A target more
  /// than ten viewports away is approached from four. A path that does not exist at the first step
  /// moves nothing and is recorded in ``diagnostics``.
  ///
  /// - Parameters:
  ///   - path: The item.
  ///   - position: Where in the viewport it shall stand.
  ///   - duration: In seconds; not above 0 scrolls at the first step.
  ///   - easing: How the speed changes on the way.
  ///
  /// - Complexity: O(1).
  public func beginScroll(
    to path: FeedIndexPath, at position: ScrollPosition, duration: Double,
    easing: ScrollEasing = .easeInOut
  ) {
    if waitsForUpdate {
      return queue { $0.beginScroll(to: path, at: position, duration: duration, easing: easing) }
    }
    travel = Travel(
      request: ScrollRequest(path: path, position: position),
      animation: ScrollAnimation(duration: duration, easing: easing))
  }

  /// Whether an animated scroll is under way.
  public var isScrollAnimating: Bool { travel != nil }

  /// Ends an animated scroll where it is.
  public func endScroll() {
    travel = nil
  }

  /// Moves on in an animated scroll; the next ``layoutIfNeeded()`` shows it.
  ///
  /// - Parameter time: In seconds, on any clock; one that goes back or is not a number moves
  ///   nothing.
  /// - Returns: Whether the animation goes on.
  /// - Complexity: O(log n).
  @discardableResult
  public func stepScroll(at time: Double) -> Bool {
    guard var current = travel, !isInPass else { return travel != nil }
    // Nothing was laid out yet: the travel begins when there is something to travel over.
    if rowWidth == nil { return true }
    guard list.count > 0, current.hasBegun || contains(current.request.path) else {
      travel = nil
      recordMissing(current.request.path)
      return false
    }
    let item = min(max(current.request.path.item, 0), list.count - 1)
    current.request.path.item = item
    // What was asked for and not laid out yet is on the way already.
    var remaining =
      distance(to: item, at: current.request.position)
      - (FixedLength(flooring: pendingDistance) ?? .zero)
    if !current.hasBegun {
      current.hasBegun = true
      let skipped = ScrollAnimation.jump(
        remaining: remaining, viewport: machine.geometry.viewport)
      pendingDistance += skipped.points
      remaining -= skipped
    }
    pendingDistance += current.animation.advance(to: time, remaining: remaining).points
    hasPendingWork = true
    guard current.animation.isFinished(at: time) else {
      travel = current
      return true
    }
    travel = nil
    pendingDistance = 0
    pendingScroll = current.request
    return false
  }

  /// How far the viewport is from where an item belongs, as far as extents are known.
  private func distance(to item: Int, at position: ScrollPosition) -> FixedLength {
    let aim = Aim(index: item, position: position)
    let target = aim.viewTop(
      forTop: list.start(of: item), extent: list.extent(at: item), current: topEdge,
      in: machine.geometry)
    let legal = min(max(target ?? topEdge, machine.minimumOffset), machine.maximumOffset)
    return legal - topEdge
  }
}

/// An animated scroll under way.
struct Travel {
  var request: ScrollRequest
  var animation: ScrollAnimation
  var hasBegun = false
}
