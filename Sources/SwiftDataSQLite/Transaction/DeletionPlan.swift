import SwiftDataCore
import SwiftDataSQL

/// The statements that take one row of an entity out of the store.
final class DeletionPlan {
  /// Run with the row's key before it goes: pairs, and columns that would
  /// point to nothing.
  private let cleanups: [PreparedStatement]
  private let deletion: PreparedStatement

  init(_ entity: _Entity, _ layout: StoreLayout, _ connection: SQLiteConnection) throws {
    let table = try layout.existingTable(of: entity)
    cleanups = try Self.cleanups(entity, layout, keys: "= ?1").map { try connection.prepare($0) }
    deletion = try connection.prepare("DELETE FROM \(table.name) WHERE Z_PK = ?1")
  }

  func run(key: Int64) throws {
    for cleanup in cleanups {
      cleanup.bind(key, 1)
      try cleanup.run()
    }
    deletion.bind(key, 1)
    try deletion.run()
  }

  /// - Parameter keys: what a column that refers to doomed rows is compared
  ///   with: `= ?1`, or `IN` and a query.
  static func cleanups(_ entity: _Entity, _ layout: StoreLayout, keys: String) -> [String] {
    var statements: [String] = []
    for relationship in entity.relationships {
      if let end = layout.joinTable(of: relationship) {
        statements.append("DELETE FROM \(end.table) WHERE \(end.ownerColumn) \(keys)")
        if relationship.isOwnInverse {
          statements.append("DELETE FROM \(end.table) WHERE \(end.targetColumn) \(keys)")
        }
      } else if let hidden = layout.hiddenColumn(of: relationship),
        let destination = relationship.destination, layout.keeps(destination)
      {
        let table = layout.table(of: destination).name
        statements.append(
          "UPDATE \(table) SET \(hidden.name) = NULL WHERE \(hidden.name) \(keys)")
      }
    }
    for reference in entity.oneWayReferences
    where !reference.isToMany && layout.keeps(reference.entity) {
      let columns = layout.columns(of: reference).map(\.name)
      guard let key = columns.first else { continue }
      let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
      let table = layout.table(of: reference.entity).name
      statements.append("UPDATE \(table) SET \(assignments) WHERE \(key) \(keys)")
    }
    return statements
  }
}

extension _Property {
  /// Whether the relationship is its own inverse: friends of friends.
  var isOwnInverse: Bool {
    guard let inverse else { return false }
    return inverse.name == name && inverse.declaringEntity === declaringEntity
  }
}
