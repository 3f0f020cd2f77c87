import AllocationCounter
import Dispatch
import FeedBenchSupport
import Foundation
import Testing

@Suite(
  .enabled(
    if: AllocationCounts.isAvailable, "allocations cannot be counted in this kind of build"))
struct AllocationCounterTests {
  private final class Node {
    var payload = (0, 0, 0, 0)
  }

  @Test func countsAKnownAllocation() {
    let before = AllocationCounts.current()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 1000, alignment: 16)
    benchmark_sink(UInt64(UInt(bitPattern: memory)))
    let held = AllocationCounts.current()
    unsafe memory.deallocate()
    let after = AllocationCounts.current()
    #expect(held.calls - before.calls == 1)
    #expect(held.bytes - before.bytes >= 1000)
    #expect(held.frees == before.frees)
    #expect(after.calls == held.calls)
    #expect(after.frees - held.frees == 1)
  }

  @Test func countsTheRuntimesAllocations() {
    let span = AllocationSpan()
    let node = Node()
    withExtendedLifetime(node) { benchmark_sink(UInt64(UInt(bitPattern: ObjectIdentifier(node)))) }
    #expect(span.sinceStart.map { $0.calls >= 1 && $0.bytes >= 48 } == true)
  }

  @Test func countsNothingWhereNothingIsAllocated() {
    var generator = SplitMix(seed: 3)
    let span = AllocationSpan()
    for _ in 0..<1000 { benchmark_sink(generator.next()) }
    #expect(span.sinceStart.map { $0.calls == 0 && $0.bytes == 0 } == true)
  }

  @Test func threadsCountApart() {
    let done = DispatchSemaphore(value: 0)
    let span = AllocationSpan()
    Thread.detachNewThread {
      for _ in 0..<1000 {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
        benchmark_sink(UInt64(UInt(bitPattern: memory)))
        unsafe memory.deallocate()
      }
      done.signal()
    }
    done.wait()
    #expect(span.sinceStart.map { $0.calls < 1000 } == true)
  }
}
