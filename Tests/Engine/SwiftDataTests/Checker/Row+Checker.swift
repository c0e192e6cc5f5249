// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Values of any storage class, without a stop where it is the wrong one.
extension Row {
  func checkedNumber(_ column: String) -> Int? {
    guard hasColumn(column), case .int64(let number) = (self[column] as DatabaseValue).storage
    else { return nil }
    return Int(number)
  }

  func checkedText(_ column: String) -> String? {
    guard hasColumn(column), case .string(let text) = (self[column] as DatabaseValue).storage
    else { return nil }
    return text
  }

  func checkedData(_ column: String) -> Data? {
    guard hasColumn(column), case .blob(let data) = (self[column] as DatabaseValue).storage
    else { return nil }
    return data
  }

  /// A table's rows with their row numbers.
  static func checkedRows(_ database: Database, _ table: String) throws -> [Row] {
    try fetchAll(database, sql: "SELECT rowid AS rowid, * FROM \"\(table)\" ORDER BY rowid")
  }
}
