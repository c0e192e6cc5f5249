// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a statement of the user's own answers.
package struct SQLResult: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case null
    case number(String)
    case text(String)
    case bytes(UInt64)
    /// The bytes themselves, for exports.
    case data(Data)

    package var text: String {
      switch self {
      case .null: ""
      case .number(let text), .text(let text): text
      case .bytes(let size): ByteCount.text(size)
      case .data(let data): ByteCount.text(UInt64(data.count))
      }
    }
  }

  package let columns: [String]
  package let rows: [[Value]]
  /// Whether there were more rows than are shown.
  package let isCut: Bool
  /// In milliseconds.
  package let time: Int
  /// What its export is asked for by.
  package var token = ""

  package init(columns: [String], rows: [[Value]], isCut: Bool, time: Int) {
    self.columns = columns
    self.rows = rows
    self.isCut = isCut
    self.time = time
  }
}
