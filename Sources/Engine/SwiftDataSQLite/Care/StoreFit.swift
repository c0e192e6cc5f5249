// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The outcome of opening a file with a schema.
package enum StoreFit: Equatable, Sendable {
  /// There is no store, so one would be made.
  case absent
  /// The store has the schema.
  case fits
  /// The store would be migrated, by these steps.
  case migrates([String])
}

extension SQLiteRowStore {
  /// Finds out what opening a store would do, without changing it.
  ///
  /// - Parameters:
  ///   - file: The store; it is opened for reading.
  ///   - stages: The container's migration plan, of which no code runs.
  /// - Throws: The ``SwiftDataError`` with which the store would not open, as far as it can be told without migrating.
  /// - Complexity: O(properties), and a search for one row of each entity that gets a property without default value.
  package static func fit(
    of file: URL, model: SchemaModel, entities: [_Entity], schemaVersion: String, stages: StagedMigration?
  ) throws -> StoreFit {
    guard try FileCheck.check(file) == .database else { return .absent }
    let version = StoreVersion(
      file: file, model: model, entities: entities, schemaVersion: try stages?.number(of: model) ?? schemaVersion)
    let database = try SQLiteDatabase(file: file, isReadOnly: true, busyTimeout: 5)
    defer { try? database.close() }
    return try database.read { connection in
      let contents = try StoreContents(connection)
      if contents.isEmpty { return .absent }
      let opening = StoreOpening(version: version, plan: stages, busyTimeout: 5)
      if let path = try opening.stages(for: contents) { return .migrates(path.steps.map(\.text)) }
      let migration = try version.plan(for: contents)
      if migration.changesIndexesOnly, !version.replacesModel(contents, migration) { return .fits }
      try migration.checkMissingValues(connection, contents)
      let texts = migration.steps.compactMap(\.text)
      return .migrates(texts.isEmpty ? ["The store's record of the schema is brought up to date."] : texts)
    }
  }
}

extension SQLiteRowStore {
  /// The damage that SQLite finds in the pages of a file; `nil` if there is none, or no store. O(bytes).
  ///
  /// - Throws: ``SwiftDataError`` if the file cannot be read, or is none of SQLite's.
  package static func damage(of file: URL) throws -> String? {
    do {
      guard try FileCheck.check(file) == .database else { return nil }
      let database = try SQLiteDatabase(file: file, isReadOnly: true, busyTimeout: 5)
      defer { try? database.close() }
      return try database.read { try $0.damage(isQuick: true, limit: 1, LongWork()).first }
    } catch let error as SwiftDataError where error == .storeIsCorrupted {
      return error.explanation
    }
  }

  /// Whether this process has a container, or another connection of this library, for a file.
  package static func isOpenHere(_ file: URL) -> Bool { OpenedFiles.contain(file) }
}

extension StagePath.Step {
  fileprivate var text: String {
    let versions = "from version \(from.schemaVersion) to \(to.schemaVersion)"
    return switch stage {
    case .lightweight: "A lightweight stage leads \(versions)."
    case .custom: "A custom stage leads \(versions)."
    }
  }
}

extension LightweightMigration {
  /// - Throws: The error of a property without default value that existing rows would need.
  fileprivate func checkMissingValues(_ connection: SQLiteConnection, _ contents: StoreContents) throws {
    for case .fill(let property, let onlyMissing) in steps where !onlyMissing && !property.isOptional {
      let table = current.table(of: property.entity).name
      guard contents.tables[table] != nil, try DefaultColumns.make(property) == nil else { continue }
      let condition = current.entityCondition(property.entity, includesSubentities: true, alias: table)
      let filter = condition.map { " WHERE \($0)" } ?? ""
      guard try connection.integer("SELECT 1 FROM \(table)\(filter) LIMIT 1") != nil else { continue }
      throw MigrationExecutor.missingDefault(property, connection.file)
    }
  }
}
