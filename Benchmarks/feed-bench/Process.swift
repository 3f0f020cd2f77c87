#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The highest resident size of this process so far in bytes; `nil` where the system does not say.
func peakResidentBytes() -> Int? {
  var usage = rusage()
  // The name of the constant has another type on each system; its value is the same.
  let ownProcess: CInt = 0
  guard unsafe getrusage(ownProcess, &usage) == 0 else { return nil }
  #if canImport(Darwin)
    return usage.ru_maxrss
  #else
    return usage.ru_maxrss * 1024
  #endif
}
