// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension PersistentIdentifier {
  /// The identifier that the model has now: of a temporary one whose model has been saved, that of its row.
  ///
  /// Temporary keys are unique in the process, so that this takes no context. It holds as long as the container is open,
  /// and remembers the model (``PermanentKeys``).
  package var current: PersistentIdentifier {
    guard case .temporary(let key) = id.key else { return self }
    for container in LiveContainers.all() {
      if let identifier = container.permanentIdentifier(of: key) { return identifier }
    }
    return self
  }
}

/// The open containers of the process.
enum LiveContainers {
  private struct Entry { weak var container: ContainerCore? }

  private static let entries = Mutex<[Entry]>([])

  static func add(_ container: ContainerCore) {
    entries.withLock { entries in
      entries.removeAll { $0.container == nil }
      entries.append(Entry(container: container))
    }
  }

  static func all() -> [ContainerCore] { entries.withLock { $0.compactMap(\.container) } }
}

extension ContainerCore {
  fileprivate func permanentIdentifier(of temporary: Int64) -> PersistentIdentifier? {
    guard let (entity, key) = permanentKeys[temporary], let store = try? store(of: entity) else { return nil }
    if let identifier = customStore(of: entity)?.table.identifier(of: key) { return identifier }
    let scope = IdentifierScope(storeIdentifier: store.identifier, entityName: entity.name)
    if hasNamedKeys, let text = keyNames(of: entity)?.text(of: key) {
      return PersistentIdentifier(scope: scope, key: IdentifierKey(rowText: text))
    }
    return ._row(key, scope: scope)
  }
}
