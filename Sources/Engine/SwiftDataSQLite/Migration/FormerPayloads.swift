// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Logging
import SwiftDataCore
import SwiftDataSQL

/// An enum whose associated values a store has as JSON, as this library stored them before each had a column.
struct FormerPayloads {
  let property: _Property
  let enumeration: StoredPayloads.Enumeration
  /// The columns with JSON, by the names of their cases.
  let columns: [(name: String, column: String)]

  private static let logger = Logger(label: "SwiftData.Migration")

  /// - Parameter known: the columns of the store, by entity and path.
  static func all(_ entities: [_Entity], known: [String: [String: String]]) -> [FormerPayloads] {
    entities.flatMap { entity in
      PropertyPlaces.own(entity).filter(\.hasColumns).flatMap { property in
        StoredPayloads.enumerations(of: property).compactMap { enumeration in
          let columns = enumeration.cases.compactMap { name -> (name: String, column: String)? in
            let path = (enumeration.path + [name]).joined(separator: ".")
            // What is kept has been moved.
            guard let column = known[entity.name]?[path], !column.hasPrefix(KeptNames.prefix)
            else { return nil }
            return (name, column)
          }
          return columns.isEmpty
            ? nil : FormerPayloads(property: property, enumeration: enumeration, columns: columns)
        }
      }
    }
  }

  /// The columns that the enum is to have.
  private func targets(_ layout: StoreLayout) -> [ColumnLayout] {
    let all = layout.columns(of: property)
    return enumeration.columns.upperBound <= all.count ? Array(all[enumeration.columns]) : []
  }

  // MARK: Moving

  /// Gives each associated value its column. JSON that is of no case, or that says more than the columns can, stays in
  /// the file, where the column is kept out of the way.
  func run(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    let table = layout.table(of: property.entity).name
    let targets = targets(layout)
    guard !targets.isEmpty else { return }
    let condition = layout.entityCondition(property.entity, includesSubentities: true, alias: table)
    for (name, column) in columns {
      let json = DDL.quoted(column)
      let assignments =
        targets.enumerated().map { "\(DDL.quoted($1.name)) = ?\($0 + 3)" }
        + ["\(json) = CASE WHEN ?2 THEN NULL ELSE \(json) END"]
      let update = try connection.prepare(
        "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1")
      let filter = ["\(json) IS NOT NULL", "Z_PK > ?"] + (condition.map { [$0] } ?? [])
      var last = Int64.min
      var unread = 0
      while true {
        var rows: [(key: Int64, json: Data)] = []
        try connection.withStatement(
          "SELECT Z_PK, \(json) FROM \(table) WHERE \(filter.joined(separator: " AND ")) ORDER BY Z_PK LIMIT 500"
        ) { statement in
          statement.bind(last, 1)
          while try statement.step() { rows.append((statement.integer(0), Data(statement.bytes(1)))) }
        }
        guard let next = rows.last?.key else { break }
        last = next
        for row in rows {
          guard let found = try? enumeration.columns(ofJSON: row.json, case: name),
            found.columns.count == targets.count
          else {
            unread += 1
            continue
          }
          update.bind(row.key, 1)
          update.bind(found.isExact ? 1 : 0 as Int64, 2)
          for (index, value) in found.columns.enumerated() {
            try update.bind(SQLValue(value), Int32(index + 3))
          }
          try update.run()
        }
      }
      if unread > 0 {
        Self.logger.warning(
          "The associated values of some objects could not be decoded, and stay in the store as they are.",
          metadata: [
            "property": "\(property.entity.name).\((enumeration.path + [name]).joined(separator: "."))",
            "objects": "\(unread)", "file": "\(connection.file?.path ?? "")",
          ])
      }
    }
  }

  // MARK: Reading only

  /// Views that add the missing columns to the tables of a store that cannot be changed.
  struct Views {
    /// Statements for each connection.
    fileprivate(set) var statements: [String] = []
    fileprivate(set) var functions: [SQLFunction] = []
    /// The columns that tables seem to have, by table.
    fileprivate(set) var columns: [String: [StoreContents.Column]] = [:]
    /// The columns by entity and path, as they seem to be.
    fileprivate(set) var known: [String: [String: String]] = [:]

    var isEmpty: Bool { statements.isEmpty }
  }

  static func views(
    _ payloads: [FormerPayloads], _ contents: StoreContents, _ layout: StoreLayout,
    known: [String: [String: String]]
  ) -> Views {
    var views = Views()
    views.known = known
    var added: [String: [String]] = [:]
    for (number, former) in payloads.enumerated() {
      let table = layout.table(of: former.property.entity).name
      let name = "OSD_PAYLOAD_\(number)"
      views.functions.append(former.function(name))
      let targets = former.targets(layout)
      let stored = contents.columnNames(of: table)
      for (index, target) in targets.enumerated() where !stored.contains(target.name) {
        // The JSON of all cases: at most one of them has some.
        let arguments = former.columns.map { DDL.quoted($0.column) }.joined(separator: ", ")
        added[table, default: []].append("\(name)(\(index), \(arguments)) AS \(DDL.quoted(target.name))")
        views.columns[table, default: []].append(.init(name: target.name, type: target.declaredType))
      }
      let entity = former.property.entity.name
      for (name, _) in former.columns {
        views.known[entity]?[(former.enumeration.path + [name]).joined(separator: ".")] = nil
      }
      views.known[entity, default: [:]].merge(layout.columnNames[entity] ?? [:]) { old, _ in old }
    }
    for (table, columns) in added.sorted(by: { $0.key < $1.key }) {
      // Found before the table of that name.
      let name = DDL.quoted(table)
      views.statements.append(
        "CREATE TEMP VIEW \(name) AS SELECT *, \(columns.joined(separator: ", ")) FROM main.\(name)")
    }
    return views
  }

  /// `(index of the column, JSON of each case …)`.
  private func function(_ name: String) -> SQLFunction {
    let (enumeration, names) = (enumeration, columns.map(\.name))
    return SQLFunction(named: name, names.count + 1) { arguments in
      guard case .integer(let index)? = arguments.first else { return .null }
      for (name, argument) in zip(names, arguments.dropFirst()) {
        guard case .blob(let bytes) = argument else { continue }
        guard let values = try? enumeration.columns(ofJSON: Data(bytes), case: name).columns,
          values.indices.contains(Int(index))
        else { return .null }
        return SQLValue(values[Int(index)])
      }
      return .null
    }
  }
}
