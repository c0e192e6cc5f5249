// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A row store that keeps a history of the saves.
///
/// Optional beside ``RowStore``: a context asks for it when history is asked
/// for. Transactions are numbered from 1, without gaps except for deleted ones.
package protocol HistoryStore: RowStore {
  /// Whether each save is recorded.
  var recordsHistory: Bool { get }

  /// The transactions of a request, by number, in one snapshot.
  func historyTransactions(_ request: HistoryRequest) throws -> [HistoryRecord]

  /// Which transactions there are.
  func historyRange() throws -> HistoryRange

  /// Deletes the transactions with these numbers, or all if `nil`. Numbers
  /// are not used again.
  func deleteHistory(_ numbers: [Int64]?) throws

  /// Completes what is kept elsewhere for the time being: the program ends. Does nothing if another process is writing.
  func completeHistory()
}

extension HistoryStore {
  package func completeHistory() {}
}

/// A transaction that can tell how the history will call it.
package protocol HistoryRecording: RowTransaction {
  /// The number under which the changes made so far will be recorded; `nil`
  /// if there are none, or no history.
  func historyNumber() throws -> Int64?

  /// The same, where it is known when the transaction is committed.
  var committedHistoryNumber: Int64? { get }
}

extension HistoryRecording {
  package var committedHistoryNumber: Int64? { nil }
}

/// Which transactions a store is asked for.
package struct HistoryRequest: Sendable {
  /// Only transactions with greater numbers.
  package var after: Int64?
  /// Only transactions with smaller numbers.
  package var before: Int64?
  /// How many at most.
  package var limit: Int?
  /// Whether the changes are wanted, or what is known of the transaction only.
  package var includesChanges: Bool

  package init(
    after: Int64? = nil, before: Int64? = nil, limit: Int? = nil, includesChanges: Bool = true
  ) {
    self.after = after
    self.before = before
    self.limit = limit
    self.includesChanges = includesChanges
  }
}

/// The numbers of a store's transactions.
package struct HistoryRange: Sendable, Equatable {
  /// None of the transactions from this one on has been deleted; `nil` if none is left.
  package let oldest: Int64?
  /// The highest number ever given out, and before which no other will appear; 0 if there was no transaction yet.
  package let last: Int64
  /// The highest number that a token can have. Greater than ``last`` where transactions that are open may still take
  /// numbers in between.
  package let highest: Int64
  /// Where the contents were last replaced by those of a backup, or erased: no transaction has the number, and tokens before it
  /// are of contents that are gone. 0 if they never were.
  package let restored: Int64

  package init(oldest: Int64?, last: Int64, highest: Int64? = nil, restored: Int64 = 0) {
    self.oldest = oldest
    self.last = last
    self.highest = highest ?? last
    self.restored = restored
  }
}

/// One transaction, as a store has recorded it.
package struct HistoryRecord: Sendable {
  package let number: Int64
  package let timestamp: Date
  package let author: String?
  package let bundleIdentifier: String?
  package let processIdentifier: String?
  package let contextName: String?
  /// In the order in which they were written.
  package var changes: [Change] = []

  package init(
    number: Int64, timestamp: Date, author: String?, bundleIdentifier: String?,
    processIdentifier: String?, contextName: String?
  ) {
    self.number = number
    self.timestamp = timestamp
    self.author = author
    self.bundleIdentifier = bundleIdentifier
    self.processIdentifier = processIdentifier
    self.contextName = contextName
  }

  package enum Kind: Sendable { case insert, update, delete }

  /// One row that was inserted, updated or deleted.
  package struct Change: Sendable {
    package let number: Int64
    package let kind: Kind
    package let entity: _Entity
    package let key: Int64
    /// Of an update: the changed properties, by index.
    package let properties: [Int]
    /// Of a deletion: preserved values, by property index.
    package let tombstone: [(index: Int, value: any Sendable)]

    package init(
      number: Int64, kind: Kind, entity: _Entity, key: Int64, properties: [Int] = [],
      tombstone: [(index: Int, value: any Sendable)] = []
    ) {
      self.number = number
      self.kind = kind
      self.entity = entity
      self.key = key
      self.properties = properties
      self.tombstone = tombstone
    }
  }
}
