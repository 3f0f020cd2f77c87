/// The cells of a feed that wait for their next item, by identifier.
///
/// A cell that the pool lets go may call it as it goes: it was taken out and counted before.
public final class CellPool {
  /// How many cells of one identifier may wait.
  ///
  /// - Complexity: Setting it is O(cells that go + number of identifiers).
  public var limit: PoolLimit {
    get { binLimit }
    set {
      binLimit = newValue
      var going: [CellRecord] = []
      for bin in bins { takeOut(downTo: capacity(of: bin), of: bin, into: &going) }
      withExtendedLifetime(going) {}
    }
  }
  /// How many cells may wait over all identifiers. Adaptive: 4 times as many as were in use at
  /// once, and at least 64. Beyond it the pool takes turns over the identifiers, and cells go of
  /// the first that was not used since its last turn.
  public var totalLimit: PoolLimit {
    get { sumLimit }
    set {
      sumLimit = newValue
      var going: [CellRecord] = []
      while pooledCount > totalCapacity, let record = takeOutOldest() { going.append(record) }
      withExtendedLifetime(going) {}
    }
  }

  // Stored apart, as public stored properties pay an exclusivity check for each access.
  private var binLimit = PoolLimit.adaptive
  private var sumLimit = PoolLimit.adaptive

  private var binsByRecipe: [ObjectIdentifier: ReuseBin] = [:]
  private var binsByName: [String: ReuseBin] = [:]
  // In the order of first use.
  private var bins: [ReuseBin]
  private var retired = ReuseCounts()
  /// Holds the cells that stand in for those that could not be had.
  private let blankBin = ReuseBin(
    identifier: "blank", cellType: ObjectIdentifier(BlankCell.self))

  private var pooledCount = 0
  private var liveCount = 0
  private var peakLiveCount = 0
  /// Where the search for a cell to let go goes on; it takes turns over the bins, as a clock's
  /// hand.
  private var hand = 0
  private var hostCount = 0
  /// How many cells may wait because they were made beforehand.
  private var reservedCount = 0
  /// The number of identifiers at which dead ones are looked for next.
  private var sweepCount = 16

  /// Makes an empty pool.
  public init() {
    bins = [blankBin]
  }

  deinit {
    // A waiting cell and its bin hold one another.
    for bin in bins { bin.removeAll() }
  }

  /// Lets all waiting cells go and forgets how many were in use at once, and registrations that
  /// are gone, as memory pressure asks.
  ///
  /// - Complexity: O(waiting cells + number of identifiers · those that are gone).
  public func trim() {
    var going: [CellRecord] = []
    for bin in bins { takeOut(downTo: 0, of: bin, into: &going) }
    peakLiveCount = liveCount
    reservedCount = 0
    for bin in bins {
      bin.peakLive = bin.counts.live
      bin.reserved = 0
    }
    sweep(into: &going)
    withExtendedLifetime(going) {}
  }

  /// A number for a host, its own among all whose feeds share the pool.
  func nextHostNumber() -> Int {
    hostCount += 1
    return hostCount
  }

  // MARK: Identifiers

  func bin<Cell, Item>(for recipe: CellRecipe<Cell, Item>) -> ReuseBin {
    let key = ObjectIdentifier(recipe.identity)
    // Nearly always it is where it was last; a hashed look-up costs as much as all of a dequeue.
    if recipe.place < bins.count, bins[recipe.place].recipe == key { return bins[recipe.place] }
    let bin =
      binsByRecipe[key] ?? addBin(for: recipe.identity, cellType: ObjectIdentifier(Cell.self))
    recipe.place = bin.place
    return bin
  }

  private func addBin(for identity: RecipeIdentity, cellType: ObjectIdentifier) -> ReuseBin {
    let bin = ReuseBin(identifier: identity.identifier, cellType: cellType)
    bin.recipe = ObjectIdentifier(identity)
    bin.registration = identity
    binsByRecipe[ObjectIdentifier(identity)] = bin
    append(bin)
    if bins.count > sweepCount {
      var going: [CellRecord] = []
      sweep(into: &going)
      withExtendedLifetime(going) {}
    }
    return bin
  }

