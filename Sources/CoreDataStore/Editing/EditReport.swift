/// What a change has done to the rows of a store, so that it can be shown, and undone.
package struct EditReport: Equatable, Sendable {
  /// A column and what it holds.
  package struct Cell: Equatable, Sendable {
    package let column: String
    package let value: SQLValue

    init(_ column: String, _ value: SQLValue) {
      self.column = column
      self.value = value
    }
  }

  /// What happened to a row.
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

  package var isEmpty: Bool { rows.isEmpty && insertedPairs.isEmpty && deletedPairs.isEmpty }
}
