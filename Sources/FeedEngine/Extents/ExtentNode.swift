/// A view of one node: up to 31 entries as prefix sums in 32 slots.
///
/// Slot k holds what lies before entry k; slots behind the last entry hold the node's totals, so
/// searches and updates run over all slots and need no count.
@safe struct ExtentNode {
  static let slots = 32
  static let maxFanout = 31
  static let byteCount = 640

  private let sums: UnsafeMutablePointer<Int64>
  // The index of the last item before a slot: 2^32 items fit 32 bits, and slot 0 holds -1.
  private let lasts: UnsafeMutablePointer<UInt32>
  // Unmeasured items before a slot and the child alternate: a search that has looked at the former
  // finds the latter in the cache. The last slot has no child, but the number of entries.
  private let links: UnsafeMutablePointer<UInt32>

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer) {
    unsafe sums = base.assumingMemoryBound(to: Int64.self)
    unsafe lasts = (base + 256).assumingMemoryBound(to: UInt32.self)
    unsafe links = (base + 384).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always)
  var count: Int { unsafe Int(links[63]) }

  @inline(__always)
  var itemCount: Int64 { unsafe Int64(lasts[31]) + 1 }

  @inline(__always)
  func child(_ slot: Int) -> UInt32 {
    assert(slot >= 0 && slot < count)
    return unsafe links[2 &* slot &+ 1]
  }

  @inline(__always)
  func setChild(_ slot: Int, _ handle: UInt32) {
    assert(slot >= 0 && slot < count)
    unsafe links[2 &* slot &+ 1] = handle
  }

  /// The number of items before an entry.
  @inline(__always)
  func start(_ slot: Int) -> Int64 {
    assert(slot >= 0 && slot < 31)
    return unsafe Int64(lasts[slot] &+ 1)
  }

  /// The number of items up to the end of an entry.
  @inline(__always)
  func end(_ slot: Int) -> Int64 {
    assert(slot >= 0 && slot < 31)
    return unsafe Int64(lasts[slot + 1]) + 1
  }

  /// The length before an entry.
  @inline(__always)
  func offset(_ slot: Int, _ estimate: Int64) -> Int64 {
    assert(slot >= 0 && slot < 32)
    return unsafe sums[slot] &+ Int64(links[2 &* slot]) &* estimate
  }

  @inline(__always)
  func entry(_ slot: Int) -> ExtentEntry {
    assert(slot >= 0 && slot < count)
    let child = unsafe links[2 &* slot &+ 1]
    let items = end(slot) &- start(slot)
    let open = unsafe Int64(links[2 &* slot &+ 2] &- links[2 &* slot])
    let sum = unsafe sums[slot + 1] &- sums[slot]
    return ExtentEntry(child: child, count: items, unmeasured: open, sum: sum)
  }

  /// Whether a slot behind the last entry holds the totals.
  func isPadded(_ slot: Int) -> Bool {
    unsafe lasts[slot] == lasts[31] && links[2 * slot] == links[62]
      && sums[slot] == sums[31]
  }

  /// The sums over the entries before a slot.
  func totals(before slot: Int) -> ExtentDelta {
    unsafe ExtentDelta(
      count: start(slot), unmeasured: Int64(links[2 * slot]), sum: sums[slot])
  }

  var totals: ExtentDelta {
    unsafe ExtentDelta(count: itemCount, unmeasured: Int64(links[62]), sum: sums[31])
  }
}

extension ExtentNode {
  /// The entry that holds the item at `index`, which lies within the node.
  @inline(__always)
  func slot(containing index: Int64) -> Int {
    assert(index >= 0 && index < itemCount)
    let key = UInt32(truncatingIfNeeded: index)
    var slot =
      unsafe (lasts[8] < key ? 8 : 0) &+ (lasts[16] < key ? 8 : 0)
      &+ (lasts[24] < key ? 8 : 0)
    let block = unsafe lasts + slot
    slot =
      unsafe slot &+ (block[1] < key ? 1 : 0) &+ (block[2] < key ? 1 : 0)
      &+ (block[3] < key ? 1 : 0) &+ (block[4] < key ? 1 : 0)
    slot =
      unsafe slot &+ (block[5] < key ? 1 : 0) &+ (block[6] < key ? 1 : 0)
      &+ (block[7] < key ? 1 : 0)
    return slot
  }

