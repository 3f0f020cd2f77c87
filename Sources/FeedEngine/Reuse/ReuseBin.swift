/// The waiting cells of one identifier, the last returned on top, and their counts.
final class ReuseBin {
  let identifier: String
  /// The class of the cells, by which a second type under the same identifier is found.
  let cellType: ObjectIdentifier
  /// Where in the pool's list the bin is.
  var place = 0
  /// The key of the typed registration, if it is one.
  var recipe: ObjectIdentifier?
  /// Keeps the identity of the typed registration, so that its key is not given to another.
  var registration: RecipeIdentity?
  /// Makes a cell for string identifiers; typed registrations bring their own.
  var make: (() -> any FeedCell)?
  /// Whether the bin was made just now, for the request that is open.
  var isNew = true
  /// Whether nobody can dequeue with the registration again, so that pooling would be a leak.
  var isAbandoned = false

  var counts = ReuseCounts()
  /// How many cells may wait because they were made beforehand.
  var reserved = 0
  /// Whether a cell was taken or given since the pool last looked for one to let go.
  var isRecent = false
  /// The largest number of cells that were in use at once.
  var peakLive = 0
  private let waiting = Ring<CellRecord>()

  init(identifier: String, cellType: ObjectIdentifier) {
    self.identifier = identifier
    self.cellType = cellType
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether no one can dequeue with the typed registration any more.
  var isRegistrationGone: Bool { registration?.isGone ?? false }

  /// Makes room for one more cell than there are, so that no return of a cell ever allocates.
  func makeRoom() {
    waiting.reserve(counts.live + counts.pooled + 1)
  }

  func push(_ record: CellRecord) {
    waiting.append(record)
    counts.pooled += 1
  }

  func pop() -> CellRecord? {
    guard let record = waiting.popLast() else { return nil }
    counts.pooled -= 1
    return record
  }

  /// Takes the last cell that is on no other host's screen.
  ///
  /// - Complexity: O(1) for a pool of one feed.
  func pop(for host: Int) -> CellRecord? {
    var position = waiting.count - 1
    while position >= 0 {
      let owner = waiting[position].attachedHost
      if owner == 0 || owner == host { break }
      position -= 1
    }
    guard position >= 0 else { return nil }
    counts.pooled -= 1
    return waiting.remove(at: position)
  }

  /// Lets all waiting cells go, uncounted.
  func removeAll() {
    waiting.removeAll()
  }

  func noteInUse() {
    counts.live += 1
    if counts.live > peakLive { peakLive = counts.live }
  }

  func noteReturned() {
    counts.live -= 1
    counts.recycled += 1
  }

  func checkInvariants() -> String? {
    if waiting.count != counts.pooled { return "'\(identifier)' pools \(waiting.count)" }
    if waiting.capacity < counts.pooled + counts.live { return "'\(identifier)' lacks room" }
    if counts.live < 0 { return "'\(identifier)' has \(counts.live) live cells" }
    for position in 0..<waiting.count where waiting[position].isLive {
      return "'\(identifier)' pools a live cell"
    }
    return nil
  }
}
