// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

extension SQLiteTransaction {
  /// Writes the same values into all rows that match, by one statement.
  func updateAll(_ request: RowRequest, _ values: [PropertyColumns]) throws
    -> [(entity: _Entity, key: Int64)]
  {
    _ = try layout.existingTable(of: request.entity)
    let keys = try selects.keys(request)
    var names: [String] = []
    var bindings = keys.bindings
    var mask = PropertyMask.none
    for (column, value) in try pairs(values) {
      names.append("\(SQLText.name(column.name)) = \(column.stored("?"))")
      bindings.append(SQLValue(value))
    }
    for value in values { mask.insert(value.property.index) }
    let sql =
      "WITH wanted (k, e) AS (\(keys.text)) UPDATE \(layout.table(of: request.entity).name) SET "
      + names.joined(separator: ", ")
      + ", Z_OPT = coalesce(Z_OPT, 0) + 1 WHERE Z_PK IN (SELECT k FROM wanted) "
      + "RETURNING Z_PK, Z_ENT"
    var changed: [(entity: _Entity, key: Int64)] = []
    try named(request.entity) {
      try connection.withStatement(sql) { statement in
        try statement.bind(bindings)
        while try statement.step() {
          let found = layout.entity(number: statement.integer(1)) ?? request.entity
          changed.append((found, statement.integer(0)))
        }
      }
    }
    for (entity, key) in changed {
      history?.note(.update, layout.number(of: entity), key, entity.root.ordinal, mask)
      noteWritten(entity, key)
    }
    return changed
  }

  /// Inserts a row from values of columns.
  func insert(_ values: [PropertyColumns], _ entity: _Entity, key: Int64) throws {
    _ = try layout.existingTable(of: entity)
    var names = RowHeader.columns
    var bindings: [SQLValue] = [
      .integer(key), .integer(layout.number(of: entity)), .integer(1),
    ]
    var marks = names.map { _ in "?" }
    for (column, value) in try pairs(values) {
      names.append(SQLText.name(column.name))
      marks.append(column.stored("?"))
      bindings.append(SQLValue(value))
    }
    let sql =
      "INSERT INTO \(layout.table(of: entity).name) (\(names.joined(separator: ", "))) "
      + "VALUES (\(marks.joined(separator: ", ")))"
    try named(entity) {
      try connection.withStatement(sql) { statement in
        try statement.bind(bindings)
        try statement.run()
      }
    }
    noteWritten(entity, key)
    history?.note(.insert, layout.number(of: entity), key, entity.root.ordinal)
  }

  private func pairs(_ values: [PropertyColumns]) throws -> [(ColumnLayout, ColumnConstant)] {
    var pairs: [(ColumnLayout, ColumnConstant)] = []
    for value in values {
      // A relationship's key comes first; its other columns are repaired later.
      let columns = layout.columns(of: value.property)
      guard columns.count >= value.values.count, !columns.isEmpty else {
        throw SwiftDataError(
          .unsupportedKeyPath, "The store has no column for this property.",
          entity: value.property.entity.name, property: value.property.name,
          advice: "Change it through models instead.")
      }
      try check(value)
      pairs += zip(columns, value.values)
    }
    return pairs
  }

  /// Before anything is written: SQLite's refusal would not name the property.
  private func check(_ value: PropertyColumns) throws {
    for column in value.values {
      let count =
        switch column {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        default: 0
        }
      guard count > connection.longestValue else { continue }
      throw SwiftDataError(
        .valueOutOfRange, "The value has \(count) bytes, more than the store allows.",
        entity: value.property.entity.name, property: value.property.name,
        advice: "Keep very large values in separate files, and the files' names in the store.")
    }
  }
}
