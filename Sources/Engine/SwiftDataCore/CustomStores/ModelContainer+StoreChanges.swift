// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelContainer {
  /// Announces that a store has changed on its own, for example because a sync engine has written changes of a server.
  ///
  /// ```swift
  /// try database.apply(batch)
  /// try container.announceChanges(
  ///   inserted: batch.new, updated: batch.changed, deleted: batch.removed, author: "server")
  /// ```
  ///
  /// Contexts, observers and queries treat this like a save of another context. Objects get their new values, the
  /// ``MergePolicy`` merges unsaved changes, and objects without a row report `isDeleted`. Hooks of ``afterSave(_:)``
  /// run on the calling thread, with the author. Then ``ModelContext/didSave`` is posted there, for a separate context
  /// with the author. The store keeps its own history: a transaction that it has recorded is read like any other, and a
  /// ``HistoryObserver`` counts it.
  ///
  /// Call it after the store has changed, on any thread, even within a call of the store itself. You may name any
  /// number of models, including models that no context has loaded.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Parameters:
  ///   - inserted: New models.
  /// - updated: Models with other values, including owners of to-many relationships with other members.
  /// - deleted: Deleted models.
  /// - author: The author of the changes.
  /// - historyTokens: The positions of the changes in the histories of their stores, by store identifier.
  /// - Throws: ``SwiftDataError/unknownEntity`` if an identifier is temporary, or belongs to no store of the container.
  ///   Then nothing is announced.
  public func announceChanges(
    inserted: [PersistentIdentifier] = [], updated: [PersistentIdentifier] = [],
    deleted: [PersistentIdentifier] = [], author: String? = nil, historyTokens: [String: any HistoryToken] = [:]
  ) throws {
    let changes =
      try inserted.map { try core.change(of: $0, .inserted) }
      + updated.map { try core.change(of: $0, .updated(.all)) }
      + deleted.map { try core.change(of: $0, .deleted) }
    guard !changes.isEmpty else { return }
    for entry in core.stores { (entry.store as? DataStoreSession)?.store.noteWrite() }
    for context in core.liveCores() {
      context.arrive(changes)
      context.context?.noteArrival()
    }
    for identifier in deleted { core.retire(identifier) }
    let changed = SavedChanges(inserted: inserted, updated: updated, deleted: deleted, author: author)
    core.hooks.finish(changed)
    post(changed, historyTokens)
  }

  /// Observers of saves ask the context for its container and its author.
  private func post(_ changes: SavedChanges, _ historyTokens: [String: any HistoryToken]) {
    var outcome = SaveOutcome()
    outcome.inserted = changes.inserted
    outcome.updated = changes.updated
    outcome.deleted = changes.deleted
    for entry in core.stores { outcome.tokens.note(historyTokens[entry.store.identifier], in: entry.store) }
    let announcer = ModelContext(self)
    announcer.author = changes.author
    announcer.didSave(outcome)
  }
}

extension ContainerCore {
  fileprivate func change(of identifier: PersistentIdentifier, _ kind: ExternalChange.Kind) throws -> ExternalChange {
    guard !identifier.isTemporary, let entity = model.entity(named: identifier.entityName),
      let store = try? store(of: entity), store.identifier == identifier.storeIdentifier,
      let key = customStore(of: entity)?.table.key(of: identifier)
        ?? (keyNames(of: entity).map { $0.number(of: identifier.keyText) } ?? identifier.rowKey)
    else {
      throw SwiftDataError(
        .unknownEntity, "A change was announced of a model that no store of the container can have.",
        entity: identifier.entityName, identifier: identifier,
        advice:
          "Name models by their permanent identifiers: PersistentIdentifier.identifier(for:entityName:primaryKey:).")
    }
    return ExternalChange(entity: entity.ordinal, key: key, kind: kind)
  }

  /// If a custom store uses the identifier again, it is that of another model.
  fileprivate func retire(_ identifier: PersistentIdentifier) {
    guard let entity = model.entity(named: identifier.entityName), let store = customStore(of: entity) else { return }
    store.table.retire(store.table.key(of: identifier))
  }
}
