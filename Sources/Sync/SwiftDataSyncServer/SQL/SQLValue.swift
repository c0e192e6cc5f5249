// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A parameter of a statement, or a column of a row.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes(Data)
}

/// What can be a parameter.
package protocol SQLConvertible {
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible {
  package var sqlValue: SQLValue { self }
}

extension Int64: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLConvertible {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLConvertible {
  package var sqlValue: SQLValue { .text(self) }
}

extension Data: SQLConvertible {
  package var sqlValue: SQLValue { .bytes(self) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// A row of a result. Its columns are read by their places; what is not of the type that is asked for is nil.
package struct SQLRow: Hashable, Sendable {
  private let values: [SQLValue]

  package init(_ values: [SQLValue]) { self.values = values }

  private subscript(column: Int) -> SQLValue { values.indices.contains(column) ? values[column] : .null }

  package func integer(_ column: Int) -> Int64? { if case .integer(let value) = self[column] { value } else { nil } }

  package func int(_ column: Int) -> Int? { integer(column).flatMap { Int(exactly: $0) } }

  /// A database may keep texts as bytes.
  package func text(_ column: Int) -> String? {
    switch self[column] {
    case .text(let value): value
    // Foundation would take U+FEFF at the beginning for a mark of the encoding, and another name for the same.
    case .bytes(let value): String(validating: value, as: UTF8.self)
    case .null, .integer: nil
    }
  }

  package func data(_ column: Int) -> Data? { if case .bytes(let value) = self[column] { value } else { nil } }

  package func flag(_ column: Int) -> Bool? { integer(column).map { $0 != 0 } }
}
