// SPDX-License-Identifier: Apache-2.0

/// A record on a device.
package struct ReplicaRow: Hashable, Sendable, Codable {
  /// The last values that the server has acknowledged or sent: the shadow. Nil: the server has none.
  package var base: SyncRecord?
  /// The server's version of `base`.
  package var version: UInt64 = 0
  /// What the server had and has lost or forgotten since, until it has it again. Other devices may bring it back, too;
  /// without it, what they bring would look like an edit.
  package var lost: SyncRecord?
  /// What the app sees and edits.
  package var local: SyncRecord?
  /// Why the app cannot be shown it.
  package var objection: String?

  package init() {}

  package var isAlive: Bool { local.map { !$0.isDeleted } ?? false }

  /// Gives edits that know of `known` a later time: clamping may have taken that from them.
  mutating func keepAfter(_ known: SyncRecord?, _ next: () -> Stamp) {
    guard let known, let local else { return }
    for (name, register) in local.fields {
      guard let old = known.fields[name], old.value != register.value, register.stamp <= old.stamp else { continue }
      self.local?.fields[name]?.stamp = next()
    }
    if local.isDeleted != known.isDeleted, local.life.stamp <= known.lastEdit { self.local?.life.stamp = next() }
  }

  /// What is to be uploaded.
  func change(_ id: RecordID) -> RecordChange? {
    guard let local else { return nil }
    // Made and deleted before anybody heard of it.
    if base == nil, local.isDeleted { return nil }
    // What was edited and then deleted by others is gone.
    if let base, base.isDeleted, local.isDeleted { return nil }
    return RecordChange(id: id, from: base, version: version, to: local)
  }
}
