// SPDX-License-Identifier: Apache-2.0

/// SQL with the values of its question marks, in their order.
struct SQLFragment {
  var sql: String
  var values: [SQLiteValue]

  init(_ sql: String, _ values: [SQLiteValue] = []) {
    self.sql = sql
    self.values = values
  }

  static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    SQLFragment(left.sql + right.sql, left.values + right.values)
  }

  static func + (left: SQLFragment, right: String) -> SQLFragment {
    SQLFragment(left.sql + right, left.values)
  }

  static func + (left: String, right: SQLFragment) -> SQLFragment {
    SQLFragment(left + right.sql, right.values)
  }
}
