// SPDX-License-Identifier: Apache-2.0

/// Merges what a device has with what the server has, knowing what both had last (`base`).
package struct RecordMerge {
  package var schema: SyncSchema
  package var id: RecordID
  /// For a life that the merge itself decides.
  package var stamp: Stamp
  /// Records that are deleted: that references to them are cleared is nobody's edit.
  package var gone: Set<RecordID>
  /// Records that others have taken in, and those: that references follow is nobody's edit either.
  package var roots: [RecordID: RecordID]

  package init(
    schema: SyncSchema, id: RecordID, stamp: Stamp, gone: Set<RecordID> = [], roots: [RecordID: RecordID] = [:]
  ) {
    self.schema = schema
    self.id = id
    self.stamp = stamp
    self.gone = gone
    self.roots = roots
  }

  private var model: SyncSchema.Model? { schema.models[id.type] }

  /// Without a base, all that differs is a conflict: two devices made the same identity.
  package func merge(base: SyncRecord?, local: SyncRecord, remote: SyncRecord) -> SyncRecord {
    var result = remote
    result.created = min(local.created, remote.created)
    let isAnew = isMadeAnew(remote, since: base)
    for (name, mine) in local.fields {
      let (old, theirs) = (base?.fields[name], remote.fields[name])
      if isAnew, theirs == nil, let old, isUnedited(mine, since: old, name) { continue }
      result.fields[name] = local.isWrittenBack(name, old, theirs) ? mine : field(name, old, mine, theirs)
    }
    for (name, mine) in local.links {
      result.links[name] = links(base?.links[name], mine, remote.links[name] ?? LinkSet())
    }
    result.mergeMark(local, remote)
    if ShareRecords.isShareRecord(id), schema.follows(.linkTimes) {
      result.fields.merge(linkEnd(base, local, remote)) { $1 }
    }
    result.life = life(base: base, local: local, remote: remote)
    if !result.isDeleted, local.isDeleted != remote.isDeleted {
      result.keepMark(of: local.isDeleted ? remote : local, over: local.isDeleted ? local : remote)
    }
    return result
  }

  /// Whether a record was deleted, and somebody has made another one under its identity, with nothing of the former one:
  /// the server then has no values but those of the new one. Whoever inserts a record again keeps when it was made first.
  private func isMadeAnew(_ remote: SyncRecord, since base: SyncRecord?) -> Bool {
    guard let base, !remote.isDeleted else { return false }
    return base.created < remote.created
  }

  /// Marks of moves are no values of a record's: what a zone knows of them stays.
  private func isUnedited(_ own: Register, since old: Register, _ name: String) -> Bool {
    !ShareRecords.isShareField(name) && (own.value == old.value || schema.isSameEdit(own, old, name, id))
  }

  /// Where a link leads and since when is one decision: one device may have chosen the end that it had before, of which only
  /// the time is new.
  private func linkEnd(_ base: SyncRecord?, _ local: SyncRecord, _ remote: SyncRecord) -> FieldMap {
    let names = ["targetType", "targetName", "since"]
    func values(_ record: SyncRecord?) -> [SyncValue?] { names.map { record?.fields[$0]?.value } }
    func time(_ record: SyncRecord) -> Stamp { names.compactMap { record.fields[$0]?.stamp }.max() ?? .zero }
    let chosen: SyncRecord
    if let base, values(local) == values(base) {
      chosen = remote
    } else if let base, values(remote) == values(base) {
      chosen = local
    } else {
      chosen = time(local) < time(remote) ? remote : local
    }
    return names.reduce(into: FieldMap()) { fields, name in
      fields[name] = chosen.fields[name].map { Register($0.value, time(chosen)) }
    }
  }

  package func field(_ name: String, _ base: Register?, _ local: Register, _ remote: Register?) -> Register {
    guard let remote else { return local }
    if local.value == remote.value { return Register.later(local, remote) }
    if let base {
      if local.value == base.value { return remote }
      if remote.value == base.value { return local }
    }
    // Encrypted with another key, which is no edit.
    if schema.isSameEdit(local, remote, name, id) {
      return Register(remote.value.isSealed ? remote.value : local.value, max(local.stamp, remote.stamp))
    }
    if let base, schema.isSameEdit(local, base, name, id) { return remote }
    if let base, schema.isSameEdit(remote, base, name, id) { return local }
    switch model?.policies[name] ?? .newer {
    case .newer: return schema.follows(.laterEdit) ? Register.later(local, remote) : local
    case .server: return remote
    case .client: return Register(local.value, local.stamp.after(remote.stamp))
    case .custom(let decide):
      // The app's function knows nothing of encryption; a device that cannot read the values leaves the decision to others.
      guard let mine = schema.content(local.value, name, id), let theirs = schema.content(remote.value, name, id) else {
        return remote
      }
      let conflict = FieldConflict(
        id: id, field: name, base: base.flatMap { schema.content($0.value, name, id) },
        local: Register(mine, local.stamp), remote: Register(theirs, remote.stamp))
      let value = decide(conflict)
      if value == theirs { return remote }
      return Register(value == mine ? local.value : value, local.stamp.after(remote.stamp))
    }
  }

  func links(_ base: LinkSet?, _ local: LinkSet, _ remote: LinkSet) -> LinkSet {
    guard schema.follows(.observedRemove) else { return local == base ? remote : local }
    var result = LinkSet()
    result.removed = local.removed.merging(remote.removed) { max($0, $1) }
    result.members = local.members.merging(remote.members) { max($0, $1) }
    result.members = result.members.filter { number, _ in
      if result.removed[number] != nil { return false }
      // Removed so long ago that the removal itself is forgotten.
      if base?.members[number] != nil { return local.members[number] != nil && remote.members[number] != nil }
      return true
    }
    return result
  }

  func life(base: SyncRecord?, local: SyncRecord, remote: SyncRecord) -> Life {
    if local.isDeleted == remote.isDeleted {
      if remote.isDeleted { return remote.life.successor == nil ? local.life.later(than: remote.life) : remote.life }
      return local.life.later(than: remote.life)
    }
    let wasDeleted = base?.isDeleted ?? false
    // Only one of the two has changed it.
    if base != nil, local.isDeleted == wasDeleted {
      guard remote.isDeleted else { return remote.life }
      let isEdited = base.map { self.isEdited(local, since: $0, than: remote) } ?? true
      guard isEdited, remote.life.successor == nil, keepsEdits(remote) else { return remote.life }
      return Life(isDeleted: false, stamp: max(stamp, remote.life.stamp))
    }
    if base != nil, remote.isDeleted == wasDeleted {
      guard local.isDeleted else { return local.life }
      // Somebody has deleted it meanwhile, too, and somebody has brought it back: that is an edit.
      let isEdited =
        base.map { remote.life.stamp != $0.life.stamp || self.isEdited(remote, since: $0, than: local) } ?? true
      // What another record has taken in is taken in again, with the edit.
      return isEdited && (local.life.successor != nil || keepsEdits(local)) ? remote.life : local.life
    }
    // Made twice, and one of them deleted.
    return local.isDeleted ? remote.life : Life(isDeleted: false, stamp: max(stamp, remote.life.stamp))
  }

  /// Whether somebody has changed the content, which beats a deletion.
  private func isEdited(_ record: SyncRecord, since base: SyncRecord, than dead: SyncRecord) -> Bool {
    var (old, new) = (schema.aligned(base, with: record, id), record)
    // To have come here is no edit that a user's deletion would not know of; who lets the record leave has to know it.
    if !dead.hasLeft { old.fields[ShareRecords.arrivalField] = record.fields[ShareRecords.arrivalField] }
    for (name, register) in old.fields {
      guard case .reference(let target) = register.value, let value = record.fields[name]?.value else { continue }
      if value == .null && gone.contains(target) || value == roots[target].map({ .reference($0) }) {
        old.fields[name]?.value = value
      }
    }
    for (name, set) in old.links {
      var members = record.links[name]?.members ?? [:]
      let left = set.members.filter { members[$0.key] == nil }
      for (number, target) in left {
        if gone.contains(target) { old.links[name]?.members[number] = nil }
        guard let root = roots[target] else { continue }
        old.links[name]?.members[number] = nil
        // It was a member already, or has come in the place of the other one.
        if let follower = members.first(where: { $0.value == root && set.members[$0.key] == nil })?.key {
          members[follower] = nil
        }
      }
      new.links[name]?.members = members
    }
    return new.contentDiffers(from: old)
  }

  /// What has left is not deleted: it is elsewhere, without the edit.
  private func keepsEdits(_ dead: SyncRecord) -> Bool {
    schema.follows(.editBeatsDelete) && (model?.deleteWins != true || dead.hasLeft)
  }
}

extension Life {
  func later(than other: Life) -> Life {
    if stamp != other.stamp { return stamp < other.stamp ? other : self }
    guard let successor else { return other }
    guard let another = other.successor else { return self }
    return successor < another ? other : self
  }
}

extension SyncRecord {
  /// Both of two histories of a record that have no common base: the later of each. For servers that were restored, and
  /// for records that become one.
  ///
  /// Idempotent, commutative and associative.
  package func joined(with other: SyncRecord) -> SyncRecord {
    var result = self
    result.created = min(created, other.created)
    result.fields.merge(other.fields) { Register.later($0, $1) }
    for (name, theirs) in other.links {
      let mine = links[name] ?? LinkSet()
      var set = LinkSet()
      set.removed = mine.removed.merging(theirs.removed) { max($0, $1) }
      set.members = mine.members.merging(theirs.members) { max($0, $1) }.filter { set.removed[$0.key] == nil }
      result.links[name] = set
    }
    if isDeleted == other.isDeleted {
      result.life = life.later(than: other.life)
    } else {
      let (dead, alive) = isDeleted ? (self, other) : (other, self)
      result.life = dead.life.stamp < alive.lastEdit ? alive.life : dead.life
    }
    return result
  }
}
