// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore
import SwiftDataSyncServer

#if Postgres
  import SwiftDataSyncPostgres
#endif

/// Where the servers of tests have their data: files, or schemas of a private PostgreSQL server if the variable
/// `SWIFTDATA_SYNC_ENGINE` is `postgres`. A schema stands for a file by its path.
public enum ServerStore {
  public enum Engine: String, Sendable { case sqlite, postgres }

  /// What this run is about.
  public static let engine: Engine = {
    guard ProcessInfo.processInfo.environment["SWIFTDATA_SYNC_ENGINE"] == "postgres" else { return .sqlite }
    guard PrivatePostgres.isThere else {
      print("SWIFTDATA_SYNC_ENGINE: there is no PostgreSQL server, so these tests are about files.")
      return .sqlite
    }
    return .postgres
  }()

  public static var isFile: Bool { engine == .sqlite }

  /// The schema that stands for a file.
  public static func schema(_ file: URL) -> String {
    "t_" + SHA2.sha256(Array(file.path.utf8)).prefix(10).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The words by which a command names it.
  public static func words(_ file: URL) -> [String] { words(file, engine) }

  public static func words(_ file: URL, _ engine: Engine) -> [String] {
    switch engine {
    case .sqlite: [file.path]
    case .postgres: ["--database", PrivatePostgres.address ?? "", "--schema", schema(file)]
    }
  }

  package static func open(
    _ file: URL, _ engine: Engine = engine, service: SyncService = SyncService(), zoneLimit: Int = 100,
    quota: AccountQuota = AccountQuota(),
    firstGeneration: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 1...UInt64.max) },
    generation: UInt64 = .random(in: 1...UInt64.max)
  ) throws -> SyncDatabase {
    #if Postgres
      if engine == .postgres {
        return SyncDatabase(
          try database(file, generation: generation), service: service, zoneLimit: zoneLimit, quota: quota,
          firstGeneration: firstGeneration)
      }
    #endif
    return try SyncDatabase(
      file: file, service: service, zoneLimit: zoneLimit, quota: quota, firstGeneration: firstGeneration,
      generation: { generation })
  }

  /// The schema's name in copies.
  private static let copied = "t_that_was_copied"

  /// Makes a copy, which is a file in either case: the database, or what `pg_dump` writes.
  package static func backUp(_ database: SyncDatabase, of file: URL, to copy: URL) throws {
    guard engine == .postgres, let address = PrivatePostgres.address else { return try database.backUp(to: copy) }
    let text = try PrivatePostgres.program("pg_dump", "--schema", schema(file), address)
    try Data(text.replacingOccurrences(of: schema(file), with: copied).utf8).write(to: copy)
  }

  /// Puts a copy in the place of a file that is not there.
  package static func restore(_ copy: URL, as file: URL) throws {
    guard engine == .postgres else { return try FileManager.default.copyItem(at: copy, to: file) }
    let script = file.appendingPathExtension("sql")
    let text = String(decoding: try Data(contentsOf: copy), as: UTF8.self)
    try Data(text.replacingOccurrences(of: copied, with: schema(file)).utf8).write(to: script)
    try psql("-f", script.path)
  }

  /// Runs SQL past the server, in the schema that stands for a file.
  package static func execute(_ sql: String, in file: URL) throws {
    try psql("-c", "SET search_path TO \(schema(file))", "-c", sql)
  }

  private static func psql(_ words: String...) throws {
    let arguments = ["-XAtq", "-v", "ON_ERROR_STOP=1", PrivatePostgres.address ?? ""] + words
    _ = try PrivatePostgres.program("psql", arguments)
  }

  #if Postgres
    /// - Parameter address: Another way to the same server.
    package static func database(
      _ file: URL, address: String? = nil, connections: Int = 8, preparesStatements: Bool = true,
      generation: UInt64 = .random(in: 1...UInt64.max)
    ) throws -> PostgresDatabase {
      var configuration = PostgresDatabase.Configuration(address: address ?? PrivatePostgres.address ?? "")
      configuration.schema = schema(file)
      configuration.connections = connections
      configuration.preparesStatements = preparesStatements
      return try PostgresDatabase(configuration, generation: { generation })
    }
  #endif
}
