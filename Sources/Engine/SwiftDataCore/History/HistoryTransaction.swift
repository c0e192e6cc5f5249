// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The changes that one save has made in one store.
///
/// ```swift
/// for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
///   print(transaction.timestamp, transaction.author ?? "unknown", transaction.changes.count)
/// }
/// ```
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of positions in the history.
  associatedtype TokenType: Comparable & Hashable & Identifiable & Sendable
  /// Distinguishes the transactions of a store.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable

  /// When the save was made.
  var timestamp: Date { get }
  /// The insertions, updates and deletions, in the order in which they were written.
  var changes: [HistoryChange] { get }
  /// The position of this transaction: later ones have greater tokens.
  var token: TokenType { get }
  /// Tells the transaction from others of its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The store that was written to.
  var storeIdentifier: String { get }
  /// The context's ``ModelContext/author`` at the time of the save.
  var author: String? { get }
}

/// The changes that one save has made in a default store.
///
/// ```swift
/// let transactions = try context.fetchHistory(
///   HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "sync" }))
/// ```
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The number of a transaction in its store.
  public typealias ID = Int64
  /// The position of a transaction in the history of a default store.
  public typealias TokenType = DefaultHistoryToken
  /// The number of a transaction in its store, as ``ID`` is.
  public typealias TransactionIdentifier = Int64

  /// The transaction's number in its store: one more with each save.
  public let id: Int64
  /// When the save was made.
  public let timestamp: Date
  /// The insertions, updates and deletions, in the order in which they were written. Changes of models that are not in
  /// the schema are omitted.
  public let changes: [HistoryChange]
  /// The position of this transaction in its store's history.
  public let token: DefaultHistoryToken
  /// The store that was written to.
  public let storeIdentifier: String
  /// The program that saved; empty if that is not recorded.
  public let bundleIdentifier: String
  /// The process that saved; empty if that is not recorded.
  public let processIdentifier: String
  /// The context's ``ModelContext/author`` at the time of the save.
  public let author: String?

  /// The number of the transaction in its store, as ``id`` has it.
  public var transactionIdentifier: Int64 { id }

  init(_ record: HistoryRecord, storeIdentifier: String, changes: [HistoryChange]) {
    id = record.number
    timestamp = record.timestamp
    self.changes = changes
    token = DefaultHistoryToken(storeIdentifier: storeIdentifier, number: record.number)
    self.storeIdentifier = storeIdentifier
    bundleIdentifier = record.bundleIdentifier ?? ""
    processIdentifier = record.processIdentifier ?? ""
    author = record.author
  }

  /// Whether both are the same transaction of the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.storeIdentifier == rhs.storeIdentifier
  }

  /// Hashes the identifiers of the transaction and its store.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(storeIdentifier)
  }
}
