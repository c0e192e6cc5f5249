// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package of its own: who builds the library does not fetch a web server.
let package = Package(
  name: "Server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "OpenSwiftData", path: "../..", traits: ["Postgres"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "Server",
      dependencies: [
        .product(name: "SwiftData", package: "OpenSwiftData"),
        .product(name: "SwiftDataPostgres", package: "OpenSwiftData"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ])
  ]
)

// Macros that are compiled already, as the library takes them.
if let plugin = Context.environment["SWIFTDATA_MACRO_PLUGIN"] {
  for target in package.targets {
    target.swiftSettings = [
      .unsafeFlags(["-Xfrontend", "-load-plugin-executable", "-Xfrontend", plugin + "#SwiftDataMacros"])
    ]
  }
}
