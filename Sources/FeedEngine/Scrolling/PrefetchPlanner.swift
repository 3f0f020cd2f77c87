/// Decides which items a data source should prepare before they are shown, and which to let go.
///
/// After each `update` or `apply`, `next()` is called until it answers `nil`; foreign code may run
/// between two calls. An item that was asked for is *outstanding* until it is shown, and then
/// forgotten, or until it is cancelled: once, when it is no longer ahead of what is visible (after
/// a turn, a jump, or when it was passed over) or when it is removed. While the travel goes one way
/// each item is asked for once, and none that was shown is asked for again.
///
/// Before any travel the direction is forward. Travel turns it when more than `turnDistance` has
/// been covered the other way, so that an unsteady finger does not cancel and ask in each frame;
/// and at once when nothing of what was visible is visible any more.
struct PrefetchPlanner {
  enum Step: Equatable {
    /// Items that may be prepared now, nearest first.
    case prefetch(PrefetchBatch)
    /// Items that need not be prepared any more. Removed ones have the paths that they had before
    /// the edit.
    case cancel(PrefetchBatch)
  }

  /// How many items ahead are asked for: as many as `framesAhead` frames at the present speed pass,
  /// but at least and at most so many. Values below 0 count as 0, and the most wins.
  struct Settings: Hashable {
    var minimumCount = 4
    var maximumCount = 24
    /// Half a second at 60 frames a second.
    var framesAhead = 30.0
  }

  /// How far the travel goes back before that is a turn: 8 points.
  static let turnDistance = FixedLength(rawValue: 8 * 1024)

  var settings: Settings
  private(set) var isForward = true
  private(set) var outstanding = OutstandingItems()

  /// What was visible at the last update; `nil` before the first, and when all of it was removed.
  private var visible: Range<Int>?
  /// Items nearer than this were shown since the last turn: an upper bound in forward travel, else
  /// a lower one.
  private var shown: Int?
  private var count = 0
  /// How many items ahead of the visible ones are wanted.
  private var reach = 0
  private var hasAsked = true
  /// The travel against the direction since it last went along it.
  private var backtrack = FixedLength.zero
  /// Outstanding items that were removed, in the index space before the edit.
  private var removed = OutstandingItems()
  private var spare = OutstandingItems()

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  // MARK: Travel

  /// Takes in what is visible now. Outstanding items beyond the count are forgotten.
  ///
  /// While nothing is visible, nothing is asked for and nothing is cancelled.
  ///
  /// - Parameters:
  ///   - visible: The visible items, or the live ones when those shall not be asked for either.
  ///   - count: The number of items.
  ///   - travel: How far the viewport moved over the content since the last update, forward
  ///     positive.
  ///   - frames: In how many frames it did.
  ///   - meanExtent: The extent of a typical item.
  /// - Complexity: O(1) without edits, O(runs that they left outstanding) after them.
  mutating func update(
    visible items: Range<Int>, count: Int, travel: FixedLength, frames: Int = 1,
    meanExtent: FixedLength
  ) {
    self.count = max(0, count)
    outstanding.remove(self.count..<Int.max)
    let items = items.clamped(to: 0..<self.count)
    hasAsked = items.isEmpty
    guard !items.isEmpty else { return }
    let isTurn = takeDirection(travel: travel, items: items)
    let edge = isForward ? items.upperBound : items.lowerBound
    if let shown, !isTurn {
      self.shown = isForward ? max(min(shown, self.count), edge) : min(shown, edge)
    } else {
      shown = edge
    }
    outstanding.remove(items)
    visible = items
    reach = reach(travel: travel, frames: frames, meanExtent: meanExtent)
  }

  private mutating func takeDirection(travel: FixedLength, items: Range<Int>) -> Bool {
    let wasForward = isForward
    if let visible, !visible.overlaps(items) {
      isForward = items.lowerBound >= visible.upperBound
      backtrack = .zero
    } else if travel != .zero {
      let isAlong = (travel > .zero) == isForward
      backtrack = isAlong ? .zero : backtrack + travel
      if backtrack > PrefetchPlanner.turnDistance || backtrack < -PrefetchPlanner.turnDistance {
        isForward.toggle()
        backtrack = .zero
      }
    }
    return isForward != wasForward
  }

