/// A queue with two ends that reuses its room: pushes and pops at either end allocate only when it
/// grows.
///
/// Raw memory, because an array in a class pays a uniqueness and an exclusivity check for each
/// access: together a tenth of a frame in which a row enters. Every position is checked, so no
/// misuse reaches memory outside.
@safe
final class Ring<Element> {
  private var slots: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private var head = 0
  private(set) var count = 0

  init() {
    capacity = 16
    unsafe slots = .allocate(capacity: 16)
  }

  deinit {
    removeAll()
    unsafe slots.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : unsafe slots[head] }
  var last: Element? { count == 0 ? nil : unsafe slots[slot(count - 1)] }

  // The capacity is a power of two, so the mask wraps negative positions as well.
  private func slot(_ position: Int) -> Int {
    (head &+ position) & (capacity &- 1)
  }

  subscript(position: Int) -> Element {
    get {
      precondition(position >= 0 && position < count, "position outside the ring")
      return unsafe slots[slot(position)]
    }
    set {
      precondition(position >= 0 && position < count, "position outside the ring")
      unsafe slots[slot(position)] = newValue
    }
  }

  func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (slots + slot(count)).initialize(to: element)
    count += 1
  }

  func prepend(_ element: consuming Element) {
    if count == capacity { grow() }
    head = slot(-1)
    unsafe (slots + head).initialize(to: element)
    count += 1
  }

  /// Inserts an element at a position, `count` included.
  ///
  /// - Complexity: O(distance to the nearer end).
  func insert(_ element: consuming Element, at position: Int) {
    precondition(position >= 0 && position <= count, "position outside the ring")
    if position > count / 2 {
      append(element)
      var place = count - 1
      while place > position {
        swap(place, place - 1)
        place -= 1
      }
    } else {
      prepend(element)
      var place = 0
      while place < position {
        swap(place, place + 1)
        place += 1
      }
    }
  }

  private func swap(_ left: Int, _ right: Int) {
    unsafe swapAt(slots + slot(left), slots + slot(right))
  }

  private func swapAt(_ left: UnsafeMutablePointer<Element>, _ right: UnsafeMutablePointer<Element>)
  {
    let element = unsafe left.move()
    unsafe left.moveInitialize(from: right, count: 1)
    unsafe right.initialize(to: element)
  }

  func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = unsafe (slots + head).move()
    head = slot(1)
    count -= 1
    return element
  }

  func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe (slots + slot(count)).move()
  }

  /// Takes an element out.
  ///
  /// - Complexity: O(distance to the end).
  func remove(at position: Int) -> Element? {
    precondition(position >= 0 && position < count, "position outside the ring")
    var place = position
    while place < count - 1 {
      swap(place, place + 1)
      place += 1
    }
    return popLast()
  }

  func removeAll() {
    while popLast() != nil {}
  }

  /// Makes room for so many elements in all.
  func reserve(_ total: Int) {
    while capacity < total { grow() }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    for position in 0..<count {
      unsafe (larger + position).initialize(to: (slots + slot(position)).move())
    }
    unsafe slots.deallocate()
    unsafe slots = larger
    capacity *= 2
    head = 0
  }
}
