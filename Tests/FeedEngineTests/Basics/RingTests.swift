import Testing

@testable import FeedEngine

@Suite struct RingTests {
  @Test("random pushes, pops and writes agree with an array", arguments: UInt64(1)...20)
  func agreesWithArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let ring = Ring<[Int]>()
    var model: [[Int]] = []
    for step in 0..<2_000 {
      let value = [step]
      switch Int.random(in: 0..<9, using: &random) {
      case 0...1:
        ring.append(value)
        model.append(value)
      case 2...3:
        ring.prepend(value)
        model.insert(value, at: 0)
      case 4: #expect(ring.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      case 5: #expect(ring.popLast() == model.popLast())
      case 6 where !model.isEmpty:
        let position = Int.random(in: 0..<model.count, using: &random)
        ring[position] = value
        model[position] = value
      case 7 where Int.random(in: 0..<60, using: &random) == 0:
        ring.removeAll()
        model = []
      case 7 where !model.isEmpty:
        let position = Int.random(in: 0..<model.count, using: &random)
        #expect(ring.remove(at: position) == model.remove(at: position))
      case 8:
        ring.reserve(model.count + 3)
        #expect(ring.capacity >= model.count + 3)
      default: break
      }
      let contents = (0..<ring.count).map { ring[$0] }
      #expect(contents == model, "seed \(seed), step \(step)")
      #expect(ring.first == model.first && ring.last == model.last)
      if contents != model { return }
    }
  }

  @Test func letsItsElementsGo() {
    weak var element: AnyObject?
    do {
      let ring = Ring<AnyObject>()
      let object = Token()
      element = object
      ring.append(object)
      #expect(element != nil)
    }
    #expect(element == nil)
  }

  private final class Token {}
}
