// SPDX-License-Identifier: Apache-2.0

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
  /// What tells transactions of a store apart.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// What tells changes of a store apart.
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
