/// Dividing and joining pieces. Leaves change hands here; entries are put in place elsewhere.
extension ExtentTree {
  /// Divides a piece before one of its items, neither the first nor beyond the last.
  func divide(_ piece: ExtentEntry, at item: Int64) -> (ExtentEntry, ExtentEntry) {
    assert(item > 0 && item < piece.count)
    if piece.isRun { return (.run(item), .run(piece.count - item)) }
    noteWrite()
    if piece.unmeasured == 0 {
      let leaf = dense(piece.child)
      let sum = leaf.offset(Int(item))
      let other = memory.leaves.allocate()
      leaf.move(from: Int(item), to: dense(other))
      return (
        ExtentEntry(child: piece.child, count: item, unmeasured: 0, sum: sum),
        ExtentEntry(
          child: other, count: piece.count - item, unmeasured: 0, sum: piece.sum - sum)
      )
    }
    return divideSparse(piece, at: item)
  }

  private func divideSparse(
    _ piece: ExtentEntry, at item: Int64
  ) -> (ExtentEntry, ExtentEntry) {
    let leaf = sparse(piece.child)
    let rank = leaf.rank(below: item)
    let measured = Int(piece.measured)
    let sum = leaf.sum(rank)
    let rest = piece.count - item
    if rank == measured {
      leaf.seal(count: item, measured: rank)
      let left = ExtentEntry(
        child: piece.child, count: item, unmeasured: item - piece.measured, sum: sum)
      return (settled(left), .run(rest))
    }
    if rank == 0 {
      leaf.remove(0, item, count: rest, measured: measured)
      let right = ExtentEntry(
        child: piece.child, count: rest, unmeasured: rest - piece.measured, sum: piece.sum)
      return (.run(item), settled(right))
    }
    let handle = memory.leaves.allocate()
    let other = sparse(handle)
    other.begin()
    other.append(leaf, rank..<measured, at: 0, shift: -item)
    other.seal(count: rest, measured: measured - rank)
    leaf.seal(count: item, measured: rank)
    let left = ExtentEntry(
      child: piece.child, count: item, unmeasured: item - Int64(rank), sum: sum)
    let right = ExtentEntry(
      child: handle, count: rest, unmeasured: rest - Int64(measured - rank),
      sum: piece.sum - sum)
    return (settled(left), settled(right))
  }

  /// Takes items out of a piece, but not all; returns what the piece becomes.
  func trim(_ piece: ExtentEntry, _ lower: Int64, _ upper: Int64) -> ExtentEntry {
    let removed = upper - lower
    assert(removed > 0 && removed < piece.count)
    if piece.isRun { return .run(piece.count - removed) }
    noteWrite()
    var rest = piece
    rest.count -= removed
    if piece.isDense {
      let leaf = dense(piece.child)
      rest.sum -= leaf.offset(Int(upper)) - leaf.offset(Int(lower))
      leaf.remove(Int(lower), Int(upper))
      return rest
    }
    let leaf = sparse(piece.child)
    let first = leaf.rank(below: lower)
    let last = leaf.rank(below: upper)
    rest.unmeasured -= removed - Int64(last - first)
    rest.sum -= leaf.sum(last) - leaf.sum(first)
    leaf.remove(lower, upper, count: rest.count, measured: Int(rest.measured))
    return settled(rest)
  }

  /// Gives a sparse leaf the form that its entry asks for, after items were measured or went.
  func settled(_ piece: ExtentEntry) -> ExtentEntry {
    if piece.measured == 0 {
      memory.leaves.release(piece.child)
      return .run(piece.count)
    }
    if piece.unmeasured == 0 { sparse(piece.child).becomeDense() }
    return piece
  }

  /// Makes one piece of two neighbours; `nil`, and nothing happens, when they do not fit.
  func join(_ left: ExtentEntry, _ right: ExtentEntry) -> ExtentEntry? {
    if left.isGiant || right.isGiant { return nil }
    let count = left.count + right.count
    if left.isRun && right.isRun { return .run(count) }
    let measured = left.measured + right.measured
    var joined = ExtentEntry(
      child: left.isRun ? right.child : left.child, count: count,
      unmeasured: left.unmeasured + right.unmeasured, sum: left.sum + right.sum)
    if joined.unmeasured == 0 {
      guard measured <= capacities.joinedDense else { return nil }
      noteWrite()
      dense(left.child).append(dense(right.child), count: Int(left.count))
      memory.leaves.release(right.child)
      return joined
    }
    guard count <= capacities.sparseSpan else { return nil }
    // A run beside a sparse leaf needs no room; all else does.
    let widens = (left.isRun && right.isSparse) || (left.isSparse && right.isRun)
    guard widens || measured <= capacities.joinedSparse else { return nil }
    noteWrite()
    if left.isDense { sparse(left.child).becomeSparse() }
    if left.isRun {
      if right.isDense { sparse(right.child).becomeSparse() }
      sparse(right.child).insert(left.count, at: 0)
    } else if right.isRun {
      sparse(left.child).insert(right.count, at: left.count)
    } else {
      append(right, to: left)
      joined.child = left.child
      sparse(left.child).seal(count: count, measured: Int(measured))
    }
    return joined
  }

  private func append(_ right: ExtentEntry, to left: ExtentEntry) {
    let leaf = sparse(left.child)
    let rank = Int(left.measured)
    if right.isDense {
      leaf.append(dense(right.child), count: Int(right.count), at: rank, shift: left.count)
    } else {
      leaf.append(
        sparse(right.child), 0..<Int(right.measured), at: rank, shift: left.count)
    }
    memory.leaves.release(right.child)
  }

  /// Makes an item the first of its piece.
  func divide(at index: Int64) {
    if index <= 0 || index >= items { return }
    let place = place(of: index)
    if place.start == index { return }
    let (left, right) = divide(place.entry, at: index - place.start)
    memory.front.removeAll()
    memory.front.append(left)
    memory.front.append(right)
    replace(place.slot, removing: 1)
  }

  /// Joins the pieces on both sides of an index where that saves memory.
  func mend(at index: Int64) {
    if root == ExtentEntry.none || index <= 0 || index >= items { return }
    let place = place(of: index)
    if place.start != index || place.slot == 0 { return }
    guard let joined = join(place.node.entry(place.slot - 1), place.entry) else { return }
    memory.front.removeAll()
    memory.front.append(joined)
    memory.setPath(depth - 1, slot: place.slot - 1)
    replace(place.slot - 1, removing: 2)
    repair(at: index)
  }
}
