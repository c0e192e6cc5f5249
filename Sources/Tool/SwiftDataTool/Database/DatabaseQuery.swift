// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres

  /// Asks a database for objects. The server finds, sorts and counts them; only they, and what their columns lead to, come
  /// into the temporary file from which they are printed.
  struct DatabaseQuery {
    private let copy: DatabaseCopy
    private let writer: BulkWriter
    private let tables: DatabaseTables
    private let views: DatabaseViews
    let query: StoreQuery
    /// What holds of the objects besides, about the file's names.
    var restriction: (condition: String, values: [SQLiteValue])?
    /// Whether objects without another order come from the last key on.
    var isReversed = false
    var store: Store { writer.store }
    /// The keys of the objects that were found, by their places.
    static let found = "SWIFTDATA_FOUND"
    /// Keys in a statement at most.
    private static let block = 1_000

    init(_ address: DatabaseAddress, _ query: StoreQuery) throws {
      copy = try DatabaseCopy(address)
      writer = try BulkWriter(copy.emptyFile())
      tables = try DatabaseTables(copy.record, writer.store)
      views = DatabaseViews(tables, writer.store, copy.session, copy.record.layout)
      self.query = query
    }

    func count() throws -> Int {
      defer { writer.close() }
      guard let (sql, values) = try statement("count(*)", isOrdered: false),
        case .integer(let count)? = try copy.session.rows(sql, values).first?.first
      else { return 0 }
      return Int(count)
    }

    /// The file with what was found.
    ///
    /// - Parameter paths: What is printed: `name`, `folder.name`; all properties if empty.
    func file(_ paths: [String]) throws -> URL {
      let url = store.url
      let root = store.model.root(of: try store.entity(named: query.entity)).name
      try copy.session.snapshot {
        try writer.connection.transaction {
          try writer.connection.execute("CREATE TABLE \(Self.found) (position INTEGER PRIMARY KEY, key INTEGER)")
          if let (sql, values) = try statement("t0.z_pk", isOrdered: true) {
            let insertion = try writer.connection.prepare("INSERT INTO \(Self.found) (key) VALUES (?)")
            try copy.session.forEach(sql, values) { row in
              guard case .integer(let key)? = row.first else { return }
              try insertion.bind([.integer(key)])
              defer { insertion.reset() }
              _ = try insertion.step()
            }
          }
          try fetch(root, keysOf: "SELECT key FROM \(Self.found)")
          let entity = try store.entity(named: query.entity)
          if paths.isEmpty {
            for member in store.model.family(of: entity) {
              for relationship in member.relationships {
                try follow(relationship.name, of: member, keysOf: "SELECT key FROM \(Self.found)")
              }
            }
          }
          for path in paths { try walk(path.split(separator: ".").map(String.init), from: entity) }
        }
      }
      writer.close()
      return url
    }

    // MARK: The server's part

    /// A SELECT about the tables under the names that the file has.
    private func statement(_ columns: String, isOrdered: Bool) throws -> (sql: String, values: [DatabaseSession.Text])?
    {
      let fold = copy.session.quoted("swiftdata_fold")
      guard var selection = try store.selection(query, .postgres(fold: fold)) else { return nil }
      if let restriction {
        selection.conditions.append(restriction.condition)
        selection.values += restriction.values
      }
      var sql = "SELECT \(columns) FROM \(selection.from)"
      if !selection.conditions.isEmpty {
        sql += " WHERE " + selection.conditions.map { "(\($0))" }.joined(separator: " AND ")
      }
      if isOrdered {
        sql += " ORDER BY " + (selection.order.map { $0 + ", " } ?? "") + "t0.z_pk"
        if selection.order == nil, isReversed { sql += " DESC" }
        if let limit = query.limit { sql += " LIMIT \(limit)" }
        if query.offset > 0 { sql += " OFFSET \(query.offset)" }
      }
      return views.statement(sql, selection.values)
    }

    // MARK: What is printed

    private func blocks(_ keys: String, _ body: (String) throws -> Void) throws {
      var last = Int64.min
      while true {
        let block = try writer.connection.rows(
          "SELECT DISTINCT key FROM (\(keys)) "
            + "WHERE key > \(last) ORDER BY key LIMIT \(Self.block)"
        ).compactMap { $0.first?.key }
        guard let end = block.last else { return }
        last = end
        try body("'{\(block.map(String.init).joined(separator: ","))}'::bigint[]")
      }
    }

    /// - Parameter keys: A SELECT in the file, of one column `key`.
    private func fetch(_ root: String, keysOf keys: String) throws {
      guard let table = tables.tables.first(where: { $0.root == root }) else { return }
      try blocks(keys) { try copy.copy(table, into: writer, where: "t.pk = ANY(\($0))") }
    }

    /// Brings what a to-many relationship of some objects leads to; a to-one needs nothing, since its key is a column.
    private func follow(_ name: String, of entity: EntityDescription, keysOf keys: String) throws {
      guard let relationship = entity.relationship(named: name), relationship.isToMany else { return }
      switch store.layout[entity.name]?.relationships[name] {
      case .join(let table, let owner, let target, _)?:
        guard let pairs = tables.pairs.first(where: { $0.file.table == table }) else { return }
        let column = pairs.file.owner == owner ? pairs.database.owner : pairs.database.target
        try blocks(keys) {
          try copy.copy(pairs, into: writer, where: "\(DatabaseSession.quoted(column)) = ANY(\($0))")
        }
        // Of which entity an object is, its row says.
        guard let destination = store.model.entity(named: relationship.destination),
          store.model.family(of: destination).count > 1
        else { return }
        try fetch(
          store.model.root(of: destination).name,
          keysOf: "SELECT \(target.sqlName) AS key FROM \(table.sqlName) WHERE \(owner.sqlName) IN (\(keys))")
      case .foreign(let file, let column, _, _)?:
        guard let table = tables.tables.first(where: { $0.file == file }),
          let place = table.columns.first(where: { $0.file == column })
        else { return }
        try blocks(keys) {
          try copy.copy(table, into: writer, where: "t.\(DatabaseSession.quoted(place.database)) = ANY(\($0))")
        }
      default: return
      }
    }

    /// Brings the objects along a path.
    private func walk(_ names: [String], from start: EntityDescription) throws {
      var entity = start
      var keys = "SELECT key FROM \(Self.found)"
      for (index, name) in names.enumerated() {
        // Subentities may have it, and the entity has not.
        guard
          let owner = store.model.family(of: entity).first(where: { $0.relationship(named: name) != nil }),
          let relationship = owner.relationship(named: name),
          let target = store.model.entity(named: relationship.destination),
          let table = store.layout[owner.name]?.table
        else { return }
        try follow(name, of: owner, keysOf: keys)
        switch store.layout[owner.name]?.relationships[name] {
        case .key(let column, _, _)?:
          keys =
            "SELECT \(column.sqlName) AS key FROM \(table.sqlName) WHERE Z_PK IN (\(keys)) "
            + "AND \(column.sqlName) IS NOT NULL"
        case .join(let pairs, let owner, let target, _)?:
          keys = "SELECT \(target.sqlName) AS key FROM \(pairs.sqlName) WHERE \(owner.sqlName) IN (\(keys))"
        case .foreign(let file, let column, _, _)?:
          keys = "SELECT Z_PK AS key FROM \(file.sqlName) WHERE \(column.sqlName) IN (\(keys))"
        default: return
        }
        if index < names.count - 1 { try fetch(store.model.root(of: target).name, keysOf: keys) }
        entity = target
      }
    }
  }

  extension DatabaseAddress {
    func count(_ query: StoreQuery) throws -> Int { try reporting { try DatabaseQuery(self, query).count() } }

    /// The objects that were found, in order, and the file that they are in.
    func rows(_ query: StoreQuery, _ paths: [String]) throws -> (Store, RowCursor) {
      try reporting {
        let search = try DatabaseQuery(self, query)
        try search.check(paths)
        let store = try Store(reading: search.file(paths))
        let cursor = try RowCursor(
          store, store.entity(named: query.entity), query.options,
          joins: " JOIN \(DatabaseQuery.found) AS f ON f.key = t0.Z_PK", order: "f.position")
        return (store, cursor)
      }
    }
  }

  extension DatabaseQuery {
    /// - Throws: `StoreError` if a path leads nowhere.
    func check(_ paths: [String]) throws {
      let entity = try store.entity(named: query.entity)
      for path in paths { try PathReader(store, path).check(from: entity) }
    }
  }
#endif
