import FeedEngine

/// What one would write first: an array of offsets. Fast to search, slow to edit.
struct FlatExtents {
  // The offset of each item, and the total at the end.
  private var offsets: [Int64] = [0]

  init(_ extents: [FixedLength]) {
    offsets.reserveCapacity(extents.count + 1)
    var sum: Int64 = 0
    for extent in extents {
      sum += extent.rawValue
      offsets.append(sum)
    }
  }

  var count: Int { offsets.count - 1 }
  var total: Int64 { offsets[count] }

  func locate(_ offset: Int64) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  mutating func insert(_ extent: Int64, at index: Int) {
    offsets.insert(offsets[index], at: index)
    for later in (index + 1)..<offsets.count { offsets[later] += extent }
  }
}
