// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the keys of a table are that another program has made.
///
/// Whole numbers are the engine's own keys. For all others the store gives out numbers, and sends and reads the keys
/// themselves.
package enum ExistingKeyType: Hashable, Sendable {
  case integer, uuid, text, bytes
  /// `character(n)`: spaces at the end are not part of the key.
  case blankPadded

  /// - Parameter type: Of a column, without length, of a domain its base.
  package init?(_ type: String) {
    switch type {
    case "smallint", "integer", "bigint": self = .integer
    case "uuid": self = .uuid
    case "text", "character varying": self = .text
    case "character", "bpchar": self = .blankPadded
    case "bytea": self = .bytes
    default: return nil
    }
  }

  /// The type of parameters, and of the elements of lists.
  package var type: String {
    switch self {
    case .integer: "bigint"
    case .uuid: "uuid"
    case .text: "text"
    case .bytes: "bytea"
    // What `character` would be is one character long.
    case .blankPadded: "bpchar"
    }
  }

  /// A key as identifiers write it: as the server writes it, but UUIDs as Swift does.
  package func text(of bytes: [UInt8]) -> String? {
    switch self {
    case .integer: nil
    case .text, .blankPadded: String(validating: bytes, as: UTF8.self)
    case .bytes: "\\x" + SQLHex.string(bytes)
    case .uuid:
      bytes.count == 16
        ? bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString } : nil
    }
  }

  /// The key that a text from ``text(of:)`` is of.
  package func bytes(of text: String) -> [UInt8]? {
    switch self {
    case .integer: nil
    // PostgreSQL has no such text.
    case .text: text.utf8.contains(0) ? nil : Array(text.utf8)
    case .blankPadded: text.utf8.contains(0) ? nil : canonical(Array(text.utf8))
    case .bytes: text.hasPrefix("\\x") ? SQLHex.bytes(text.dropFirst(2).uppercased()) : nil
    case .uuid: UUID(uuidString: text).map { uuid in withUnsafeBytes(of: uuid.uuid) { Array($0) } }
    }
  }

  /// The form in which equal keys are the same bytes.
  package func canonical(_ bytes: [UInt8]) -> [UInt8] {
    guard self == .blankPadded, let last = bytes.lastIndex(where: { $0 != UInt8(ascii: " ") }) else {
      return self == .blankPadded ? [] : bytes
    }
    return last == bytes.endIndex - 1 ? bytes : Array(bytes[...last])
  }

  /// The key that a text from ``text(of:)`` is of, as a value of a statement.
  func value(of text: String) -> SQLValue? { bytes(of: text).map { .blob($0) } }
}
