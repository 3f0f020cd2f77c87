#if !FUZZING
  @testable import FeedEngine
#endif

/// One call of the public API, made of four bytes, so that any bytes are a list of calls.
struct FuzzCall: Hashable, CustomStringConvertible {
  enum Operation: UInt8, CaseIterable {
    case layout, offset, offsetBy, size, insets, overscan, estimate, reload, recount, lie
    case update, wrongUpdate, lateUpdate, invalidate, setExtent, scrollTo, scrollBy
    case beginScroll, stepScroll, endScroll, setState, limit, totalLimit, trim, prewarm
    case startBehavior, endBehavior, loader, loadingDistance, finishLoading, retryLoading
    case prefetching, prefetchRange, learnsEstimate, freezeLength
    case dataSource, delegate, host, register, renewRegistration, dequeue, dequeueNamed
    case answers, heights, knownExtents, questions, resets, newFeed, otherFeed, arm
    case smallScroll, smallUpdate, append, prepend
  }

  /// What runs code of the app.
  enum Callback: UInt8, CaseIterable {
    case numberOfItems, cell, make, configure, size, prepareForReuse, stateDidChange
    case willDisplay, didEndDisplaying, visibleRange, extentForItem, apply, load, prefetch
    case cancelPrefetching, updates, completion, hasTime
  }

  static let byteCount = 4

  let operation: Operation
  /// Whether a layout follows.
  let isLaidOut: Bool
  let first: UInt8
  let second: UInt8
  let third: UInt8

  init(_ bytes: some Sequence<UInt8>) {
    var bytes = bytes.makeIterator()
    let code = bytes.next() ?? 0
    isLaidOut = code & 0x80 != 0
    operation = FuzzCall.pick(Operation.allCases, code & 0x7F)
    first = bytes.next() ?? 0
    second = bytes.next() ?? 0
    third = bytes.next() ?? 0
  }

  static func list(_ bytes: some Collection<UInt8>) -> [FuzzCall] {
    var calls: [FuzzCall] = []
    var rest = bytes[...]
    while rest.count >= byteCount {
      calls.append(FuzzCall(rest.prefix(byteCount)))
      rest = rest.dropFirst(byteCount)
    }
    return calls
  }

  var description: String {
    let values = "\(first) \(second) \(third)"
    let note = operation == .arm ? " \(callback)" : ""
    return "\(operation) \(values)\(note)\(isLaidOut ? ", layout" : "")"
  }

  // MARK: Values

  static func pick<Value>(_ values: [Value], _ byte: UInt8) -> Value {
    values[Int(byte) % values.count]
  }

  var callback: Callback { FuzzCall.pick(Callback.allCases, first) }

  private static let strangePoints = [
    0, -0.0, Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0x1p-10, 0x1p-11, 0x1p43, 0x1p43 - 300,
    -0x1p43, 0x1p45, -0x1p45, 0x1p42, 0x1p41, 1e9, 1e-9, 1e6, 0x1p20, 0x1p22 + 0.5, -1e7,
    0x1p31, 0x1p32, 0x1p53, 44, 50, 300, 300.3, 100_000, 0x1p63,
  ]

  /// Half of the values are sizes of everyday.
  static func points(_ byte: UInt8) -> Double {
    switch byte {
    case ..<96: Double(byte) * Double(byte) / 4
    case ..<144: Double(byte - 96) * 13.3
    case ..<176: -Double(byte - 144) * 21
    default: pick(strangePoints, byte - 176)
    }
  }

  var points: Double { FuzzCall.points(first) }

  private static let strangeItems = [
    -1, Int.max, Int.min, 1 << 32, 1 << 31, (1 << 32) + 1, Int.max - 1, 1_000_000,
  ]

  /// An item of a list, or one that does not exist.
  static func item(_ byte: UInt8, of count: Int) -> Int {
    switch byte {
    case ..<120: Int(byte)
    case ..<200: count > 0 ? Int(Double(count - 1) * Double(byte - 120) / 79) : 0
    case ..<240: count - Int(byte - 200)
    default: pick(strangeItems, byte)
    }
  }

  static func count(_ byte: UInt8) -> Int {
    switch byte {
    case ..<64: Int(byte)
    case ..<220: (Int(byte) - 63) * 17
    case ..<240: Int(byte) * 977
    default: pick([100_000, 1_000_000, 1 << 31, 1 << 32, 3, 1000], byte)
    }
  }
}
