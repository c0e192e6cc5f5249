// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// Some transactions of a store's history, from the newest on.
package struct HistoryPage: Hashable, Sendable {
  package struct Transaction: Hashable, Sendable, Identifiable {
    package let number: Int64
    package let date: Date?
    package let author: String?
    /// The program and its context.
    package let source: String
    package let changes: [Change]
    /// There may be more than are listed.
    package let changeCount: Int

    package var id: Int64 { number }
  }

  package struct Change: Hashable, Sendable, Identifiable {
    package enum Kind: String, Sendable { case insert, update, delete, unknown }

    package let id: Int64
    package let kind: Kind
    package let entity: String?
    package let key: Int64
    /// `nil` if the row is gone, or its entity is not known.
    package let reference: ObjectReference?
    package let title: String?
    package let values: [Value]
  }

  /// What is known of a property before and after.
  package struct Value: Hashable, Sendable, Identifiable {
    package let property: String
    package let before: String?
    package let after: String?

    package var id: String { property }
  }

  package var transactions: [Transaction]
  /// Whether there are older ones.
  package var hasMore: Bool
}
