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
  /// What marks a place in the history.
  associatedtype TokenType: Comparable & Hashable & Identifiable & Sendable
  /// Distinguishes the transactions of a store.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable

  /// When the save was made.
  var timestamp: Date { get }
  /// What was inserted, updated and deleted, in the order in which it was written.
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
