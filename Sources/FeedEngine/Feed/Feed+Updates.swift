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
      return queue { feed in
        let failure = feed.run(changes)
        completion?(failure)
      }
    }
    let failure = run(changes)
    completion?(failure)
    runQueuedCalls()
    if let failure { throw failure }
  }

  /// Whether an update waits, so that calls which name items as they are after it must wait too.
  var waitsForUpdate: Bool { !queuedCalls.isEmpty && !isDraining }

  /// Has a call made after the pass, in the order of asking.
  func queue(_ call: @escaping (Feed) -> Void) {
    queuedCalls.append(call)
  }

  /// Makes the calls that callbacks asked for. Calls made by those come next.
  func runQueuedCalls() {
    guard !isDraining else { return }
    isDraining = true
    var rounds = Feed.passLimit * 8
    while !isInPass, rounds > 0, let call = queuedCalls.popFirst() {
      rounds -= 1
      call(self)
    }
    isDraining = false
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
    noteRange()
    isPassHidden = isViewportEmpty
    machine.viewTop = topEdge - machine.shift
    // They name items as they were before the update, and count in its check.
    takeInExtentChanges()
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
    let firstVisible = visibleItems.isEmpty ? nil : visibleItems.lowerBound
    let arrivals = change.arrivals(around: firstVisible)
    startArrivals += arrivals.start
    endArrivals += arrivals.end
    hasPendingWork = true
    if !change.isEmpty { isContentChanged = true }
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
    markRenewals(change)
    // Those that a refused update has kept from being shown.
    if isStale {
      for position in 0..<cells.count where cells[position].renewal != .none {
        machine.markStale(position: position)
      }
    }
    isLiveListStale = true
    // Last, because it runs callbacks, which shall see the list as it is now.
    if let source = ownPrefetchSource {
      planner.apply(count: change.countAfter) { change.finalIndex(of: $0) }
      tellPlan(to: source)
    }
    let delegate = ownDelegate
    toldDelegate = delegateNumber
    while let record = departed.popFirst() { recycle(record, telling: delegate) }
  }

  /// Whether the feed stood at its start before the first change and shall stay there.
  var isStuckToStart: Bool {
    guard ownStartBehavior == .stickToStart, let range = notedRange else { return false }
    return topEdge <= range.minimum
  }

  /// Marks what must be shown anew, and forgets extents that may not hold any more.
  private func markRenewals(_ change: ItemChange) {
    for (items, renewal) in [
      (change.reloaded, CellRecord.Renewal.reload), (change.reconfigured, .reconfigure),
    ] {
      for old in items {
        guard let index = change.finalIndex(of: old) else { continue }
        if let position = machine.position(of: index) {
          if cells[position].renewal != .reload { cells[position].renewal = renewal }
          machine.markStale(position: position)
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

  /// Has the data source show an item anew that was reloaded or reconfigured.
  ///
  /// Done when the row is measured again, so that rows which leave are not asked for.
  func renew(_ position: Int, telling delegate: (any FeedDelegate)?) {
    guard !isStale, let source = ownDataSource else { return }
    let record = cells[position]
    let isReload = record.renewal == .reload
    record.renewal = .none
    // The old cell goes after the new one came, so that a reloaded item gets another.
    let answer = requestCell(
      at: record.path, offering: isReload ? nil : record, from: source, delegate: delegate)
    cells[position] = answer
    if answer !== record { recycle(record, telling: delegate) }
    noteEntered(answer)
  }
}
