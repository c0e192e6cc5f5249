// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(
      name: "Postgres",
      description:
        "'bench --postgres', which Scripts/bench --postgres runs, and 'imdb'. Needs libpq, PostgreSQL's client library."
    )
  ],
  dependencies: [
    .package(
      name: "OpenSwiftData", path: "..",
      traits: [.defaults, .trait(name: "Postgres", condition: .when(traits: ["Postgres"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Without the trait 'Postgres' nothing of libpq is looked for.
    .systemLibrary(name: "CBenchLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "SwiftData", package: "OpenSwiftData"),
        .product(name: "SwiftDataPostgres", package: "OpenSwiftData", condition: .when(traits: ["Postgres"])),
        .target(name: "CBenchLibpq", condition: .when(traits: ["Postgres"])),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .executableTarget(
      name: "imdb",
      dependencies: [
        .product(name: "SwiftData", package: "OpenSwiftData"),
        .product(name: "SwiftDataPostgres", package: "OpenSwiftData", condition: .when(traits: ["Postgres"])),
      ]),
  ]
)

// Macros that are compiled already, as the package beside this one takes them.
if let plugin = Context.environment["SWIFTDATA_MACRO_PLUGIN"] {
  for target in package.targets where target.type == .executable {
    target.swiftSettings = [
      .unsafeFlags(["-Xfrontend", "-load-plugin-executable", "-Xfrontend", plugin + "#SwiftDataMacros"])
    ]
  }
}
