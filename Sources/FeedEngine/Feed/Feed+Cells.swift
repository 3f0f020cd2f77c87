/// Cells: registered, dequeued on request, recycled.
extension Feed {
  // MARK: Typed registrations

  /// Takes a cell out of the pool, or makes one, and configures it for an item.
  ///
  /// Call it in ``FeedDataSource/cell(at:in:)`` for the path that was asked for and return the
  /// cell. Anywhere else it makes a cell that the feed does not track, with a diagnostic.
  ///
  /// - Complexity: O(1); allocates only what `make` and `configure` do.
  public func dequeue<Cell: FeedCell, Item>(
    _ registration: CellRegistration<Cell, Item>, for path: FeedIndexPath, item: Item
  ) -> Cell {
    let recipe = registration.recipe
    let bin = pool.bin(for: recipe)
    guard note(path, for: bin) else {
      pool.noteUntracked(bin)
      let cell = recipe.make()
      recipe.configure(cell, path, item)
      bin.counts.configured += 1
      return cell
    }
    let cell: Cell
    if let record = request.takeOffered(for: bin) {
      cell = unsafe unsafeDowncast(record.cell, to: Cell.self)
    } else if let record = pool.take(from: bin, for: hostNumber) {
      request.note(record)
      // The bin holds cells of this registration only.
      cell = unsafe unsafeDowncast(record.cell, to: Cell.self)
    } else {
      cell = recipe.make()
      request.note(pool.adopt(cell, into: bin))
    }
    recipe.configure(cell, path, item)
    bin.counts.configured += 1
    return cell
  }

  // MARK: String identifiers

  /// Registers how to make the cells of an identifier.
  ///
  /// Registering it again with the same type replaces `make`; with another type it is refused and
  /// recorded in ``diagnostics``.
  public func register<Cell: FeedCell>(
    _ make: @escaping () -> Cell, forCellReuseIdentifier identifier: String
  ) {
    let bin = pool.register(identifier, cellType: ObjectIdentifier(Cell.self), make: { make() })
    if bin == nil { record(.identifierHasOtherType(identifier: identifier)) }
  }

  /// Takes a cell of an identifier out of the pool, or makes one.
  ///
  /// Call it in ``FeedDataSource/cell(at:in:)``, configure the cell and return it. For an
  /// identifier that nothing is registered for it returns a blank cell, with a diagnostic.
  ///
  /// - Complexity: O(length of the identifier); allocates only what making a cell does.
  public func dequeueReusableCell(
    withIdentifier identifier: String, for path: FeedIndexPath
  ) -> any FeedCell {
    guard let bin = pool.bin(named: identifier), let make = bin.make else {
      record(.unregisteredIdentifier(identifier: identifier))
      if request.path == nil { return BlankCell() }
      let blank = pool.takeBlank(for: hostNumber)
      request.note(blank)
      return blank.cell
    }
    guard note(path, for: bin) else {
      pool.noteUntracked(bin)
      return make()
    }
    bin.counts.configured += 1
    if let record = request.takeOffered(for: bin) { return record.cell }
    if let record = pool.take(from: bin, for: hostNumber) {
      request.note(record)
      return record.cell
    }
    let cell = make()
    request.note(pool.adopt(cell, into: bin))
    return cell
  }

  /// Checks a dequeue against the open request.
  ///
  /// - Returns: Whether a request is open.
  private func note(_ path: FeedIndexPath, for bin: ReuseBin) -> Bool {
    guard let requested = request.path else {
      record(.dequeuedOutsideRequest(identifier: bin.identifier))
      return false
    }
    if requested != path {
      record(.dequeuedForOtherPath(requested: requested, dequeued: path))
    }
    if bin.isNew {
      bin.isNew = false
      request.newBins.append(bin)
    }
    return true
  }

  // MARK: Requests

  /// Asks the data source for the cell of an item.
  ///
  /// - Parameter offered: A live cell that the item has and may keep; if it is not the answer, it
  ///   is still the caller's.
  func requestCell(
    at path: FeedIndexPath, offering offered: CellRecord? = nil, from source: any FeedDataSource,
    delegate: (any FeedDelegate)?
  ) -> CellRecord {
    request.open(path, offering: offered)
    let cell = source.cell(at: path, in: self)
    let taken =
      request.close(returning: cell)
      ?? answer(cell, at: path, keeping: offered, delegate: delegate)
    if !request.newBins.isEmpty { checkNewRegistrations() }
    taken.path = path
    return taken
  }

  /// Makes the best of an answer that is not the one cell that was dequeued.
  private func answer(
    _ cell: any FeedCell, at path: FeedIndexPath, keeping offered: CellRecord?,
    delegate: (any FeedDelegate)?
  ) -> CellRecord {
    var answer: CellRecord?
    // Taken out first: a cell that goes back runs foreign code.
    let dequeued = request.takeDequeued()
    for record in dequeued {
      if answer == nil, record.cell === cell {
        answer = record
        continue
      }
      let identifier = record.bin.identifier
      self.record(
        dequeued.count > 1
          ? .dequeuedTwice(path: path, identifier: identifier)
          : .dequeuedCellNotReturned(path: path, identifier: identifier))
      if record !== offered { recycle(record, telling: delegate) }
    }
    if let answer { return answer }
    record(.foreignCell(path: path))
    return pool.takeBlank(for: hostNumber)
  }

  private func checkNewRegistrations() {
    while let bin = request.newBins.popFirst() {
      guard bin.isRegistrationGone else { continue }
      record(.registrationInsideProvider(identifier: bin.identifier))
      pool.abandon(bin)
    }
  }

  // MARK: Recycling

  /// Takes a cell back from its item.
  func recycle(_ record: CellRecord, telling delegate: (any FeedDelegate)?) {
    let announced = record.announcedDelegate
    record.announcedDelegate = 0
    if announced == toldDelegate {
      delegate?.didEndDisplaying(record.cell, at: record.path, in: self)
    }
    if !record.state.isEmpty {
      record.state = []
      record.cell.stateDidChange([])
    }
    record.renewal = .none
    record.isListed = false
    record.cell.prepareForReuse()
    if record.attachedHost != 0 { left.append(record) }
    pool.give(record)
  }

  /// Takes all cells back; the machine keeps the place. A row goes with its cell, so that callbacks
  /// see the two in step.
  func recycleAllCells(telling delegate: (any FeedDelegate)?) {
    machine.holdAnchor()
    while let record = cells.popLast() {
      machine.removeLastRow()
      recycle(record, telling: delegate)
    }
  }

  // MARK: State

  /// Sets the state of the cell that shows an item, while it shows it: the cell is told at once,
  /// and a cell that goes back to the pool loses its state. The row is not measured again: where
  /// its extent depends on the state, ``invalidateExtent(at:)`` says so. An item that comes back
  /// has no state until it is set, at the earliest in ``FeedDelegate/willDisplay(_:at:in:)``.
  ///
  /// - Returns: Whether the item has a cell.
  /// - Complexity: O(log live cells).
  @discardableResult
  public func setState(_ state: CellState, forCellAt path: FeedIndexPath) -> Bool {
    guard let record = liveRecord(at: path) else { return false }
    if record.state != state {
      record.state = state
      record.cell.stateDidChange(state)
    }
    return true
  }

  func liveRecord(at path: FeedIndexPath) -> CellRecord? {
    guard path.section == 0, let position = machine.position(of: path.item),
      position < cells.count, cells[position].path == path
    else { return nil }
    return cells[position]
  }
}
