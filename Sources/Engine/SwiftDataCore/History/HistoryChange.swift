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
