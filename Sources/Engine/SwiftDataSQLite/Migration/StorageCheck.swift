// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Looks whether the bytes in a kept column are stored as its property has
/// them now, where the store does not say: in the column, or with a sign of
/// where they are.
struct StorageCheck {
  private let property: _Property
  private let column: ColumnLayout
  private let table: String

  /// - Returns: `nil` if the property is not one of bytes.
  init?(_ property: _Property, _ column: ColumnLayout, table: String) {
    let types = AttributePart.parts(of: property).map(\.type)
    guard types == [.binaryData] || types == [.transformable] else { return nil }
    self.property = property
    self.column = column
    self.table = table
  }

  var propertyName: String { "\(property.entity.name).\(property.name)" }

  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if they are not.
  func run(_ connection: SQLiteConnection) throws {
    let name = DDL.quoted(column.name)
    let reference =
      "(\(ExternalColumn.beginsAsReference(name)) AND length(\(name)) = \(ExternalColumn.referenceLength))"
    let isPlain = "NOT (substr(\(name), 1, 1) = x'01' OR \(reference))"
    func exists(_ condition: String) throws -> Bool {
      try connection.integer("SELECT 1 FROM \(DDL.quoted(table)) WHERE \(condition) LIMIT 1") != nil
    }
    let hasPlain = try exists("\(name) IS NOT NULL AND \(isPlain)")
    // Plain bytes may begin like a sign, but hardly all of them do.
    guard try column.isExternal ? hasPlain : !hasPlain && exists("\(name) IS NOT NULL") else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      column.isExternal
        ? "The store has kept values of this attribute from a version without external storage."
        : "The store has kept values of this attribute from a version with external storage.",
      entity: property.entity.name, property: property.name, file: connection.file,
      advice:
        "Declare the attribute as it was before it was removed; in the next version, its storage can change.")
  }
}
