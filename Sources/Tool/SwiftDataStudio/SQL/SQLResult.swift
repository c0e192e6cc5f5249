// SPDX-License-Identifier: Apache-2.0

/// What a statement of the user's own answers.
package struct SQLResult: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case null
    case number(String)
    case text(String)
    case bytes(UInt64)

    package var text: String {
      switch self {
      case .null: ""
      case .number(let text), .text(let text): text
      case .bytes(let size): ByteCount.text(size)
      }
    }
  }

  package let columns: [String]
  package let rows: [[Value]]
  /// Whether there were more rows than are shown.
  package let isCut: Bool
  /// In milliseconds.
  package let time: Int
}
