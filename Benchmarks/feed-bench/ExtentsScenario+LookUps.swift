import AllocationCounter
import FeedBenchSupport
import FeedEngine

extension ExtentsScenario {
  /// Position and offset, each look-up waiting for the last one, and walks.
  func lookUps(_ tree: ExtentTree) throws -> [ScenarioReport.Operation] {
    let flat = isDense ? FlatExtents((0..<items).map(extent)) : nil
    return [
      .init(
        "offset to index, dependent", nanoseconds: locate(tree),
        rival: flat.map { locate($0) }),
      .init("offset to index, cursor, 37 points on", nanoseconds: scroll(tree)),
      .init("index to offset, dependent", nanoseconds: offsets(tree)),
      .init("extent of the next item, walking", nanoseconds: walk(tree)),
      .init("one load from as much memory, dependent", nanoseconds: load(tree.memoryFootprint)),
    ]
  }

  private func locate(_ tree: ExtentTree) -> Double {
    let span = Int(tree.total.rawValue)
    return best(of: operations, from: SplitMix(seed: seed)) { generator in
      let zero = Int(benchmark_zero())
      var last = 0
      for _ in 0..<operations {
        // The last answer goes into the next question, times nothing.
        let offset = generator.index(below: span) &+ (last & zero)
        last = tree.locate(FixedLength(rawValue: Int64(offset)))?.index ?? 0
      }
      benchmark_sink(UInt64(last))
    }
  }

  private func locate(_ flat: FlatExtents) -> Double {
    let span = Int(flat.total)
    return best(of: operations, from: SplitMix(seed: seed)) { generator in
      let zero = Int(benchmark_zero())
      var last = 0
      for _ in 0..<operations {
        let offset = generator.index(below: span) &+ (last & zero)
        last = flat.locate(Int64(offset))
      }
      benchmark_sink(UInt64(last))
    }
  }

  private func offsets(_ tree: ExtentTree) -> Double {
    best(of: operations, from: SplitMix(seed: seed)) { generator in
      let zero = benchmark_zero()
      var last: Int64 = 0
      for _ in 0..<operations {
        let index = generator.index(below: items) &+ Int(UInt64(bitPattern: last) & zero)
        last = tree.offset(of: index).rawValue
      }
      benchmark_sink(UInt64(bitPattern: last))
    }
  }

  private func load(_ byteCount: Int) -> Double {
    let chain = MemoryChain(byteCount: byteCount, seed: seed)
    return best(of: operations, from: ()) { _ in
      benchmark_sink(UInt64(chain.follow(operations)))
    }
  }

  private func scroll(_ tree: ExtentTree) -> Double {
    let step = FixedLength(rawValue: 37 << 10)
    return best(of: operations, from: ExtentCursor(tree)) { cursor in
      var offset = FixedLength.zero
      var last = 0
      for _ in 0..<operations {
        guard let place = cursor.locate(offset) else {
          offset = .zero
          continue
        }
        last = place.index
        offset += step
      }
      benchmark_sink(UInt64(last))
    }
  }

  private func walk(_ tree: ExtentTree) -> Double {
    let steps = min(operations, items)
    return best(of: steps, from: 0 as Int64) { sum in
      var left = steps
      tree.forEachExtent(from: 0) { _, _, extent, _ in
        sum &+= extent.rawValue
        left -= 1
        return left > 0
      }
      benchmark_sink(UInt64(bitPattern: sum))
    }
  }
}
