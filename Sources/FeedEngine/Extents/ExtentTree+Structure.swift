/// Entries come and go, nodes divide and merge.
extension ExtentTree {
  /// Replaces entries of the lowest node on the path by the front list; sums of the tree are the
  /// caller's to count. Nodes that get too full divide, up to a new root.
  func replace(_ slot: Int, removing: Int) {
    fingerCount = 0
    var level = depth - 1
    var slot = slot
    var removing = removing
    while true {
      let handle = level < 0 ? plantAbove() : memory.pathNode(level)
      level = max(level, 0)
      let node = node(handle)
      let count = memory.front.count
      if node.count - removing + count <= capacities.fanout {
        noteWrite()
        let delta = node.replace(
          slot, removing: removing, with: memory.front, from: 0, count: count)
        add(delta, from: level - 1)
        return
      }
      distribute(handle, slot, removing: removing)
      level -= 1
      slot = level < 0 ? 0 : memory.pathSlot(level)
      removing = level < 0 ? 0 : 1
    }
  }

  /// Puts an empty node above the root, whose entries are in the front list.
  private func plantAbove() -> UInt32 {
    root = memory.nodes.allocate()
    depth += 1
    node(root).clear()
    return root
  }

  /// Divides a node, with the front list in place of some entries; the front list then holds the
  /// entries of the resulting nodes, the first of which is the old one.
  private func distribute(_ handle: UInt32, _ slot: Int, removing: Int) {
    let back = memory.back
    back.removeAll()
    let old = node(handle)
    for index in 0..<slot { back.append(old.entry(index)) }
    for index in 0..<memory.front.count { back.append(memory.front[index]) }
    for index in slot + removing..<old.count { back.append(old.entry(index)) }
    memory.front.removeAll()
    let groups = (back.count + capacities.bulkFanout - 1) / capacities.bulkFanout
    var first = 0
    for group in 0..<groups {
      let count = (back.count - first) / (groups - group)
      let target = group == 0 ? handle : memory.nodes.allocate()
      memory.front.append(fill(target, from: first, count: count))
      first += count
    }
  }

  /// Gives a node entries of the back list and nothing else.
  private func fill(_ handle: UInt32, from first: Int, count: Int) -> ExtentEntry {
    let node = node(handle)
    node.clear()
    noteWrite()
    node.replace(0, removing: 0, with: memory.back, from: first, count: count)
    let totals = node.totals
    return ExtentEntry(
      child: handle, count: totals.count, unmeasured: totals.unmeasured, sum: totals.sum)
  }

  /// Takes items of more than one piece out and counts them. Pieces are kept in the list of
  /// pieces, and then start and end with the range; or they are released.
  ///
  /// Some item must remain. `repair` follows when the tree is whole again.
  func extract(_ lower: Int64, _ upper: Int64, keeping: Bool) {
    fingerCount = 0
    count(extract(root, 0, lower, upper, keeping))
  }

  private func extract(
    _ handle: UInt32, _ level: Int, _ lower: Int64, _ upper: Int64, _ keeping: Bool
  ) -> ExtentDelta {
    let node = node(handle)
    var first = node.slot(containing: lower)
    var last = node.slot(containing: upper - 1)
    if level == depth - 1 { return extractPieces(node, first, last, lower, upper, keeping) }
    let firstStart = node.start(first)
    let firstEnd = node.end(first)
    let lastStart = node.start(last)
    let cutsLast = upper < node.end(last) && last != first
    var delta = ExtentDelta()
    if lower > firstStart || (upper < firstEnd && last == first) {
      delta = extractPart(
        node, first, level, lower - firstStart, min(upper, firstEnd) - firstStart, keeping)
      first += 1
    }
    if cutsLast { last -= 1 }
    if first <= last {
      for slot in first...last { takeNode(node.child(slot), level + 1, keeping) }
    }
    if cutsLast {
      delta.add(extractPart(node, last + 1, level, 0, upper - lastStart, keeping))
    }
    if first <= last {
      noteWrite()
      memory.front.removeAll()
      delta.add(
        node.replace(
          first, removing: last - first + 1, with: memory.front, from: 0, count: 0))
    }
    return delta
  }

