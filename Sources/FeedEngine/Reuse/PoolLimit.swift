/// How many cells may wait in a pool.
public enum PoolLimit: Hashable, Sendable {
  /// As many as were in use at once, so that a jump by a whole screen makes no cell anew.
  case adaptive
  /// At most so many; 0 switches reuse off. Less than 0 counts as 0.
  case cells(Int)
}
