// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The contents of a database file: tables, columns, indexes, entities, metadata.
struct StoreContents {
  struct Column: Equatable {
    let name: String
    let type: String
  }

  struct EntityRow: Equatable {
    let number: Int64
    let name: String
    let superentity: Int64
  }

  struct Index: Equatable {
    let table: String
    /// In order; `nil` for an expression.
    let columns: [String?]
    /// Whether it leaves rows out.
    var isPartial = false
  }

  /// SQLite's number of the state of the tables; the rest may be newer.
  let tablesVersion: Int64
  /// Columns in order, by table.
  var tables: [String: [Column]] = [:]
  var indexes: [String: Index] = [:]
  /// Z_PRIMARYKEY.
  var entities: [EntityRow] = []
  var metadata: MetadataRow?
  /// Z_MODELCACHE.
  private var modelCache: Data?
  /// The model that the store was last written with; `nil` until it is asked
  /// for, and if the store has none that can be read.
  private(set) var storedModel: ManagedObjectModel?
  /// The columns of properties, by entity and path, as far as the store says.
  private(set) var knownColumns: [String: [String: String]]?
  /// Values that the columns alone do not carry over.
  private(set) var copies: [PropertyPlaces.Copy] = []
  var isEmpty: Bool { tables.isEmpty }

  /// Whether another program wrote the store last.
  var isForeign: Bool { !isEmpty && metadata?.columns == nil }

  func columnNames(of table: String) -> Set<String> { Set((tables[table] ?? []).map(\.name)) }

  /// - Throws: an error if the database has tables, but not those of a store.
  init(_ connection: SQLiteConnection) throws {
    tablesVersion = try connection.tablesVersion()
    try connection.withStatement(
      """
      SELECT m.name, p.name, p.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS p \
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
      AND m.name NOT LIKE 'OSD\\_SEARCH\\_%' ESCAPE '\\' ORDER BY m.name, p.cid
      """
    ) { statement in
      while try statement.step() {
        guard let table = statement.text(0), let name = statement.text(1) else { continue }
        tables[table, default: []].append(Column(name: name, type: statement.text(2) ?? ""))
      }
    }
    guard !isEmpty else { return }
    try readIndexes(connection)
    guard columnNames(of: MetadataTable.name).isSuperset(of: MetadataTable.columns),
      columnNames(of: PrimaryKeyTable.name).isSuperset(of: PrimaryKeyTable.columns)
    else {
      throw SwiftDataError(
        .unknownSchema, "The file is a database, but not a SwiftData or Core Data store.",
        file: connection.file,
        advice: "Check the path, or import the database's rows into a new store.")
    }
    try readEntities(connection)
    metadata = try MetadataTable.row(connection)
    knownColumns = metadata?.columns
    if columnNames(of: ModelCacheTable.name).contains(ModelCacheTable.column) {
      modelCache = try ModelCacheTable.content(connection)
    }
    renameEntities()
  }

  /// Core Data leaves the old name of a subentity in Z_PRIMARYKEY when it
  /// migrates a store in place to a model in which it is called otherwise.
  private mutating func renameEntities() {
    let listed = Set(entities.map(\.name))
    guard let hashes = metadata?.hashes, hashes.keys.contains(where: { !listed.contains($0) }),
      let modelCache, let model = try? ModelCache.decode(modelCache)
    else { return }
    for entity in model.entities where !listed.contains(entity.name) {
      guard let old = entity.renamingIdentifier, model.entity(named: old) == nil,
        let index = entities.firstIndex(where: { $0.name == old })
      else { continue }
      entities[index] = EntityRow(
        number: entities[index].number, name: entity.name,
        superentity: entities[index].superentity)
    }
  }

  /// Reads the model that the store carries, which a migration starts from.
  mutating func readStoredModel() {
    guard storedModel == nil, let modelCache, let model = try? ModelCache.decode(modelCache)
    else { return }
    storedModel = model
    guard knownColumns == nil else { return }
    knownColumns = StoredModelNames.columns(
      of: model,
      numbers: Dictionary(
        entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first }),
      tables: tables.mapValues { $0.map(\.name) })
  }

  /// Finds the values of properties that have another class or destination
  /// now; what is known of the columns follows.
  mutating func follow(_ entities: [_Entity], natural: StoreLayout) throws {
    guard let places = try PropertyPlaces(self, entities, natural: natural) else { return }
    knownColumns = places.columns
    copies = places.copies
  }

  /// Takes over what views add to the tables.
  mutating func add(_ views: FormerPayloads.Views) {
    for (table, columns) in views.columns { tables[table, default: []] += columns }
    if !views.isEmpty { knownColumns = views.known }
  }

  private mutating func readIndexes(_ connection: SQLiteConnection) throws {
    var columns: [String: [String?]] = [:]
    var tablesByIndex: [String: String] = [:]
    var partial: Set<String> = []
    try connection.withStatement(
      """
      SELECT m.name, m.tbl_name, i.name, instr(upper(m.sql), ' WHERE ') FROM sqlite_schema AS m, pragma_index_info(m.name) AS i \
      WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY m.name, i.seqno
      """
    ) { statement in
      while try statement.step() {
        guard let name = statement.text(0) else { continue }
        tablesByIndex[name] = statement.text(1)
        columns[name, default: []].append(statement.text(2))
        if statement.integer(3) > 0 { partial.insert(name) }
      }
    }
    indexes = tablesByIndex.reduce(into: [:]) {
      $0[$1.key] = Index(
        table: $1.value, columns: columns[$1.key] ?? [], isPartial: partial.contains($1.key))
    }
  }

  private mutating func readEntities(_ connection: SQLiteConnection) throws {
    try connection.withStatement(PrimaryKeyTable.selection) { statement in
      while try statement.step() {
        guard let name = statement.text(1) else { continue }
        entities.append(
          EntityRow(number: statement.integer(0), name: name, superentity: statement.integer(2)))
      }
    }
  }
}
