// SPDX-License-Identifier: Apache-2.0

/// The deletion of a model, as a store's history records it.
///
/// ```swift
/// if case .delete(let delete as DefaultHistoryDelete<Trip>) = change,
///   let name = delete.tombstone[\.name] as? String
/// { print("\(name) was deleted") }
/// ```
public protocol HistoryDelete<Model>: Sendable {
  /// The class of the deleted model.
  associatedtype Model: PersistentModel
  /// What tells transactions of a store apart.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// What tells changes of a store apart.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

  /// Distinguishes the changes of a store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identity that the deleted model had.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The values of attributes marked `.preserveValueOnDeletion`.
  var tombstone: HistoryTombstone<Model> { get }
}
