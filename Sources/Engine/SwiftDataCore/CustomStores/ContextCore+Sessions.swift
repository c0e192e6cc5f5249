// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The store as this context sees it.
  func session(of store: any RowStore) -> any RowStore {
    guard let shared = store as? DataStoreSession else { return store }
    if let known = sessions[ObjectIdentifier(shared.store)] { return known }
    let session = DataStoreSession(shared.store, of: self)
    sessions[ObjectIdentifier(shared.store)] = session
    return session
  }

  func endSessions() {
    for session in sessions.values { session.end(editingState.with(author: saving.author)) }
  }

  // MARK: Identifiers

  /// The identifier of a row, or of a new object if the key is negative.
  func identifier(_ entity: _Entity, _ key: Int64) -> PersistentIdentifier {
    if key > 0, let identifier = container.customStore(of: entity)?.table.identifier(of: key) { return identifier }
    if key > 0, container.hasNamedKeys, let text = container.keyNames(of: entity)?.text(of: key) {
      return PersistentIdentifier(scope: scope(of: entity, isTemporary: false), key: IdentifierKey(rowText: text))
    }
    return ._row(key, scope: scope(of: entity, isTemporary: key < 0))
  }

  /// The key of a row with an identifier, whether there is such a row or not; `nil` if no row can have it.
  func key(of identifier: PersistentIdentifier, _ entity: _Entity) -> Int64? {
    if container.hasNamedKeys, !identifier.isTemporary, let names = container.keyNames(of: entity) {
      let isOurs = identifier.storeIdentifier == scope(of: entity, isTemporary: false).storeIdentifier
      return isOurs ? names.number(of: identifier.keyText) : nil
    }
    guard !identifier.isTemporary, let store = container.customStore(of: entity) else { return identifier.rowKey }
    return identifier.storeIdentifier == store.identifier ? store.table.key(of: identifier) : nil
  }
}
