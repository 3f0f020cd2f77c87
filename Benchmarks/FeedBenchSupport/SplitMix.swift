/// Mixes the bits of a number so that neighbours share nothing: a hash of an index without a table.
@inlinable
package func mixed(_ value: UInt64) -> UInt64 {
  var bits = value &* 0x9E37_79B9_7F4A_7C15
  bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
  return bits ^ (bits >> 31)
}

/// A small seeded generator: the same seed gives the same run.
package struct SplitMix: RandomNumberGenerator {
  @usableFromInline var state: UInt64

  package init(seed: UInt64) {
    state = mixed(seed &+ 1)
  }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 1
    return mixed(state)
  }

  /// A number in `0..<bound` by one multiplication; the bias is below 2^-32 for bounds up to 2^32.
  @inlinable
  package mutating func index(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number in `0..<1`.
  @inlinable
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}
