#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends the program with status 1 where a condition does not hold.
func require(_ condition: Bool, _ statement: String) {
  if !condition {
    print("not so: \(statement)")
    exit(1)
  }
}
