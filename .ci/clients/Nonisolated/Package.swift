// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Nonisolated",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "FeedEngine", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Nonisolated",
      dependencies: [.product(name: "FeedEngine", package: "FeedEngine")],
      path: "Sources",
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
