/// What the user is doing with a cell.
public struct CellState: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt16

  /// Makes a set of states from its bits.
  @inlinable
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The item is selected.
  public static let selected = CellState(rawValue: 1 << 0)
  /// The item is pressed or hovered.
  public static let highlighted = CellState(rawValue: 1 << 1)
  /// The item has the keyboard focus.
  public static let focused = CellState(rawValue: 1 << 2)
}
