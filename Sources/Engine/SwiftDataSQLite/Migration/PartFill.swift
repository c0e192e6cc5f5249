// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Gives the rows of an entity values for some columns of an attribute that has
/// others already: fields that a struct has got, or that are not optional any more.
struct PartFill {
  /// Columns that have a value together: that of a field, or those of an enum's cases.
  struct Group {
    let path: [String]
    let columns: [Int]
  }

  let property: _Property
  let groups: [Group]
  /// The columns that say whether an optional attribute has a value.
  let others: [Int]

  /// - Parameters:
  ///   - isNew: Whether a column, by index, has just been made.
  ///   - others: Enums whose values come from elsewhere, by path.
  ///   - wasOptional: Whether the store's model says so of a part, by path.
  /// - Returns: `nil` if nothing is missing.
  init?(
    _ property: _Property, isNew: [Bool], except others: Set<[String]> = [], wasOptional: ([String]) -> Bool
  ) {
    let parts = AttributePart.parts(of: property)
    guard parts.count == isNew.count else { return nil }
    let byGroup = Dictionary(grouping: parts.indices) { parts[$0].enumeration ?? parts[$0].path }
    groups = byGroup.compactMap { path, columns -> Group? in
      guard let first = columns.first, !parts[first].isOptional, !others.contains(path) else { return nil }
      // Another case of an enum: the values are in the columns of the others.
      let isMissing =
        columns.allSatisfy { isNew[$0] }
        || (columns.allSatisfy { !isNew[$0] } && wasOptional(Array(path.dropFirst())))
      return isMissing ? Group(path: path, columns: columns) : nil
    }.sorted { $0.columns[0] < $1.columns[0] }
    guard !groups.isEmpty else { return nil }
    let filled = Set(groups.flatMap(\.columns))
    self.others = parts.indices.filter { !isNew[$0] && !filled.contains($0) }
    self.property = property
  }

  func run(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    let table = layout.table(of: property.entity).name
    let columns = layout.columns(of: property)
    let values = try DefaultColumns.make(property)
    var conditions =
      layout.entityCondition(property.entity, includesSubentities: true, alias: table)
      .map { [$0] } ?? []
    if property.isOptional {
      let present = others.map { "\(columns[$0].name) IS NOT NULL" }
      guard !present.isEmpty else { return }
      conditions.append("(\(present.joined(separator: " OR ")))")
    }
    for group in groups {
      let filter = (group.columns.map { "\(columns[$0].name) IS NULL" } + conditions)
        .joined(separator: " AND ")
      guard let values else {
        try requireNone(group, connection, table, filter)
        continue
      }
      let assignments = group.columns.enumerated().map {
        "\(columns[$1].name) = \(columns[$1].stored("?\($0 + 1)"))"
      }
      let statement = try connection.prepare(
        "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(filter)")
      for (parameter, column) in group.columns.enumerated() {
        try statement.bind(SQLValue(values[column]), Int32(parameter + 1))
      }
      try statement.run()
    }
  }

  private func requireNone(
    _ group: Group, _ connection: SQLiteConnection, _ table: String, _ filter: String
  ) throws {
    guard try connection.integer("SELECT 1 FROM \(table) WHERE \(filter) LIMIT 1") != nil
    else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "This field of the attribute is new or no longer optional, the attribute has no default value, and the store has objects without it.",
      entity: property.entity.name, property: group.path.joined(separator: "."),
      file: connection.file,
      advice: "Make the field optional, or give the attribute a default value where it is declared.")
  }
}
