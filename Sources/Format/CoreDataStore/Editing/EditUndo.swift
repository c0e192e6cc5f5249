// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Takes back what a report says.
struct EditUndo {
  private let writer: StoreWriter
  private let journal: RowJournal
  private var store: Store { writer.store }

  init(_ writer: StoreWriter, _ journal: RowJournal) {
    self.writer = writer
    self.journal = journal
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
    let condition = pair.values.map { "\($0.column.sqlName) IS ?" }.joined(separator: " AND ")
    try store.connection.run("DELETE FROM \(pair.table.sqlName) WHERE \(condition)", pair.values.map(\.value))
    journal.noteDelete(pair)
  }

  private func insert(_ pair: EditReport.Pair) throws {
    let names = pair.values.map(\.column.sqlName).joined(separator: ", ")
    let marks = Array(repeating: "?", count: pair.values.count).joined(separator: ", ")
    try store.connection.run(
      "INSERT OR IGNORE INTO \(pair.table.sqlName) (\(names)) VALUES (\(marks))", pair.values.map(\.value))
    journal.noteInsert(pair)
  }
}
