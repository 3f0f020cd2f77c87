/// Where a piece is: an entry of the lowest node on the path.
struct ExtentPlace {
  var node: ExtentNode
  var slot: Int
  /// The index of the piece's first item.
  var start: Int64
  var entry: ExtentEntry
}

extension ExtentTree {
  /// The piece that holds an item; the path leads to it. There are nodes.
  ///
  /// Items of the node that was found last are found without a descent from the root.
  @inline(__always)
  func place(of index: Int64) -> ExtentPlace {
    let local = index &- fingerStart
    if local < 0 || local >= fingerCount { descend(to: index) }
    let lowest = depth &- 1
    let node = node(memory.pathNode(lowest))
    let slot = node.slot(containing: index &- fingerStart)
    memory.setPath(lowest, slot: slot)
    return ExtentPlace(
      node: node, slot: slot, start: fingerStart &+ node.start(slot), entry: node.entry(slot))
  }

  func descend(to index: Int64) {
    assert(index >= 0 && index < items)
    var handle = root
    var start: Int64 = 0
    let lowest = depth &- 1
    for level in 0..<lowest {
      let node = node(handle)
      let slot = node.slot(containing: index &- start)
      memory.setPath(level, node: handle)
      memory.setPath(level, slot: slot)
      start &+= node.start(slot)
      handle = node.child(slot)
    }
    memory.setPath(lowest, node: handle)
    fingerStart = start
    fingerCount = node(handle).itemCount
  }

  /// Adds to the entries on the path from a level upward, and to the tree's sums.
  func add(_ delta: ExtentDelta, from level: Int) {
    var level = level
    while level >= 0 {
      node(memory.pathNode(level)).add(delta, to: memory.pathSlot(level))
      noteWrite()
      level -= 1
    }
  }

  /// Adds to the piece on the path, and to the tree's sums.
  func change(_ delta: ExtentDelta) {
    add(delta, from: depth - 1)
    count(delta)
    fingerCount += delta.count
  }

  /// Adds to the measured extents of the piece on the path, and to the tree's sums.
  @inline(__always)
  func change(sum: Int64) {
    var level = depth &- 1
    while level >= 0 {
      node(memory.pathNode(level)).add(sum: sum, to: memory.pathSlot(level))
      noteWrite()
      level &-= 1
    }
    measuredSum &+= sum
  }

  /// Adds to the tree's sums.
  func count(_ delta: ExtentDelta) {
    items += delta.count
    measuredItems += delta.count - delta.unmeasured
    measuredSum += delta.sum
  }

  /// Makes the first node, for a tree that has items and no nodes.
  func plant() {
    assert(root == ExtentEntry.none && items > 0)
    root = memory.nodes.allocate()
    depth = 1
    fingerCount = 0
    memory.front.removeAll()
    memory.front.append(.run(items))
    let node = node(root)
    node.clear()
    node.replace(0, removing: 0, with: memory.front, from: 0, count: 1)
    noteWrite()
  }

  /// Leaves no nodes when nothing is measured any more.
  func collapseIfUnmeasured() {
    if measuredItems == 0 && root != ExtentEntry.none { collapse(to: items) }
  }
}
