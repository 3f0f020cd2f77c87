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

  /// Takes whole pieces out and counts them; they are released, or go to the list of pieces.
  ///
  /// Some piece must remain. `repair` follows when the tree is whole again.
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
    let firstStart = node.start(first)
    let firstEnd = node.end(first)
    let lastStart = node.start(last)
    let lastEnd = node.end(last)
    let cutsLast = upper < lastEnd && last != first
    var delta = ExtentDelta()
    if lower > firstStart || (upper < firstEnd && last == first) {
      assert(level < depth - 1)
      delta = extractPart(
        node, first, level, lower - firstStart, min(upper, firstEnd) - firstStart, keeping)
      first += 1
    }
    if cutsLast { last -= 1 }
    if first <= last {
      for slot in first...last { take(node.entry(slot), level, keeping) }
    }
    if cutsLast {
      let part = extractPart(node, last + 1, level, 0, upper - lastStart, keeping)
      delta.add(part)
    }
    if first <= last {
      noteWrite()
      memory.front.removeAll()
      let whole = node.replace(
        first, removing: last - first + 1, with: memory.front, from: 0, count: 0)
      delta.add(whole)
    }
    return delta
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

  /// Takes all pieces of an entry.
  private func take(_ entry: ExtentEntry, _ level: Int, _ keeping: Bool) {
    if level < depth - 1 {
      let node = node(entry.child)
      for slot in 0..<node.count { take(node.entry(slot), level + 1, keeping) }
      memory.nodes.release(entry.child)
    } else if keeping {
      memory.pieces.append(entry)
    } else if entry.isLeaf {
      memory.leaves.release(entry.child)
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
