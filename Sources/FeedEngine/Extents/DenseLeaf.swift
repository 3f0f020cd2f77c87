/// A view of a leaf whose items are all measured: up to 63 items as prefix sums in 64 slots.
///
/// Slot k holds the length before item k in units; slots behind the last item hold the total.
/// Extents stay below 2^25 units, so that sums fit 31 bits.
@safe struct DenseLeaf {
  static let maxCount = 63
  static let byteCount = 256

  private let prefix: UnsafeMutablePointer<Int32>

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer) {
    unsafe prefix = base.assumingMemoryBound(to: Int32.self)
  }

  @inline(__always)
  func offset(_ item: Int) -> Int64 {
    assert(item >= 0 && item < 64)
    return unsafe Int64(prefix[item])
  }

  @inline(__always)
  func extent(_ item: Int) -> Int64 {
    assert(item >= 0 && item < 63)
    return unsafe Int64(prefix[item + 1] &- prefix[item])
  }

  /// The item with an extent that contains `target`, which lies within the leaf's length.
  @inline(__always)
  func item(at target: Int64) -> Int {
    let key = Int32(truncatingIfNeeded: target)
    // Slot 0 is always reached; looking at it fetches all lines of a cold leaf at once.
    let low = unsafe (prefix[0] <= key ? 16 : 0) &+ (prefix[16] <= key ? 16 : 0)
    let high = unsafe (prefix[32] <= key ? 16 : 0) &+ (prefix[48] <= key ? 16 : 0)
    let block = low &+ high &- 16
    // A lane becomes -1 where the item starts at or before the target.
    let first = unsafe UnsafeRawPointer(prefix + block)
    let lanes = unsafe first.load(as: SIMD8<Int32>.self)
    let more = unsafe (first + 32).load(as: SIMD8<Int32>.self)
    let bound = SIMD8(repeating: key &+ 1)
    let eight = ((lanes &- bound) &>> 31) &+ ((more &- bound) &>> 31)
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return block &- 1 &- Int(two.x &+ two.y)
  }

  /// Adds to the extent of an item.
  @inline(__always)
  func add(_ change: Int64, to item: Int) {
    assert(item >= 0 && item < 63)
    unsafe prefix.add(Int32(truncatingIfNeeded: change), from: item &+ 1, to: 64)
  }

  /// Makes this a leaf without items.
  func clear() {
    unsafe prefix.update(repeating: 0, count: 64)
  }

  /// Puts an item before the item at `item`; there is room.
  func insert(_ extent: Int64, at item: Int) {
    unsafe (prefix + item + 1).update(from: prefix + item, count: 63 - item)
    add(extent, to: item)
  }

  /// Makes this a leaf of consecutive elements of an array.
  func fill(_ extents: [FixedLength], _ range: Range<Int>) {
    var sum: Int32 = 0
    var slot = 0
    for index in range {
      unsafe prefix[slot] = sum
      sum &+= Int32(truncatingIfNeeded: extents[index].rawValue)
      slot &+= 1
    }
    unsafe (prefix + slot).update(repeating: sum, count: 64 - slot)
  }

  /// Fills the slots behind the last item.
  func seal(count: Int) {
    unsafe (prefix + count).update(repeating: prefix[count], count: 64 - count)
  }

  /// Takes items out.
  func remove(_ lower: Int, _ upper: Int) {
    let removed = unsafe prefix[upper] - prefix[lower]
    let kept = 64 - upper
    unsafe (prefix + lower).update(from: prefix + upper, count: kept)
    for slot in lower..<lower + kept {
      unsafe prefix[slot] = prefix[slot] &- removed
    }
    seal(count: lower + kept - 1)
  }

  /// Moves the items from `item` on to the front of another leaf.
  func move(from item: Int, to other: DenseLeaf) {
    let base = unsafe prefix[item]
    let count = 64 - item
    for slot in 0..<count {
      unsafe other.prefix[slot] = prefix[item + slot] &- base
    }
    other.seal(count: count - 1)
    seal(count: item)
  }

  /// Adds the items of another leaf behind the `count` items of this one.
  func append(_ other: DenseLeaf, count: Int) {
    let base = unsafe prefix[count]
    for slot in count..<64 {
      unsafe prefix[slot] = base &+ other.prefix[slot - count]
    }
  }
}
