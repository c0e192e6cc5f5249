// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres
  import SwiftDataStudio

  /// A store in a database, for Studio.
  ///
  /// Pages share one connection (``LiveDatabase``); what takes long has another one, for as long as it takes.
  struct DatabaseStudio: StudioAccess {
    private let address: DatabaseAddress
    let name: String
    let place: String
    let settingsKey: String
    var kind: StudioKind { .database }

    /// - Throws: `StoreError` if the database cannot be reached, or has no store.
    init(_ address: DatabaseAddress) throws {
      self.address = address
      (name, place, settingsKey) = try address.reporting {
        let session = try DatabaseSession(url: address.url, namespace: address.namespace)
        defer { session.close() }
        guard try session.hasStore() else {
          throw StoreError(
            .notAStore, "The namespace \(address.namespace) has no store of this library.", file: address.name,
            advice: "Check the database, and the namespace (--namespace). For the tables of another program, "
              + "'schema --swift' writes models.")
        }
        return (session.database, Self.place(session), "postgres:" + (try session.record().identifier))
      }
    }

    static func place(_ session: DatabaseSession) -> String {
      "PostgreSQL \(session.server), database \(session.database), namespace \(session.namespace)"
    }

    func live() -> any LiveSource { LiveDatabase(address) }

    private func session<T>(_ body: (DatabaseSession) throws -> T) throws -> T {
      try address.reporting {
        let session = try DatabaseSession(url: address.url, namespace: address.namespace)
        defer { session.close() }
        return try body(session)
      }
    }

    func check() throws -> [Finding] { try session { try DatabaseCheck.findings($0) } }

    func sizes() throws -> TableSizes {
      try session { try DatabaseDefinitions($0).sizes($0.record().layout) }
    }

    func modelSource() throws -> String {
      // What JSON in columns looks like, their values say.
      try copied(.some) { try ModelSource($0).text() }
    }

    func tableStatements() throws -> String { try session { try DatabaseDefinitions($0).text() } }

    func run(_ sql: String, _ limits: SQLLimits) throws -> SQLResult {
      try DatabaseStatement(limits: limits).run(sql, address)
    }

    func editor() -> any RowEditor { DatabaseEditor(address: address) }

    // MARK: Files

    func export(_ request: ExportRequest, statement: String?) throws -> ExportedFile {
      guard request.format != .sql else {
        throw StudioError("A database is not written as SQL here.", advice: "Use pg_dump.")
      }
      return try request.write(named: request.fileName(of: name)) { sink in
        if request.result != nil { return try request.writeResult(statement, to: sink) { try run($0, .forExport) } }
        switch request.format {
        case .data: try value(request, sink)
        case .swift: try sink.write(modelSource())
        case .mermaid: try copied(.none) { try request.write($0, keys: nil, to: sink) }
        case .csv, .json, .sql:
          guard let entity = request.entity else {
            return try copied(.all) { try request.write($0, keys: nil, to: sink) }
          }
          try found(request.rows ?? GridRequest(entity: entity)) { store, keys in
            // All of them, in the form that 'import' reads, unless they are a grid's.
            try request.write(store, keys: request.rows == nil ? nil : keys, to: sink)
          }
        }
      }
    }

    /// The bytes of one value.
    private func value(_ request: ExportRequest, _ sink: FileSink) throws {
      try address.reporting {
        let source = try DatabaseSource(address)
        defer { source.close() }
        try source.read { _ in try request.write(source, keys: nil, to: sink) }
      }
    }

    /// The rows of a grid, all of them, with what they lead to.
    private func found(_ rows: GridRequest, _ body: (Store, [Int64]) throws -> Void) throws {
      try address.reporting {
        var search = try DatabaseQuery(address, rows.query)
        defer { TemporaryFolders.remove(search.store.url.deletingLastPathComponent()) }
        search.restriction = try rows.restriction(search.store)
        search.isReversed = rows.isDescending
        let store = try Store(reading: search.file([]))
        defer { store.connection.close() }
        let keys = try store.connection.rows("SELECT key FROM \(DatabaseQuery.found) ORDER BY position")
        try body(store, keys.compactMap { $0.first?.key })
      }
    }

    private func copied<T>(_ rows: DatabaseRows, _ body: (Store) throws -> T) throws -> T {
      let store = try address.copy(rows: rows)
      defer {
        store.connection.close()
        TemporaryFolders.remove(store.url.deletingLastPathComponent())
      }
      return try body(store)
    }
  }
#endif
