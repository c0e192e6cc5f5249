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

/// The result of a save in a store.
///
/// ```swift
/// return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
/// ```
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The permanent identifiers of new models, by their temporary ones.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The store that was written to.
  public let storeIdentifier: String
  /// Models whose stored values differ from those that were sent.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// The place of the save in the store's history, if it has one.
  public let historyToken: (any HistoryToken)?

  /// - Parameters:
  ///   - storeIdentifier: The store's `identifier`.
  /// - remappedIdentifiers: The permanent identifier of each temporary one.
  /// - snapshotsToReregister: Models whose values the context must take over.
  public convenience init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.init(
      for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
      snapshotsToReregister: snapshotsToReregister, historyToken: nil)
  }

  /// Creates the result of a save in a store with a history.
  ///
  /// - Parameter historyToken: The position of this save in the history of the store.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:], historyToken: (any HistoryToken)?
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    self.historyToken = historyToken
  }
}
