// SPDX-License-Identifier: Apache-2.0

/// Columns that a store is asked for instead of whole rows: values of
/// properties, or aggregates over them.
package struct ProjectionRequest: Sendable {
  package enum Function: Sendable, Hashable {
    /// The property's value, over all its columns.
    case value
    /// Rows, or values that are not `nil`.
    case count
    case countDistinct
    case sum
    case average
    case minimum
    case maximum
  }

  package struct Column: Sendable {
    package let function: Function
    /// `nil`: the rows themselves, for `count`. Of an identifier, the to-one relationships to its row; empty for the row's
    /// own.
    package let path: PropertyPath?
    /// Whether the path leads to an identifier.
    package var isIdentifier = false
  }

  /// A test of an aggregate of each group.
  package indirect enum Condition: @unchecked Sendable {
    // Unchecked: a tested value is an attribute's, though few types of attributes are marked as `Sendable`.
    package enum Comparison: String, Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }
    case test(Column, Comparison, Any)
    case all([Condition])
    case any([Condition])

    /// A value that decimals are compared with: within what decimals reach, as they have no infinity.
    package static func decimal(_ value: Any) -> Any {
      guard let real = value as? Double, !real.isNaN else { return value }
      return min(max(real, -3e165), 3e165)
    }

    /// The properties that it reads.
    var paths: [PropertyPath] {
      switch self {
      case .test(let column, _, _): column.path.map { [$0] } ?? []
      case .all(let parts), .any(let parts): parts.flatMap(\.paths)
      }
    }
  }

  package var rows: RowRequest
  package var columns: [Column]
  /// How many of the columns, from the first on, make the groups; `nil` if
  /// rows are not grouped and each gives a result, or all give one.
  package var groupCount: Int?
  package var having: Condition?
  /// By position among `columns`; for groups.
  package var order: [(column: Column, isAscending: Bool)] = []

  package init(rows: RowRequest, columns: [Column]) {
    self.rows = rows
    self.columns = columns
  }
}
