// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Takes back what a report says.
struct EditUndo {
  private let writer: StoreWriter
  private let journal: RowJournal
  /// Whether rows may be elsewhere.
  private let isPart: Bool
  private var store: Store { writer.store }

  init(_ writer: StoreWriter, _ journal: RowJournal, isPart: Bool) {
    self.writer = writer
    self.journal = journal
    self.isPart = isPart
  }

  func undo(_ report: EditReport) throws {
    for row in report.rows { try requireUnchanged(row) }
    for pair in report.insertedPairs { try delete(pair) }
    for row in report.rows.reversed() where row.kind == .insert {
      try replaceFiles(of: row.after, row.reference)
      try writer.delete(row.reference)
    }
    for row in report.rows.reversed() where row.kind == .update { try restore(row) }
    for row in report.rows.reversed() where row.kind == .delete {
      // The next version, so that it differs from the row that was there before.
      let values = try row.before.map { cell in
        (
          cell.column,
          cell.column.uppercased() == RowHeader.version ? raised(cell.value) : try placed(cell, row.reference)
        )
      }
      try writer.restore(row.reference, values)
    }
    for pair in report.deletedPairs { try insert(pair) }
    for row in report.rows where row.kind == .insert { try requireUnrelated(row.reference) }
    if isPart { return }
    for row in report.rows where row.kind != .insert { try requireTargets(of: row) }
    for pair in report.deletedPairs { try requireTargets(of: pair) }
  }

  /// What a row led to may have been deleted since. Looked at in the end: it may come back in the same step.
  private func requireTargets(of row: EditReport.Row) throws {
    guard let place = store.layout[row.reference.entity],
      let entity = store.model.entity(named: row.reference.entity)
    else { return }
    let before = Dictionary(row.before.map { ($0.column.uppercased(), $0.value) }) { first, _ in first }
    let after = Dictionary(row.after.map { ($0.column.uppercased(), $0.value) }) { first, _ in first }
    /// The key that the row gets back.
    func restored(_ column: String) -> Int64? {
      let name = column.uppercased()
      return after[name] == before[name] ? nil : before[name]?.key
    }
    for relationship in entity.relationships where !relationship.isTransient {
      guard case .key(let column, let entityColumn, _)? = place.relationships[relationship.name],
        let key = restored(column)
      else { continue }
      let number = entityColumn.flatMap { before[$0.uppercased()]?.key }
      try require(key, of: relationship.destination, number, for: row.reference)
    }
    // Of relationships to many without inverse, the key is with the members.
    for owner in store.model.entities {
      for relationship in store.model.ownRelationships(of: owner) where !relationship.isTransient {
        guard case .foreign(_, let column, _, true)? = store.layout[owner.name]?.relationships[relationship.name],
          store.layout[relationship.destination]?.root == place.root, let key = restored(column)
        else { continue }
        try require(key, of: owner.name, nil, for: row.reference)
      }
    }
  }

  private func requireTargets(of pair: EditReport.Pair) throws {
    let values = Dictionary(pair.values.map { ($0.column.uppercased(), $0.value) }) { first, _ in first }
    for entity in store.model.entities {
      for relationship in store.model.ownRelationships(of: entity) where !relationship.isTransient {
        guard
          case .join(pair.table, let ownerColumn, let targetColumn, _)? =
            store.layout[entity.name]?.relationships[relationship.name],
          let owner = values[ownerColumn.uppercased()]?.key, let target = values[targetColumn.uppercased()]?.key
        else { continue }
        let reference = ObjectReference(entity: entity.name, key: owner)
        try require(owner, of: entity.name, nil, for: reference)
        try require(target, of: relationship.destination, nil, for: reference)
      }
    }
  }

