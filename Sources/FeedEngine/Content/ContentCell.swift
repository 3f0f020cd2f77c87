/// The ready cell for content configurations.
public final class ContentCell: FeedCell {
  // Unchecked, as checks of exclusive access cost a tenth of a row. Values that may run foreign
  // code when they go are exchanged and let go afterwards, so that no access is ever open
  // meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline var content: ContentBox?
  @safe @exclusivity(unchecked) @usableFromInline var state: CellState = []

  /// Makes a cell that shows nothing yet.
  public init() {}

  /// The view that shows the content, or `nil` before the first ``setContent(_:)``.
  ///
  /// Another view after content of another type was set. A host learns of it by a report: a cell
  /// that shows another item is among those attached or placed.
  public var contentView: AnyObject? { content?.view }

  /// Shows a configuration: in place when the cell already shows one of the same type, else in a
  /// new view.
  ///
  /// - Complexity: O(1); allocates only when the view is replaced.
  @inlinable
  public func setContent<Configuration: ContentConfiguration>(_ configuration: Configuration) {
    if let content, content.type == ObjectIdentifier(Configuration.self) {
      TypedContentBox<Configuration>.typed(content).show(configuration, in: state)
    } else {
      var box: ContentBox? = TypedContentBox(configuration, in: state)
      swap(&content, &box)
    }
  }

  /// Returns the size of the content, or an empty size when there is none.
  public func size(fitting proposal: SizeProposal) -> FeedSize {
    guard let content else { return FeedSize(width: 0, height: 0) }
    return content.actions.size(content, proposal)
  }

  /// Lets go of the configuration; the view stays, to be reconfigured.
  public func prepareForReuse() {
    if let content { content.actions.prepareForReuse(content) }
  }

  /// Shows the current configuration as it looks in the new state.
  public func stateDidChange(_ state: CellState) {
    self.state = state
    if let content { content.actions.update(content, state) }
  }
}

/// Hides the configuration's type from the cell, so that a cell can be a plain class.
@usableFromInline
class ContentBox {
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let view: AnyObject
  @usableFromInline let actions: ContentActions

  @usableFromInline
  init(type: ObjectIdentifier, view: AnyObject, actions: ContentActions) {
    self.type = type
    self.view = view
    self.actions = actions
  }
}

/// What a box does with its typed content.
///
/// Functions rather than overridden methods: the compiler specializes them with the initializer
/// that names them, where content is set, while methods of a generic class look up the type's
/// metadata at each call, which costs more than the rest of a row.
@usableFromInline
struct ContentActions {
  @usableFromInline let update: (ContentBox, CellState) -> Void
  @usableFromInline let prepareForReuse: (ContentBox) -> Void
  @usableFromInline let size: (ContentBox, SizeProposal) -> FeedSize

  @inlinable
  init(
    update: @escaping (ContentBox, CellState) -> Void,
    prepareForReuse: @escaping (ContentBox) -> Void,
    size: @escaping (ContentBox, SizeProposal) -> FeedSize
  ) {
    self.update = update
    self.prepareForReuse = prepareForReuse
    self.size = size
  }
}

@usableFromInline
final class TypedContentBox<Configuration: ContentConfiguration>: ContentBox {
  // What was set, before a state changed it; `nil` while the cell waits in the pool.
  @safe @exclusivity(unchecked) @usableFromInline var configuration: Configuration?

  @inlinable
  init(_ configuration: Configuration, in state: CellState) {
    self.configuration = configuration
    super.init(
      type: ObjectIdentifier(Configuration.self),
      view: configuration.updated(for: state).makeContentView(),
      actions: ContentActions(
        update: { box, state in
          let box = TypedContentBox.typed(box)
          guard let configuration = box.configuration else { return }
          box.typedView.configuration = configuration.updated(for: state)
        },
        prepareForReuse: { box in
          let box = TypedContentBox.typed(box)
          var old: Configuration?
          swap(&box.configuration, &old)
          box.typedView.prepareForReuse()
          withExtendedLifetime(old) {}
        },
        size: { box, proposal in TypedContentBox.typed(box).typedView.size(fitting: proposal) }
      ))
  }

  /// The box, whose type its actions and those who have compared `type` know; a checked cast to a
  /// class costs ten times as much.
  @inlinable
  static func typed(_ box: ContentBox) -> TypedContentBox {
    unsafe unsafeDowncast(box, to: TypedContentBox.self)
  }

  @inlinable var typedView: Configuration.View {
    unsafe unsafeDowncast(view, to: Configuration.View.self)
  }

  @inlinable
  func show(_ configuration: Configuration, in state: CellState) {
    // The old value goes last: what it does as it goes counts after this.
    var old: Configuration? = configuration
    swap(&self.configuration, &old)
    typedView.configuration = configuration.updated(for: state)
    withExtendedLifetime(old) {}
  }
}