  /// The entry with a length that contains `target`, which lies within the node's length.
  @inline(__always)
  func slot(at target: Int64, _ estimate: Int64) -> Int {
    @inline(__always)
    func reaches(_ slot: Int) -> Int { offset(slot, estimate) <= target ? 1 : 0 }
    let block = (reaches(8) &+ reaches(16) &+ reaches(24)) &* 8
    let low = reaches(block &+ 1) &+ reaches(block &+ 2) &+ reaches(block &+ 3)
    let high = reaches(block &+ 4) &+ reaches(block &+ 5) &+ reaches(block &+ 6)
    return block &+ low &+ high &+ reaches(block &+ 7)
  }

  /// Adds to the entry at `slot`.
  @inline(__always)
  func add(_ delta: ExtentDelta, to slot: Int) {
    assert(slot >= 0 && slot < count)
    add(delta, from: slot &+ 1)
  }

  /// Adds to the measured sum of the entry at `slot`.
  @inline(__always)
  func add(sum: Int64, to slot: Int) {
    assert(slot >= 0 && slot < count)
    unsafe sums.add(sum, from: slot &+ 1, to: 32)
  }

  /// Lets an unmeasured item go to the entry beside it, where it is measured.
  func measure(_ units: Int64, from slot: Int, to other: Int) {
    assert(abs(slot - other) == 1)
    let border = max(slot, other)
    unsafe lasts[border] = slot < other ? lasts[border] &- 1 : lasts[border] &+ 1
    add(ExtentDelta(unmeasured: -1), from: slot &+ 1)
    add(sum: units, to: other)
  }

  @inline(__always)
  private func add(_ delta: ExtentDelta, from slot: Int) {
    if delta.count != 0 {
      unsafe lasts.add(UInt32(truncatingIfNeeded: delta.count), from: slot, to: 32)
    }
    if delta.unmeasured != 0 {
      let change = UInt32(truncatingIfNeeded: delta.unmeasured)
      unsafe links.addToEven(change, from: slot, to: 32)
    }
    if delta.sum != 0 { unsafe sums.add(delta.sum, from: slot, to: 32) }
  }

  /// Empties the node, whatever it held.
  func clear() {
    for slot in 0..<32 {
      unsafe lasts[slot] = UInt32.max
      unsafe links[2 * slot] = 0
      unsafe sums[slot] = 0
    }
    unsafe links[63] = 0
  }

  /// Replaces `removing` entries from `slot` on by entries of a list, which fit.
  ///
  /// - Returns: What the node gained.
  @discardableResult
  func replace(
    _ slot: Int, removing: Int, with list: ExtentEntryList, from first: Int, count added: Int
  ) -> ExtentDelta {
    let before = count
    let shift = added - removing
    assert(removing >= 0 && slot + removing <= before && before + shift <= ExtentNode.maxFanout)
    let tail = slot + removing
    var delta = unsafe ExtentDelta(
      count: -Int64(lasts[tail] &- lasts[slot]),
      unmeasured: -Int64(links[2 * tail] &- links[2 * slot]), sum: sums[slot] - sums[tail])
    for index in first..<first + added {
      let entry = list[index]
      delta.count += entry.count
      delta.unmeasured += entry.unmeasured
      delta.sum += entry.sum
    }
    moveSlots(from: tail, by: shift, adding: delta)
    for offset in 0..<added {
      let entry = list[first + offset]
      let index = slot + offset
      unsafe links[2 * index + 1] = entry.child
      unsafe lasts[index + 1] = lasts[index] &+ UInt32(truncatingIfNeeded: entry.count)
      unsafe links[2 * index + 2] =
        links[2 * index] &+ UInt32(truncatingIfNeeded: entry.unmeasured)
      unsafe sums[index + 1] = sums[index] + entry.sum
    }
    unsafe links[63] = UInt32(before + shift)
    return delta
  }

  private func moveSlots(from tail: Int, by shift: Int, adding delta: ExtentDelta) {
    if shift != 0 {
      let moved = 32 - tail - max(shift, 0)
      unsafe (lasts + tail + shift).update(from: lasts + tail, count: moved)
      unsafe (links + 2 * (tail + shift)).update(from: links + 2 * tail, count: 2 * moved)
      unsafe (sums + tail + shift).update(from: sums + tail, count: moved)
    }
    if shift < 0 {
      for index in 32 + shift..<32 {
        unsafe lasts[index] = lasts[31 + shift]
        unsafe links[2 * index] = links[62 + 2 * shift]
        unsafe sums[index] = sums[31 + shift]
      }
    }
    add(delta, from: tail + shift)
  }
}
