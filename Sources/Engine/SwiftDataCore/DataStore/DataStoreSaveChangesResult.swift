// SPDX-License-Identifier: Apache-2.0

/// What a store's save has done.
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
  ///   - remappedIdentifiers: Which temporary identifier became which.
  ///   - snapshotsToReregister: Models that the context must take over anew.
  public convenience init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.init(
      for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
      snapshotsToReregister: snapshotsToReregister, historyToken: nil)
  }

  /// What a save has done to a store with a history.
  ///
  /// - Parameter historyToken: The place of this save in the store's history.
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
