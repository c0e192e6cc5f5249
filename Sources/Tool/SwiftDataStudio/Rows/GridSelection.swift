// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// A request as SQL.
package struct GridSelection {
  package let from: String
  package let filter: String
  /// Ends with the key, so that it is total.
  package let order: String
  package let values: [SQLiteValue]

  /// `nil` if the store has no table for the entity.
  package init?(_ request: GridRequest, _ source: any RowSource) throws {
    let store = source.store
    guard var selection = try store.selection(request.query, source.dialect) else { return nil }
    if let (condition, values) = try request.restriction(store) {
      selection.conditions.append(condition)
      selection.values += values
    }
    from = selection.from
    filter =
      selection.conditions.isEmpty
      ? "" : " WHERE " + selection.conditions.map { "(\($0))" }.joined(separator: " AND ")
    let key = request.order == nil && request.isDescending ? "t0.Z_PK DESC" : "t0.Z_PK"
    order = selection.order.map { "\($0), t0.Z_PK" } ?? key
    values = selection.values
  }

  fileprivate static func condition(_ relation: GridRequest.Relation, _ store: Store) -> (String, [SQLiteValue])? {
    switch relation {
    case .targets(let owner, let name):
      let key = [SQLiteValue.integer(owner.key)]
      switch store.layout[owner.entity]?.relationships[name] {
      case .foreign(_, let column, _, _): return ("t0.\(column.sqlName) = ?", key)
      case .join(let table, let ownerColumn, let targetColumn, _):
        return (
          "t0.Z_PK IN (SELECT \(targetColumn.sqlName) FROM \(table.sqlName) WHERE \(ownerColumn.sqlName) = ?)", key
        )
      case .key(let column, _, _):
        guard let table = store.layout[owner.entity]?.table else { return nil }
        return ("t0.Z_PK = (SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?)", key)
      default: return nil
      }
    case .owners(let target, let path):
      // 'Entity.relationship', of the entity that is shown.
      let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2, let place = store.layout[parts[0]]?.relationships[parts[1]] else { return nil }
      let key = [SQLiteValue.integer(target.key)]
      switch place {
      case .key(let column, _, _): return ("t0.\(column.sqlName) = ?", key)
      case .join(let table, let ownerColumn, let targetColumn, _):
        return (
          "t0.Z_PK IN (SELECT \(ownerColumn.sqlName) FROM \(table.sqlName) WHERE \(targetColumn.sqlName) = ?)", key
        )
      case .foreign(let table, let column, _, _):
        return ("t0.Z_PK = (SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?)", key)
      case .missing: return nil
      }
    }
  }
}

extension GridRequest {
  /// What the relation says, about the table `t0`.
  ///
  /// - Throws: ``StudioError`` if there is no place for the relationship.
  package func restriction(_ store: Store) throws -> (condition: String, values: [SQLiteValue])? {
    guard let relation else { return nil }
    guard let (condition, values) = GridSelection.condition(relation, store) else {
      throw StudioError("The store has no column or table for this relationship.")
    }
    return (condition, values)
  }
}
