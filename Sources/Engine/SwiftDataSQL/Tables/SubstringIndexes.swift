// SPDX-License-Identifier: Apache-2.0

/// The indexes of a store by which `contains` and `localizedStandardContains` find rows (PostgreSQL).
package struct SubstringIndexes: Sendable {
  /// One text column, as statements name it.
  package struct Index: Sendable {
    package let name: String
    package let table: String
    package let column: String
  }

  package let all: [Index]
  /// What the extension pg_trgm calls its operators, as statements name them.
  package let operators: String
  /// Whether the server takes letters outside ASCII for none, and has no trigrams of them.
  let hasOnlyASCII: Bool
  private let columns: Set<[String]>

  init(_ all: [Index], operators: String, hasOnlyASCII: Bool) {
    self.all = all
    self.operators = operators
    self.hasOnlyASCII = hasOnlyASCII
    columns = Set(all.map { [$0.table, $0.column] })
  }

  func contains(_ table: String, _ column: String) -> Bool { columns.contains([table, column]) }
}
