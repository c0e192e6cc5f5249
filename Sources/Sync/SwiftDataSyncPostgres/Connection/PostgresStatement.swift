// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataSyncServer

  /// A statement with its parameters, in PostgreSQL's binary form.
  struct PostgresStatement {
    /// With `$1`, `$2` and so on.
    let text: String
    private(set) var types: [UInt32] = []
    private(set) var values: [[UInt8]?] = []

    init(_ text: String) { self.text = text }

    /// - Parameter text: With `?1`, `?2` and so on, and with no other question marks.
    init(_ text: String, _ parameters: [any SQLConvertible]) {
      self.text = text.replacingOccurrences(of: "?", with: "$")
      for parameter in parameters {
        switch parameter.sqlValue {
        case .null: add(0, nil)
        case .integer(let value): add(ColumnType.integer64, withUnsafeBytes(of: value.bigEndian) { Array($0) })
        // All texts are kept as bytes: PostgreSQL's own lack U+0000, and have an order by language.
        case .text(let value): add(ColumnType.bytes, Array(value.utf8))
        case .bytes(let value): add(ColumnType.bytes, Array(value))
        }
      }
    }

    private mutating func add(_ type: UInt32, _ value: [UInt8]?) {
      types.append(type)
      values.append(value)
    }

    /// How many bytes travel, about.
    var size: Int { values.reduce(64) { $0 + 8 + ($1?.count ?? 0) } }
  }

  /// The types of columns that are read, by PostgreSQL's fixed numbers.
  enum ColumnType {
    static let flag: UInt32 = 16
    static let bytes: UInt32 = 17
    static let integer64: UInt32 = 20
    static let integer32: UInt32 = 23
    static let text: UInt32 = 25
  }
#endif
