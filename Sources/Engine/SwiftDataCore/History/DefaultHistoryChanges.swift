// SPDX-License-Identifier: Apache-2.0

/// The insertion of a model, as the default store's history records it.
///
/// ```swift
/// if case .insert(let insert as DefaultHistoryInsert<Trip>) = change { … }
/// ```
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// The number of a change.
  public typealias ChangeIdentifier = Int64

  /// Distinguishes the changes of a store.
  public let changeIdentifier: Int64
  /// The number of the transaction that the change is part of.
  public let transactionIdentifier: Int64
  /// The identity of the inserted model.
  public let changedPersistentIdentifier: PersistentIdentifier

  /// Whether both are the same change of the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes the change by its number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// The change of a model's properties, as the default store's history records it.
///
/// ```swift
/// if case .update(let update as DefaultHistoryUpdate<Trip>) = change,
///   update.updatedAttributes.contains(\.name)
/// { … }
/// ```
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// The number of a change.
  public typealias ChangeIdentifier = Int64

  /// Distinguishes the changes of a store.
  public let changeIdentifier: Int64
  /// The number of the transaction that the change is part of.
  public let transactionIdentifier: Int64
  /// The identity of the changed model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The positions of the changed properties in the class.
  let properties: [Int]

  /// The properties that were changed, as key paths: attributes and relationships.
  ///
  /// A property that a superclass declares has a key path that reads it from
  /// `Model`, but is not equal to `\Model.property`; ``updatedPropertyNames``
  /// has its name.
  public var updatedAttributes: [any PartialKeyPath<Model> & Sendable] {
    properties.compactMap { ModelKeyPaths.keyPath($0, of: Model.self) }
  }

  /// The names of the properties that were changed. Apple's API has only the
  /// key paths.
  public var updatedPropertyNames: [String] {
    properties.compactMap { index in
      let all = Model._$description.properties
      return all.indices.contains(index) ? all[index].name : nil
    }
  }

  /// Whether both are the same change of the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes the change by its number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// The deletion of a model, as the default store's history records it.
///
/// ```swift
/// if case .delete(let delete as DefaultHistoryDelete<Trip>) = change {
///   print(delete.tombstone[\.code] ?? "no code")
/// }
/// ```
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// The number of a change.
  public typealias ChangeIdentifier = Int64

  /// Distinguishes the changes of a store.
  public let changeIdentifier: Int64
  /// The number of the transaction that the change is part of.
  public let transactionIdentifier: Int64
  /// The identity of the deleted model.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The values of attributes marked `.preserveValueOnDeletion`.
  public let tombstone: HistoryTombstone<Model>

  /// Whether both are the same change of the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes the change by its number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
