/// Places rows one below another: rows, spacing and offsets over an extent tree.
///
/// The tree holds slots: the extent of a row and the spacing that follows it. So one sum answers
/// both questions, and the last slot's spacing is taken off the content's length.
final class ListLayout {
  let isFixed: Bool
  let spacing: FixedLength
  private let tree: ExtentTree
  /// Whether a row without extent was ever recorded; then fills look before they ask for a cell.
  private(set) var mayHoldZeros = false

  init(estimate: FixedLength, isFixed: Bool, spacing: FixedLength) {
    self.isFixed = isFixed
    self.spacing = spacing
    tree = ExtentTree()
    // Cannot throw: a layout's lengths are checked where they are given, and 0 items fit always.
    try? tree.reset(count: 0, estimate: estimate + spacing)
  }

  var count: Int { tree.count }
  var estimate: FixedLength { tree.estimate - spacing }
  var measuredCount: Int { tree.measuredCount }
  var memoryFootprint: Int { tree.memoryFootprint }

  /// The length of all rows and the spacing between them.
  var length: FixedLength {
    tree.count == 0 ? .zero : tree.total - spacing
  }

  /// Checks whether so many unmeasured rows fit.
  func check(count: Int, estimate: FixedLength) throws(ExtentError) {
    guard count >= 0, Int64(count) <= ExtentTree.maxCount else {
      throw .tooManyItems(requested: count)
    }
    let (units, overflows) = (estimate + spacing).rawValue
      .multipliedReportingOverflow(by: Int64(count))
    guard !overflows, units <= FixedLength.max.rawValue else { throw .contentTooLong }
  }

  /// Opens `count` unmeasured rows.
  func reset(count: Int, estimate: FixedLength) throws(ExtentError) {
    try tree.reset(count: count, estimate: estimate + spacing)
    mayHoldZeros = false
  }

  func setEstimate(_ estimate: FixedLength) throws(ExtentError) {
    try tree.setEstimate(estimate + spacing)
  }

  /// The top edge of a row in content coordinates; for `count`, where a further row would begin.
  func start(of index: Int) -> FixedLength {
    tree.offset(of: index)
  }

  /// The row whose slot holds an offset, and its top edge; `nil` outside the content.
  func locate(_ offset: FixedLength) -> (index: Int, start: FixedLength)? {
    guard let place = tree.locate(offset) else { return nil }
    return (place.index, offset - place.distance)
  }

  func extent(at index: Int) -> FixedLength {
    tree.extent(at: index) - spacing
  }

  func isMeasured(_ index: Int) -> Bool {
    tree.isMeasured(index)
  }

  func isKnownEmpty(_ index: Int) -> Bool {
    mayHoldZeros && tree.measuredExtent(at: index) == spacing
  }

  /// Records the extent of a row.
  ///
  /// - Returns: By how much the row is longer than was known or estimated before.
  func setExtent(_ extent: FixedLength, at index: Int) throws(ExtentError) -> FixedLength {
    let change = try tree.setExtent(extent + spacing, at: index)
    if extent == .zero { mayHoldZeros = true }
    return change
  }

  /// Goes back to the estimate for a row.
  ///
  /// - Returns: By how much the row is longer than before.
  func forget(_ index: Int) throws(ExtentError) -> FixedLength {
    try tree.forget(at: index)
  }

  /// Goes back to the estimate for all rows.
  func forgetAll() throws(ExtentError) {
    try tree.forgetAll()
    mayHoldZeros = false
  }

  /// Checks whether rows may go and come, so that `apply` cannot fail.
  ///
  /// - Complexity: O(k log n) for k runs.
  func check(_ change: ItemChange) throws(UpdateError) {
    var units = tree.total.rawValue
    for run in change.removed.runs {
      units -= (tree.offset(of: run.upperBound) - tree.offset(of: run.lowerBound)).rawValue
    }
    let (added, overflows) = tree.estimate.rawValue.multipliedReportingOverflow(
      by: Int64(change.inserted.count))
    guard !overflows, added <= FixedLength.max.rawValue - units else { throw .contentTooLong }
  }

  /// Lets rows go and come; measured extents move with their rows.
  ///
  /// - Complexity: O(k log n) for k runs.
  func apply(_ change: ItemChange) throws(ExtentError) {
    for run in change.removed.runs.reversed() { try tree.remove(run) }
    for run in change.inserted.runs { try tree.insert(count: run.count, at: run.lowerBound) }
  }

  func checkInvariants() -> String? {
    tree.checkInvariants()
  }
}
