/// A queue with two ends that reuses its room: pushes and pops at either end allocate only when it
/// grows.
struct Ring<Element> {
  private var slots: ContiguousArray<Element?>
  private var head = 0
  private(set) var count = 0

  init(minimumCapacity: Int = 16) {
    var capacity = 16
    while capacity < minimumCapacity { capacity *= 2 }
    slots = ContiguousArray(repeating: nil, count: capacity)
  }

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : slots[head] }
  var last: Element? { count == 0 ? nil : slots[slot(count - 1)] }

  // The capacity is a power of two, so the mask wraps negative positions as well.
  private func slot(_ position: Int) -> Int {
    (head + position) & (slots.count - 1)
  }

  subscript(position: Int) -> Element {
    get {
      guard position >= 0, position < count, let element = slots[slot(position)] else {
        preconditionFailure("position outside the ring")
      }
      return element
    }
    set {
      precondition(position >= 0 && position < count, "position outside the ring")
      slots[slot(position)] = newValue
    }
  }

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[slot(count)] = element
    count += 1
  }

  mutating func prepend(_ element: Element) {
    if count == slots.count { grow() }
    head = slot(-1)
    slots[head] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head]
    slots[head] = nil
    head = slot(1)
    count -= 1
    return element
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    let place = slot(count - 1)
    let element = slots[place]
    slots[place] = nil
    count -= 1
    return element
  }

  private mutating func grow() {
    var larger = ContiguousArray<Element?>(repeating: nil, count: slots.count * 2)
    for position in 0..<count { larger[position] = slots[slot(position)] }
    slots = larger
    head = 0
  }
}
