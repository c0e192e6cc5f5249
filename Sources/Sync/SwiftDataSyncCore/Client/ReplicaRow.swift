// SPDX-License-Identifier: Apache-2.0

/// A record on a device.
///
/// It is a reference to what it has, copied when it is changed elsewhere: tables of a zone hand out rows by the million.
package struct ReplicaRow: @unchecked Sendable {
  // Unchecked: nothing of it is changed while another row has it, too.
  private var content = RowContent()

  package init() {}

  /// A record that nobody has edited here.
  init(_ stored: StoredRecord) {
    (content.base, content.local, content.version) = (stored.record, stored.record, stored.version)
  }

  /// Whether nothing has become of it here.
  func isAsItCame(_ stored: StoredRecord) -> Bool {
    version == stored.version && transaction == nil && content.others == nil && base == stored.record
      && local == stored.record
  }

  /// The last values that the server has acknowledged or sent: the shadow. Nil: the server has none.
  package var base: SyncRecord? {
    get { content.base }
    _modify {
      detach()
      yield &content.base
    }
  }
  /// The server's version of `base`.
  package var version: UInt64 {
    get { content.version }
    set {
      detach()
      content.version = newValue
    }
  }
  /// What the app sees and edits.
  package var local: SyncRecord? {
    get { content.local }
    _modify {
      detach()
      yield &content.local
    }
  }
  /// The transactions of the app that go up as one: those that have changed a record in common.
  package var transaction: UInt64? {
    get { content.transaction }
    set {
      guard newValue != content.transaction else { return }
      detach()
      content.transaction = newValue
    }
  }
  /// What the server had and has lost or forgotten since, until it has it again. Other devices may bring it back, too;
  /// without it, what they bring would look like an edit.
  package var lost: SyncRecord? {
    get { content.rare?.lost }
    set { setRare(isNothing: newValue == nil) { $0.lost = newValue } }
  }
  /// Uploads of which nobody knows whether the server has them: it has forgotten what became of them.
  package var sent: [RecordChange] {
    get { content.rare?.sent ?? [] }
    set { setRare(isNothing: newValue.isEmpty) { $0.sent = newValue } }
  }
  /// What merges have taken from `local` since the other end is gone. It is put back before the next merge, which
  /// decides again: what a merge concludes is no edit.
  package var cleared: ClearedReferences? {
    get { content.rare?.cleared }
    set { setRare(isNothing: newValue == nil) { $0.cleared = newValue } }
  }
  /// Why the app cannot be shown it.
  package var objection: String? {
    get { content.rare?.objection }
    set { setRare(isNothing: newValue == nil) { $0.objection = newValue } }
  }
  /// Why the server does not take what was changed here. It stays on the device until it is changed again.
  package var refusal: String? {
    get { content.rare?.refusal }
    set { setRare(isNothing: newValue == nil) { $0.refusal = newValue } }
  }

  private mutating func detach() { if !isKnownUniquelyReferenced(&content) { content = RowContent(content) } }

  private mutating func setRare(isNothing: Bool, _ change: (inout RareContent) -> Void) {
    // Most rows have nothing of it.
    if isNothing, content.others == nil { return }
    var rare = content.rare ?? RareContent()
    change(&rare)
    let isEmpty = rare == RareContent()
    if isEmpty, content.rare == nil { return }
    detach()
    content.others = isEmpty ? nil : RareBox(rare)
  }

  package var isAlive: Bool { content.local?.life.isDeleted == false }

  /// When it was inserted first, as it is here, without a copy of it.
  var created: Stamp? { content.local?.created }
  /// What has taken it in here.
  var successor: RecordID? { content.local?.life.successor }

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

extension ReplicaRow: Hashable {
  package static func == (a: ReplicaRow, b: ReplicaRow) -> Bool {
    a.content === b.content
      || a.base == b.base && a.local == b.local && a.version == b.version && a.transaction == b.transaction
        && a.content.rare == b.content.rare
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(local)
    hasher.combine(version)
  }
}

/// What a row has.
private final class RowContent {
  var base: SyncRecord?
  var local: SyncRecord?
  var version: UInt64 = 0
  var transaction: UInt64?
  /// Nil: nothing of it.
  var others: RareBox?
  var rare: RareContent? { others?.content }

  init() {}

  init(_ other: RowContent) {
    (base, local, version, transaction) = (other.base, other.local, other.version, other.transaction)
    others = other.others
  }
}

private final class RareBox {
  let content: RareContent

  init(_ content: RareContent) { self.content = content }
}

/// What few rows have.
private struct RareContent: Hashable {
  var lost: SyncRecord?
  var sent: [RecordChange] = []
  var cleared: ClearedReferences?
  var objection: String?
  var refusal: String?
}
