// SPDX-License-Identifier: Apache-2.0

/// The changes of one save.
///
/// ```swift
/// for snapshot in request.inserted {
///   let identifier = try PersistentIdentifier.identifier(
///     for: self.identifier, entityName: snapshot.persistentIdentifier.entityName,
///     primaryKey: UUID())
///   remapped[snapshot.persistentIdentifier] = identifier
/// }
/// ```
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// New models, with temporary identifiers.
  public let inserted: [SnapshotType]
  /// Changed models, with all their values.
  public let updated: [SnapshotType]
  /// Models to be deleted.
  public let deleted: [SnapshotType]
  /// The context that saves, with its author.
  public let editingState: EditingState
}
