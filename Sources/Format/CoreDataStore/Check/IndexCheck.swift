// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension StoreIntegrityCheck {
  /// Indexes that Core Data makes for the model, and the file lacks.
  func indexes(_ findings: inout Findings) throws {
    for index in store.missingIndexes() {
      findings.add(
        Finding(
          .error, .missingIndex, table: index.table, "There is no \(index.purpose).",
          index.isUnique
            ? "Nothing keeps the values unique. 'check --repair COPY' makes the index."
            : "Apps read the table slowly. 'check --repair COPY' makes the index."))
    }
  }
}

/// An index that goes with the model.
package struct ExpectedIndex: Equatable, Sendable {
  /// Core Data's name.
  package let name: String
  package let table: String
  package let columns: [String]
  package let isUnique: Bool
  /// For people: `unique index for Trip.name`.
  package let purpose: String
  /// Columns with their order, as in the statement.
  private let list: String

  init(
    _ name: String, _ table: String, _ columns: [(name: String, order: String)],
    isUnique: Bool = false, purpose: String
  ) {
    self.name = name
    self.table = table
    self.columns = columns.map(\.name)
    self.isUnique = isUnique
    self.purpose = purpose
    list = columns.map { $0.name.sqlName + $0.order }.joined(separator: ", ")
  }

  /// The statement that creates it.
  package var statement: String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.sqlName) ON \(table.sqlName) (\(list))"
  }

  /// Whether one of a table's indexes does the same work.
  ///
  /// Names do not count: a store that was migrated in place keeps its old ones.
  func isPresent(in table: TableCatalog.Table) -> Bool {
    let wanted = columns.map { $0.uppercased() }
    return table.indexes.contains { index in
      let has = index.columns.map { $0.uppercased() }
      return isUnique
        ? index.isUnique && Set(has) == Set(wanted) : has.starts(with: wanted)
    }
  }
}

extension Store {
  /// The indexes that the file lacks; none if the store carries no model.
  package func missingIndexes() -> [ExpectedIndex] {
    guard modelOrigin == .cache else { return [] }
    var missing: [ExpectedIndex] = []
    for index in expectedIndexes() {
      guard let table = catalog.table(index.table), !index.isPresent(in: table),
        !missing.contains(index)
      else { continue }
      missing.append(index)
    }
    return missing
  }

  private func expectedIndexes() -> [ExpectedIndex] {
    var indexes: [ExpectedIndex] = []
    for entity in orderedEntities {
      guard let place = layout[entity.name], let table = place.table else { continue }
      if place.holdsTable, place.numbers.count > 1 {
        indexes.append(
          ExpectedIndex(
            "\(table)_Z_ENT_INDEX", table, [("Z_ENT", "")],
            purpose: "index for the entities of the rows"))
      }
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name }) {
        indexes += expectedIndexes(place, relationship)
      }
      indexes += uniqueIndexes(entity, place, table)
      indexes += fetchIndexes(entity, place, table)
    }
    return indexes
  }

  private func expectedIndexes(
    _ place: EntityTable, _ relationship: RelationshipDescription
  ) -> [ExpectedIndex] {
    let purpose = "index for \(place.entity).\(relationship.name)"
    switch place.relationships[relationship.name] {
    case .key(let column, _, _):
      guard let table = place.table else { return [] }
      return [ExpectedIndex("\(table)_\(column)_INDEX", table, [(column, "")], purpose: purpose)]
    case .foreign(let table, let column, _, true):
      return [ExpectedIndex("\(table)_\(column)_INDEX", table, [(column, "")], purpose: purpose)]
    case .join(let table, let owner, let target, _):
      // The primary key finds the targets of one side; the index those of the other.
      guard let pairs = catalog.table(table), !pairs.indexes.isEmpty else { return [] }
      let way = [(owner, ""), (target, "")]
      return pairs.isIndexed(owner)
        ? [] : [ExpectedIndex("\(table)_\(owner)_INDEX", table, way, purpose: purpose)]
    default: return []
    }
  }

  private func uniqueIndexes(
    _ entity: EntityDescription, _ place: EntityTable, _ table: String
  ) -> [ExpectedIndex] {
    let inherited = model.ancestors(of: entity).flatMap(\.uniquenessConstraints)
    return entity.uniquenessConstraints.filter { !inherited.contains($0) }.compactMap { names in
      guard let columns = columns(names, place) else { return nil }
      return ExpectedIndex(
        "Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))", table,
        columns.map { ($0, " COLLATE BINARY ASC") }, isUnique: true,
        purpose: "unique index for \(entity.name).\(names.joined(separator: ", "))")
    }
  }

  private func fetchIndexes(
    _ entity: EntityDescription, _ place: EntityTable, _ table: String
  ) -> [ExpectedIndex] {
    let inherited = model.ancestors(of: entity).flatMap(\.indexes)
    return entity.indexes.filter { !inherited.contains($0) }.compactMap { index in
      // Core Data makes none of a relationship alone, which has one already.
      guard !index.isPartial, !index.elements.contains(where: \.isSpatial),
        !(index.elements.count == 1
          && entity.relationship(named: index.elements[0].property) != nil),
        let columns = columns(index.elements.map(\.property), place)
      else { return nil }
      let list = zip(columns, index.elements).map {
        ($0, " COLLATE BINARY " + ($1.isAscending ? "ASC" : "DESC"))
      }
      return ExpectedIndex(
        "Z_\(entity.name)_\(index.name)", table, list,
        purpose: "index '\(index.name)' of \(entity.name)")
    }
  }

  /// The columns of properties that have one each.
  private func columns(_ properties: [String], _ place: EntityTable) -> [String]? {
    var columns: [String] = []
    for name in properties {
      if let attribute = place.attributes[name]?.names, attribute.count == 1 {
        columns += attribute
      } else if case .key(let column, _, _)? = place.relationships[name] {
        columns.append(column)
      } else {
        return nil
      }
    }
    return columns.isEmpty ? nil : columns
  }
}
