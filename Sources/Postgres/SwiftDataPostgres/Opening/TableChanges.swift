// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
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
    /// Tables that nobody may write to from the look at their rows on.
    var locks: Set<String> = []

    /// An index, or the check of a key, on a table that has rows.
    struct Concurrent {
      /// The name of an index.
      let index: IndexLayout?
      /// The name of an index that no constraint or order of the models asks for.
      var name: String?
      /// Of a full-text index: the words of the rows come first.
      var search: PostgresSearchIndex?
      let sql: String
      /// Of the check of a key: what takes away the rows that fail it.
      var repair: String?
    }

    var isEmpty: Bool { statements.isEmpty && concurrent.isEmpty }
    /// Statements for full-text indexes, or for programs of other versions.
    private var optional: Set<String> = []
    /// Statements without which the models cannot be used.
    var needed: [String] { statements.filter { !optional.contains($0) } }
    /// Whether only what makes reading faster is missing, or the index of a search, which says so.
    var isReadable: Bool { firstMissing == nil }
    /// What a program of these models cannot do without.
    var firstMissing: String? {
      needed.first ?? concurrent.first { $0.index?.kind == .unique }?.sql
    }

    let ddl: PostgresDDL
    var contents: NamespaceContents
    /// Of the version that a stage of a plan starts from; `nil` where changes are inferred.
    let former: StoreLayout?
    /// What the properties were; `nil` if the store has just these models, or does not say.
    let past: PropertyOrigins?
    /// Whether there are rows that a statement selects, which runs before the changes.
    let exists: (String) throws -> Bool
    /// Whether a property may be without values for now.
    let excuses: (_Property) -> Bool
    /// What gives values to rows; after all tables and columns are there.
    var fills: [String] = []
    /// New names of columns, by the names of table and column.
    var renamed: [[String]: String] = [:]
    /// What servers of the former version cannot go on with.
    var breaking: [BreakingChange] = []
    /// New columns that have no value by default, by the names of table and column.
    var emptyColumns: Set<[String]> = []

    /// - Parameters:
    ///   - exists: Whether there are rows that a statement selects.
    ///   - excuses: Whether a property may be without values for now: the code of a stage gives them.
    init(
      _ ddl: PostgresDDL, _ contents: NamespaceContents, past: PropertyOrigins?, former: StoreLayout? = nil,
      isGuest: Bool = false, exists: @escaping (String) throws -> Bool,
      excuses: @escaping (_Property) -> Bool = { _ in false }
    ) throws {
      self.ddl = ddl
      self.contents = contents
      self.former = former
      self.past = past
      self.exists = exists
      self.excuses = excuses
      let layout = ddl.layout
      try checkHierarchies()
      try forgetFormerTables()
      let links = try LinkChanges(self)
      for move in links.moves { note(.moved, move.property) }
      if !isGuest { optionally { $0.dropSearchTriggers() } }
      for table in layout.tables { try compare(table, links) }
      if !isGuest {
        optionally { $0.makeSearchIndexes() }
        removeGuards()
      }
      // What is there by then: not the parameter of that name.
      for table in layout.joinTables { try compare(table) }
      statements += fills
      statements += links.statements(self)
      locks.formUnion(links.tables)
      noteRemovals()
      for index in layout.indexes where !has(index) {
        noteUnique(index)
        let index = free(index)
        if isThere(index.table) {
          concurrent.append(Concurrent(index: index, sql: ddl.create(index, isConcurrent: former == nil)))
        } else if !isGuest {
          statements.append(ddl.create(index))
        }
      }
      guard !isGuest else { return }
      if former == nil { compareSubstringIndexes() }
      dropFormerIndexes()
      checkKeys()
    }

    /// Whether an index is there, and not another one of its name.
    private func has(_ index: IndexLayout) -> Bool {
      let (table, columns) = (PostgresNames.plain(index.table), index.columns.map(PostgresNames.plain))
      return index.postgresNames.contains { name in
        contents.indexes[name].map { $0.table == table && $0.columns == columns } ?? false
      }
    }

    /// An index by a name that no other one has.
    private func free(_ index: IndexLayout) -> IndexLayout {
      guard contents.indexes[index.name] != nil else { return index }
      return index.postgresNames.first { contents.indexes[$0] == nil }.map { index.renamed($0) } ?? index
    }

    private mutating func checkKeys() {
      for key in ddl.foreignKeys {
        let isMissing = contents.foreignKeys[key.name]?.table != PostgresNames.plain(key.table)
        guard isMissing || contents.uncheckedConstraints.contains(key.name) else { continue }
        guard isThere(key.table) else {
          statements.append(key.sql)
          continue
        }
        if isMissing { statements.append(key.sql + " NOT VALID") }
        // Within a stage a check that fails would end the transaction.
        if former != nil { concurrent.append(Concurrent(index: nil, sql: key.repair)) }
        concurrent.append(
          Concurrent(
            index: nil, sql: "ALTER TABLE \(key.table) VALIDATE CONSTRAINT \(PostgresNames.quoted(key.name))",
            repair: key.repair))
      }
    }

    /// For statements without which the models can be used.
    mutating func optionally(_ body: (inout Self) -> Void) {
      let count = statements.count
      body(&self)
      optional.formUnion(statements[count...])
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

    /// A table or column of the store, as statements name it.
    func table(_ plain: String) -> String { ddl.layout.helper(PostgresNames.quoted(plain)) }

    // MARK: Tables

    /// Rows stay in their table. An entity that has one in common with others now, or no longer, would lose them.
    private func checkHierarchies() throws {
      guard let past else { return }
      for table in ddl.layout.tables {
        for entity in table.root.family where ddl.layout.keeps(entity) {
          guard let place = past.former.layout.entities[entity.name], place.table != PostgresNames.plain(table.name),
            let columns = contents.columns[place.table]
          else { continue }
          let names = past.former.family(of: entity.name).map(Self.quoted).joined(separator: ", ")
          let condition = columns["entity"] == nil ? "" : " WHERE t.entity IN (\(names))"
          guard try exists("SELECT 1 FROM \(self.table(place.table)) AS t\(condition) LIMIT 1") else { continue }
          throw SwiftDataError(
            .unknownDataStoreSchema,
            "The entity has another root class than in the store, which has objects of it in the table \(place.table).",
            entity: entity.name,
            advice: "Keep the former superclass, or copy the objects to another model first.")
        }
      }
    }

    private mutating func compare(_ table: TableLayout, _ links: LinkChanges) throws {
      let plain = PostgresNames.plain(table.name)
      guard let columns = contents.columns[plain] else {
        statements.append(ddl.create(table))
        return
      }
      guard columns["pk"] != nil, columns["opt"] != nil else {
        throw SwiftDataError(
          .unknownDataStoreSchema, "The table \(plain) is there, but it is none of this store.",
          entity: table.root.name,
          advice: "Rename the table or the model, or give the store a namespace of its own.")
      }
      try forgetFormerColumns(table)
      let hadEntities = columns["entity"] != nil
      compareEntities(table, hadEntities)
      let all = columnUses(table)
      renameColumns(table, all)
      for use in all { try compare(use, table, hadEntities, links) }
      for property in properties(table) { try checkValues(property, table, hadEntities, links) }
    }

    private mutating func compare(_ table: JoinTableLayout) throws {
      let plain = PostgresNames.plain(table.name)
      guard let columns = contents.columns[plain] else {
        statements.append(ddl.create(table))
        return
      }
      guard table.columns.allSatisfy({ columns[PostgresNames.plain($0)] != nil }) else {
        throw SwiftDataError(
          .unknownDataStoreSchema, "The table \(plain) is there, but it is none of this store.",
          entity: table.owner.name,
          property: table.relationship.name,
          advice: "Rename the table or the relationship, or give the store a namespace of its own.")
      }
    }

    /// All rows there are belong to the class that had no subclasses. Programs that have no subclass name none.
    private mutating func compareEntities(_ table: TableLayout, _ hadEntities: Bool) {
      let value = ddl.entityDefault(table)
      if !hadEntities {
        guard table.holdsSubentities else { return }
        statements.append("ALTER TABLE \(table.name) ADD COLUMN entity text COLLATE \"C\" NOT NULL DEFAULT \(value)")
      } else if !contents.defaults.contains([PostgresNames.plain(table.name), "entity"]) {
        optionally { $0.statements.append("ALTER TABLE \(table.name) ALTER COLUMN entity SET DEFAULT \(value)") }
      }
    }

    /// The properties that the classes of a table declare, but for to-many relationships.
    func properties(_ table: TableLayout) -> [_Property] {
      table.root.family.filter { ddl.layout.keeps($0) }.flatMap { FormerSchema.own($0) }
        .filter { !ddl.layout.columns(of: $0).isEmpty }
    }

    static func quoted(_ text: String) -> String { text.inSingleQuotes }
  }
#endif
