// The entry point for libFuzzer, compiled by .ci/fuzz together with the library; it is not part of
// the package. The first byte chooses what is fuzzed, the others are a list of calls.
//
// With FEED_TRACE in the environment each call is printed before it is carried out, which shows
// what an input does: FEED_TRACE=1 .ci/fuzz 0 FILE.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let mode = input.first else { return 0 }
  let rest = input.dropFirst()
  let isTraced = getenv("FEED_TRACE") != nil
  if let problem = mode % 4 == 3 ? playExtents(rest) : playFeed(rest, isTraced: isTraced) {
    fatalError(problem)
  }
  return 0
}

private func playFeed(_ bytes: ArraySlice<UInt8>, isTraced: Bool) -> String? {
  let player = FuzzPlayer()
  if isTraced { player.trace = { printNow($0) } }
  return player.play(FuzzCall.list(bytes)) ?? player.recover()
}

/// Prints past all buffers, which a trap would lose.
private func printNow(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(2, line, line.count)
}
