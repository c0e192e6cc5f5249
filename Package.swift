// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

// Whether another package fetches this one: then the manifest is read from the repository, at "/", and afterwards in the
// folder of its checkouts. Only the traits that it names are enabled, so a package that uses 'SwiftData' fetches four
// packages. In a clone, the traits that need only a download are enabled.
let isFetched = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")
let usual: Set<String> = isFetched ? [] : ["Realm", "SyncEncryption", "Tool"]

let package = Package(
  name: "OpenSwiftData",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SwiftData", targets: ["SwiftData"]),
    // Views of SwiftUI's API, off Apple's platforms.
    .library(name: "SwiftDataUI", targets: ["SwiftDataUI"]),
    // The views under the name that apps import, and other modules that apps import: charts, maps, notifications, …
    .library(
      name: "SwiftUI",
      targets: [
        "SwiftUI", "AVFoundation", "AVKit", "AppKitCompatibility", "AudioToolbox", "Charts", "CoreLocation",
        "LocalAuthentication", "MapKit", "OSCompatibility", "PhotosUI", "StoreKit", "TipKit", "UIKitCompatibility",
        "UniformTypeIdentifiers",
        "UserNotifications", "WidgetKit",
      ]),
    // Declares the colors and images of asset catalogs, as Xcode does, and 'Bundle.main' with an app's resources.
    .plugin(name: "AssetSymbols", targets: ["AssetSymbols"]),
    // 'Logger' and related types, with the API of Apple's module 'os', for platforms without it.
    .library(name: "OSLogCompatibility", targets: ["OSLogCompatibility"]),
    // Publishers and subjects, with the API of Apple's module 'Combine', for platforms without it.
    .library(name: "CombineCompatibility", targets: ["CombineCompatibility"]),
    // Shows apps made of views in the browser. Needs the trait 'Web'.
    .library(name: "SwiftDataWeb", targets: ["SwiftDataWeb"]),
    // Checks for custom stores, and a store in memory.
    .library(name: "SwiftDataTesting", targets: ["SwiftDataTesting"]),
    // Tells what opening a store would do, and recovers stores that cannot be opened.
    .library(name: "SwiftDataRecovery", targets: ["SwiftDataRecovery"]),
    // Stores in PostgreSQL databases. Needs the trait 'Postgres'.
    .library(name: "SwiftDataPostgres", targets: ["SwiftDataPostgres"]),
    // Reports the work of stores to swift-log, and to swift-metrics and swift-distributed-tracing with the trait
    // 'Observability'.
    .library(name: "SwiftDataObservability", targets: ["SwiftDataObservability"]),
    // Reads and migrates Realm files. These need the trait 'Realm'.
    .library(name: "SwiftDataRealm", targets: ["SwiftDataRealm"]),
    .library(name: "SwiftDataRealmMigration", targets: ["SwiftDataRealmMigration"]),
    // Syncs a container's models with a server.
    .library(name: "SwiftDataSync", targets: ["SwiftDataSync"]),
    // Shows how far sync is, in apps made of views.
    .library(name: "SwiftDataSyncUI", targets: ["SwiftDataSyncUI"]),
    // A server for sync. Needs the trait 'SyncServer'.
    .executable(name: "swiftdata-server", targets: ["SyncServerTool"]),
    // Needs the trait 'Tool'.
    .executable(name: "swiftdata", targets: ["SwiftDataTool"]),
  ],
  traits: [
    .default(enabledTraits: usual),
    .trait(
      name: "Realm",
      description:
        "Realm files: 'SwiftDataRealm' and 'SwiftDataRealmMigration'. Brings swift-crypto and swift-asn1, for encrypted "
        + "files, which are not even fetched without it."
    ),
    .trait(
      name: "Tool",
      description:
        "The command-line tool 'swiftdata'. Brings swift-argument-parser, which is not even fetched without it.",
      enabledTraits: ["Realm"]
    ),
    .trait(
      name: "FoundationNetworking",
      description:
        "On Linux, 'import SwiftData' also brings 'URLSession', as on Apple's platforms. Needs libcurl.",
      enabledTraits: usual
    ),
    .trait(
      name: "Web",
      description:
        "Apps made of views run in the browser: 'SwiftDataWeb'. Brings Hummingbird and SwiftNIO, which are not even "
        + "fetched without it. Needs Swift 6.2.",
      enabledTraits: usual
    ),
    .trait(
      name: "SyncServer",
      description:
        "A server for sync: 'swiftdata-server'. Brings Hummingbird, SwiftNIO and jwt-kit, which are not even fetched "
        + "without it. Needs Swift 6.2.",
      enabledTraits: usual
    ),
    .trait(
      name: "SyncEncryption",
      description:
        "Encrypted fields of sync: `allowsCloudEncryption`. Brings swift-crypto, which is not even fetched without it; Apple's "
        + "platforms need neither."
    ),
    .trait(
      name: "Observability",
      description:
        "Metrics and spans of what stores do: 'SwiftDataObservability' has them besides logging. Brings swift-metrics "
        + "and swift-distributed-tracing, which are not even fetched without it. Needs Swift 6.2.",
      enabledTraits: usual
    ),
    .trait(
      name: "Postgres",
      description:
        "Stores in PostgreSQL databases: 'SwiftDataPostgres', and sync servers over one: 'swiftdata-server' with "
        + "'--database'. Needs libpq, PostgreSQL's client library.",
      enabledTraits: usual
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // Used, and therefore fetched, with the traits 'Web' and 'SyncServer' only.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    // Used, and therefore fetched, with the trait 'SyncServer' only.
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    // Used, and therefore fetched, with the trait 'Observability' only.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    // What the macros expand to, a library that tests can import.
    .target(
      name: "SwiftDataMacroExpansion",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftIfConfig", package: "swift-syntax"),
      ]),
    .macro(
      name: "SwiftDataMacros",
      dependencies: [
        "SwiftDataMacroExpansion",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ]),
    .target(name: "CSwiftDataRuntime"),
    // Depends on nothing: SHA-2, for version hashes and for Realm's pages.
    .target(name: "SecureHashes"),
    // What Core Data's files look like; depends on nothing but the hashes.
    .target(name: "CoreDataFormat", dependencies: ["SecureHashes"]),
    .target(
      name: "SwiftDataCore",
      dependencies: [
        "CSwiftDataRuntime", "CoreDataFormat", "FoundationCompatibility", "SwiftDataMacros",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    .target(name: "SwiftDataSQL", dependencies: ["CoreDataFormat", "FoundationCompatibility", "SwiftDataCore"]),
    .target(
      name: "SwiftDataSQLite",
      dependencies: [
        "CoreDataFormat", "SwiftDataCore", "SwiftDataSQL",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "SwiftData",
      dependencies: [
        "CSwiftDataRuntime", "FoundationCompatibility", "SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite",
      ]),
    // Checks for custom stores, and a store in memory.
    .target(name: "SwiftDataTesting", dependencies: ["SwiftData"]),
    // Stores that cannot be opened: what is wrong, salvage, quarantine.
    .target(
      name: "SwiftDataRecovery", dependencies: ["CoreDataStore", "SwiftData", "SwiftDataCore", "SwiftDataSQLite"]),
    // Views, evaluated to a tree of elements, which a host shows.
    .target(
      name: "SwiftDataUI", dependencies: ["CombineCompatibility", "SwiftData", "SwiftDataCore", "SwiftDataMacros"]),
    // Publishers and subjects, with the API of Apple's module 'Combine'.
    .target(name: "CombineCompatibility", dependencies: ["FoundationCompatibility"]),
    // Parts of Foundation that platforms other than Apple's lack, with Apple's API.
    .target(name: "FoundationCompatibility"),
    // Without the trait 'Postgres' it is empty, and libpq is not needed.
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "SwiftDataPostgres",
      dependencies: [
        "CoreDataFormat", "SecureHashes", "SourceText", "SwiftDataCore", "SwiftDataSQL",
        .target(name: "CLibpq", condition: .when(traits: ["Postgres"])),
      ]),
    // Re-exports what an app expects of the import.
    .target(
      name: "SwiftUI",
      dependencies: [
        "SwiftData", "SwiftDataUI", "SwiftDataWeb", "UserNotifications",
        .target(name: "ImportNames", condition: .when(platforms: [.linux, .windows, .android])),
      ]),
    .plugin(name: "AssetSymbols", capability: .buildTool(), dependencies: ["AssetSymbolsTool"]),
    .executableTarget(name: "AssetSymbolsTool"),
    // A module map with names that apps import; 'SwiftUI' has their contents.
    .target(name: "ImportNames"),
    .target(name: "UIKitCompatibility", dependencies: ["SwiftDataUI"]),
    .target(name: "AppKitCompatibility", dependencies: ["SwiftDataUI"]),
    // Other modules that apps with views import, with the parts that are possible in a browser.
    .target(name: "AVFoundation"),
    .target(name: "AVKit", dependencies: ["AVFoundation", "SwiftDataUI"]),
    .target(name: "AudioToolbox"),
    .target(name: "Charts", dependencies: ["SwiftDataUI"]),
    .target(name: "CoreLocation"),
    .target(name: "LocalAuthentication"),
    .target(name: "MapKit", dependencies: ["CoreLocation", "SwiftDataUI"]),
    .target(name: "PhotosUI", dependencies: ["SwiftDataUI"]),
    .target(name: "StoreKit", dependencies: ["SwiftDataUI"]),
    .target(name: "TipKit", dependencies: ["SwiftDataUI"]),
    .target(name: "UniformTypeIdentifiers", dependencies: ["SwiftDataUI"]),
    .target(name: "UserNotifications"),
    .target(name: "WidgetKit"),
    // Shows those trees in browsers. Without the trait 'Web' it only says that it is missing.
    .target(
      name: "SwiftDataWeb",
      dependencies: [
        "CDescriptorPassing", "CWebFiles", "CoreDataFormat", "SwiftDataUI",
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: .when(traits: ["Web"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Client"]),
    // Hands connections to another process.
    .target(name: "CDescriptorPassing"),
    // The files of its folder 'Client' as bytes.
    .target(name: "CWebFiles", cSettings: [.define("WEB", .when(traits: ["Web"]))]),
    // Sync between devices and a server: the decisions of both, without input and output. Depends on nothing.
    .target(name: "SwiftDataSyncCore"),
    // What they send, as bytes: Documentation/SyncProtocol.md.
    .target(name: "SwiftDataSyncWire", dependencies: ["SwiftDataSyncCore"]),
    // The server's accounts and zones, in a SQLite file or behind a door; without HTTP.
    .target(
      name: "SwiftDataSyncServer",
      dependencies: [
        "SecureHashes", "SwiftDataSyncCore", "SwiftDataSyncWire", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // The same in a PostgreSQL database, for several servers. Empty without the trait 'Postgres'.
    .target(
      name: "SwiftDataSyncPostgres",
      dependencies: ["SwiftDataSyncServer", .target(name: "CLibpq", condition: .when(traits: ["Postgres"]))]),
    // CloudKit's web protocol over the same accounts and zones; without HTTP.
    .target(
      name: "SwiftDataCloudKitWeb",
      dependencies: [
        "SecureHashes", "SwiftDataSyncCore", "SwiftDataSyncServer", "SwiftDataSyncWire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // Both protocols over HTTP. Empty without the trait 'SyncServer'.
    .target(
      name: "SwiftDataSyncHTTP",
      dependencies: [
        "SecureHashes", "SwiftDataCloudKitWeb", "SwiftDataSyncCore", "SwiftDataSyncServer", "SwiftDataSyncWire",
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["SyncServer"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["SyncServer"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["SyncServer"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["SyncServer"])),
        .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["SyncServer"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["SyncServer"])),
      ]),
    // A device's side of sync, written against SwiftData's public API.
    .target(
      name: "SwiftDataSync",
      dependencies: [
        "SecureHashes", "SwiftData", "SwiftDataSyncCore", "SwiftDataSyncWire",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["SyncEncryption"])),
      ]),
    // How far sync is, as a view for apps.
    .target(name: "SwiftDataSyncUI", dependencies: ["SwiftDataSync", "SwiftDataUI"]),
    // The command 'swiftdata-server'. Says that the trait 'SyncServer' is missing, without it.
    .executableTarget(
      name: "SyncServerTool",
      dependencies: [
        "SwiftDataCloudKitWeb", "SwiftDataSyncCore", "SwiftDataSyncHTTP", "SwiftDataSyncPostgres",
        "SwiftDataSyncServer",
        // The page for administrators.
        .target(name: "SwiftDataSyncAdmin", condition: .when(traits: ["Web"])),
        .target(name: "SwiftDataUI", condition: .when(traits: ["Web"])),
        .target(name: "SwiftDataWeb", condition: .when(traits: ["Web"])),
      ]),
    // What a sync server has, as views.
    .target(
      name: "SwiftDataSyncAdmin", dependencies: ["SwiftDataSyncCore", "SwiftDataSyncServer", "SwiftDataUI"]),
    // Logs, metrics and spans for servers.
    .target(
      name: "SwiftDataObservability",
      dependencies: [
        "SwiftData",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Observability"])),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Observability"])),
      ]),
    // Depends on nothing: names and literals of generated Swift, and JSON.
    .target(name: "SourceText"),
    // Reads stores without their apps' models; of the targets above, it depends only on the format.
    .target(
      name: "CoreDataStore",
      dependencies: [
        "CoreDataFormat", "SourceText", .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(name: "OSLogCompatibility"),
    // OSLogCompatibility under a second name.
    .target(name: "OSCompatibility", dependencies: ["OSLogCompatibility"]),
    // Studio: stores in the browser, made of views. The tool hosts it with the trait 'Web'.
    .target(
      name: "SwiftDataStudio",
      dependencies: [
        "CStudioFiles", "CoreDataFormat", "CoreDataStore", "SwiftDataUI",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["Client"]),
    // Its style sheet as bytes.
    .target(name: "CStudioFiles", cSettings: [.define("WEB", .when(traits: ["Web"]))]),
    // Reads Realm files; of the targets above, it depends only on the hashes.
    .target(
      name: "RealmFile",
      dependencies: [
        "SecureHashes",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Realm"])),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["Realm"])),
      ]),
    // Models and rows for the objects of a Realm file.
    .target(name: "SwiftDataRealm", dependencies: ["RealmFile", "SourceText"]),
    // Moves the objects of a Realm file into any store: without the engine, for the tool.
    .target(
      name: "RealmTransfer", dependencies: ["CoreDataFormat", "CoreDataStore", "SwiftDataRealm"]),
    // Moves the objects of a Realm file into a store for the model classes of an app.
    .target(
      name: "SwiftDataRealmMigration",
      dependencies: ["CoreDataStore", "RealmTransfer", "SwiftData", "SwiftDataCore"]),
    // Rewrites an app's sources; uses only the schemas of Realm files.
    .target(
      name: "RealmSourceConverter",
      dependencies: [
        "RealmFile", "SourceText",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "SwiftDataTool",
      dependencies: [
        "CoreDataFormat", "CoreDataStore", "RealmSourceConverter", "RealmTransfer", "SourceText",
        "SwiftDataRealm",
        // Databases.
        .target(name: "SwiftDataCore", condition: .when(traits: ["Postgres"])),
        .target(name: "SwiftDataPostgres", condition: .when(traits: ["Postgres"])),
        .target(name: "SwiftDataSQL", condition: .when(traits: ["Postgres"])),
        .target(name: "SwiftDataStudio", condition: .when(traits: ["Web"])),
        .target(name: "SwiftDataWeb", condition: .when(traits: ["Web"])),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ]),
    .executableTarget(name: "World", dependencies: ["SwiftData"], path: "Examples/World"),
    // A custom store: all models in one readable file.
    .target(name: "JSONStore", dependencies: ["SwiftData"], path: "Examples/JSONStore"),
    // Also compiled with Apple's SwiftData: Scripts/verify-on-mac.
    .executableTarget(name: "Exchange", dependencies: ["SwiftData"], path: "Examples/Exchange"),
    // Another process, for tests.
    .executableTarget(
      name: "StoreProcess", dependencies: ["SwiftData", .product(name: "GRDB", package: "GRDB.swift")]),
    // Where stores of other programs are found.
    .target(name: "SharedFixtures"),
    // Runs other executables of the package beside a test.
    .target(name: "ProcessSupport"),
    // Runs the tool, for tests.
    .target(name: "ToolSupport", dependencies: ["ProcessSupport"]),
    // Counts what each operation costs, for tests: allocations are the same in every run.
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "CostProcess", dependencies: ["SwiftData", "CAllocationCounter"]),
    // One fetch or save, for Scripts/nightly walks.
    .executableTarget(name: "WalkProcess", dependencies: ["SwiftData"]),
    .testTarget(
      name: "CoreDataFormatTests",
      // Reads the stores that it is given.
      dependencies: [
        "CoreDataFormat", "SharedFixtures", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "CoreDataStoreTests",
      dependencies: [
        "CoreDataFormat", "CoreDataStore", "ProcessSupport", "SharedFixtures", "SwiftDataTool", "ToolSupport",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // The tool over databases. Says that the trait is missing, without 'Postgres'.
    .testTarget(
      name: "DatabaseToolTests",
      dependencies: [
        "CoreDataStore", "ProcessSupport", "RealmWriting", "StoreProcess", "SwiftData", "SwiftDataTool",
        "ToolSupport",
        .target(name: "SwiftDataStudio", condition: .when(traits: ["Web"])),
        .target(name: "PostgresProcess", condition: .when(traits: ["Postgres"])),
        .target(name: "SwiftDataPostgres", condition: .when(traits: ["Postgres"])),
        .target(name: "CLibpq", condition: .when(traits: ["Postgres"])),
      ]),
    // Makes a store to show Studio with.
    .executableTarget(name: "StudioProcess", dependencies: ["SwiftData"]),
    .testTarget(
      name: "StudioTests",
      dependencies: [
        "CoreDataFormat", "CoreDataStore", "SharedFixtures", "SwiftData", "SwiftDataStudio", "SwiftDataUI",
      ]),
    // Makes Realm files for tests, without any code of the reader.
    .target(name: "RealmWriting", dependencies: ["RealmFile"]),
    // Files that Realm's SDKs wrote, and their keys.
    .target(name: "RealmFixtures", dependencies: ["RealmFile", "SharedFixtures"]),
    // Reads changed files: Scripts/nightly realm-fuzz.
    .executableTarget(
      name: "RealmFuzz", dependencies: ["RealmFixtures", "RealmWriting"]),
    // Large files, and what writing the same rows without a migration takes: Scripts/nightly realm.
    .executableTarget(
      name: "RealmProcess", dependencies: ["RealmWriting", "SwiftData"]),
    .testTarget(
      name: "RealmFileTests",
      dependencies: [
        "RealmFile", "RealmFixtures", "RealmWriting", "SecureHashes", "SharedFixtures", "ToolSupport",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Realm"])),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["Realm"])),
      ]),
    .testTarget(
      name: "RealmSourceConverterTests",
      // Converted sources are type-checked against 'SwiftData'.
      dependencies: ["RealmBehaviour", "RealmFile", "RealmSourceConverter", "SwiftData", "ToolSupport"]),
    // What `swiftdata realm convert` writes for the scripts in the folder Realm.
    .target(
      name: "RealmBehaviour", dependencies: ["SwiftData"], exclude: ["Realm"]),
    // What `swiftdata realm schema --swift` writes.
    .target(
      name: "EverythingModels", dependencies: ["SwiftData"]),
    .target(name: "CloudModels", dependencies: ["SwiftData"]),
    .target(name: "GuidModels", dependencies: ["SwiftData"]),
    .target(name: "OldModels", dependencies: ["SwiftData"]),
    .target(name: "PetModels", dependencies: ["SwiftData"]),
    .target(
      name: "StudioModels", dependencies: ["SwiftData"]),
    .testTarget(
      name: "SwiftDataRealmTests",
      dependencies: [
        "SwiftData", "SwiftDataRealm", "SwiftDataRealmMigration", "RealmBehaviour", "RealmFixtures", "RealmTransfer",
        "RealmWriting", "CoreDataStore", "CoreDataFormat", "ProcessSupport", "SwiftDataTool", "SharedFixtures",
        "ToolSupport",
        "EverythingModels",
        "CloudModels", "GuidModels", "OldModels", "PetModels", "StudioModels",
      ]),
    // What `swiftdata schema --swift` writes for stores of other programs.
    .target(
      name: "ChefTimeModels", dependencies: ["SwiftData"]),
    .target(
      name: "Cocktails2024Models", dependencies: ["SwiftData"]),
    .target(
      name: "Cocktails2025Models", dependencies: ["SwiftData"]),
    .target(
      name: "ResourcesManagerModels", dependencies: ["SwiftData"]),
    .target(
      name: "SchedulerModels", dependencies: ["SwiftData"]),
    .target(
      name: "BookmarksModels", dependencies: ["SwiftData"]),
    .target(
      name: "RecipesModels", dependencies: ["SwiftData"]),
    .testTarget(
      name: "SwiftDataTests",
      dependencies: [
        "SwiftData", "StoreProcess", "CostProcess", "ProcessSupport", "SharedFixtures", "CoreDataFormat",
        "CoreDataStore",
        "ChefTimeModels", "Cocktails2024Models",
        "Cocktails2025Models", "ResourcesManagerModels", "SchedulerModels", "BookmarksModels", "RecipesModels",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // What programs see of each other: models, another process, tests.
    .target(name: "CrossProcessModels", dependencies: ["SwiftData"]),
    .executableTarget(
      name: "CrossProcessWorker",
      dependencies: ["CrossProcessModels", "SwiftData", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "CrossProcessTests",
      dependencies: [
        "CrossProcessModels", "CrossProcessWorker", "ProcessSupport", "SwiftData", "SwiftDataCore", "SwiftDataSQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // Records the file operations of a process.
    .target(
      name: "CDiskRecorder", cSettings: [.define("_GNU_SOURCE")]),
    // Works on a store while it is recorded, and checks stores as a power failure may leave them.
    .executableTarget(
      name: "PowerLossProcess", dependencies: ["CDiskRecorder", "CrossProcessModels", "SwiftData"]),
    .testTarget(
      name: "PowerLossTests",
      dependencies: [
        "CrossProcessModels", "PowerLossProcess", "ProcessSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // Changes user defaults, for tests.
    .executableTarget(name: "DefaultsProcess", dependencies: ["SwiftData"]),
    // User defaults of a suite, in another process.
    .executableTarget(name: "SuiteProcess", dependencies: ["SwiftData"]),
    .testTarget(
      name: "SwiftDataUITests",
      dependencies: [
        "AVKit", "AssetSymbolsTool", "AudioToolbox", "Charts", "DefaultsProcess", "LocalAuthentication", "SuiteProcess",
        "MapKit",
        "OSCompatibility", "PhotosUI", "ProcessSupport", "StoreKit", "SwiftData", "SwiftDataCore", "SwiftDataUI",
        "SwiftDataWeb", "SwiftUI", "TipKit", "UniformTypeIdentifiers", "UserNotifications", "WidgetKit",
      ]),
    // Statements of the repository about itself: the public API, the map in Documentation/Architecture.md.
    .testTarget(
      name: "ProjectTests",
      dependencies: [
        "ProcessSupport",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    // Saves until it is killed, for tests.
    .executableTarget(
      name: "JSONStoreProcess", dependencies: ["JSONStore", "SwiftData"]),
    .testTarget(
      name: "CustomStoreTests",
      dependencies: [
        "JSONStore", "JSONStoreProcess", "ProcessSupport", "SwiftData", "SwiftDataTesting", "ToolSupport",
      ]),
    // Backups, hooks, time-outs, isolation, observability: with separate models.
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "SwiftData", "SwiftDataObservability", "SwiftDataRecovery", "SwiftDataSQLite", "StoreProcess",
        "ProcessSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Observability"])),
        .product(
          name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Observability"])),
      ]),
    // Another process on the same database, for tests. Says that the trait 'Postgres' is missing, without it.
    .executableTarget(
      name: "PostgresProcess", dependencies: ["SwiftData", "SwiftDataPostgres"]),
    // Empty without the trait 'Postgres'.
    .testTarget(
      name: "SwiftDataPostgresTests",
      dependencies: [
        "PostgresProcess", "ProcessSupport", "SwiftData", "SwiftDataCore", "SwiftDataPostgres", "SwiftDataTesting",
        .target(name: "CLibpq", condition: .when(traits: ["Postgres"])),
      ], exclude: ["Golden", "Schemas"]),
    // Where the servers of tests have their data: files, or a private PostgreSQL server.
    .target(
      name: "SyncStores",
      dependencies: [
        "ProcessSupport", "SecureHashes", "SwiftDataSyncCore", "SwiftDataSyncPostgres", "SwiftDataSyncServer",
      ]),
    // Devices, a server and a network in one thread.
    .target(name: "SyncSimulation", dependencies: ["SwiftDataSyncCore", "SwiftDataSyncWire"]),
    // Histories of transactions, and whether they are consistent. Depends on nothing.
    .target(name: "SyncConsistency"),
    // Runs many seeds: Scripts/nightly sync.
    .executableTarget(name: "SyncTrials", dependencies: ["SwiftDataSyncCore", "SyncSimulation"]),
    .testTarget(
      name: "SyncCoreTests",
      dependencies: ["ProcessSupport", "SwiftDataSyncCore", "SyncConsistency", "SyncSimulation", "SyncTrials"]),
    .testTarget(
      name: "SyncWireTests", dependencies: ["SwiftDataSyncCore", "SwiftDataSyncWire", "SyncSimulation"]),
    // Devices with containers of their own, which tests kill.
    .executableTarget(name: "SyncProcess", dependencies: ["SwiftData", "SwiftDataSync"]),
    // Devices whose transactions are recorded, for checks of their consistency.
    .executableTarget(
      name: "RegisterProcess",
      dependencies: ["SwiftData", "SwiftDataSync", "SwiftDataSyncCore", "SyncConsistency", "SyncSimulation"]),
    // Measures devices and the command: Scripts/bench --sync.
    .executableTarget(
      name: "SyncBenchmark",
      dependencies: ["ProcessSupport", "SwiftData", "SwiftDataSync", "SwiftDataSyncCore", "SwiftDataSyncWire"]),
    // Syncs containers over a server in memory, and over the command with the trait 'SyncServer'.
    .testTarget(
      name: "SyncClientTests",
      dependencies: [
        "ProcessSupport", "RegisterProcess", "SecureHashes", "SwiftData", "SwiftDataSync", "SwiftDataSyncCore",
        "SwiftDataSyncServer", "SwiftDataSyncUI", "SwiftDataSyncWire", "SwiftDataUI", "SyncConsistency", "SyncProcess",
        "SyncServerTool", "SyncSimulation", "SyncStores",
      ]),
    // Tries the command and a client in Python with the trait 'SyncServer' only.
    .testTarget(
      name: "SyncServerTests",
      dependencies: [
        "ProcessSupport", "SwiftDataSyncAdmin", "SwiftDataSyncCore", "SwiftDataSyncHTTP", "SwiftDataSyncPostgres",
        "SwiftDataSyncServer", "SwiftDataSyncWire", "SwiftDataUI", "SyncServerTool", "SyncSimulation", "SyncStores",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["SyncServer"])),
      ], exclude: ["Python"]),
    // Clients of CloudKit and devices on one zone; the command and pyicloud with the trait 'SyncServer' only.
    .testTarget(
      name: "CloudKitWebTests",
      dependencies: [
        "ProcessSupport", "SwiftDataCloudKitWeb", "SwiftDataSyncCore", "SwiftDataSyncServer", "SwiftDataSyncWire",
        "SyncServerTool", "SyncSimulation",
      ], exclude: ["Python"]),
    .testTarget(name: "OSLogCompatibilityTests", dependencies: ["OSLogCompatibility"]),
    // The language mode that the documents were written for.
    .testTarget(
      name: "SpecificationTests", dependencies: ["SwiftData"], exclude: ["README.md"],
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("BareSlashRegexLiterals"),
      ]),
    .testTarget(
      name: "SwiftDataMacrosTests",
      dependencies: [
        "ProcessSupport", "SwiftDataMacroExpansion",
        // For type-checking in the tests of compiler diagnostics, and in the documents' examples.
        "SwiftData", "SwiftDataObservability", "SwiftDataPostgres", "SwiftDataRecovery", "SwiftDataSync",
        "SwiftDataTesting",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosTestSupport", package: "swift-syntax"),
      ],
      // Compiled by the tests, with the blocks of the articles.
      exclude: ["Documents/Contexts"]),
  ]
)

#if compiler(>=6.2)
  // The settings of a new app, in which everything belongs to the main actor by default.
  package.targets.append(
    .testTarget(
      name: "MainActorTests", dependencies: ["SwiftData"],
      swiftSettings: [
        .unsafeFlags(["-default-isolation", "MainActor"]),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]))
#endif

// What runs in a browser, and its tests: Scripts/demo-web and Scripts/nightly web, which build with the trait 'Web'.
if Context.environment["SWIFTDATA_WEB"] != nil {
  package.targets += [
    .executableTarget(name: "Trips", dependencies: ["SwiftData", "SwiftUI"], path: "Examples/Trips"),
    // Pages written by hand, for tests of their host.
    .target(name: "WebPages", dependencies: ["SwiftDataUI"]),
    // Shows them, for a browser.
    .executableTarget(
      name: "WebProcess",
      dependencies: [
        "SwiftUI", "SwiftDataWeb", "WebPages",
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
      ]),
    .testTarget(
      name: "SwiftDataWebTests",
      dependencies: [
        "CDescriptorPassing", "SwiftDataWeb", "DefaultsProcess", "ProcessSupport", "StudioProcess", "SwiftDataTool",
        "Trips", "WebPages", "WebProcess",
      ]),
  ]
}

// Where the targets are: Sources/ROOM/NAME and Tests/ROOM/NAME. A room imports only rooms before it.
let rooms: KeyValuePairs = [
  "Sources/Format": ["CoreDataFormat", "CoreDataStore", "SecureHashes", "SourceText"],
  "Sources/Compatibility": [
    "CombineCompatibility", "FoundationCompatibility", "OSCompatibility", "OSLogCompatibility",
  ],
  "Sources/Engine": [
    "CSwiftDataRuntime", "SwiftData", "SwiftDataCore", "SwiftDataMacroExpansion", "SwiftDataMacros", "SwiftDataSQL",
    "SwiftDataSQLite",
  ],
  "Sources/Postgres": ["CLibpq", "SwiftDataPostgres"],
  "Sources/Additions": ["SwiftDataObservability", "SwiftDataRecovery", "SwiftDataTesting"],
  "Sources/Realm": ["RealmFile", "RealmSourceConverter", "RealmTransfer", "SwiftDataRealm", "SwiftDataRealmMigration"],
  "Sources/Views": [
    "AppKitCompatibility", "AssetSymbolsTool", "CDescriptorPassing", "CWebFiles", "SwiftDataUI", "SwiftDataWeb",
    "SwiftUI", "UIKitCompatibility",
  ],
  "Sources/Views/AppleModules": [
    "AVFoundation", "AVKit", "AudioToolbox", "Charts", "CoreLocation", "ImportNames", "LocalAuthentication", "MapKit",
    "PhotosUI", "StoreKit", "TipKit", "UniformTypeIdentifiers", "UserNotifications", "WidgetKit",
  ],
  "Sources/Sync": [
    "SwiftDataCloudKitWeb", "SwiftDataSync", "SwiftDataSyncAdmin", "SwiftDataSyncCore", "SwiftDataSyncHTTP",
    "SwiftDataSyncPostgres", "SwiftDataSyncServer", "SwiftDataSyncUI", "SwiftDataSyncWire", "SyncServerTool",
  ],
  "Sources/Tool": ["CStudioFiles", "SwiftDataStudio", "SwiftDataTool"],
  "Tests/Format": ["CoreDataFormatTests", "CoreDataStoreTests"],
  "Tests/Engine": [
    "CrossProcessTests", "CustomStoreTests", "MainActorTests", "OperationsTests", "PowerLossTests",
    "SpecificationTests", "SwiftDataMacrosTests", "SwiftDataTests",
  ],
  "Tests/Postgres": ["SwiftDataPostgresTests"],
  "Tests/Sync": ["CloudKitWebTests", "SyncClientTests", "SyncCoreTests", "SyncServerTests", "SyncWireTests"],
  "Tests/Compatibility": ["OSLogCompatibilityTests"],
  "Tests/Realm": ["RealmBehaviour", "RealmFileTests", "RealmSourceConverterTests", "SwiftDataRealmTests"],
  "Tests/Views": ["SwiftDataUITests", "SwiftDataWebTests"],
  "Tests/Tool": ["DatabaseToolTests", "StudioTests"],
  "Tests/Project": ["ProjectTests"],
  "Tests/Support/Fixtures": ["RealmFixtures", "RealmWriting", "SharedFixtures"],
  "Tests/Support/Models": ["CrossProcessModels", "WebPages"],
  "Tests/Support/Models/AppleModels": [
    "BookmarksModels", "ChefTimeModels", "Cocktails2024Models", "Cocktails2025Models", "RecipesModels",
    "ResourcesManagerModels", "SchedulerModels",
  ],
  "Tests/Support/Models/RealmModels": [
    "CloudModels", "EverythingModels", "GuidModels", "OldModels", "PetModels", "StudioModels",
  ],
  "Tests/Support/Processes": [
    "CAllocationCounter", "CDiskRecorder", "CostProcess", "CrossProcessWorker", "DefaultsProcess", "JSONStoreProcess",
    "PostgresProcess", "PowerLossProcess", "ProcessSupport", "RealmFuzz", "RealmProcess", "RegisterProcess",
    "StoreProcess", "StudioProcess", "SuiteProcess", "SyncBenchmark", "SyncProcess", "SyncStores", "SyncTrials",
    "ToolSupport", "WalkProcess", "WebProcess",
  ],
  "Tests/Support/Simulators": ["SyncConsistency", "SyncSimulation"],
]
for (room, names) in rooms {
  for target in package.targets where names.contains(target.name) { target.path = "\(room)/\(target.name)" }
}

/// The targets of this package that a target or a plug-in of it depends on.
@MainActor func dependencies(of target: Target) -> [String] {
  target.dependencies.compactMap { dependency in
    switch dependency {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }
    + (target.plugins ?? []).compactMap { plugin in
      if case .plugin(let name, _) = plugin { name } else { nil }
    }
}

/// Removes all targets but `kept`, and the products that lack one of theirs then.
@MainActor func keepOnly(_ kept: Set<String>) {
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let product as Product.Library: !product.targets.allSatisfy(kept.contains)
    case let product as Product.Executable: !product.targets.allSatisfy(kept.contains)
    default: true
    }
  }
}

/// Removes the targets and products that none of `roots` depends on.
@MainActor func keep(_ roots: [String]) {
  var kept: Set<String> = []
  var open = roots
  while let name = open.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    open += dependencies(of: target)
  }
  keepOnly(kept)
}

/// Removes targets, what depends on them, and their products.
@MainActor func leaveOut(_ names: [String]) {
  var removed = Set(names)
  while let next = package.targets.first(where: { target in
    !removed.contains(target.name) && dependencies(of: target).contains(where: removed.contains)
  }) {
    removed.insert(next.name)
  }
  keepOnly(Set(package.targets.map(\.name)).subtracting(removed))
}

// Apple's platforms have these modules, and one of the same name would hide Apple's from an app that depends on any part
// of this package. Their vocabulary without the names is 'SwiftDataUI'.
#if canImport(Darwin)
  leaveOut(rooms.first { $0.key == "Sources/Views/AppleModules" }?.value ?? [])
#endif

// SWIFTDATA_ONLY=SyncCoreTests,SyncTrials swift build --build-tests: these targets and their dependencies, for
// everyday work on a part.
if let names = Context.environment["SWIFTDATA_ONLY"] {
  keep(names.split(separator: ",").map(String.init))
}

// Scripts/postgres-tests: the store in PostgreSQL databases, and its dependencies.
if Context.environment["SWIFTDATA_POSTGRES_ONLY"] != nil {
  keep(["SwiftDataPostgresTests"])
}

// Scripts/test --release builds all of the package in debug and this part of it in release, which is where optimization
// and the limits of costs matter; Scripts/nightly release tests the rest in release, too.
if Context.environment["SWIFTDATA_ENGINE_ONLY"] != nil {
  keep([
    "OperationsTests", "CoreDataFormatTests", "CustomStoreTests", "CrossProcessTests", "MainActorTests",
    "OSLogCompatibilityTests",
    "SpecificationTests", "SwiftDataTests",
  ])
  // Optimizing these tests, as one module on one processor, took longer than all else of that build; the engine that they
  // test is optimized, and Scripts/nightly release optimizes them, too.
  for target in package.targets where target.name == "SwiftDataTests" {
    target.swiftSettings =
      (target.swiftSettings ?? [])
      + [
        .unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release))
      ]
  }
}

// Scripts/test: the simulators of sync, which do the same steps thousands of times, are optimized in debug builds, too. Their
// checks are their own, not assertions.
if Context.environment["SWIFTDATA_FAST_SIMULATION"] != nil {
  let simulated = ["SwiftDataSyncCore", "SwiftDataSyncWire", "SyncSimulation"]
  for target in package.targets where simulated.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
}

// Scripts/test, in a fresh clone: the macros as an ordinary program. swift-syntax, which takes as long to compile as all of the
// engine, is compiled for it and for the tests that use it once then, not once more for macros.
if Context.environment["SWIFTDATA_MACRO_PROGRAM"] != nil {
  keep(["SwiftDataMacros"])
  package.targets = package.targets.map { target in
    guard target.type == .macro else { return target }
    return .executableTarget(name: target.name, dependencies: target.dependencies, path: target.path)
  }
}

// Scripts/test: macros that were compiled before, as a program or by the debug build, expand the sources of a build. Without
// this, a release build begins with swift-syntax, which is a third of its work.
if let plugin = Context.environment["SWIFTDATA_MACRO_PLUGIN"] {
  package.targets.removeAll { $0.name == "SwiftDataMacros" }
  // Some tests look at what the macros expand to.
  if !package.targets.contains(where: { $0.name == "SwiftDataMacrosTests" }) {
    package.targets.removeAll { $0.name == "SwiftDataMacroExpansion" }
  }
  // The command line converts sources, and needs it nevertheless.
  let parsesSources = package.targets.contains { target in
    target.dependencies.contains { if case .productItem(_, "swift-syntax", _, _) = $0 { true } else { false } }
  }
  package.dependencies.removeAll { dependency in
    if case .sourceControl(_, let location, _) = dependency.kind {
      return location.hasSuffix("/swift-syntax") && !parsesSources
    }
    return false
  }
  for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.dependencies.removeAll { if case .byNameItem("SwiftDataMacros", _) = $0 { true } else { false } }
    target.swiftSettings =
      (target.swiftSettings ?? [])
      + [.unsafeFlags(["-Xfrontend", "-load-plugin-executable", "-Xfrontend", plugin + "#SwiftDataMacros"])]
  }
}
