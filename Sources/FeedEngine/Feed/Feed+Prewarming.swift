/// Making cells before they are needed, so that the first scroll makes none.
extension Feed {
  /// The most cells of a registration that are made beforehand; far more than any screen shows.
  public static let prewarmLimit = 1024

  /// Makes cells until so many of a registration wait in the pool, and lets the pool keep them.
  ///
  /// An explicit limit of the pool holds here too, as does ``prewarmLimit``.
  ///
  /// - Returns: How many cells were made.
  /// - Complexity: O(`count`).
  @discardableResult
  public func prewarm<Cell: FeedCell, Item>(
    _ registration: CellRegistration<Cell, Item>, count: Int
  ) -> Int {
    prewarm(registration, count: count) { true }
  }

  /// Makes cells until so many of a registration wait in the pool, as long as there is time.
  ///
  /// - Parameters:
  ///   - registration: Says how to make the cells.
  ///   - count: How many cells shall wait.
  ///   - hasTime: Asked before each cell; by any clock.
  /// - Returns: How many cells were made. Call again to go on where time ran out.
  /// - Complexity: O(`count`).
  @discardableResult
  public func prewarm<Cell: FeedCell, Item>(
    _ registration: CellRegistration<Cell, Item>, count: Int, while hasTime: () -> Bool
  ) -> Int {
    let count = min(max(count, 0), Feed.prewarmLimit)
    let recipe = registration.recipe
    let bin = pool.bin(for: recipe)
    pool.reserve(count, in: bin)
    var made = 0
    // Bounded, as what `make` runs may take cells out again.
    while made < count, pool.hasRoom(in: bin, for: count), hasTime() {
      pool.stock(recipe.make(), in: bin)
      made += 1
    }
    return made
  }
}