  private func append(_ bin: ReuseBin) {
    bin.place = bins.count
    bins.append(bin)
  }

  /// Takes a cell that shows nothing.
  func takeBlank(for host: Int) -> CellRecord {
    take(from: blankBin, for: host) ?? adopt(BlankCell(), into: blankBin)
  }

  func noteMeasured(_ record: CellRecord) {
    record.bin.counts.measured += 1
  }

  func isBlank(_ record: CellRecord) -> Bool {
    record.bin === blankBin
  }

  func bin(named identifier: String) -> ReuseBin? {
    binsByName[identifier]
  }

  /// Returns the bin, or `nil` when the identifier has another cell type already. The last call
  /// counts, also where it comes from the end of what it replaces.
  func register(
    _ identifier: String, cellType: ObjectIdentifier, make: @escaping () -> any FeedCell
  ) -> ReuseBin? {
    if let bin = binsByName[identifier] {
      guard bin.cellType == cellType else { return nil }
      // What the old one has captured may register again as it goes, so it goes after the store.
      let replaced = bin.make
      bin.make = make
      withExtendedLifetime(replaced) {}
      return bin
    }
    let bin = ReuseBin(identifier: identifier, cellType: cellType)
    bin.make = make
    binsByName[identifier] = bin
    append(bin)
    return bin
  }

  // MARK: Cells

  /// Takes a waiting cell for use.
  ///
  /// - Parameter host: The number of the host that will show it. What another host has not been
  ///   told to take off its screen stays where it is.
  func take(from bin: ReuseBin, for host: Int) -> CellRecord? {
    bin.counts.dequeued += 1
    guard let record = bin.pop(for: host) else { return nil }
    pooledCount -= 1
    bin.isRecent = true
    bin.counts.reused += 1
    noteInUse(record)
    return record
  }

  /// Counts a cell that was made for a caller who keeps it, outside any request.
  func noteUntracked(_ bin: ReuseBin) {
    bin.counts.dequeued += 1
    bin.counts.created += 1
    bin.counts.discarded += 1
  }

  /// Takes a new cell into use.
  func adopt(_ cell: any FeedCell, into bin: ReuseBin) -> CellRecord {
    let record = CellRecord(cell: cell, bin: bin)
    bin.counts.created += 1
    bin.makeRoom()
    noteInUse(record)
    return record
  }

  /// Counts a cell whose feed is gone.
  func forget(_ record: CellRecord) {
    let bin = record.bin
    record.isLive = false
    bin.noteReturned()
    bin.counts.discarded += 1
    liveCount -= 1
    if bin.isAbandoned { retire(bin) }
  }

  /// Takes back a cell from use. Its cleaning (`prepareForReuse`) is the caller's, before.
  func give(_ record: CellRecord) {
    let bin = record.bin
    record.isLive = false
    bin.noteReturned()
    liveCount -= 1
    if bin.isAbandoned {
      bin.counts.discarded += 1
      retire(bin)
      return
    }
    guard bin.counts.pooled < capacity(of: bin), totalCapacity > 0 else {
      bin.counts.discarded += 1
      return
    }
    bin.push(record)
    pooledCount += 1
    bin.isRecent = true
    guard pooledCount > totalCapacity else { return }
    withExtendedLifetime(takeOutOldest()) {}
  }

  /// Lets so many cells of an identifier wait.
  func reserve(_ count: Int, in bin: ReuseBin) {
    guard count > bin.reserved else { return }
    reservedCount += count - bin.reserved
    bin.reserved = count
  }

  /// Whether fewer than `count` cells wait and another may.
  func hasRoom(in bin: ReuseBin, for count: Int) -> Bool {
    bin.counts.pooled < min(count, capacity(of: bin)) && pooledCount < totalCapacity
  }

  /// Puts a new cell among those that wait, if there still is room.
  func stock(_ cell: any FeedCell, in bin: ReuseBin) {
    bin.counts.created += 1
    guard bin.counts.pooled < capacity(of: bin), pooledCount < totalCapacity else {
      bin.counts.discarded += 1
      return
    }
    bin.makeRoom()
    bin.push(CellRecord(cell: cell, bin: bin))
    pooledCount += 1
    bin.isRecent = true
  }

