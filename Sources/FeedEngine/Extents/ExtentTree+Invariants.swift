extension ExtentTree {
  /// What is wrong with the tree, `nil` when all its invariants hold.
  ///
  /// - Complexity: O(nodes and leaves).
  func checkInvariants() -> String? {
    if root == ExtentEntry.none {
      guard depth == 0, measuredItems == 0, measuredSum == 0 else { return "sums without nodes" }
      guard memory.nodes.liveCount == 0, memory.leaves.liveCount == 0 else { return "leak" }
      return checkTotal()
    }
    var tally = Tally()
    if let problem = check(root, 0, &tally) { return problem }
    let node = memory.node(root)
    guard node.itemCount == items else { return "\(node.itemCount) items, not \(items)" }
    let totals = node.totals
    guard measuredItems > 0, totals.count - totals.unmeasured == measuredItems else {
      return "measured items"
    }
    guard totals.sum == measuredSum else { return "sum \(totals.sum), not \(measuredSum)" }
    guard tally.nodes == memory.nodes.liveCount else { return "nodes leak" }
    guard tally.leaves == memory.leaves.liveCount else { return "leaves leak" }
    return checkFinger() ?? checkTotal()
  }

  private struct Tally {
    var nodes = 0
    var leaves = 0
  }

  private func checkTotal() -> String? {
    let fits = ExtentTree.fits(
      sum: measuredSum, unmeasured: items - measuredItems, estimate: estimateUnits)
    return fits ? nil : "too long"
  }

  private func checkFinger() -> String? {
    if fingerCount == 0 { return nil }
    var handle = root
    var start: Int64 = 0
    for level in 0..<depth {
      guard memory.pathNode(level) == handle else { return "path" }
      if level < depth - 1 {
        let slot = memory.pathSlot(level)
        start += memory.node(handle).start(slot)
        handle = memory.node(handle).child(slot)
      }
    }
    guard fingerStart == start else { return "finger start" }
    return fingerCount == memory.node(handle).itemCount ? nil : "finger count"
  }

  private func check(_ handle: UInt32, _ level: Int, _ tally: inout Tally) -> String? {
    tally.nodes += 1
    let node = memory.node(handle)
    let least = level > 0 ? capacities.minimumFanout : 1
    guard node.count >= least, node.count <= capacities.fanout else {
      return "\(node.count) entries at level \(level)"
    }
    guard node.start(0) == 0, node.offset(0, 1) == 0 else { return "first slot" }
    for slot in node.count..<ExtentNode.slots where !node.isPadded(slot) { return "padding" }
    for slot in 0..<node.count {
      let entry = node.entry(slot)
      guard entry.count > 0, entry.unmeasured >= 0, entry.sum >= 0 else { return "empty entry" }
      guard entry.unmeasured <= entry.count else { return "unmeasured beyond count" }
      if level < depth - 1 {
        let totals = memory.node(entry.child).totals
        guard totals.count == entry.count, totals.unmeasured == entry.unmeasured,
          totals.sum == entry.sum
        else { return "sums of a child at level \(level)" }
        if let problem = check(entry.child, level + 1, &tally) { return problem }
      } else {
        if let problem = check(entry, &tally) { return problem }
      }
    }
    return nil
  }

  private func check(_ piece: ExtentEntry, _ tally: inout Tally) -> String? {
    if piece.isRun { return piece.unmeasured == piece.count && piece.sum == 0 ? nil : "run" }
    if piece.isGiant {
      return piece.count == 1 && piece.unmeasured == 0 && piece.sum >= capacities.giant
        ? nil : "giant"
    }
    tally.leaves += 1
    if piece.isDense { return checkDense(piece) }
    return checkSparse(piece)
  }

  private func checkDense(_ piece: ExtentEntry) -> String? {
    guard piece.count <= Int64(capacities.dense) else { return "dense leaf too full" }
    let leaf = memory.dense(piece.child)
    guard leaf.offset(0) == 0 else { return "dense start" }
    for item in 0..<DenseLeaf.maxCount {
      let extent = leaf.extent(item)
      if Int64(item) < piece.count {
        guard extent >= 0, extent < capacities.giant else { return "dense extent" }
      } else if extent != 0 {
        return "dense padding"
      }
    }
    return leaf.offset(Int(piece.count)) == piece.sum ? nil : "dense sum"
  }

  private func checkSparse(_ piece: ExtentEntry) -> String? {
    let measured = Int(piece.measured)
    guard measured >= 1, measured <= capacities.sparse else { return "sparse leaf too full" }
    guard piece.count <= capacities.sparseSpan else { return "sparse leaf too long" }
    let leaf = memory.sparse(piece.child)
    guard leaf.sum(0) == 0, leaf.sum(measured) == piece.sum else { return "sparse sum" }
    var last: Int64 = -1
    for rank in 0...SparseLeaf.maxCount {
      let position = leaf.position(rank)
      if rank < measured {
        guard position > last, position < piece.count else { return "sparse position" }
        guard leaf.extent(rank) >= 0, leaf.extent(rank) < capacities.giant else {
          return "sparse extent"
        }
      } else {
        guard leaf.sum(rank) == piece.sum else { return "sparse padding of sums" }
        guard position == piece.unmeasured + Int64(rank) else { return "sparse padding" }
      }
      last = position
    }
    return nil
  }
}
