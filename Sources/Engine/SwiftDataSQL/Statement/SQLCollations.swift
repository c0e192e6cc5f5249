// SPDX-License-Identifier: Apache-2.0

import FoundationCompatibility
import SwiftDataCore

/// An order of text that a store registers with its database.
package struct SQLCollation: Sendable {
  package typealias Text = UnsafeBufferPointer<UInt8>

  package let name: String
  /// Negative, zero or positive.
  package let compare: @Sendable (Text, Text) -> Int32

  init(_ name: SQLCollationName, _ compare: @escaping @Sendable (Text, Text) -> Int32) {
    self.name = name.rawValue
    self.compare = compare
  }
}

/// All collations that translated predicates and orderings may name.
///
/// `==` with a constant compares bytes, so that an index serves it: a string
/// that is not ASCII is looked up in each of its canonically equivalent
/// forms. Only where that is impossible, and for `<` and comparisons of two
/// columns, the canonical collation is used.
package enum SQLCollations {
  package static let all: [SQLCollation] = [
    SQLCollation(.standard) { StandardStringOrder.compare(utf8: $0, $1) },
    SQLCollation(.localized) { StandardStringOrder.compare(utf8: $0, $1, isNumeric: false) },
    SQLCollation(.canonical) { StringSemantics.compare(utf8: $0, $1) },
  ]
}
