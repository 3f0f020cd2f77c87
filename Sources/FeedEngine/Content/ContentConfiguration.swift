/// A value that says what one cell shows.
///
/// A cell that receives a configuration of the type it already shows is reconfigured in place;
/// one of another type replaces the view.
public protocol ContentConfiguration {
  /// The view that shows configurations of this type.
  associatedtype View: ContentView where View.Configuration == Self

  /// Makes a view that shows this configuration.
  func makeContentView() -> View

  /// Returns the configuration as it looks in a state.
  ///
  /// Runs when a configuration is set and each time the state of the cell changes, always on the
  /// configuration that was set, so states do not add up.
  func updated(for state: CellState) -> Self
}

extension ContentConfiguration {
  /// Returns the configuration as it is: it looks the same in every state.
  public func updated(for state: CellState) -> Self { self }
}

/// A view that shows configurations of one type: made once, reconfigured often.
public protocol ContentView: AnyObject {
  /// The type of configuration that the view shows.
  associatedtype Configuration: ContentConfiguration

  /// What the view shows now.
  var configuration: Configuration { get set }

  /// Returns the size that the content wants in the room it is offered, in points.
  func size(fitting proposal: SizeProposal) -> FeedSize

  /// Lets go of what belongs to the item that was shown, such as closures and running loads.
  ///
  /// Runs when the cell goes back to the pool. The view keeps its last configuration until then
  /// and, unless it clears it here, until the next.
  func prepareForReuse()
}

extension ContentView {
  /// Does nothing.
  public func prepareForReuse() {}
}
