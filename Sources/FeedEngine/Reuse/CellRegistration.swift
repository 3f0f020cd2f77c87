/// Says how to make cells of one kind and how to configure them for an item.
///
/// Make a registration once and keep it: its cells are pooled under its identity. One made inside
/// `cell(at:in:)` could never reuse anything and is reported.
public struct CellRegistration<Cell: FeedCell, Item> {
  let recipe: CellRecipe<Cell, Item>

  /// Makes a registration.
  ///
  /// - Parameters:
  ///   - identifier: The name in statistics and diagnostics; need not be unique.
  ///   - make: Makes a cell; runs when the pool has none to reuse.
  ///   - configure: Shows an item in a cell; runs for every dequeue.
  public init(
    identifier: String = "cell",
    make: @escaping () -> Cell,
    configure: @escaping (_ cell: Cell, _ path: FeedIndexPath, _ item: Item) -> Void
  ) {
    recipe = CellRecipe(identifier: identifier, make: make, configure: configure)
  }
}

extension CellRegistration where Cell == ContentCell {
  /// Makes a registration of content cells; `configure` sets their content.
  public init(
    identifier: String = "content",
    configure: @escaping (_ cell: ContentCell, _ path: FeedIndexPath, _ item: Item) -> Void
  ) {
    self.init(identifier: identifier, make: { ContentCell() }, configure: configure)
  }
}

/// The identity of a registration: the key of its cells in the pools, which may outlive it.
final class RecipeIdentity {
  let identifier: String
  /// Whether the registration is gone, so that no one can dequeue with it.
  var isGone = false

  init(identifier: String) {
    self.identifier = identifier
  }
}

/// What a registration holds; no pool does, so that what the closures capture goes with it.
final class CellRecipe<Cell: FeedCell, Item> {
  let identity: RecipeIdentity
  let make: () -> Cell
  let configure: (Cell, FeedIndexPath, Item) -> Void
  /// Where in a pool the bin was found last.
  var place = 0

  init(
    identifier: String,
    make: @escaping () -> Cell,
    configure: @escaping (Cell, FeedIndexPath, Item) -> Void
  ) {
    identity = RecipeIdentity(identifier: identifier)
    self.make = make
    self.configure = configure
  }

  deinit {
    identity.isGone = true
  }
}
