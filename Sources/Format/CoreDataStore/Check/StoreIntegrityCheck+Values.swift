// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension StoreIntegrityCheck {
  /// Rows of the entity, and of those below it.
  func condition(_ place: EntityTable) -> String {
    "t.Z_ENT IN (\(place.numbers.map(String.init).joined(separator: ", ")))"
  }

  /// Properties that must have a value, and have none.
  func missingValues(_ findings: inout Findings) throws {
    guard store.modelOrigin == .cache else { return }
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for attribute in store.model.ownAttributes(of: entity)
      where !attribute.isOptional && !attribute.isTransient && !attribute.isDerived {
        let columns = place.attributes[attribute.name]?.names ?? []
        guard !columns.isEmpty else { continue }
        // A struct of optional parts may be all empty.
        if attribute.type == .composite, !attribute.isEnumeration,
          attribute.elements.allSatisfy(\.isOptional)
        {
          continue
        }
        let empty = columns.map { "t.\($0.sqlName) IS NULL" }.joined(separator: " AND ")
        try findings.attempt(table) { findings in
          try report("\(entity.name).\(attribute.name)", table, empty, place, &findings)
        }
      }
      for relationship in store.model.ownRelationships(of: entity)
      where !relationship.isOptional && !relationship.isToMany {
        guard case .key(let column, _, _)? = place.relationships[relationship.name] else {
          continue
        }
        try findings.attempt(table) { findings in
          try report(
            "\(entity.name).\(relationship.name)", table, "t.\(column.sqlName) IS NULL", place,
            &findings)
        }
      }
    }
  }

  private func report(
    _ name: String, _ table: String, _ empty: String, _ place: EntityTable,
    _ findings: inout Findings
  ) throws {
    let statement = try store.connection.prepare(
      "SELECT t.Z_PK FROM \(table.sqlName) AS t WHERE \(empty) AND \(condition(place))")
    while try statement.step() {
      findings.add(
        Finding(
          .warning, .missingValue, table: table, key: statement.key(0),
          "\(name) is not optional, but has no value.",
          "An app may crash when it reads the property. Set a value in the app."))
    }
  }

  /// Values that must be unique, and are not.
  func uniqueness(_ findings: inout Findings) throws {
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      let inherited = store.model.ancestors(of: entity).first?.uniquenessConstraints ?? []
      for constraint in entity.uniquenessConstraints where !inherited.contains(constraint) {
        let columns = constraint.flatMap { name -> [String] in
          if let attribute = place.attributes[name] { return attribute.names }
          if case .key(let column, _, _)? = place.relationships[name] { return [column] }
          return []
        }
        guard columns.count >= constraint.count, !columns.isEmpty else { continue }
        let list = columns.map { "t.\($0.sqlName)" }
        let filled = list.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        try findings.attempt(table) { findings in
          let statement = try store.connection.prepare(
            "SELECT min(t.Z_PK), count(*) FROM \(table.sqlName) AS t WHERE \(filled) AND"
              + " \(condition(place)) GROUP BY \(list.joined(separator: ", ")) HAVING count(*) > 1")
          while try statement.step() {
            findings.add(
              Finding(
                .error, .notUnique, table: table, key: statement.key(0),
                "\(statement.integer(1)) rows have the same \(constraint.joined(separator: " and ")).",
                "The model says that it is unique in \(entity.name). Change or delete all but one.")
            )
          }
        }
      }
    }
  }

  /// Values that are of another kind than their column is for.
  func unfitValues(_ findings: inout Findings) throws {
    guard store.modelOrigin == .cache else { return }
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for attribute in store.model.ownAttributes(of: entity) where !attribute.isTransient {
        let leaves = attribute.leaves
        let columns = place.attributes[attribute.name]?.names ?? []
        guard columns.count == leaves.count else { continue }
        let marks = attribute.emptyCaseMarks
        for (index, (column, leaf)) in zip(columns, leaves).enumerated() {
          let name = "t.\(column.sqlName)"
          guard var test = Self.unfit(leaf.attribute.type, name) else { continue }
          if let isText = marks[index] {
            test = "(\(test)) AND NOT (typeof(\(name)) = '\(isText ? "text" : "blob")' AND length(\(name)) = 0)"
          }
          try findings.attempt(table) { findings in
            let statement = try store.connection.prepare(
              "SELECT t.Z_PK FROM \(table.sqlName) AS t WHERE \(test) AND \(condition(place))")
            while try statement.step() {
              findings.add(
                Finding(
                  .warning, .unfitValue, table: table, key: statement.key(0),
                  "\(entity.name).\(leaf.path) holds a value that is not of the type"
                    + " \(leaf.attribute.type.coreDataName).",
                  "A program that does not know the format wrote it. Correct it in the app."))
            }
          }
        }
      }
    }
  }

  private static func unfit(_ type: AttributeType, _ column: String) -> String? {
    switch type {
    case .integer16, .integer32, .integer64: "typeof(\(column)) NOT IN ('integer', 'null')"
    case .boolean: "(\(column) IS NOT NULL AND \(column) NOT IN (0, 1))"
    case .double, .float, .date: "typeof(\(column)) NOT IN ('real', 'integer', 'null')"
    case .decimal:
      "(typeof(\(column)) NOT IN ('real', 'integer', 'null')"
        + " AND \(column) IS NOT '\(DecimalColumn.notANumber)')"
    case .string, .uri: "typeof(\(column)) NOT IN ('text', 'null')"
    case .uuid:
      "(\(column) IS NOT NULL AND (typeof(\(column)) != 'blob' OR length(\(column)) != 16))"
    case .binaryData, .transformable: "typeof(\(column)) NOT IN ('blob', 'null')"
    case .undefined, .objectID, .composite: nil
    }
  }
}