  /// - Parameter number: of the row's entity, if it is known.
  private func require(_ key: Int64, of entity: String, _ number: Int64?, for reference: ObjectReference) throws {
    guard let place = store.layout[entity], let table = place.table else { return }
    let found = try store.connection.integer("SELECT Z_ENT FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(key)])
    if let found, place.numbers.contains(found), number == nil || number == found { return }
    throw StoreError(
      .busy,
      "\(reference) would lead to \(ObjectReference(entity: entity, key: key)), which has been deleted since, so the change cannot be undone.",
      file: store.url.path, advice: "Change the row by hand.")
  }

  /// What others lead to by now cannot go without a word.
  private func requireUnrelated(_ reference: ObjectReference) throws {
    guard let other = try IncomingReferences(store).first(to: reference) else { return }
    throw StoreError(
      .busy, "\(other) leads to \(reference) since, so the change cannot be undone.", file: store.url.path,
      advice: "Let it lead elsewhere first, or delete \(reference), which follows the delete rules.")
  }

  private func raised(_ value: SQLiteValue) -> SQLiteValue {
    let (next, overflow) = (value.key ?? 0).addingReportingOverflow(1)
    return .integer(overflow ? 1 : next)
  }

  private func requireUnchanged(_ row: EditReport.Row) throws {
    let now = try journal.row(row.reference)
    // The version alone differs after a later change that was undone: the values are what they were.
    func values(_ cells: [EditReport.Cell]) -> [EditReport.Cell] {
      cells.filter { $0.column.uppercased() != RowHeader.version }
    }
    let isSame = row.kind == .delete ? now.isEmpty : !now.isEmpty && values(now) == values(row.after)
    guard isSame else {
      throw StoreError(
        .busy, "\(row.reference) has been changed since, so the change cannot be undone.", file: store.url.path,
        advice: "Look at the row, and change it by hand.")
    }
  }

  private func restore(_ row: EditReport.Row) throws {
    let after = Dictionary(row.after.map { ($0.column, $0.value) }) { first, _ in first }
    let changed = row.before.filter { after[$0.column] != $0.value && $0.column.uppercased() != RowHeader.version }
    try replaceFiles(of: changed, row.reference)
    try writer.update(
      row.reference, try changed.map { ($0.column, try placed($0, row.reference)) },
      Set(row.properties.map(\.name)))
  }

  /// A large value goes into a file again.
  private func placed(_ cell: EditReport.Cell, _ reference: ObjectReference) throws -> SQLiteValue {
    guard external(reference.entity).contains(cell.column), case .blob(let bytes) = cell.value,
      let value = ExternalColumn.inlineValue(of: bytes), value.count > ExternalFolder.inlineLimit
    else { return cell.value }
    return .blob(try writer.files.write(Data(value)))
  }

  private func replaceFiles(of cells: [EditReport.Cell], _ reference: ObjectReference) throws {
    try writer.replaceFiles(cells.map(\.column).filter(external(reference.entity).contains), of: reference)
  }

  private func external(_ name: String) -> Set<String> {
    guard let entity = store.model.entity(named: name), let place = store.layout[name] else { return [] }
    return Set(
      entity.attributes.flatMap { attribute in
        zip(place.attributes[attribute.name]?.names ?? [], attribute.leaves)
          .filter(\.1.attribute.allowsExternalStorage).map(\.0)
      })
  }

  private func delete(_ pair: EditReport.Pair) throws {
    // Its place in an order is no part of what it is.
    let keys = pair.values.filter { !$0.column.uppercased().hasPrefix(ColumnNames.orderPrefix) }
    let condition = keys.map { "\($0.column.sqlName) IS ?" }.joined(separator: " AND ")
    let names = store.catalog.table(pair.table)?.columns.map(\.name) ?? keys.map(\.column)
    let columns = names.map(\.sqlName).joined(separator: ", ")
    let found = try store.connection.rows(
      "SELECT \(columns) FROM \(pair.table.sqlName) WHERE \(condition)", keys.map(\.value))
    // One that is gone already is not made again.
    guard let row = found.first else { return }
    try store.connection.run("DELETE FROM \(pair.table.sqlName) WHERE \(condition)", keys.map(\.value))
    journal.noteDelete(.init(table: pair.table, values: zip(names, row).map { .init($0, $1) }))
  }

  private func insert(_ pair: EditReport.Pair) throws {
    let names = pair.values.map(\.column.sqlName).joined(separator: ", ")
    let marks = Array(repeating: "?", count: pair.values.count).joined(separator: ", ")
    try store.connection.run(
      "INSERT OR IGNORE INTO \(pair.table.sqlName) (\(names)) VALUES (\(marks))", pair.values.map(\.value))
    journal.noteInsert(pair)
  }
}
