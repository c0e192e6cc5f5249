// SPDX-License-Identifier: Apache-2.0

/// The effects of a change on the rows of a store, to show and to undo them.
package struct EditReport: Equatable, Sendable {
  /// A column and what it holds.
  package struct Cell: Equatable, Sendable {
    package let column: String
    package let value: SQLiteValue

    init(_ column: String, _ value: SQLiteValue) {
      self.column = column
      self.value = value
    }
  }

  /// The change of a row.
  package struct Row: Equatable, Sendable {
    package enum Kind: String, Sendable { case insert, update, delete }

    package let reference: ObjectReference
    package let kind: Kind
    /// All columns before; none of a row that was inserted. Large values of files of their own are here themselves.
    package let before: [Cell]
    /// All columns after; none of a row that was deleted.
    package let after: [Cell]
    package let properties: [Property]
  }

  /// A property that has another value now.
  package struct Property: Equatable, Sendable {
    package let name: String
    package let before: StoredValue
    package let after: StoredValue
  }

  /// A row of a table of pairs.
  package struct Pair: Equatable, Sendable {
    package let table: String
    package let values: [Cell]
  }

  package var rows: [Row] = []
  package var insertedPairs: [Pair] = []
  package var deletedPairs: [Pair] = []

  /// Whether two changes take away the same: the same values are replaced by the same others, the same rows deleted as they
  /// were, the same pairs removed. What else has changed in a row that is updated is not about this change, and the keys of
  /// new rows are private to the editor.
  func replacesTheSame(as other: EditReport) -> Bool {
    lost == other.lost && replaced == other.replaced
      && rows.count { $0.kind == .insert } == other.rows.count { $0.kind == .insert }
      && deletedPairs.count == other.deletedPairs.count && deletedPairs.allSatisfy(other.deletedPairs.contains)
      && insertedPairs.count == other.insertedPairs.count
  }

  private var lost: [ObjectReference: [Cell]] {
    Dictionary(rows.filter { $0.kind == .delete }.map { ($0.reference, $0.before) }) { first, _ in first }
  }

  private var replaced: [ObjectReference: [Property]] {
    let updates = rows.filter { $0.kind == .update && !$0.properties.isEmpty }
    return Dictionary(updates.map { ($0.reference, $0.properties.sorted { $0.name < $1.name }) }) { first, _ in first }
  }

  /// The same change, with its rows as a store has them now: where they are written elsewhere, values may have another form.
  package func asStored(in store: Store) throws -> EditReport {
    let journal = RowJournal(store)
    var report = self
    report.rows = try rows.map { row in
      guard row.kind != .delete else { return row }
      return Row(
        reference: row.reference, kind: row.kind, before: row.before, after: try journal.row(row.reference),
        properties: row.properties)
    }
    return report
  }

  package var isEmpty: Bool { rows.isEmpty && insertedPairs.isEmpty && deletedPairs.isEmpty }
}
