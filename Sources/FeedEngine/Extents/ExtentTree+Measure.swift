extension ExtentTree {
  /// Gives an item an extent of its own.
  ///
  /// - Parameters:
  ///   - extent: The extent, zero included.
  ///   - index: The item, within `0..<count`.
  /// - Returns: By how much the item's extent changed, measured before or not.
  /// - Throws: ``ExtentError/indexOutOfRange(index:count:)``, ``ExtentError/invalidExtent`` for a
  ///   negative extent, or ``ExtentError/contentTooLong``; then nothing changes.
  /// - Complexity: O(log p), where p is the number of pieces; no descent near the item asked about
  ///   or changed last.
  @discardableResult
  public func setExtent(
    _ extent: FixedLength, at index: Int
  ) throws(ExtentError) -> FixedLength {
    let item = Int64(index)
    let units = extent.rawValue
    guard item >= 0, item < items else { throw .indexOutOfRange(index: index, count: count) }
    guard units >= 0 else { throw .invalidExtent }
    guard units <= FixedLength.max.rawValue else { throw .contentTooLong }
    if root == ExtentEntry.none {
      let change = units &- estimateUnits
      guard totalUnits &+ change <= FixedLength.max.rawValue else { throw .contentTooLong }
      plant()
      write(units, over: -1, at: item)
      return FixedLength(rawValue: change)
    }
    let place = place(of: item)
    let local = item &- place.start
    let old = measuredInPiece(place.entry, local)
    if old == units { return .zero }
    let change = units &- (old < 0 ? estimateUnits : old)
    guard totalUnits &+ change <= FixedLength.max.rawValue else { throw .contentTooLong }
    if old < 0 || place.entry.isGiant || units >= capacities.giant {
      write(units, over: old, at: item)
    } else {
      remeasure(place.entry, local, by: change)
    }
    return FixedLength(rawValue: change)
  }

  /// Changes a measured extent in its leaf.
  @inline(__always)
  private func remeasure(_ piece: ExtentEntry, _ item: Int64, by difference: Int64) {
    if piece.unmeasured == 0 {
      dense(piece.child).add(difference, to: Int(truncatingIfNeeded: item))
    } else {
      let leaf = sparse(piece.child)
      leaf.add(difference, to: leaf.rank(below: item))
    }
    noteWrite()
    change(sum: difference)
    generation &+= 1
  }

  private func write(_ units: Int64, over old: Int64, at index: Int64) {
    generation &+= 1
    if units >= capacities.giant {
      writeGiant(units, over: old, at: index)
    } else if old < 0 {
      measure(units, at: index)
    } else {
      // A giant becomes an ordinary item.
      let place = place(of: index)
      place.node.setChild(place.slot, makeDense(units))
      change(sum: units - old)
      mend(at: index + 1)
      mend(at: index)
    }
  }

  private func writeGiant(_ units: Int64, over old: Int64, at index: Int64) {
    divide(at: index)
    divide(at: index + 1)
    let place = place(of: index)
    if place.entry.isLeaf { memory.leaves.release(place.entry.child) }
    place.node.setChild(place.slot, ExtentEntry.giantMark)
    change(ExtentDelta(unmeasured: old < 0 ? -1 : 0, sum: units - max(old, 0)))
  }

  /// Makes a leaf of one item.
  func makeDense(_ units: Int64) -> UInt32 {
    let handle = memory.leaves.allocate()
    let leaf = dense(handle)
    leaf.clear()
    leaf.insert(units, at: 0)
    noteWrite()
    return handle
  }

  /// Makes a leaf in which one item is measured.
  func makeSparse(count: Int64, _ units: Int64, at item: Int64) -> UInt32 {
    let handle = memory.leaves.allocate()
    let leaf = sparse(handle)
    leaf.clear(count: count)
    leaf.measure(units, at: item, rank: 0)
    noteWrite()
    return handle
  }

  /// Measures an unmeasured item. Where its piece has no room, it is divided first.
  private func measure(_ units: Int64, at index: Int64) {
    while true {
      let place = place(of: index)
      if place.entry.isRun {
        if measureInRun(units, at: index, place) { return }
      } else if place.entry.measured < Int64(capacities.sparse) {
        measureInSparse(units, at: index, place)
        return
      } else {
        divideFull(place, at: index)
      }
    }
  }

  /// - Returns: Whether the item is measured; else its run was divided, as it was too long.
  private func measureInRun(_ units: Int64, at index: Int64, _ place: ExtentPlace) -> Bool {
    let run = place.entry
    let item = index - place.start
    let full = Int64(capacities.dense)
    if item == 0 && place.slot > 0 {
      let before = place.node.entry(place.slot - 1)
      if before.isDense && before.count < full {
        // Behind the last item there is nothing to move.
        dense(before.child).add(units, to: Int(before.count))
        absorb(units, at: index, place, into: place.slot - 1)
        return true
      }
    }
    if item == run.count - 1 && place.slot + 1 < place.node.count {
      let after = place.node.entry(place.slot + 1)
      if after.isDense && after.count < full {
        dense(after.child).insert(units, at: 0)
        absorb(units, at: index, place, into: place.slot + 1)
        return true
      }
    }
    if run.count == 1 {
      place.node.setChild(place.slot, makeDense(units))
    } else if run.count <= capacities.sparseSpan {
      place.node.setChild(place.slot, makeSparse(count: run.count, units, at: item))
    } else {
      let block = item / capacities.sparseSpan * capacities.sparseSpan
      let start = place.start
      divide(at: start + block)
      divide(at: min(start + block + capacities.sparseSpan, start + run.count))
      return false
    }
    change(ExtentDelta(unmeasured: -1, sum: units))
    return true
  }

  /// Lets an item go from the end of a run to the dense leaf beside it, which has it already.
  private func absorb(_ units: Int64, at index: Int64, _ place: ExtentPlace, into slot: Int) {
    noteWrite()
    let gone = place.entry.count == 1
    place.node.measure(units, from: place.slot, to: slot)
    let delta = ExtentDelta(unmeasured: -1, sum: units)
    noteWrite()
    add(delta, from: depth - 2)
    count(delta)
    if gone {
      memory.front.removeAll()
      replace(place.slot, removing: 1)
      repair(at: index)
      mend(at: index)
      mend(at: index + 1)
    }
  }

  private func measureInSparse(_ units: Int64, at index: Int64, _ place: ExtentPlace) {
    let piece = place.entry
    let item = index - place.start
    let leaf = sparse(piece.child)
    let measured = Int(piece.measured) + 1
    leaf.measure(units, at: item, rank: leaf.rank(below: item))
    noteWrite()
    change(ExtentDelta(unmeasured: -1, sum: units))
    if piece.unmeasured == 1 {
      leaf.becomeDense()
      mend(at: place.start + piece.count)
      mend(at: place.start)
    } else if measured == capacities.sparse {
      let first = leaf.position(0)
      if leaf.position(measured - 1) - first == Int64(measured - 1) {
        // Without gaps the items take half the memory in a dense leaf.
        divide(at: place.start + first + Int64(measured))
        divide(at: place.start + first)
      }
    }
  }

  /// Divides a sparse leaf that is full, at an edge when items come in order.
  private func divideFull(_ place: ExtentPlace, at index: Int64) {
    let leaf = sparse(place.entry.child)
    let measured = Int(place.entry.measured)
    let item = index - place.start
    if item > leaf.position(measured - 1) {
      divide(at: index)
    } else if item < leaf.position(0) {
      divide(at: index + 1)
    } else {
      divide(at: place.start + leaf.position(measured / 2))
    }
  }
}
