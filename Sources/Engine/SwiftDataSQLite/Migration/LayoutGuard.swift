// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
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
  /// Those of the store when it was opened.
  private let hashes: [String: Data]

  init(_ fitting: StoreVersion.Fitting) {
    layout = fitting.layout
    hashes = fitting.hashes
    checkedVersion = Mutex(fitting.tablesVersion)
  }

  private init(_ layout: StoreLayout, _ hashes: [String: Data]) {
    self.layout = layout
    self.hashes = hashes
    checkedVersion = Mutex(-1)
  }

  /// One that has not looked at any state of the tables.
  var anew: LayoutGuard { LayoutGuard(layout, hashes) }

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
    // Another connection may have looked at this state first.
    try ExternalFunctions.renew(layout, on: connection)
    connection.checkedDataVersion = snapshot
  }

  /// Whether everything is still where the layout has it. Properties that
  /// others have added do not matter.
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
    if let known = contents.metadata?.columns {
      let isSame = layout.columnNames.allSatisfy { entity, columns in
        columns.allSatisfy { path, column in (known[entity]?[path] ?? column) == column }
      }
      guard isSame else { return false }
    }
    return hasSameAttributes(contents)
  }

  /// Whether values still mean what the layout takes them for: the same column
  /// may now have references to files, another type, or no NULL.
  private func hasSameAttributes(_ contents: StoreContents) -> Bool {
    let stored = contents.metadata?.hashes ?? [:]
    let changed = layout.tables.flatMap(\.root.family).filter {
      layout.keeps($0) && stored[$0.name] != hashes[$0.name]
    }
    guard !changed.isEmpty else { return true }
    var contents = contents
    contents.readStoredModel()
    guard let model = contents.storedModel else { return true }
    return changed.allSatisfy { entity in
      let attributes = model.entity(named: entity.name)?.attributes ?? []
      return EntityDescription(entity).attributes.allSatisfy { own in
        guard !own.isTransient, let other = attributes.first(where: { $0.name == own.name }) else { return true }
        return Self.isSame(own, other)
      }
    }
  }

  private static func isSame(_ own: AttributeDescription, _ other: AttributeDescription) -> Bool {
    guard own.isOptional == other.isOptional else { return false }
    let (parts, others) = (AttributePart.stored(own), AttributePart.stored(other))
    return parts.count == others.count
      && parts.allSatisfy { path, part in
        guard let other = others[path] else { return false }
        return part.type == other.type && part.isOptional == other.isOptional
          && part.allowsExternalStorage == other.allowsExternalStorage
      }
  }
}
