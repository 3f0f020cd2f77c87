/// The ready cell for content configurations.
public final class ContentCell: FeedCell {
  @usableFromInline var content: ContentBox?
  @usableFromInline var state: CellState = []

  /// Makes a cell that shows nothing yet.
  public init() {}

  /// The view that shows the content, or `nil` before the first ``setContent(_:)``.
  ///
  /// Another view after content of another type was set. A host learns of it by a report: a cell
  /// that shows another item is among those attached or placed.
  public var contentView: AnyObject? { content?.viewObject }

  /// Shows a configuration: in place when the cell already shows one of the same type, else in a
  /// new view.
  ///
  /// - Complexity: O(1); allocates only when the view is replaced.
  @inlinable
  public func setContent<Configuration: ContentConfiguration>(_ configuration: Configuration) {
    if let content, content.type == ObjectIdentifier(Configuration.self) {
      // The type was compared just now; a checked cast to a class costs ten times as much.
      unsafe unsafeDowncast(content, to: TypedContentBox<Configuration>.self)
        .show(configuration, in: state)
    } else {
      content = TypedContentBox(configuration, in: state)
    }
  }

  /// Returns the size of the content, or an empty size when there is none.
  public func size(fitting proposal: SizeProposal) -> FeedSize {
    content?.size(fitting: proposal) ?? FeedSize(width: 0, height: 0)
  }

  /// Lets go of the configuration; the view stays, to be reconfigured.
  public func prepareForReuse() {
    content?.prepareForReuse()
  }

  /// Shows the current configuration as it looks in the new state.
  public func stateDidChange(_ state: CellState) {
    self.state = state
    content?.update(for: state)
  }
}

/// Hides the configuration's type from the cell, so that a cell can be a plain class.
@usableFromInline
class ContentBox {
  @usableFromInline let type: ObjectIdentifier

  @usableFromInline
  init(type: ObjectIdentifier) {
    self.type = type
  }

  @usableFromInline var viewObject: AnyObject { self }
  @usableFromInline func update(for state: CellState) {}
  @usableFromInline func prepareForReuse() {}
  @usableFromInline func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: 0, height: 0)
  }
}

@usableFromInline
final class TypedContentBox<Configuration: ContentConfiguration>: ContentBox {
  @usableFromInline let view: Configuration.View
  // What was set, before a state changed it; `nil` while the cell waits in the pool.
  @usableFromInline var configuration: Configuration?

  @inlinable
  init(_ configuration: Configuration, in state: CellState) {
    self.configuration = configuration
    view = configuration.updated(for: state).makeContentView()
    super.init(type: ObjectIdentifier(Configuration.self))
  }

  @inlinable
  func show(_ configuration: Configuration, in state: CellState) {
    self.configuration = configuration
    view.configuration = configuration.updated(for: state)
  }

  @usableFromInline override var viewObject: AnyObject { view }

  @usableFromInline
  override func update(for state: CellState) {
    guard let configuration else { return }
    view.configuration = configuration.updated(for: state)
  }

  @usableFromInline
  override func prepareForReuse() {
    configuration = nil
    view.prepareForReuse()
  }

  @usableFromInline
  override func size(fitting proposal: SizeProposal) -> FeedSize {
    view.size(fitting: proposal)
  }
}
