// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// The names and numbers of a store, without what is kept of older schemas
/// and without order: what tells a migrated store from a new one.
struct StoreShape: Equatable {
  struct Entity: Hashable {
    let number: Int64
    let name: String
    let superentity: Int64
  }

  var columns: [String: Set<String>] = [:]
  var indexes: [String: [String]] = [:]
  var entities: Set<Entity> = []

  init(_ url: URL) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    defer { try? queue.close() }
    try queue.read { database in
      let tables = try String.fetchAll(
        database,
        sql:
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'OSD!_%' ESCAPE '!'"
      )
      for table in tables {
        columns[table] = Set(
          try database.columns(in: table).map { "\($0.name) \($0.type)" }
            .filter { !$0.hasPrefix("OSD_") && !$0.hasPrefix("ZTOMBSTONE") })
      }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT m.name, m.tbl_name, i.name FROM sqlite_schema AS m, pragma_index_info(m.name) AS i
          WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY m.name, i.seqno
          """)
      for row in rows {
        let (name, table, column): (String, String, String?) = (row[0], row[1], row[2])
        indexes["\(table).\(name)", default: []].append(column ?? "?")
      }
      entities = Set(
        try Row.fetchAll(
          database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 15000"
        ).map { Entity(number: $0[0], name: $0[1], superentity: $0[2]) })
    }
  }

  /// Requires a store to have the shape of a new one of these models.
  static func expectNatural(
    _ url: URL, _ types: [any PersistentModel.Type], _ stage: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TestFolder()
    let schema = Schema(types)
    _ = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())])
    let (found, wanted) = (try StoreShape(url), try StoreShape(folder.file()))
    #expect(found.entities == wanted.entities, "\(stage)", sourceLocation: sourceLocation)
    #expect(found.columns == wanted.columns, "\(stage)", sourceLocation: sourceLocation)
    #expect(found.indexes == wanted.indexes, "\(stage)", sourceLocation: sourceLocation)
  }
}

/// Opens a store with these models.
func migrated(_ types: [any PersistentModel.Type], _ file: URL) throws -> ModelContext {
  let schema = Schema(types)
  return ModelContext(
    try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: file)]))
}
