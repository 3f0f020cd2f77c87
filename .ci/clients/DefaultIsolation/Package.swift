// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DefaultIsolation",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "FeedEngine", path: "../../..")],
  targets: [
    .executableTarget(
      name: "DefaultIsolation",
      dependencies: [.product(name: "FeedEngine", package: "FeedEngine")],
      path: "Sources",
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
