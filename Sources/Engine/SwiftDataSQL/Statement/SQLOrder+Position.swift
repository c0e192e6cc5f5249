// SPDX-License-Identifier: Apache-2.0

extension [SQLOrder] {
  /// The rows that come after the one with these values. NULL comes first
  /// when ascending, as in SQLite.
  func after(_ values: [SQLValue]) -> SQLExpression {
    guard values.count == count, let first, let value = values.first else { return .yes }
    let rest = self[...].after(values[...])
    // Implied by what follows, but an index can be entered by it.
    guard !value.isNull, first.isAscending || first.isNeverNull, count > 1 else { return rest }
    let bound: SQLOperator = first.isAscending ? .greaterOrEqual : .lessOrEqual
    return .all([.binary(first.expression, bound, .bound(value)), rest])
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
