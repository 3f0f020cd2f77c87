/// Updates by index path: checked as a whole, then taken in.
extension Feed {
  /// Changes the items: the model changes inside the block, and the block declares how.
  ///
  /// Everything is checked before anything is touched. What stays keeps its cell, its measured
  /// extent and its place on screen; new rows appear in the next `layoutIfNeeded()`.
  ///
  /// Several calls may come before one layout. Called from a callback of this feed, the update is
  /// queued and its block runs after the pass; then an error goes to the completion and to
  /// ``diagnostics`` alone. A call of `reloadData()` in the block makes the whole a reload, and
  /// nothing is checked.
  ///
  /// After a refused update the model and the feed disagree, so the feed is *stale*: its cells stay
  /// until they are scrolled away, and nothing is asked of the data source until a valid update,
  /// counted from the items that the feed knows, or `reloadData()`.
  ///
  /// - Parameters:
  ///   - changes: Changes the model and declares what changed.
  ///   - completion: Called when the update was taken in, with `nil`, or refused.
  /// - Throws: ``UpdateError`` when what is declared does not explain the new count, or names items
  ///   that do not exist.
  /// - Complexity: O(k log k + k log n) for k declared ranges.
  public func performUpdates(
    _ changes: @escaping (FeedUpdates) -> Void,
    completion: ((UpdateError?) -> Void)? = nil
  ) throws(UpdateError) {
    if isInPass {
      queuedUpdates.append(QueuedUpdate(changes: changes, completion: completion))
      return
    }
    let failure = run(changes)
    completion?(failure)
    runQueuedUpdates()
    if let failure { throw failure }
  }

  /// Runs updates that callbacks asked for.
  func runQueuedUpdates() {
    while !isInPass, let update = queuedUpdates.popFirst() {
      let failure = run(update.changes)
      update.completion?(failure)
    }
  }

  private func run(_ changes: (FeedUpdates) -> Void) -> UpdateError? {
    let wasReloadPending = isReloadPending
    isReloadPending = false
    isInPass = true
    let updates = FeedUpdates()
    changes(updates)
    if isReloadPending || wasReloadPending || ownDataSource == nil {
      // Counts are read anew in any case.
      isReloadPending = true
      hasPendingWork = true
      leavePass()
      return nil
    }
    let count = ownDataSource?.numberOfItems(inSection: 0, of: self) ?? 0
    let failure: UpdateError?
    do throws(UpdateError) {
      let change = try ItemChange(updates, before: list.count, after: count)
      try list.check(change)
      takeIn(change)
      failure = nil
      isStale = false
    } catch {
      failure = error
      isStale = true
      record(.updateRefused(reason: error.description))
    }
    leavePass()
    return failure
  }

  // MARK: Taking in

  private func takeIn(_ change: ItemChange) {
    noteRange()
    isPassHidden = isViewportEmpty
    machine.viewTop = topEdge - machine.shift
    insertedCount += change.inserted.count
    // They name items as they were before the update.
    takeInExtentChanges()
    hasPendingWork = true
    isContentChanged = true
    machine.apply(change) { newIndex in
      guard let record = cells.popFirst() else { return }
      guard let newIndex else { return departed.append(record) }
      record.path.item = newIndex
      cells.append(record)
    }
    if isStuckToStart { machine.holdStart() }
    visibleItems = change.finalIndices(of: visibleItems) ?? 0..<0
    pendingScroll = pendingScroll.map { renumbered($0, by: change) }
    if var current = travel {
      current.request = renumbered(current.request, by: change)
      travel = current
    }
    do throws(ExtentError) {
      try list.apply(change)
    } catch {
      // Checked before; the sums of the list itself hold.
      record(.contentTooLong)
    }
    renew(change)
    isLiveListStale = true
    // Last, because it runs callbacks, which shall see the list as it is now.
    if let source = ownPrefetchSource {
      planner.apply(count: change.countAfter) { change.finalIndex(of: $0) }
      tellPlan(to: source)
    }
    let delegate = ownDelegate
    while let record = departed.popFirst() { recycle(record, telling: delegate) }
  }

  /// Whether the feed stood at its start before the first change and shall stay there.
  var isStuckToStart: Bool {
    guard ownStartBehavior == .stickToStart, let range = notedRange else { return false }
    return topEdge <= range.minimum
  }

  /// Marks what must be shown anew, and forgets extents that may not hold any more.
  private func renew(_ change: ItemChange) {
    for (items, renewal) in [
      (change.reloaded, CellRecord.Renewal.reload), (change.reconfigured, .reconfigure),
    ] {
      for old in items {
        guard let index = change.finalIndex(of: old) else { continue }
        if let position = machine.position(of: index) {
          if cells[position].renewal != .reload { cells[position].renewal = renewal }
          machine.markStale(position: position)
          hasRenewals = true
        } else {
          forgetExtent(of: index)
        }
      }
    }
  }

  /// A scroll that waits goes on to its item, or to the nearest that exists.
  private func renumbered(_ scroll: ScrollRequest, by change: ItemChange) -> ScrollRequest {
    guard scroll.path.section == 0, (0..<change.countBefore).contains(scroll.path.item),
      change.countAfter > 0
    else { return scroll }
    var moved = scroll
    moved.path.item =
      change.finalIndexOfNext(after: scroll.path.item)
      ?? change.finalIndexOfPlace(scroll.path.item)
    return moved
  }

  // MARK: Showing anew

  /// Has the data source show items anew that were reloaded or reconfigured and are live.
  func runRenewals(telling delegate: (any FeedDelegate)?) {
    guard hasRenewals, !isStale, let source = ownDataSource else { return }
    hasRenewals = false
    for position in 0..<cells.count {
      let record = cells[position]
      guard record.renewal != .none else { continue }
      let isReload = record.renewal == .reload
      record.renewal = .none
      if isReload { recycle(record, telling: delegate) }
      let path = FeedIndexPath(item: machine.rows[position].index, section: 0)
      let answer = requestCell(
        at: path, offering: isReload ? nil : record, from: source, delegate: delegate)
      cells[position] = answer
      if answer !== record, !isReload { recycle(record, telling: delegate) }
      noteEntered(answer)
    }
  }
}

/// An update that a callback asked for.
struct QueuedUpdate {
  let changes: (FeedUpdates) -> Void
  let completion: ((UpdateError?) -> Void)?
}
