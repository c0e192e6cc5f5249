// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore {
  /// Runs a SELECT of the program's own.
  package func query(
    _ sql: StoreSQL, columns: Int, _ entity: _Entity, _ body: (inout _RowReader) throws -> Void
  ) throws {
    let resolved = try resolve(sql, entity)
    try database.read { connection in
      try connection.withStatement(resolved.text) { statement in
        func refuse(_ reason: String, _ advice: String) -> SwiftDataError {
          SwiftDataError(
            .storeFailure, reason, entity: entity.name, expression: resolved.text, file: file,
            advice: advice)
        }
        guard sqlite3_stmt_readonly(statement.pointer) != 0 else {
          throw refuse("The statement would write.", "Change models, or use update and insertRows.")
        }
        // What gives no columns (ATTACH, COMMIT) is no SELECT, though it writes nothing.
        let width = Int(sqlite3_column_count(statement.pointer))
        guard width >= max(columns, 1) else {
          throw refuse(
            "The statement returns \(width) columns; \(columns) are expected.",
            "Select as many columns as there are types.")
        }
        try statement.bind(resolved.bindings)
        while try statement.step() {
          var reader = _RowReader(
            row: statement.pointer, functions: SQLiteFunctions.reading, firstColumn: 0, mask: .all,
            description: entity.description)
          try body(&reader)
        }
      }
    }
  }

  private func resolve(_ sql: StoreSQL, _ entity: _Entity) throws -> SQLStatement {
    var text = ""
    var bindings: [SQLValue] = []
    func named(_ type: any PersistentModel.Type) throws -> _Entity {
      guard let entity = model.entity(for: type), keeps(entity) else {
        throw SwiftDataError(
          .unknownSchema, "\(type) is not in the store that the statement is for.",
          file: file, advice: "Name models of one configuration only.")
      }
      return entity
    }
    for piece in sql._pieces {
      switch piece {
      case .text(let literal): text += literal
      case .table(let type): text += SQLText.name(try layout.existingTable(of: named(type)).name)
      case .column(let type, let keyPath): text += SQLText.name(try column(keyPath, named(type)))
      case .value(let value):
        let columns = try values(value, entity)
        text += columns.map { _ in "?" }.joined(separator: ", ")
        bindings += columns
      }
    }
    return SQLStatement(text: text, bindings: bindings)
  }

  private func column(_ keyPath: AnyKeyPath, _ entity: _Entity) throws -> String {
    guard let path = entity.description.path(keyPath), let name = path.properties.first,
      path.properties.count == 1, let property = entity.property(named: name),
      let column = layout.columns(of: property, elements: path.elements)?.first
    else {
      throw SwiftDataError(
        .unsupportedKeyPath, "The key path \(keyPath) is not one column.", entity: entity.name,
        advice: "Name stored attributes and to-one relationships of the model itself.")
    }
    return column.name
  }

  private func values(_ value: Any, _ entity: _Entity) throws -> [SQLValue] {
    if let optional = value as? any _OptionalParameter, optional.isNil { return [.null] }
    if let identifier = value as? PersistentIdentifier {
      return [identifier.rowKey.map { .integer($0) } ?? .null]
    }
    guard let made = try ConstantColumns.make(value, entity.description) else {
      throw SwiftDataError(
        .unsupportedKeyPath, "A value of type \(type(of: value)) cannot be a parameter.",
        entity: entity.name, advice: "Pass values of types that attributes can have.")
    }
    return made.columns.map { SQLValue($0) }
  }
}

private protocol _OptionalParameter { var isNil: Bool { get } }
extension Optional: _OptionalParameter {
  fileprivate var isNil: Bool {
    if case .none = self { return true }
    return false
  }
}
