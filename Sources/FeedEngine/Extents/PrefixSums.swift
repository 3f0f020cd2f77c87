// Adding to the end of an array of prefix sums, in whole vectors: the first one is masked, so that
// no loop over single elements is left. `end` is a multiple of the vector's width, above `first`.

extension UnsafeMutablePointer<Int32> {
  @inline(__always)
  func add(_ change: Int32, from first: Int, to end: Int) {
    assert(first >= 0 && first < end && end & 7 == 0)
    let changes = SIMD8<Int32>(repeating: change)
    let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    // All bits are set in the lanes before `first`.
    let before = (lanes &- Int32(truncatingIfNeeded: first & 7)) &>> 31
    var vector = unsafe UnsafeMutableRawPointer(self + (first & ~7))
    let last = unsafe UnsafeMutableRawPointer(self + end)
    unsafe vector.storeBytes(
      of: vector.load(as: SIMD8<Int32>.self) &+ (changes & ~before), as: SIMD8<Int32>.self)
    unsafe vector += 32
    while unsafe vector < last {
      unsafe vector.storeBytes(
        of: vector.load(as: SIMD8<Int32>.self) &+ changes, as: SIMD8<Int32>.self)
      unsafe vector += 32
    }
  }
}

extension UnsafeMutablePointer<UInt32> {
  @inline(__always)
  func add(_ change: UInt32, from first: Int, to end: Int) {
    let signed = unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Int32.self)
    unsafe signed.add(Int32(bitPattern: change), from: first, to: end)
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// Adds to every other element, those at twice `first` to twice `end`.
  @inline(__always)
  func addToEven(_ change: UInt32, from first: Int, to end: Int) {
    assert(first >= 0 && first < end && end & 3 == 0)
    let changes = SIMD8<UInt32>(change, 0, change, 0, change, 0, change, 0)
    let lanes = SIMD8<Int32>(0, 0, 1, 1, 2, 2, 3, 3)
    let before = (lanes &- Int32(truncatingIfNeeded: first & 3)) &>> 31
    let kept = unsafe ~unsafeBitCast(before, to: SIMD8<UInt32>.self)
    var vector = unsafe UnsafeMutableRawPointer(self + 2 * (first & ~3))
    let last = unsafe UnsafeMutableRawPointer(self + 2 * end)
    unsafe vector.storeBytes(
      of: vector.load(as: SIMD8<UInt32>.self) &+ (changes & kept), as: SIMD8<UInt32>.self)
    unsafe vector += 32
    while unsafe vector < last {
      unsafe vector.storeBytes(
        of: vector.load(as: SIMD8<UInt32>.self) &+ changes, as: SIMD8<UInt32>.self)
      unsafe vector += 32
    }
  }
}

extension UnsafeMutablePointer<Int64> {
  @inline(__always)
  func add(_ change: Int64, from first: Int, to end: Int) {
    assert(first >= 0 && first < end && end & 3 == 0)
    let changes = SIMD4<Int64>(repeating: change)
    let lanes = SIMD4<Int64>(0, 1, 2, 3)
    let before = (lanes &- Int64(truncatingIfNeeded: first & 3)) &>> 63
    var vector = unsafe UnsafeMutableRawPointer(self + (first & ~3))
    let last = unsafe UnsafeMutableRawPointer(self + end)
    unsafe vector.storeBytes(
      of: vector.load(as: SIMD4<Int64>.self) &+ (changes & ~before), as: SIMD4<Int64>.self)
    unsafe vector += 32
    while unsafe vector < last {
      unsafe vector.storeBytes(
        of: vector.load(as: SIMD4<Int64>.self) &+ changes, as: SIMD4<Int64>.self)
      unsafe vector += 32
    }
  }
}
