// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One save in a store's persistent history.
package struct StoredTransaction: Sendable {
  /// What the save did to one object.
  package struct Change: Sendable {
    /// ZCHANGETYPE; `unknown` if it is none of Core Data's.
    package enum Kind: String, Sendable {
      case insert, update, delete, unknown
    }

    package let number: Int64
    package let kind: Kind
    /// `nil` for a number that the store does not list.
    package let entity: String?
    package let key: Int64
    /// Of an update, as far as they can be told. `a|b`: one of these.
    package let properties: [String]
    /// Of a deletion: the values that were to be kept.
    package let tombstone: [StoredValue.Field]
  }

  package let number: Int64
  package let date: Date?
  package let author: String?
  package let bundle: String?
  package let process: String?
  package let context: String?
  package let changes: [Change]
}
