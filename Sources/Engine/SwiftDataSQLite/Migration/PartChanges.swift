// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// What an attribute with several columns needs if the schema has other ones
/// than the store.
///
/// The columns of an enum say together which case it is, and those of an
/// optional struct whether there is one. So a case that is removed must not be
/// in use, and a column that comes back must not say what is no longer so.
struct PartChanges {
  private let property: _Property
  private let parts: [(path: [String], column: ColumnLayout, isNew: Bool)]
  private let table: String
  /// The columns of former cases whose values get columns of their own.
  private let spread: Set<[String]>

  init(
    _ property: _Property, _ parts: [AttributePart], _ columns: [ColumnLayout], isNew: [Bool], table: String
  ) {
    self.property = property
    self.table = table
    self.parts = zip(parts, zip(columns, isNew)).map { (Array($0.path.dropFirst()), $1.0, $1.1) }
    spread = Self.spread(property)
  }

  /// The cases that a store may have as JSON in one column, which ``FormerPayloads`` reads.
  static func spread(_ property: _Property) -> Set<[String]> {
    Set(
      StoredPayloads.enumerations(of: property).flatMap { enumeration in
        enumeration.cases.map { Array(enumeration.path.dropFirst()) + [$0] }
      })
  }

  /// - Parameters:
  ///   - stored: The attribute in the store.
  ///   - column: The column of a part in the store.
  func steps(
    _ stored: AttributeDescription, _ column: ([String]) -> String?
  ) -> [LightweightMigration.Step] {
    guard stored.type == .composite else { return [] }
    let known = AttributePart.stored(stored)
    var steps: [LightweightMigration.Step] = []
    for (path, composite) in Self.composites(stored, [], depth: 0) {
      let own = parts.filter { $0.path.count > path.count && $0.path.starts(with: path) }
      guard !own.isEmpty else { continue }
      let present = own.filter { known[$0.path] != nil && !$0.isNew }.map(\.column.name)
      let returned = own.filter {
        known[$0.path] == nil && !$0.isNew && $0.column.name.hasPrefix(KeptNames.prefix)
      }.map(\.column.name)
      if composite.isEnumeration {
        let lost = known.filter { part, attribute in
          part.count > path.count && part.starts(with: path) && !own.contains { $0.path == part }
            && !(attribute.type == .binaryData && spread.contains(part))
        }.keys.compactMap { column($0) }.sorted()
        if !lost.isEmpty {
          steps.append(
            .requireNoValues(LostCases(property: property, path: path, lost: lost, others: present)))
        }
      } else if !composite.isOptional {
        continue
      }
      guard !present.isEmpty, !returned.isEmpty else { continue }
      steps.append(
        .clearReturned(
          ReturnedParts(
            property: property, table: table, columns: returned, others: present,
            ifOthersHaveValues: composite.isEnumeration)))
    }
    return steps
  }

  /// The structs and enums of an attribute, from the outside in.
  private static func composites(
    _ attribute: AttributeDescription, _ path: [String], depth: Int
  ) -> [(path: [String], attribute: AttributeDescription)] {
    guard attribute.type == .composite, !attribute.hasRawValues, depth < AttributeDescription.maximumDepth
    else { return [] }
    return [(path, attribute)]
      + attribute.elements.flatMap { composites($0, path + [$0.name], depth: depth + 1) }
  }
}

/// The columns of cases that an enum no longer has.
struct LostCases {
  let property: _Property
  /// Of the enum, without the attribute's name.
  let path: [String]
  let lost: [String]
  /// The columns of its other cases.
  let others: [String]

  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if an object has such a case.
  func run(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    let table = layout.table(of: property.entity).name
    let condition = layout.entityCondition(property.entity, includesSubentities: true, alias: table)
    let isLost = lost.map { "\(DDL.quoted($0)) IS NOT NULL" }.joined(separator: " OR ")
    let filter = ["(\(isLost))"] + others.map { "\(DDL.quoted($0)) IS NULL" } + (condition.map { [$0] } ?? [])
    guard
      try connection.integer(
        "SELECT 1 FROM \(table) WHERE \(filter.joined(separator: " AND ")) LIMIT 1") != nil
    else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The store has values of a case that the enum no longer has, or has with other associated values.",
      entity: property.entity.name, property: ([property.name] + path).joined(separator: "."),
      file: connection.file,
      advice:
        "Keep the case, or give the objects another value with the former version of the schema first: in the program that has it, or in willMigrate of a stage."
    )
  }
}

/// Kept columns that an enum or an optional struct has again.
struct ReturnedParts {
  let property: _Property
  let table: String
  let columns: [String]
  /// The columns that it has had all the time.
  let others: [String]
  /// An enum has one case; a struct is there if any column is.
  let ifOthersHaveValues: Bool

  func run(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    let condition = layout.entityCondition(property.entity, includesSubentities: true, alias: table)
    let conditions = others.map { "\(DDL.quoted($0)) IS \(ifOthersHaveValues ? "NOT NULL" : "NULL")" }
    let isOutdated = conditions.joined(separator: ifOthersHaveValues ? " OR " : " AND ")
    let filter = ["(\(isOutdated))"] + (condition.map { [$0] } ?? [])
    let assignments = columns.map { "\(DDL.quoted($0)) = NULL" }.joined(separator: ", ")
    try connection.executeOnce(
      "UPDATE \(table) SET \(assignments) WHERE \(filter.joined(separator: " AND "))")
  }
}
