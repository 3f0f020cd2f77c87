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
    .library(name: "FeedEngine", targets: ["FeedEngine"])
  ],
  targets: [
    .target(name: "FeedEngine", swiftSettings: strict),
    .testTarget(name: "FeedEngineTests", dependencies: ["FeedEngine"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
