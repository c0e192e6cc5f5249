// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  /// All tests with a server, one after the other: an open transaction delays the history of all.
  @Suite(.serialized, .enabled(if: TestServer.isThere, "there is no PostgreSQL server"))
  enum PostgresTests {}

  /// A private server for all tests of the process, removed when it ends.
  final class TestServer: Sendable {
    /// Where it is; `nil` if no server is installed.
    static let address: String? = start()

    static var isThere: Bool { address != nil }

    /// The path of its Unix socket; `nil` for one that is reached in another way.
    static var socket: String? {
      guard let host = address?.split(separator: "host=").last?.split(separator: "&").first, host.hasPrefix("/") else {
        return nil
      }
      return "\(host)/.s.PGSQL.5432"
    }

    /// Whether tests do all that they are meant to do, as Scripts/nightly postgres wants it.
    static let isFull = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_FULL"] != nil

    /// How often something is done: what the variable SWIFTDATA_POSTGRES_… says, or as often as it is meant to be done.
    static func count(_ name: String, _ usual: Int, full: Int) -> Int {
      let said = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_\(name)"].flatMap { Int($0) }
      return max(said ?? (isFull ? full : usual), 1)
    }

    private static var script: String {
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts/postgres").path
    }

    static func run(
      _ arguments: String..., options: String = "-c fsync=off -c synchronous_commit=off -c max_prepared_transactions=4"
    ) throws -> (status: Int32, output: String) {
      let result = try ChildProcess.run(
        URL(fileURLWithPath: script), arguments,
        environment: ProcessInfo.processInfo.environment.merging(["POSTGRES_OPTIONS": options]) { $1 })
      if result.status != 0 { print(result.errors) }
      return (result.status, result.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Of its files.
    static let folder = FileManager.default.temporaryDirectory
      .appending(path: "swiftdata-pg-\(ProcessInfo.processInfo.processIdentifier)").path

    private static func start() -> String? {
      // Somebody else's, if it is given.
      if let address = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_URL"] { return address }
      guard let (status, output) = try? run("start", folder), status == 0 else {
        print("There is no PostgreSQL server: the tests that need one are skipped.")
        return nil
      }
      removeAtExit(folder)
      return output
    }

    private static let removed = Mutex<[String]>([])

    /// Stops a server and removes its folder when the process ends; the last that was started first.
    static func removeAtExit(_ folder: String) {
      let isFirst = removed.withLock { folders in
        folders.append(folder)
        return folders.count == 1
      }
      guard isFirst else { return }
      atexit {
        for folder in TestServer.removed.withLock({ $0.reversed() }) {
          _ = system("'\(TestServer.script)' remove '\(folder)' >/dev/null 2>&1")
        }
      }
    }
  }

  extension Trait where Self == ConditionTrait {
    /// For what compares localized orders and the cases of all letters with Foundation's, and for schemas that name one of
    /// ICU's collations: a server may have been built without it.
    static var needsICU: Self { .enabled("the server has no ICU") { try TestServer.hasICU() } }
  }

  extension TestServer {
    static func hasICU() throws -> Bool {
      try !TestConnection().run("SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu'").isEmpty
    }
  }

  extension PostgresConfiguration {
    /// A store in a namespace of its own.
    static func test(
      _ schema: Schema? = nil,
      namespace: String = "t_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_"),
      isHistoryEnabled: Bool = true, connections: Int = 8
    ) throws -> PostgresConfiguration {
      var configuration = PostgresConfiguration(
        url: try #require(TestServer.address), schema: schema, namespace: namespace,
        isHistoryEnabled: isHistoryEnabled)
      configuration.maximumConnections = connections
      return configuration
    }
  }

  /// A container for models in a namespace of their own.
  func postgresContainer(_ types: any PersistentModel.Type..., history: Bool = true, connections: Int = 8) throws
    -> ModelContainer
  {
    let schema = Schema(types)
    return try ModelContainer(
      for: schema,
      configurations: [PostgresConfiguration.test(schema, isHistoryEnabled: history, connections: connections)])
  }
#endif
