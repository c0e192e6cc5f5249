// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whose SQL a condition is written in. Both call tables and columns as the file does.
package enum QueryDialect: Sendable {
  case sqlite
  /// - Parameter fold: The function of a text without case and accents.
  case postgres(fold: String)

  var no: String { if case .sqlite = self { "0" } else { "FALSE" } }
  var yes: String { if case .sqlite = self { "1" } else { "TRUE" } }

  /// Where nothing comes in an order: first, as in Swift.
  func nulls(isDescending: Bool) -> String {
    if case .sqlite = self { return "" }
    return isDescending ? " NULLS LAST" : " NULLS FIRST"
  }
}

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
