// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package of its own: who runs the other benchmarks does not fetch a web server.
let package = Package(
  name: "TechEmpower",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "OpenSwiftData", path: "../..", traits: ["Postgres"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CLibpqByHand", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .executableTarget(
      name: "TechEmpower",
      dependencies: [
        "CLibpqByHand",
        .product(name: "SwiftData", package: "OpenSwiftData"),
        .product(name: "SwiftDataPostgres", package: "OpenSwiftData"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
  ]
)

// Macros that are compiled already, as the library takes them.
if let plugin = Context.environment["SWIFTDATA_MACRO_PLUGIN"] {
  for target in package.targets where target.type == .executable {
    target.swiftSettings = [
      .unsafeFlags(["-Xfrontend", "-load-plugin-executable", "-Xfrontend", plugin + "#SwiftDataMacros"])
    ]
  }
}
