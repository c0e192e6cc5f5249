// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Keeps what rows were before a writer changed them.
final class RowJournal {
  /// What is kept is in memory: a change of more rows is no single step for a person.
  static let largest = 10_000

  private let store: Store
  private var order: [ObjectReference] = []
  private var before: [ObjectReference: [EditReport.Cell]] = [:]
  private var inserted: Set<ObjectReference> = []
  private var insertedPairs: [EditReport.Pair] = []
  private var deletedPairs: [EditReport.Pair] = []

  init(_ store: Store) { self.store = store }

  func noteInsert(_ reference: ObjectReference) {
    if before[reference] == nil, inserted.insert(reference).inserted { order.append(reference) }
  }

  func willChange(_ reference: ObjectReference) throws {
    guard !inserted.contains(reference), before[reference] == nil else { return }
    guard order.count < Self.largest else {
      throw StoreError(
        .unsupported, "The change is about more than \(Self.largest) rows, which is too much for one step.",
        file: store.url.path, advice: "Change fewer rows at once.")
    }
    before[reference] = try row(reference)
    order.append(reference)
  }

  func willDelete(_ reference: ObjectReference) throws { try willChange(reference) }

  func noteInsert(_ pair: EditReport.Pair) { insertedPairs.append(pair) }
  func noteDelete(_ pair: EditReport.Pair) { deletedPairs.append(pair) }

  /// All columns of a row; none if there is no such row.
  func row(_ reference: ObjectReference) throws -> [EditReport.Cell] {
    guard let name = store.layout[reference.entity]?.table, let table = store.catalog.table(name) else { return [] }
    let columns = table.columns.map(\.name)
    let row = try store.connection.rows(
      "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(name.sqlName) WHERE Z_PK = ?",
      [.integer(reference.key)]
    ).first
    guard let row else { return [] }
    let external = externalColumns(reference.entity)
    return zip(columns, row).map { column, value in
      .init(column, external.contains(column) ? store.inlined(value) : value)
    }
  }

  private func externalColumns(_ name: String) -> Set<String> {
    guard let entity = store.model.entity(named: name), let place = store.layout[name] else { return [] }
    var names: Set<String> = []
    for attribute in entity.attributes {
      let columns = place.attributes[attribute.name]?.names ?? []
      for (leaf, column) in zip(attribute.leaves, columns) where leaf.attribute.allowsExternalStorage {
        names.insert(column)
      }
    }
    return names
  }

  /// What has happened, by what the rows are now.
  func report() throws -> EditReport {
    var report = EditReport()
    report.insertedPairs = insertedPairs
    report.deletedPairs = deletedPairs
    for reference in order {
      let old = before[reference] ?? []
      let new = try row(reference)
      if old.isEmpty, new.isEmpty { continue }
      let kind: EditReport.Row.Kind = old.isEmpty ? .insert : new.isEmpty ? .delete : .update
      let properties = properties(reference.entity, old, new)
      // The version of a row is raised, too, when only a relationship without column has changed.
      report.rows.append(.init(reference: reference, kind: kind, before: old, after: new, properties: properties))
    }
    return report
  }

  private func properties(
    _ name: String, _ before: [EditReport.Cell], _ after: [EditReport.Cell]
  ) -> [EditReport.Property] {
    guard let entity = store.model.entity(named: name), let place = store.layout[name] else { return [] }
    let old = Dictionary(before.map { ($0.column.uppercased(), $0.value) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.column.uppercased(), $0.value) }) { first, _ in first }
    func values(_ columns: [String], _ row: [String: SQLiteValue]) -> [SQLiteValue] {
      columns.map { row[$0.uppercased()] ?? .null }
    }
    var result: [EditReport.Property] = []
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
      let columns = place.attributes[attribute.name]?.names ?? []
      let (first, second) = (values(columns, old), values(columns, new))
      guard first != second else { continue }
      result.append(
        .init(
          name: attribute.name, before: store.decoder.value(attribute, first[...]),
          after: store.decoder.value(attribute, second[...])))
    }
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) {
      guard case .key(let column, let entityColumn, _)? = place.relationships[relationship.name] else { continue }
      func target(_ row: [String: SQLiteValue]) -> StoredValue {
        guard let key = row[column.uppercased()]?.key else { return .null }
        let number = entityColumn.flatMap { row[$0.uppercased()]?.key }
        let entity = number.flatMap { store.entitiesByNumber[$0] } ?? relationship.destination
        return .object(ObjectReference(entity: entity, key: key))
      }
      if target(old) != target(new) {
        result.append(.init(name: relationship.name, before: target(old), after: target(new)))
      }
    }
    return result
  }
}
