// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres
  import SwiftDataStudio

  /// A connection to a database, and the private file into which the rows of a page come.
  ///
  /// The server finds, sorts and counts. Rows that are shown are copied into the file, where they are read as those of
  /// any file are; when the reading ends, they are gone.
  final class DatabaseSource: RowSource {
    let copy: DatabaseCopy
    private let writer: BulkWriter
    private let folder: URL
    private let tables: DatabaseTables
    private let views: DatabaseViews
    /// As of the opening.
    let model: String
    /// How often the connection was lost before.
    let losses: Int

    var session: DatabaseSession { copy.session }
    var store: Store { writer.store }
    var dialect: QueryDialect { .postgres(fold: session.quoted("swiftdata_fold")) }
    var isOpen: Bool { session.isOpen }

    init(_ address: DatabaseAddress, losses: Int = 0) throws {
      self.losses = losses
      copy = try DatabaseCopy(address)
      let file = try copy.emptyFile()
      folder = file.deletingLastPathComponent()
      do {
        writer = try BulkWriter(file)
        tables = try DatabaseTables(copy.record, writer.store)
      } catch {
        TemporaryFolders.remove(folder)
        throw error
      }
      views = DatabaseViews(tables, writer.store, copy.session, copy.record.layout)
      model = try copy.session.rows(Self.modelState(copy.session)).first?.first.map(Self.text) ?? ""
    }

    func close() {
      session.close()
      writer.close()
      TemporaryFolders.remove(folder)
    }

    // MARK: Reading

    /// All that `body` reads is of one moment.
    func read<T>(_ body: (DatabaseState) throws -> T) throws -> T {
      try session.snapshot {
        let state = try state()
        try writer.connection.execute("BEGIN")
        // What was brought was for this reading.
        defer { try? writer.connection.execute("ROLLBACK") }
        return try body(state)
      }
    }

    private static func modelState(_ session: DatabaseSession) -> String {
      "SELECT xmin::text || ' ' || ctid::text FROM \(session.quoted("swiftdata_store")) LIMIT 1"
    }

    private static func text(_ value: ColumnConstant) -> String { if case .text(let text) = value { text } else { "" } }

    func state() throws -> DatabaseState {
      let row =
        try session.rows(
          "SELECT coalesce((\(Self.modelState(session))), ''), md5(concat("
            // Of transactions that run beside each other, the one that began first may end last.
            + "(SELECT string_agg(t.xid::text, ',') FROM (SELECT xid FROM \(session.quoted("swiftdata_transaction")) "
            + "ORDER BY xid DESC LIMIT 100) AS t), '/', "
            + "(SELECT string_agg(concat_ws(' ', c.oid, c.relfilenode, pg_stat_get_tuples_inserted(c.oid), "
            + "pg_stat_get_tuples_updated(c.oid), pg_stat_get_tuples_deleted(c.oid)), ',' ORDER BY c.oid) "
            + "FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = "
            + "(SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = \(session.namespace.inSingleQuotes)))))"
        ).first ?? []
      guard row.count == 2 else { return DatabaseState(model: "", contents: "") }
      return DatabaseState(model: Self.text(row[0]), contents: Self.text(row[1]))
    }

    func rows(_ sql: String, _ values: [SQLiteValue]) throws -> [[SQLiteValue]] {
      let (text, sent) = views.statement(sql, values)
      return try session.rows(text, sent).map { $0.map(Self.value) }
    }

    private static func value(_ value: ColumnConstant) -> SQLiteValue {
      switch value {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let value): .text(value)
      case .bytes(let value): .blob(Data(value))
      }
    }

    func table(_ table: String, by column: String, others: [String]) -> String { table.sqlName }

    func limited<T>(seconds: Double, _ body: () throws -> T) throws -> T {
      let former = session.deadline
      let deadline = DispatchTime.now() + seconds
      session.deadline = min(deadline, former ?? deadline)
      defer { session.deadline = former }
      do { return try body() } catch  where DatabaseSession.code(of: error) == "57014" {
        // The server may have a shorter limit of its own.
        guard DispatchTime.now() + 0.05 >= deadline else { throw error }
        throw TimeLimit.error(seconds)
      }
    }

    // MARK: Rows

    static func array(_ keys: some Sequence<Int64>) -> String {
      "'{\(keys.map(String.init).joined(separator: ","))}'::bigint[]"
    }

    func bring(_ keys: [Int64], of entity: EntityDescription, longest: Int?) throws {
      let root = store.model.root(of: entity).name
      guard !keys.isEmpty, let table = tables.tables.first(where: { $0.root == root }) else { return }
      try copy.copy(table, into: writer, where: "t.pk = ANY(\(Self.array(keys)))", longest: longest, isPage: true)
    }

    func sizes(
      _ properties: [String], of entity: EntityDescription, _ keys: [Int64]
    ) throws -> [String: [Int64: UInt64]] {
      guard let place = copy.record.layout.entities[entity.name], !keys.isEmpty else { return [:] }
      let types = try copy.types(place.table)
      let lengths = properties.compactMap { property -> (property: String, sql: String)? in
        guard let columns = place.attributes[property], columns.count == 1, let column = columns.first else {
          return nil
        }
        let name = DatabaseSession.quoted(column)
        switch types[column] {
        case "bytea": return (property, "octet_length(\(name))")
        case "jsonb": return (property, "octet_length(\(name)::text)")
        default: return nil
        }
      }
      guard !lengths.isEmpty else { return [:] }
      let rows = try session.rows(
        "SELECT pk, \(lengths.map(\.sql).joined(separator: ", ")) FROM \(session.quoted(place.table)) "
          + "WHERE pk = ANY(\(Self.array(keys)))")
      var result: [String: [Int64: UInt64]] = [:]
      for row in rows {
        guard case .integer(let key)? = row.first else { continue }
        for (length, value) in zip(lengths, row.dropFirst()) {
          if case .integer(let size) = value { result[length.property, default: [:]][key] = UInt64(max(0, size)) }
        }
      }
      return result
    }

    func distinctValues(
      _ attribute: AttributeDescription, of entity: EntityDescription, most: Int
    ) throws -> [SQLiteValue] {
      guard let place = copy.record.layout.entities[entity.name], let columns = place.attributes[attribute.name],
        columns.count == 1, let column = columns.first
      else { return [] }
      let name = DatabaseSession.quoted(column)
      var selected = name
      var condition = "\(name) IS NOT NULL"
      switch try copy.types(place.table)[column] {
      case "text", "bigint", "integer", "smallint", "boolean": break
      // Whole ones, as a file has them.
      case "numeric":
        selected = "\(name)::bigint"
        condition = "abs(\(name)) < 9223372036854775807 AND \(name) = trunc(\(name))"
      default: return []
      }
      return try session.rows(
        "SELECT DISTINCT \(selected) FROM \(session.quoted(place.table)) WHERE \(condition) LIMIT \(most)"
      ).compactMap { $0.first.map(Self.value) }
    }

    func order(_ selection: GridSelection, isPlain: Bool, number: Int) throws -> any RowOrder {
      try DatabaseOrder(selection, self)
    }

    func count(of entity: EntityDescription) throws -> Int {
      guard let layout = store.layout[entity.name], let table = layout.table else { return 0 }
      let condition = store.entityCondition(layout, true).map { " WHERE " + $0 } ?? ""
      return Int(try rows("SELECT count(*) FROM \(table.sqlName) AS t0\(condition)", []).first?.first?.key ?? 0)
    }
  }
#endif
