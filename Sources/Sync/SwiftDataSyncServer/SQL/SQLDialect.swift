// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes

/// Where the engines want other texts, or other values, for the same statement. All else is written once, in what both
/// understand: parameters are `?1`, `?2` and so on, and what is true is `= 1`.
package enum SQLDialect: Sendable {
  case sqlite
  case postgres

  /// Ends a question whose rows are to stay as they are until the transaction ends; nil: no other one can write.
  var rowLock: String? {
    switch self {
    case .sqlite: nil
    case .postgres: "FOR UPDATE"
    }
  }

  /// Whether each question is a way to another machine and back, so that many are better asked as one.
  var isRemote: Bool {
    switch self {
    case .sqlite: false
    case .postgres: true
    }
  }

  /// Whether a column of bytes has those of a parameter anywhere in it.
  func contains(_ column: String, _ parameter: String) -> String {
    switch self {
    case .sqlite: "instr(\(column), \(parameter)) > 0"
    case .postgres: "position(\(parameter) IN \(column)) > 0"
    }
  }

  /// A list of names, as the text of a JSON array.
  func array(of column: String) -> String {
    switch self {
    case .sqlite: "json_group_array(CAST(\(column) AS TEXT))"
    case .postgres: "convert_to(coalesce(json_agg(convert_from(\(column), 'UTF8')), '[]')::text, 'UTF8')"
    }
  }

  /// A value that is looked for, and never read: an entry of PostgreSQL's indexes has at most some 2,700 bytes.
  func key(_ value: [UInt8]) -> Data {
    switch self {
    case .sqlite: Data(value)
    case .postgres: Data(SHA2.sha256(value))
    }
  }
}
