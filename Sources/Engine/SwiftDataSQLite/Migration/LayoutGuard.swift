// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL
import Synchronization

/// Notices when another program has given the store another schema while it
/// was open here: with the old numbers, rows would be taken for those of
/// another entity, or become them.
final class LayoutGuard: Sendable {
  private let layout: StoreLayout
  /// SQLite's number of the tables' state for which the layout is known to fit.
  private let checkedVersion: Mutex<Int64>

  init(_ layout: StoreLayout, tablesVersion: Int64) {
    self.layout = layout
    checkedVersion = Mutex(tablesVersion)
  }

  /// In a transaction before it writes, or after a read: whether what was
  /// read lay where it was looked for.
  ///
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if the layout does
  ///   not fit the store any more.
  func check(_ connection: SQLiteConnection) throws {
    // Only what others have written matters, and of that only tables.
    let snapshot = connection.dataVersion
    guard snapshot != connection.checkedDataVersion else { return }
    let version = try connection.tablesVersion()
    if version != checkedVersion.withLock({ $0 }) {
      guard fits(try StoreContents(connection)) else {
        throw SwiftDataError(
          .unknownDataStoreSchema,
          "Another program has changed the store's schema since it was opened here.",
          file: connection.file,
          advice: "Open the store again with a new ModelContainer.")
      }
      checkedVersion.withLock { $0 = version }
    }
    connection.checkedDataVersion = snapshot
  }

  /// Whether everything is still where the layout has it. What others have
  /// added does not matter.
  private func fits(_ contents: StoreContents) -> Bool {
    for row in contents.modelEntities {
      if let entity = layout.entity(number: row.number), layout.number(of: entity) == row.number,
        entity.name != row.name
      {
        return false
      }
    }
    let numbers = Dictionary(
      contents.modelEntities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    for table in layout.tables {
      for entity in table.root.family where layout.keeps(entity) {
        if let number = numbers[entity.name], number != layout.number(of: entity) { return false }
      }
      guard contents.columnNames(of: table.name).isSuperset(of: table.columns.map(\.name)) else {
        return false
      }
    }
    for table in layout.joinTables
    where !contents.columnNames(of: table.name).isSuperset(of: table.columns) {
      return false
    }
    guard let known = contents.metadata?.columns else { return true }
    return layout.columnNames.allSatisfy { entity, columns in
      columns.allSatisfy { path, column in (known[entity]?[path] ?? column) == column }
    }
  }
}
