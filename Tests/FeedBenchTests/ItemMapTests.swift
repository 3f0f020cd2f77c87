import FeedBenchSupport
import Testing

@Suite struct ItemMapTests {
  @Test(arguments: [0, 1, 7, 1000])
  func anArrayAnswersTheSame(count: Int) {
    var random = SplitMix(seed: UInt64(count))
    var map = ItemMap(count: count)
    var items = Array(0..<count)
    for _ in 0..<500 {
      if random.next() & 1 == 0 {
        let (added, index) = (random.index(below: 6), random.index(below: items.count + 1))
        map.insert(added, at: index)
        // Which numbers the new ones get is not laid down, only that they keep them.
        let new = (index..<index + added).map { map.identity(at: $0) }
        #expect(Set(new).count == added && Set(new).isDisjoint(with: items))
        items.insert(contentsOf: new, at: index)
      } else {
        let lower = random.index(below: items.count + 1)
        let upper = min(items.count, lower + random.index(below: 6))
        map.remove(lower..<upper)
        items.removeSubrange(lower..<upper)
      }
      #expect(map.count == items.count)
      #expect(items.indices.allSatisfy { map.identity(at: $0) == items[$0] })
    }
  }
}
