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
  /// Uploads of which nobody knows whether the server has them: it has forgotten what became of them.
  package var sent: [RecordChange] = []
  /// What the app sees and edits.
  package var local: SyncRecord?
  /// What merges have taken from `local` since the other end is gone. It is put back before the next merge, which
  /// decides again: what a merge concludes is no edit.
  package var cleared: ClearedReferences?
  /// Why the app cannot be shown it.
  package var objection: String?
  /// Why the server does not take what was changed here. It stays on the device until it is changed again.
  package var refusal: String?
  /// The transactions of the app that go up as one: those that have changed a record in common.
  package var transaction: UInt64?

  package init() {}

  package var isAlive: Bool { local.map { !$0.isDeleted } ?? false }

  /// Gives edits that know of `known` a later time: clamping may have taken that from them.
  mutating func keepAfter(_ known: SyncRecord?, _ id: RecordID, _ schema: SyncSchema, _ next: () -> Stamp) {
    guard let known, let local else { return }
    for (name, register) in local.fields {
      guard let old = known.fields[name], old.value != register.value, register.stamp <= old.stamp,
        !schema.isSameEdit(old, register, name, id)
      else { continue }
      self.local?.fields[name]?.stamp = next()
    }
    if local.isDeleted != known.isDeleted, local.life.stamp <= known.lastEdit { self.local?.life.stamp = next() }
  }

  /// The server does not take the change: the user changes it again, or takes it back.
  ///
  /// A record that is deleted here can be changed no more: its deletion goes up without the edits before it.
  mutating func refuse(_ reason: String) {
    guard var local, local.isDeleted, let base, !base.isDeleted, local.contentDiffers(from: base) else {
      refusal = reason
      return
    }
    local.fields = base.fields
    local.links = base.links
    self.local = local
  }

  /// Whether there is a change to upload.
  var isChanged: Bool {
    guard let local else { return false }
    if lost == nil, local.isDeleted, base?.isDeleted ?? true { return false }
    return RecordChange.isNeeded(from: base, to: local)
  }

  /// What is to be uploaded.
  func change(_ id: RecordID) -> RecordChange? {
    guard let local else { return nil }
    // Made and deleted before anybody heard of it; or deleted by others after an edit, which is gone. What the server
    // once had and has lost is told to it nevertheless: another device may bring it back.
    if lost == nil, local.isDeleted, base?.isDeleted ?? true { return nil }
    return RecordChange(id: id, from: base, version: version, to: local)
  }
}
