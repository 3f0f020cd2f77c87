/// A view of a leaf with measured and unmeasured items: up to 31 measured items in 32 slots.
///
/// Slot k holds the position of the k-th measured item and the sum of the measured extents before
/// it. Slots behind the last measured item hold the total, and positions at which as many
/// unmeasured items lie before them as the leaf has; then searches need no count.
@safe struct SparseLeaf {
  static let maxCount = 31

  private let positions: UnsafeMutablePointer<Int32>
  private let prefix: UnsafeMutablePointer<Int32>

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer) {
    unsafe positions = base.assumingMemoryBound(to: Int32.self)
    unsafe prefix = (base + 128).assumingMemoryBound(to: Int32.self)
  }

  @inline(__always)
  func position(_ rank: Int) -> Int64 {
    assert(rank >= 0 && rank < 32)
    return unsafe Int64(positions[rank])
  }

  /// The sum of the measured extents before a measured item.
  @inline(__always)
  func sum(_ rank: Int) -> Int64 {
    assert(rank >= 0 && rank < 32)
    return unsafe Int64(prefix[rank])
  }

  @inline(__always)
  func extent(_ rank: Int) -> Int64 {
    assert(rank >= 0 && rank < 31)
    return unsafe Int64(prefix[rank + 1] &- prefix[rank])
  }

  /// The length before a measured item.
  @inline(__always)
  func offset(_ rank: Int, _ estimate: Int64) -> Int64 {
    sum(rank) &+ (position(rank) &- Int64(rank)) &* estimate
  }

  /// The number of measured items before `position`.
  @inline(__always)
  func rank(below position: Int64) -> Int {
    let key = SIMD8(repeating: Int32(truncatingIfNeeded: position))
    let first = unsafe UnsafeRawPointer(positions)
    let one = unsafe first.load(as: SIMD8<Int32>.self)
    let two = unsafe (first + 32).load(as: SIMD8<Int32>.self)
    let three = unsafe (first + 64).load(as: SIMD8<Int32>.self)
    let four = unsafe (first + 96).load(as: SIMD8<Int32>.self)
    let below = ((one &- key) &>> 31) &+ ((two &- key) &>> 31)
    let above = ((three &- key) &>> 31) &+ ((four &- key) &>> 31)
    let eight = below &+ above
    let half = eight.lowHalf &+ eight.highHalf
    let quarter = half.lowHalf &+ half.highHalf
    return 0 &- Int(quarter.x &+ quarter.y)
  }

  /// The number of measured items that start at or before `target`, an offset within the leaf.
  @inline(__always)
  func rank(at target: Int64, _ estimate: Int64) -> Int {
    @inline(__always)
    func reaches(_ rank: Int) -> Int { offset(rank, estimate) <= target ? 1 : 0 }
    let block = (reaches(7) &+ reaches(15) &+ reaches(23)) &* 8
    let low = reaches(block) &+ reaches(block &+ 1) &+ reaches(block &+ 2)
    let high = reaches(block &+ 3) &+ reaches(block &+ 4) &+ reaches(block &+ 5)
    return block &+ low &+ high &+ reaches(block &+ 6)
  }
}

extension SparseLeaf {
  /// Makes this a leaf of `count` items, none of them measured.
  func clear(count: Int64) {
    for rank in 0..<32 {
      unsafe positions[rank] = Int32(count) + Int32(rank)
      unsafe prefix[rank] = 0
    }
  }

  /// Adds to a measured extent.
  @inline(__always)
  func add(_ change: Int64, to rank: Int) {
    assert(rank >= 0 && rank < 31)
    unsafe prefix.add(Int32(truncatingIfNeeded: change), from: rank &+ 1, to: 32)
  }

  /// Turns an unmeasured item into a measured one, the `rank`-th; there is room.
  func measure(_ extent: Int64, at position: Int64, rank: Int) {
    unsafe (positions + rank + 1).update(from: positions + rank, count: 31 - rank)
    unsafe positions[rank] = Int32(position)
    unsafe (prefix + rank + 1).update(from: prefix + rank, count: 31 - rank)
    add(extent, to: rank)
  }

  /// Turns the `rank`-th measured item into an unmeasured one.
  func forget(rank: Int) {
    let extent = unsafe prefix[rank + 1] - prefix[rank]
    for slot in rank..<31 {
      unsafe positions[slot] = positions[slot + 1]
      unsafe prefix[slot] = prefix[slot + 1] &- extent
    }
    unsafe positions[31] += 1
    unsafe prefix[31] = prefix[30]
  }

  /// Puts unmeasured items before the item at `position`.
  func insert(_ count: Int64, at position: Int64) {
    let position = Int32(position)
    let count = Int32(count)
    for slot in 0..<32 {
      let old = unsafe positions[slot]
      unsafe positions[slot] = old &+ (old >= position ? count : 0)
    }
  }

  /// Takes items out; `count` items of which `measured` are measured remain.
  func remove(_ lower: Int64, _ upper: Int64, count: Int64, measured: Int) {
    let first = rank(below: lower)
    let last = rank(below: upper)
    let base = unsafe prefix[last] - prefix[first]
    let items = Int32(upper - lower)
    for offset in 0..<max(measured - first, 0) {
      unsafe positions[first + offset] = positions[last + offset] - items
      unsafe prefix[first + offset] = prefix[last + offset] - base
    }
    unsafe prefix[measured] = prefix[31] - base
    seal(count: count, measured: measured)
  }

  /// Fills the slots behind the last measured item; the slot right behind it holds the total.
  func seal(count: Int64, measured: Int) {
    let gap = Int32(count) - Int32(measured)
    for rank in measured..<32 {
      unsafe positions[rank] = gap + Int32(rank)
      unsafe prefix[rank] = prefix[measured]
    }
  }

  /// Copies measured items of another leaf behind the first `rank` ones; `seal` follows.
  func append(_ other: SparseLeaf, _ ranks: Range<Int>, at rank: Int, shift: Int64) {
    let base = unsafe prefix[rank] - other.prefix[ranks.lowerBound]
    for source in ranks {
      let target = rank + source - ranks.lowerBound
      unsafe positions[target] = other.positions[source] &+ Int32(shift)
      unsafe prefix[target + 1] = base + other.prefix[source + 1]
    }
  }

  /// Copies `count` measured items without gaps behind the first `rank` ones; `seal` follows.
  func append(_ other: DenseLeaf, count: Int, at rank: Int, shift: Int64) {
    let base = unsafe prefix[rank]
    for source in 0..<count {
      unsafe positions[rank + source] = Int32(shift) + Int32(source)
      unsafe prefix[rank + source + 1] = base + Int32(other.offset(source + 1))
    }
  }

  /// Starts a leaf that is filled with `append`.
  func begin() {
    unsafe prefix[0] = 0
  }

  /// Rewrites a dense leaf of at most 31 items in the same memory; no item is unmeasured yet.
  func becomeSparse() {
    for slot in 0..<32 {
      unsafe prefix[slot] = positions[slot]
      unsafe positions[slot] = Int32(slot)
    }
  }

  /// Rewrites a leaf without unmeasured items as a dense leaf in the same memory.
  func becomeDense() {
    for slot in 0..<32 {
      unsafe positions[slot] = prefix[slot]
      unsafe prefix[slot] = prefix[31]
    }
  }
}
