// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresConfiguration {
    /// Calls `body` with the same configuration for a new namespace, and drops that namespace at the end: for tests
    /// that run in parallel over one database.
    ///
    /// ```swift
    /// @Test func booksAreKept() async throws {
    ///   try await PostgresConfiguration(url: address).withTemporaryNamespace { configuration in
    ///     let container = try ModelContainer(for: Book.self, configurations: configuration)
    ///     …
    ///   }
    /// }
    /// ```
    ///
    /// The namespace is dropped also if `body` throws. What a process has left that ended in between, such as a test
    /// that crashed, is dropped by the next call. The namespace is called `swiftdata_temporary_…`; a connection is kept
    /// for it meanwhile, past a pooler to ``directURL``. Containers of `body` are of no use afterwards.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on.
    ///   - body: What is to happen with the namespace, which has no tables yet.
    /// - Throws: What `body` throws; ``SwiftDataError`` if the database cannot be reached, or if the user may not
    ///   create namespaces in it.
    public func withTemporaryNamespace<R>(
      isolation: isolated (any Actor)? = #isolation, _ body: (PostgresConfiguration) async throws -> R
    ) async throws -> R {
      let namespace = try TemporaryNamespace(self)
      let result: R
      do { result = try await body(configuration(namespace)) } catch {
        try? namespace.remove()
        throw error
      }
      try namespace.remove()
      return result
    }

    /// Calls `body` with the same configuration for a new namespace, and drops that namespace at the end: for tests
    /// that run in parallel over one database.
    ///
    /// - Parameter body: What is to happen with the namespace, which has no tables yet.
    /// - Throws: What `body` throws; ``SwiftDataError`` if the database cannot be reached, or if the user may not
    ///   create namespaces in it.
    public func withTemporaryNamespace<R>(_ body: (PostgresConfiguration) throws -> R) throws -> R {
      let namespace = try TemporaryNamespace(self)
      let result: R
      do { result = try body(configuration(namespace)) } catch {
        try? namespace.remove()
        throw error
      }
      try namespace.remove()
      return result
    }

    private func configuration(_ namespace: TemporaryNamespace) -> PostgresConfiguration {
      var configuration = self
      configuration.namespace = namespace.name
      return configuration
    }
  }

  /// A namespace that lasts as long as its owner.
  ///
  /// The connection holds a lock for the name, which the server releases however the process ends: a namespace without
  /// one belongs to nobody any more.
  private struct TemporaryNamespace: Sendable {
    let name: String
    private let connection: PostgresConnection

    private static let prefix = "swiftdata_temporary_"

    init(_ configuration: PostgresConfiguration) throws {
      try configuration.validate()
      name = Self.prefix + UUID().uuidString.lowercased().replacing("-", with: "")
      let settings = configuration.currentSettings(try configuration.settings(isDirect: true))
      do {
        connection = try PostgresConnection(settings: settings, prepares: false)
        // Whoever is still at work in a namespace that is dropped is not waited for without end.
        try connection.set(["lock_timeout": "10s"])
        Self.removeLeftovers(connection)
        // Before it can be seen.
        try connection.run("SELECT pg_advisory_lock(\(Self.lockNumber("$1")))", [Parameter(name)])
        try connection.run("CREATE SCHEMA \(Self.quoted(name))")
      } catch {
        throw PostgresErrors.error(error)
      }
    }

    func remove() throws {
      defer { connection.close() }
      do { try Self.drop(name, connection) } catch { throw PostgresErrors.error(error) }
    }

    /// Those that cannot be dropped, such as another user's, remain.
    private static func removeLeftovers(_ connection: PostgresConnection) {
      // In a `CASE`, no other name is locked. What somebody else has called nearly so is not ours to drop.
      let abandoned = try? connection.run(
        "SELECT nspname::text FROM pg_namespace WHERE CASE WHEN nspname::text ~ $1 "
          + "THEN pg_try_advisory_lock(\(lockNumber("nspname::text"))) ELSE false END",
        [Parameter("^\(prefix)[0-9a-f]{32}$")])
      guard let abandoned else { return }
      for row in 0..<abandoned.count {
        let name = abandoned.text(row, 0)
        try? drop(name, connection)
        _ = try? connection.run("SELECT pg_advisory_unlock(\(lockNumber("$1")))", [Parameter(name)])
      }
    }

    /// A container that is not closed yet may look at the tables meanwhile.
    private static func drop(_ name: String, _ connection: PostgresConnection) throws(PostgresFailure) {
      for _ in 0..<5 {
        do throws(PostgresFailure) {
          try connection.run("DROP SCHEMA IF EXISTS \(quoted(name)) CASCADE")
          return
        } catch {
          guard error.code == "40P01" else { throw error }
        }
      }
      try connection.run("DROP SCHEMA IF EXISTS \(quoted(name)) CASCADE")
    }

    private static func lockNumber(_ name: String) -> String { "hashtextextended(\(name), 7318)" }

    private static func quoted(_ name: String) -> String { PostgresNames.quoted(name) }
  }
#endif