  private func extractPieces(
    _ node: ExtentNode, _ first: Int, _ last: Int, _ lower: Int64, _ upper: Int64,
    _ keeping: Bool
  ) -> ExtentDelta {
    let cutsFirst = lower > node.start(first)
    let cutsLast = upper < node.end(last)
    assert(first != last || !cutsFirst || !cutsLast)
    memory.front.removeAll()
    if cutsFirst {
      let piece = node.entry(first)
      memory.front.append(trim(piece, lower - node.start(first), piece.count))
    }
    if cutsLast {
      memory.front.append(trim(node.entry(last), 0, upper - node.start(last)))
    }
    for slot in (cutsFirst ? first + 1 : first)..<(cutsLast ? last : last + 1) {
      takePiece(node.entry(slot), keeping)
    }
    noteWrite()
    return node.replace(
      first, removing: last - first + 1, with: memory.front, from: 0,
      count: memory.front.count)
  }

  private func extractPart(
    _ node: ExtentNode, _ slot: Int, _ level: Int, _ lower: Int64, _ upper: Int64,
    _ keeping: Bool
  ) -> ExtentDelta {
    let delta = extract(node.child(slot), level + 1, lower, upper, keeping)
    node.add(delta, to: slot)
    noteWrite()
    return delta
  }

  private func takeNode(_ handle: UInt32, _ level: Int, _ keeping: Bool) {
    let node = node(handle)
    for slot in 0..<node.count {
      if level < depth - 1 {
        takeNode(node.child(slot), level + 1, keeping)
      } else {
        takePiece(node.entry(slot), keeping)
      }
    }
    memory.nodes.release(handle)
  }

  @inline(__always)
  private func takePiece(_ piece: ExtentEntry, _ keeping: Bool) {
    if keeping {
      memory.pieces.append(piece)
    } else if piece.isLeaf {
      memory.leaves.release(piece.child)
    }
  }

  /// Merges nodes that have too few entries on the way to an index and to the item before it.
  func repair(at index: Int64) {
    while repairOnce(at: index) { fingerCount = 0 }
  }

  private func repairOnce(at index: Int64) -> Bool {
    if depth > 1 && node(root).count == 1 {
      let old = root
      root = node(old).child(0)
      depth -= 1
      memory.nodes.release(old)
      return true
    }
    if index > 0 && repairOnce(onPathTo: index - 1) { return true }
    return index < items && repairOnce(onPathTo: index)
  }

  private func repairOnce(onPathTo index: Int64) -> Bool {
    var handle = root
    var local = index
    for _ in 0..<depth - 1 {
      let parent = node(handle)
      let slot = parent.slot(containing: local)
      let child = parent.child(slot)
      if parent.count > 1 && node(child).count < capacities.minimumFanout {
        balance(parent, slot > 0 ? slot - 1 : 0)
        return true
      }
      local -= parent.start(slot)
      handle = child
    }
    return false
  }

  /// Merges two neighbours, or shares their entries evenly.
  private func balance(_ parent: ExtentNode, _ slot: Int) {
    let left = parent.child(slot)
    let right = parent.child(slot + 1)
    memory.back.removeAll()
    for index in 0..<node(left).count { memory.back.append(node(left).entry(index)) }
    for index in 0..<node(right).count { memory.back.append(node(right).entry(index)) }
    memory.front.removeAll()
    let count = memory.back.count
    if count <= capacities.fanout {
      memory.front.append(fill(left, from: 0, count: count))
      memory.nodes.release(right)
    } else {
      memory.front.append(fill(left, from: 0, count: count / 2))
      memory.front.append(fill(right, from: count / 2, count: count - count / 2))
    }
    noteWrite()
    parent.replace(
      slot, removing: 2, with: memory.front, from: 0, count: memory.front.count)
  }
}
