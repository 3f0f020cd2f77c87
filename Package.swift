// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "FeedEngine",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "FeedEngine", targets: ["FeedEngine"]),
    .executable(name: "feed-bench", targets: ["feed-bench"]),
  ],
  targets: [
    .target(name: "FeedEngine", swiftSettings: strict),
    .testTarget(
      name: "FeedEngineTests", dependencies: ["FeedEngine", "AllocationCounter"],
      swiftSettings: strict),

    // Replaces the allocator's entry points, so only benchmarks and tests link it.
    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .target(
      name: "FeedBenchSupport", dependencies: ["AllocationCounter"],
      path: "Benchmarks/FeedBenchSupport", swiftSettings: strict),
    .executableTarget(
      name: "feed-bench", dependencies: ["FeedEngine", "FeedBenchSupport", "AllocationCounter"],
      path: "Benchmarks/feed-bench", swiftSettings: strict),
    .testTarget(
      name: "FeedBenchTests", dependencies: ["FeedBenchSupport", "AllocationCounter"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
