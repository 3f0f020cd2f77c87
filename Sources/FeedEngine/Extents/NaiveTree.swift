public enum ExtentError: Error, Hashable, Sendable {
  case indexOutOfRange(index: Int, count: Int)
  case rangeOutOfRange(lower: Int, upper: Int, count: Int)
  case invalidExtent
  case tooManyItems(requested: Int)
  case contentTooLong
}
public final class ExtentTree {
  var known: [Int: Int64] = [:]
  public private(set) var count = 0
  public private(set) var estimate = FixedLength(rawValue: 44 * 1024)
  public init() {}
  public func reset(count: Int, estimate: FixedLength) throws(ExtentError) { known = [:]; self.count = count; self.estimate = estimate }
  public var measuredCount: Int { known.count }
  public var memoryFootprint: Int { 0 }
  public var total: FixedLength { offset(of: count) }
  public func setEstimate(_ e: FixedLength) throws(ExtentError) { estimate = e }
  public func offset(of index: Int) -> FixedLength {
    var s: Int64 = 0; var n = 0
    for (k, v) in known where k < index { s += v; n += 1 }
    return FixedLength(rawValue: s + Int64(index - n) * estimate.rawValue)
  }
  public func locate(_ offset: FixedLength) -> (index: Int, distance: FixedLength)? {
    if offset < .zero || offset >= total { return nil }
    var lo = 0, hi = count
    while lo < hi { let m = (lo + hi) / 2; if self.offset(of: m + 1) > offset { hi = m } else { lo = m + 1 } }
    return (lo, offset - self.offset(of: lo))
  }
  public func extent(at i: Int) -> FixedLength { measuredExtent(at: i) ?? estimate }
  public func isMeasured(_ i: Int) -> Bool { known[i] != nil }
  public func measuredExtent(at i: Int) -> FixedLength? { known[i].map { FixedLength(rawValue: $0) } }
  @discardableResult public func setExtent(_ e: FixedLength, at i: Int) throws(ExtentError) -> FixedLength {
    let old = extent(at: i); known[i] = e.rawValue; return e - old }
  public func forget(at i: Int) throws(ExtentError) { known[i] = nil }
  public func forgetAll() throws(ExtentError) { known = [:] }
  func checkInvariants() -> String? { nil }
}
