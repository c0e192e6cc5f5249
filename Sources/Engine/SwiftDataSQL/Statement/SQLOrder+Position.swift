// SPDX-License-Identifier: Apache-2.0

extension [SQLOrder] {
  /// The rows that come after the one with these values. NULL comes first
  /// when ascending, as in SQLite.
  func after(_ values: [SQLValue], _ dialect: SQLDialect) -> SQLExpression {
    guard values.count == count, let first, let value = values.first else { return .yes }
    let rest = self[...].after(values[...])
    if dialect == .postgres, let bound = bound(values) {
      return count == bound.count ? bound.condition : .all([bound.condition, rest])
    }
    // Implied by what follows, but an index can be entered by it.
    guard !value.isNull, first.isAscending || first.isNeverNull, count > 1 else { return rest }
    let bound: SQLOperator = first.isAscending ? .greaterOrEqual : .lessOrEqual
    return .all([.binary(first.expression, bound, .bound(value)), rest])
  }

  /// Where PostgreSQL enters an index: at the row itself, not at the first of all that are equal to it in the first part.
  ///
  /// Rows with NULL come before, so comparing rows, which leaves them out, is right as long as the parts ascend.
  ///
  /// - Returns: The condition, and for how many parts it stands; `nil` if it would be for one only.
  private func bound(_ values: [SQLValue]) -> (condition: SQLExpression, count: Int)? {
    let run = zip(self, values).prefix { $0.isAscending && !$1.isNull }
    guard run.count > 1 else { return nil }
    let condition = SQLExpression.beyond(run.map(\.0.expression), run.map(\.1), orEqual: run.count < count)
    return (condition, run.count)
  }
}

extension ArraySlice<SQLOrder> {
  fileprivate func after(_ values: ArraySlice<SQLValue>) -> SQLExpression {
    guard let part = first, let value = values.first else { return .no }
    let expression = part.expression
    let tie = SQLExpression.all([
      value.isNull
        ? .test(expression, .isNull) : .binary(expression, .equal, .bound(value)),
      dropFirst().after(values.dropFirst()),
    ])
    let beyond: SQLExpression =
      switch (value.isNull, part.isAscending) {
      case (true, true): .test(expression, .isNotNull)
      case (true, false): .no
      case (false, true): .binary(expression, .greater, .bound(value))
      case (false, false) where part.isNeverNull:
        .binary(expression, .less, .bound(value))
      case (false, false):
        .any([.binary(expression, .less, .bound(value)), .test(expression, .isNull)])
      }
    return .any([beyond, tie])
  }
}
