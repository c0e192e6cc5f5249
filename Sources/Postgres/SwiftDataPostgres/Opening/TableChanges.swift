// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// What the tables of a store lack. No value is ever removed: servers of the previous version may be at work. Only a plan
  /// says that a property is new, whatever an older version called so.
  struct TableChanges {
    /// In one transaction.
    var statements: [String] = []
    /// After it: what takes long and must not keep others from writing.
    var concurrent: [Concurrent] = []

    /// An index, or the check of a key, on a table that has rows.
    struct Concurrent {
      /// The name of an index.
      let index: IndexLayout?
      /// Of a full-text index: the words of the rows come first.
      var search: PostgresSearchIndex?
      let sql: String
    }

    var isEmpty: Bool { statements.isEmpty && concurrent.isEmpty }
    /// How many of the statements are for full-text indexes.
    var searchStatements = 0
    /// Whether only what makes reading faster is missing, or the index of a search, which says so.
    var isReadable: Bool {
      statements.count == searchStatements && concurrent.allSatisfy { $0.index?.kind != .unique }
    }

    let ddl: PostgresDDL
    var contents: NamespaceContents
    /// Of the version that a stage of a plan starts from; `nil` where changes are inferred.
    let former: StoreLayout?
    private let hasRows: (_Property) throws -> Bool

    /// - Parameter hasRows: Whether there are rows of a property's entity.
    init(
      _ ddl: PostgresDDL, _ contents: NamespaceContents, former: StoreLayout? = nil,
      hasRows: @escaping (_Property) throws -> Bool
    ) throws {
      self.ddl = ddl
      self.contents = contents
      self.former = former
      self.hasRows = hasRows
      let layout = ddl.layout
      forgetFormerTables()
      forSearches { $0.dropSearchTriggers() }
      for table in layout.tables { try compare(table) }
      forSearches { $0.makeSearchIndexes() }
      removeGuards()
      // What is there by then: not the parameter of that name.
      for table in layout.joinTables where !isThere(table.name) { statements.append(ddl.create(table)) }
      for index in layout.indexes where self.contents.indexes[index.name] == nil {
        if isThere(index.table) {
          concurrent.append(Concurrent(index: index, sql: ddl.create(index, isConcurrent: former == nil)))
        } else {
          statements.append(ddl.create(index))
        }
      }
      dropFormerIndexes()
      for key in ddl.foreignKeys {
        let isMissing = !self.contents.constraints.contains(key.name)
        guard isMissing || self.contents.uncheckedConstraints.contains(key.name) else { continue }
        guard isThere(key.table) else {
          statements.append(key.sql)
          continue
        }
        if isMissing { statements.append(key.sql + " NOT VALID") }
        concurrent.append(
          Concurrent(
            index: nil, sql: "ALTER TABLE \(key.table) VALIDATE CONSTRAINT \(PostgresNames.quoted(key.name))"))
      }
    }

    private mutating func forSearches(_ body: (inout Self) -> Void) {
      let count = statements.count
      body(&self)
      searchStatements += statements.count - count
    }

    /// Indexes that were made before indexes ended with the key: what they served, the new ones do. They go last, when the
    /// new ones are there.
    private mutating func dropFormerIndexes() {
      for index in ddl.layout.indexes {
        guard let former = ddl.formerName(of: index), let part = contents.indexes[former], part.isPlain, !part.isUnique,
          part.table == PostgresNames.plain(index.table),
          part.columns == index.columns.dropLast().map(PostgresNames.plain)
        else { continue }
        let name = ddl.layout.helper(PostgresNames.quoted(former))
        concurrent.append(
          Concurrent(index: nil, sql: "DROP INDEX \(self.former == nil ? "CONCURRENTLY " : "")IF EXISTS \(name)"))
      }
    }

    func isThere(_ table: String) -> Bool { contents.columns[PostgresNames.plain(table)] != nil }

    // MARK: Columns

    private mutating func compare(_ table: TableLayout) throws {
      forgetFormerColumns(table)
      guard let known = contents.columns[PostgresNames.plain(table.name)] else {
        statements.append(ddl.create(table))
        return
      }
      if table.holdsSubentities, known["entity"] == nil {
        // All rows there are belong to the class that had no subclasses.
        statements.append(
          "ALTER TABLE \(table.name) ADD COLUMN entity text COLLATE \"C\" NOT NULL DEFAULT "
            + Self.quoted(table.root.name))
      }
      for column in table.columns {
        let name = PostgresNames.plain(column.name)
        let wanted = column.declaredType.components(separatedBy: " COLLATE").first ?? ""
        switch known[name] {
        case nil: try add(column, table, known)
        case wanted: continue
        case let type?:
          guard let conversion = Self.conversion(of: column.name, from: type, to: wanted) else {
            throw mismatch(table, "The column \(name) is of the type \(type); the schema wants \(wanted).")
          }
          statements.append("ALTER TABLE \(table.name) ALTER COLUMN \(column.name) TYPE \(wanted) USING \(conversion)")
        }
      }
    }

    /// How each value of one type is one of another. Numbers that do not fit end the migration with an error.
    private static func conversion(of column: String, from old: String, to new: String) -> String? {
      let integers = ["smallint", "integer", "bigint"]
      switch (old, new) {
      case ("boolean", _) where integers.contains(new): return "\(column)::integer::\(new)"
      case _ where integers.contains(old) && integers.contains(new): return "\(column)::\(new)"
      case ("smallint", "double precision"), ("integer", "double precision"), ("smallint", "real"),
        ("real", "double precision"):
        return "\(column)::\(new)"
      case _ where integers.contains(old) && new == "numeric": return "\(column)::numeric"
      default: return nil
      }
    }

    /// A property that was renamed keeps its column, under the new name. One that is new has its default value in the rows
    /// that there are, and in those that servers of the previous version insert: no row is written for it.
    private mutating func add(_ column: ColumnLayout, _ table: TableLayout, _ known: [String: String]) throws {
      let properties = table.root.family.filter { ddl.layout.keeps($0) }.flatMap(\.properties)
      guard let property = properties.first(where: { ddl.layout.columns(of: $0).contains(column) }) else {
        statements.append(ddl.add(column, to: table))
        return
      }
      if let old = formerName(column, property), known[old] != nil, wasThere(old, table) {
        statements.append(
          "ALTER TABLE \(table.name) RENAME COLUMN \(PostgresNames.quoted(old)) TO \(column.name)")
        renameParts(old, PostgresNames.plain(column.name), table)
        return
      }
      guard let values = try DefaultColumns.make(property) else {
        // Of a subclass there cannot be rows in a table that was made for one class.
        let mayHaveRows = property.entity === table.root || known["entity"] != nil
        if !property.isOptional, mayHaveRows, try hasRows(property) {
          throw SwiftDataError(
            .unknownDataStoreSchema,
            "The property is new, is not optional and has no default value, and the store has objects without it.",
            entity: property.entity.name, property: property.name,
            advice: "Make the property optional, or give it a default value where it is declared.")
        }
        statements.append(ddl.add(column, to: table))
        return
      }
      let place = ddl.layout.columns(of: property).firstIndex(of: column) ?? 0
      let value = values.indices.contains(place) ? try literal(values[place], column, property) : nil
      statements.append(ddl.add(column, to: table) + (value.map { " DEFAULT \($0)" } ?? ""))
    }

    private func formerName(_ column: ColumnLayout, _ property: _Property) -> String? {
      let former = property.attribute?.originalName ?? property.relationship?.originalName ?? ""
      guard !former.isEmpty, former != property.name else { return nil }
      let name = PostgresNames.plain(column.name)
      let prefix = PostgresNames.snake(property.name)
      return name.hasPrefix(prefix) ? PostgresNames.snake(former) + name.dropFirst(prefix.count) : nil
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    /// A default value as a constant, with which PostgreSQL writes no row; `nil` for nothing.
    private func literal(_ value: ColumnConstant, _ column: ColumnLayout, _ property: _Property) throws -> String? {
      let type = column.declaredType.components(separatedBy: " COLLATE").first ?? ""
      switch value {
      case .null: return nil
      case .integer(let value): return type == "boolean" ? (value == 0 ? "false" : "true") : "\(value)"
      case .real(let value):
        guard !value.isNaN else { return nil }
        return "'\("\(value)".replacing("inf", with: "Infinity"))'::\(type)"
      case .text, .bytes:
        guard let bytes = try ColumnBatch.parameter(value, column, of: property).bytes else { return nil }
        switch type {
        case "jsonb": return Self.quoted(String(decoding: bytes.dropFirst(), as: UTF8.self)) + "::jsonb"
        case "numeric": return bytes.withUnsafeBytes { NumericFormat.text($0) }
        case "text": return Self.quoted(String(decoding: bytes, as: UTF8.self))
        case "uuid": return "'\(Self.hexadecimal(bytes))'::uuid"
        default: return "'\\x\(Self.hexadecimal(bytes))'::\(type)"
        }
      }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String(format: "%02x", $0) }.joined()
    }

    private func mismatch(_ table: TableLayout, _ reason: String) -> SwiftDataError {
      SwiftDataError(
        .unknownDataStoreSchema, reason, entity: table.root.name,
        advice: "Change the table with SQL, or change the model to fit the table.")
    }
  }
#endif
