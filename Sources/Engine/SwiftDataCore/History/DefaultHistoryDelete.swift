// SPDX-License-Identifier: Apache-2.0

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
