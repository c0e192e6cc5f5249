// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// The values of rows that the changes concern.
  extension TableChanges {
    /// The rows of a property's class, and those below it; `nil` for all rows.
    private func rows(_ property: _Property, _ hadEntities: Bool) -> String? {
      hadEntities ? ddl.layout.condition(property.declaringEntity, includesSubentities: true, alias: "t") : nil
    }

    private func found(_ table: TableLayout, _ conditions: [String?]) throws -> Bool {
      let all = conditions.compactMap { $0 }
      return try exists(
        "SELECT 1 FROM \(table.name) AS t\(all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))") LIMIT 1")
    }

    /// For a property without a default value whose rows have none.
    func requireNoRows(_ property: _Property, _ table: TableLayout, _ hadEntities: Bool) throws {
      // Of a subclass there cannot be rows in a table that was made for one class.
      guard property.declaringEntity === table.root || hadEntities else { return }
      var conditions: [String?] = withoutCopies(property)
      conditions.append(rows(property, hadEntities))
      guard try found(table, conditions), !excuses(property) else { return }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The property is new, is not optional and has no default value, and the store has objects without it.",
        entity: property.entity.name, property: property.name,
        advice: "Make the property optional, or give it a default value where it is declared.")
    }

    /// Not the rows that get values from another class's column.
    private func withoutCopies(_ property: _Property) -> [String?] {
      var conditions: [String?] = []
      for copy in past?.copies(for: property) ?? [] {
        guard let entities = copy.entities else { continue }
        conditions.append("t.entity NOT IN (\(entities.map(Self.quoted).joined(separator: ", ")))")
      }
      return conditions
    }

    /// What a property has had so far, and has otherwise now.
    mutating func checkValues(
      _ property: _Property, _ table: TableLayout, _ hadEntities: Bool, _ links: LinkChanges
    ) throws {
      guard let past else { return }
      copyValues(property, table, past)
      noteValues(property, table)
      // Of a subclass there cannot be rows in a table that was made for one class.
      guard let origin = past.origin(of: property), property.declaringEntity === table.root || hadEntities else {
        return
      }
      try checkShape(property, origin, table, hadEntities)
      guard !property.isOptional, !links.fills(property), origin.isMoved || origin.isKept || wasOptional(origin) else {
        return
      }
      let sources = origin.parts.values.filter { $0.table == PostgresNames.plain(table.name) }.map(\.column)
        .filter { isInStore($0, table) }.sorted()
      guard !sources.isEmpty else { return }
      let missing = sources.map { "t.\(PostgresNames.quoted($0)) IS NULL" }
      var lacking: [String?] = withoutCopies(property)
      for condition in missing { lacking.append(condition) }
      lacking.append(rows(property, hadEntities))
      guard try found(table, lacking) else { return }
      locks.insert(table.name)
      if let values = try DefaultColumns.make(property) {
        let columns = ddl.layout.columns(of: property)
        let assigned = try zip(columns, values).map { column, value in
          "\(column.name) = \(try literal(value, column, property) ?? "NULL")"
        }
        let names = sources.map { renamed[[PostgresNames.plain(table.name), $0]] ?? $0 }
        let conditions =
          names.map { "t.\(PostgresNames.quoted($0)) IS NULL" } + [rows(property, hadEntities)].compactMap { $0 }
        fills.append(
          "UPDATE \(table.name) AS t SET \(assigned.joined(separator: ", ")) "
            + "WHERE \(conditions.joined(separator: " AND "))")
        return
      }
      guard !excuses(property) else { return }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The property is no longer optional and has no default value, and the store has objects without it.",
        entity: property.entity.name, property: property.name,
        advice: "Leave the property optional, or give it a default value where it is declared.")
    }

    /// Whether a column is there before the changes.
    private func isInStore(_ column: String, _ table: TableLayout) -> Bool {
      let plain = PostgresNames.plain(table.name)
      return renamed[[plain, column]] != nil || contents.columns[plain]?[column] != nil
    }

    private func wasOptional(_ origin: PropertyOrigins.Origin) -> Bool {
      guard let former = past?.former else { return false }
      if let attribute = former.ownAttributes(origin.entity).first(where: { $0.name == origin.name }) {
        return attribute.isOptional
      }
      return former.ownRelationships(origin.entity).first { $0.name == origin.name }?.isOptional ?? false
    }

    /// Values that another class's column has, or keys of which some lead to the destination that there is now.
    private mutating func copyValues(_ property: _Property, _ table: TableLayout, _ past: PropertyOrigins) {
      let parts = AttributePart.parts(of: property)
      for copy in past.copies(for: property) {
        for (index, column) in ddl.layout.columns(of: property).enumerated() {
          let suffix =
            parts.indices.contains(index) ? parts[index].path.dropFirst().map { "." + $0 }.joined() : ""
          guard let place = copy.parts[suffix], place.table == PostgresNames.plain(table.name),
            contents.columns[place.table] != nil, place.column != PostgresNames.plain(column.name)
          else { continue }
          let source = "t.\(PostgresNames.quoted(renamed[[place.table, place.column]] ?? place.column))"
          var condition = "\(source) IS NOT NULL"
          if let entities = copy.entities {
            condition += " AND t.entity IN (\(entities.map(Self.quoted).joined(separator: ", ")))"
          } else if let destination = property.destination {
            let own = ddl.layout.condition(destination, includesSubentities: true, alias: "d")
            condition +=
              " AND EXISTS (SELECT 1 FROM \(ddl.layout.table(of: destination).name) AS d WHERE d.pk = \(source)"
              + "\(own.map { " AND \($0)" } ?? ""))"
          }
          fills.append("UPDATE \(table.name) AS t SET \(column.name) = \(source) WHERE \(condition)")
          locks.insert(table.name)
        }
      }
    }

    /// Columns have the names of what is in a value. So if one value has become several, or several one, or a case of an
    /// enum is gone, the columns of the property are not those that have the values.
    private mutating func checkShape(
      _ property: _Property, _ origin: PropertyOrigins.Origin, _ table: TableLayout, _ hadEntities: Bool
    ) throws {
      guard !property.isRelationship, let past else { return }
      let paths = AttributePart.parts(of: property).map { $0.path.dropFirst().map { "." + $0 }.joined() }
      let stored = past.former.ownAttributes(origin.entity).first { $0.name == origin.name }
      let isEnumeration = stored.map { $0.isEnumeration && !$0.hasRawValues } ?? false
      for (suffix, place) in origin.parts.sorted(by: { $0.key < $1.key }) where !paths.contains(suffix) {
        let isOther = paths.contains { $0.hasPrefix(suffix + ".") || suffix.hasPrefix($0 + ".") }
        guard isOther || isEnumeration, place.table == PostgresNames.plain(table.name),
          isInStore(place.column, table)
        else { continue }
        let condition = "t.\(PostgresNames.quoted(place.column)) IS NOT NULL"
        guard try found(table, [condition, rows(property, hadEntities)]) else { continue }
        throw SwiftDataError(
          .unknownDataStoreSchema,
          "The values of the store have a part (\(origin.name)\(suffix)) that the property no longer has, or has otherwise: "
            + "they would be lost.", entity: property.entity.name, property: property.name,
          advice:
            "Keep the type, or give the new property another name, and convert the values in a stage of a migration "
            + "plan.")
      }
    }

    /// A default value as a constant, with which PostgreSQL writes no row; `nil` for nothing.
    func literal(_ value: ColumnConstant, _ column: ColumnLayout, _ property: _Property) throws -> String? {
      let type = column.declaredType.components(separatedBy: " COLLATE").first ?? ""
      switch value {
      case .null: return nil
      case .integer(let value): return type == "boolean" ? (value == 0 ? "false" : "true") : "\(value)"
      case .real(let value):
        guard !value.isNaN else { return nil }
        return "'\("\(value)".replacing("inf", with: "Infinity"))'::\(type)"
      case .text, .bytes:
        guard let bytes = try ColumnBatch.parameter(value, column, of: property).bytes else { return nil }
        switch type {
        case "jsonb": return Self.quoted(String(decoding: bytes.dropFirst(), as: UTF8.self)) + "::jsonb"
        case "numeric": return bytes.withUnsafeBytes { NumericFormat.text($0) }
        case "text": return Self.quoted(String(decoding: bytes, as: UTF8.self))
        case "uuid": return "'\(Self.hexadecimal(bytes))'::uuid"
        default: return "'\\x\(Self.hexadecimal(bytes))'::\(type)"
        }
      }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String(format: "%02x", $0) }.joined()
    }
  }
#endif
