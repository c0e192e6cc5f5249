// SPDX-License-Identifier: Apache-2.0

/// One model that a transaction has inserted, updated or deleted.
///
/// ```swift
/// switch change {
/// case .insert(let insert as DefaultHistoryInsert<Trip>): added(insert.changedPersistentIdentifier)
/// case .update(let update as DefaultHistoryUpdate<Trip>): changed(update.updatedAttributes)
/// case .delete(let delete as DefaultHistoryDelete<Trip>): removed(delete.tombstone[\.name])
/// default: break
/// }
/// ```
public enum HistoryChange: Sendable {
  /// A model that was new.
  case insert(any HistoryInsert)
  /// A model whose properties changed.
  case update(any HistoryUpdate)
  /// A model that was deleted.
  case delete(any HistoryDelete)

  /// The identity of the model that changed.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

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
  /// The type that identifies a transaction in its store.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// The type that identifies a change in its store.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

  /// Distinguishes the changes of a store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identity of the inserted model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// The change of a model's properties, as a store's history records it.
///
/// ```swift
/// if case .update(let update as DefaultHistoryUpdate<Trip>) = change,
///   update.updatedAttributes.contains(\.name)
/// { … }
/// ```
public protocol HistoryUpdate<Model>: Sendable {
  /// The class of the changed model.
  associatedtype Model: PersistentModel
  /// The type that identifies a transaction in its store.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// The type that identifies a change in its store.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable
  /// The key path of a property that was changed.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// Distinguishes the changes of a store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction that the change is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identity of the changed model.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that were changed, as key paths. History has no values:
  /// fetch the model for the current ones.
  var updatedAttributes: [any PropertyUpdate] { get }
}

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
  /// The type that identifies a transaction in its store.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// The type that identifies a change in its store.
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