  private func reach(travel: FixedLength, frames: Int, meanExtent: FixedLength) -> Int {
    let most = max(0, settings.maximumCount)
    let least = min(max(0, settings.minimumCount), most)
    guard meanExtent > .zero else { return least }
    let speed = travel.points.magnitude / Double(max(1, frames))
    let items = speed * settings.framesAhead / meanExtent.points
    // The comparisons are false for NaN, which no speed may be but the setting can.
    if items >= Double(most) { return most }
    return items > Double(least) ? Int(FixedLength.roundUp(items)) : least
  }

  // MARK: Steps

  /// The next thing to tell the data source: what to let go, then at most one batch an update.
  ///
  /// - Complexity: O(1) without edits, O(runs that they left outstanding) after them.
  mutating func next() -> Step? {
    if let run = removed.removeLast() { return .cancel(PrefetchBatch(run, isForward: true)) }
    guard let visible else { return nil }
    if let run = outstanding.lastRun(isForward: isForward),
      isForward ? run.upperBound <= visible.lowerBound : run.lowerBound >= visible.upperBound
    {
      outstanding.remove(run)
      return .cancel(PrefetchBatch(run, isForward: !isForward))
    }
    guard !hasAsked else { return nil }
    hasAsked = true
    guard let run = outstanding.nearestGap(in: wanted(beyond: visible), isForward: isForward)
    else { return nil }
    outstanding.insert(run)
    return .prefetch(PrefetchBatch(run, isForward: isForward))
  }

  /// The items ahead that are outstanding or ought to be.
  private func wanted(beyond visible: Range<Int>) -> Range<Int> {
    if isForward {
      let upper = visible.upperBound + min(reach, count - visible.upperBound)
      return min(max(visible.upperBound, shown ?? 0), upper)..<upper
    }
    let lower = visible.lowerBound - min(reach, visible.lowerBound)
    return lower..<max(min(visible.lowerBound, shown ?? count), lower)
  }

  // MARK: Edits

  /// Moves everything to the index space after an edit. Outstanding items that are gone are
  /// cancelled; new ones between those that stay are asked for with the next updates, one run each.
  /// The steps are taken before the next edit, since removed items keep the paths before this one.
  ///
  /// - Parameter finalIndex: The index after the edit of one before it; `nil` when that is gone.
  /// - Complexity: O(outstanding + visible).
  mutating func apply(count: Int, finalIndex: (Int) -> Int?) {
    for position in 0..<outstanding.runs.count {
      for item in outstanding.runs[position] {
        if let index = finalIndex(item) {
          spare.insert(index..<index + 1)
        } else {
          removed.insert(item..<item + 1)
        }
      }
    }
    outstanding.removeAll()
    swap(&outstanding, &spare)
    self.count = max(0, count)
    hasAsked = true
    guard let visible else { return }
    let lower = isForward ? visible.lowerBound : min(shown ?? Int.max, visible.lowerBound)
    let upper = isForward ? max(shown ?? 0, visible.upperBound) : visible.upperBound
    self.visible = PrefetchPlanner.survivors(of: visible, finalIndex: finalIndex)
    let known = PrefetchPlanner.survivors(of: lower..<upper, finalIndex: finalIndex)
    shown = self.visible == nil ? nil : isForward ? known?.upperBound : known?.lowerBound
  }

  private static func survivors(
    of items: Range<Int>, finalIndex: (Int) -> Int?
  ) -> Range<Int>? {
    var (lower, upper) = (items.lowerBound, items.upperBound)
    var (first, last): (Int?, Int?)
    while first == nil, lower < upper {
      first = finalIndex(lower)
      lower += 1
    }
    while last == nil, upper > items.lowerBound {
      upper -= 1
      last = finalIndex(upper)
    }
    guard let first, let last else { return nil }
    return min(first, last)..<max(first, last) + 1
  }

  /// Has everything outstanding cancelled by the next steps and begins anew, as before a reload or
  /// for another data source.
  mutating func cancelAll() {
    for run in outstanding.runs { removed.insert(run) }
    restart()
  }

  /// Forgets everything without a word and begins anew.
  mutating func reset() {
    removed.removeAll()
    restart()
  }

  private mutating func restart() {
    outstanding.removeAll()
    visible = nil
    shown = nil
    isForward = true
    backtrack = .zero
    hasAsked = true
  }
}
