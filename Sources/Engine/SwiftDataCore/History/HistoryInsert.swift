// SPDX-License-Identifier: Apache-2.0

/// The insertion of a model, as a store's history records it.
///
/// The default store's are ``DefaultHistoryInsert``; a store of your own
/// declares a type for its own.
///
/// ```swift
/// if case .insert(let insert) = change { print(insert.changedPersistentIdentifier) }
/// ```
public protocol HistoryInsert<Model>: Sendable {
  /// The class of the inserted model.
  associatedtype Model: PersistentModel
  /// What tells transactions of a store apart.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// What tells changes of a store apart.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

  /// Distinguishes the changes of a store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identity of the inserted model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}
