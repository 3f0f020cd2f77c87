@testable import FeedEngine

/// A loader beside the naive one: a trigger for each end that sees every frame, whether the feed
/// ran a pass in it or not.
final class LoaderModel: FeedLoader {
  private var triggers: [EdgeTrigger]
  /// What was asked for since the last frame.
  private var requests: [LoadingEdge] = []
  /// How many items updates have inserted so far.
  var insertedCount = 0

  init(_ feed: Feed, random: inout SplitMix) {
    let start = TriggerDistance.points(random.pick(0, 100, -10))
    let end = TriggerDistance.viewports(random.pick(0, 0.5, 1))
    triggers = [
      EdgeTrigger(edge: .start, threshold: start), EdgeTrigger(edge: .end, threshold: end),
    ]
    feed.startLoadingDistance = start
    feed.endLoadingDistance = end
    feed.loader = self
  }

  func loadItems(at edge: LoadingEdge, for feed: Feed) { requests.append(edge) }

  /// Answers a request, open or not, or retries one.
  func answer(_ feed: Feed, random: inout SplitMix) {
    let number = Int.random(in: 0..<2, using: &random)
    let outcomes = [LoadingOutcome.more, .more, .failed, .failed, .exhausted]
    if let outcome = outcomes.randomElement(using: &random), triggers[number].finish(outcome) {
      feed.finishLoading(outcome, at: triggers[number].edge)
    } else {
      triggers[number].retry()
      feed.retryLoading(at: triggers[number].edge)
    }
  }

  func reset() {
    for number in triggers.indices { triggers[number].reset() }
  }

  /// Takes in a frame of a feed that is shown.
  ///
  /// - Returns: What is wrong, or `nil`.
  func problem(in feed: Feed, length: FixedLength) -> String? {
    let (offset, height) = (feed.viewport.offset, feed.viewport.size.height)
    let top = FixedLength(flooring: offset) ?? .zero
    let bottom = FixedLength.zero - (FixedLength(flooring: -(offset + height)) ?? .zero)
    if max(feed.startArrivals, feed.endArrivals) > insertedCount {
      return "\(feed.startArrivals) and \(feed.endArrivals) of \(insertedCount) inserted"
    }
    var wanted: [LoadingEdge] = []
    for number in triggers.indices {
      let isDue = triggers[number].update(
        distance: number == 0 ? top : length - bottom,
        viewport: FixedLength(ceiling: height) ?? .zero,
        count: feed.numberOfItems(inSection: 0),
        // On which side items come is judged apart from here, against arrays.
        arrivals: number == 0 ? feed.startArrivals : feed.endArrivals)
      if isDue { wanted.append(triggers[number].edge) }
    }
    let asked = requests
    requests = []
    return asked == wanted ? nil : "asked for items at \(asked), not at \(wanted)"
  }
}
