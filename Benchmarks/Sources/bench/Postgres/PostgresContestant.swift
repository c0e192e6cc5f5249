// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres

  /// The server that Scripts/bench has started.
  enum PostgresServer {
    static func address() throws -> String {
      guard let address = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_URL"] else {
        throw LibpqError(message: "SWIFTDATA_POSTGRES_URL names no server; Scripts/bench --postgres starts one")
      }
      return address
    }

    /// A namespace for each contestant and run.
    static func namespace(_ name: String, _ directory: URL) -> String {
      let run = directory.lastPathComponent.filter(\.isHexDigit).lowercased().suffix(12)
      return "bench_\(run)_\(name.filter(\.isLetter))"
    }

    /// The server's version, and how it commits.
    static func description() throws -> String {
      let connection = try LibpqConnection(address())
      func setting(_ name: String) throws -> String {
        try connection.run(connection.prepare("SELECT current_setting('\(name)')", [])).string(0, 0)
      }
      return try "PostgreSQL \(setting("server_version")), synchronous_commit \(setting("synchronous_commit"))"
    }
  }

  /// This package in a database, with its defaults: the store keeps a history.
  struct PostgresContestant: OurPostgresContestant {
    static let name = "postgres"
    static let works = Work.onServers
    let store: PostgresBenchStore

    init(directory: URL) throws { store = try PostgresBenchStore(Self.name, directory, history: true) }
  }

  /// The same without a history, as hand-written programs have none.
  struct PostgresPlainContestant: OurPostgresContestant {
    static let name = "postgres-without-history"
    static let works = Work.onServers.filter(\.writes)
    let store: PostgresBenchStore

    init(directory: URL) throws { store = try PostgresBenchStore(Self.name, directory, history: false) }
  }

  /// The workload as it is for files.
  protocol OurPostgresContestant: Contestant {
    var store: PostgresBenchStore { get }
  }

  extension OurPostgresContestant {
    func settle() throws { try store.settle() }
    func finish() throws { try store.finish() }

    func insert(_ catalogue: Catalogue) throws { try store.ours.insert(catalogue) }
    func fetchAll() throws -> Digest { try store.ours.fetchAll() }
    func pages(_ pages: [Catalogue.Page]) throws -> Digest { try store.ours.pages(pages) }
    func lookups(_ keys: [String]) throws -> Digest { try store.ours.lookups(keys) }
    func albumsWithTracks() throws -> Digest { try store.ours.albumsWithTracks() }
    func update(genre: String) throws { try store.ours.update(genre: genre) }
    func delete(shorterThan duration: Double) throws { try store.ours.delete(shorterThan: duration) }
    func withLoadedTracks(
      _ count: Int, _ timed: (_ changeAndSave: (Int) throws -> Void) throws -> Void
    ) throws { try store.ours.withLoadedTracks(count, timed) }
    // No server has a part in these.
    func create(_ count: Int, like track: Catalogue.Track) -> Digest { Digest() }
    func withReading(_ timed: (_ readAll: () -> Int) -> Void) throws {}
    func whileHoldingAll(_ body: (_ count: Int) -> Void) throws {}
  }

  /// The file store's workload over a container in a database.
  struct PostgresBenchStore {
    let ours: OurContestant
    private let namespace: String
    /// Kept: the time of a server's process that ends would be missing from the sum.
    private let connection: LibpqConnection

    init(_ name: String, _ directory: URL, history: Bool) throws {
      namespace = PostgresServer.namespace(name, directory)
      connection = try LibpqConnection(PostgresServer.address())
      ours = OurContestant(
        container: try ModelContainer(
          for: Album.self, Track.self,
          configurations: PostgresConfiguration(
            url: PostgresServer.address(), namespace: namespace, isHistoryEnabled: history)))
    }

    func settle() throws {
      for table in ["album", "track"] { try connection.execute("VACUUM ANALYZE \(namespace).\(table)") }
    }

    func finish() throws {
      try connection.execute("DROP SCHEMA \(namespace) CASCADE")
    }
  }
#endif