  /// Marks a registration that nobody can use again.
  func abandon(_ bin: ReuseBin) {
    var going: [CellRecord] = []
    abandon(bin, into: &going)
    withExtendedLifetime(going) {}
  }

  private func abandon(_ bin: ReuseBin, into going: inout [CellRecord]) {
    bin.isAbandoned = true
    takeOut(downTo: 0, of: bin, into: &going)
    if bin.counts.live == 0 { retire(bin) }
  }

  private func noteInUse(_ record: CellRecord) {
    record.isLive = true
    record.bin.noteInUse()
    liveCount += 1
    if liveCount > peakLiveCount { peakLiveCount = liveCount }
  }

  private func capacity(of bin: ReuseBin) -> Int {
    switch binLimit {
    case .adaptive: max(bin.peakLive, bin.reserved)
    case .cells(let count): max(0, count)
    }
  }

  private var totalCapacity: Int {
    switch sumLimit {
    case .adaptive: max(64, 4 * peakLiveCount, reservedCount)
    case .cells(let count): max(0, count)
    }
  }

  /// Takes a cell out that shall go, and counts it as gone.
  ///
  /// Its end runs foreign code, which may call the pool. So whoever takes cells out holds them
  /// until the pool is in order and no list of it is walked.
  private func takeOut(of bin: ReuseBin) -> CellRecord? {
    guard let record = bin.pop() else { return nil }
    bin.counts.discarded += 1
    pooledCount -= 1
    return record
  }

  private func takeOut(downTo count: Int, of bin: ReuseBin, into going: inout [CellRecord]) {
    while bin.counts.pooled > count, let record = takeOut(of: bin) { going.append(record) }
  }

  /// Takes a cell out of an identifier that was not used since the hand last came by.
  private func takeOutOldest() -> CellRecord? {
    while pooledCount > 0 {
      if hand >= bins.count { hand = 0 }
      let bin = bins[hand]
      hand += 1
      if bin.isEmpty { continue }
      if bin.isRecent {
        bin.isRecent = false
        continue
      }
      return takeOut(of: bin)
    }
    return nil
  }

  /// Drops the bins of registrations that are gone.
  private func sweep(into going: inout [CellRecord]) {
    for bin in bins where !bin.isAbandoned && bin.isRegistrationGone { abandon(bin, into: &going) }
    sweepCount = max(16, bins.count * 2)
  }

  private func retire(_ bin: ReuseBin) {
    guard bin.counts.live == 0, bin.place < bins.count, bins[bin.place] === bin else { return }
    if let recipe = bin.recipe { binsByRecipe[recipe] = nil }
    bins.remove(at: bin.place)
    for place in bin.place..<bins.count { bins[place].place = place }
    retired.add(bin.counts)
  }

  // MARK: Figures

  var statistics: FeedStatistics {
    var statistics = FeedStatistics()
    statistics.total = retired
    for bin in bins where bin !== blankBin || bin.counts != ReuseCounts() {
      statistics.total.add(bin.counts)
      statistics.byIdentifier.append((bin.identifier, bin.counts))
    }
    return statistics
  }

  func resetStatistics() {
    retired = ReuseCounts()
    for bin in bins { bin.counts.reset() }
  }

  func checkInvariants() -> String? {
    var (pooled, live) = (0, 0)
    for (place, bin) in bins.enumerated() {
      if let problem = bin.checkInvariants() { return problem }
      if bin.place != place { return "'\(bin.identifier)' is at \(place), not \(bin.place)" }
      pooled += bin.counts.pooled
      live += bin.counts.live
    }
    if pooled != pooledCount { return "pooled \(pooledCount), bins hold \(pooled)" }
    if live != liveCount { return "live \(liveCount), bins say \(live)" }
    if pooled > totalCapacity { return "pooled \(pooled) above \(totalCapacity)" }
    return nil
  }
}
