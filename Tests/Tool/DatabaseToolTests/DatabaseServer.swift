// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CLibpq
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// A private server for these tests.
  enum DatabaseServer {
    /// `nil` if there is none.
    static let address: String? = {
      if let address = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_URL"] { return address }
      guard let output = run("start"), output.hasPrefix("postgres") else {
        print("There is no PostgreSQL server: the tests that need one are skipped.")
        return nil
      }
      atexit { _ = DatabaseServer.run("remove") }
      return output
    }()

    private static let folder = FileManager.default.temporaryDirectory
      .appending(path: "swiftdata-tool-pg-\(ProcessInfo.processInfo.processIdentifier)").path

    private static func run(_ command: String) -> String? {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts/postgres")
      let result = try? ChildProcess.run(
        script, [command, folder],
        environment: ProcessInfo.processInfo.environment.merging(
          ["POSTGRES_OPTIONS": "-c fsync=off -c synchronous_commit=off"]) { $1 })
      guard let result, result.status == 0 else { return nil }
      return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs SQL past the library.
    static func run(sql: String, at other: String? = nil) throws {
      let handle = try #require(PQconnectdb(try #require(other ?? address)))
      defer { PQfinish(handle) }
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      try #require(
        status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK, "\(String(cString: PQerrorMessage(handle)))")
    }
  }

  /// A namespace with the tables of the models, and a file for the same.
  struct Stores {
    let namespace = "d_" + UUID().uuidString.prefix(8).lowercased()
    let schema = Schema([Specimen.self, Curator.self])
    let folder = FileManager.default.temporaryDirectory.appending(path: "database-tool-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func database() throws -> ModelContainer {
      try ModelContainer(
        for: schema,
        configurations: [
          PostgresConfiguration(url: try #require(DatabaseServer.address), schema: schema, namespace: namespace)
        ])
    }

    /// An export without the identifier of the store. In a text of megabytes, characters would take longer than the export.
    static func anonymous(_ export: Data) -> String {
      var bytes = export
      for marker in ["x-coredata://", "\"storeUUID\": \""] {
        guard let found = bytes.range(of: Data(marker.utf8)) else { continue }
        let identifier = bytes[found.upperBound...].prefix(36)
        var rest = bytes.startIndex..<bytes.endIndex
        while let next = bytes.range(of: identifier, in: rest) {
          bytes.resetBytes(in: next)
          rest = next.upperBound..<bytes.endIndex
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    func file(_ name: String) throws -> ModelContainer {
      try ModelContainer(for: schema, configurations: [ModelConfiguration(url: folder.appending(path: name))])
    }
  }
#endif
