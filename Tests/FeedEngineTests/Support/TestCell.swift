@testable import FeedEngine

/// A cell that knows its item and answers with that item's height.
final class TestCell: FeedCell {
  unowned let harness: Harness
  var item: Int?
  var preparedForReuse = 0
  var states: [CellState] = []

  init(_ harness: Harness) {
    self.harness = harness
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    harness.measure(item: item, proposal: proposal)
  }

  func prepareForReuse() {
    preparedForReuse += 1
    item = nil
  }

  func stateDidChange(_ state: CellState) {
    states.append(state)
  }
}
