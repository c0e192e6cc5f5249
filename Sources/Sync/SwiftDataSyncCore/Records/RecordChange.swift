// SPDX-License-Identifier: Apache-2.0

/// What an upload changes in one record.
package struct RecordChange: Hashable, Sendable, Codable {
  package var id: RecordID
  /// The version that the device started from; 0: it knows of none.
  package var base: UInt64
  package var fields = FieldMap()
  package var added: [String: [UniqueNumber: RecordID]] = [:]
  package var removed: [String: [UniqueNumber: Stamp]] = [:]
  package var life: Life?
  package var created: Stamp
  /// All unique values of the record as it is after the change.
  package var claims: [UniqueClaim] = []

  package init(id: RecordID, base: UInt64, created: Stamp) {
    self.id = id
    self.base = base
    self.created = created
  }

  /// What makes `new` of `old`; nil: nothing.
  package init?(id: RecordID, from old: SyncRecord?, version: UInt64, to new: SyncRecord) {
    self.init(id: id, base: version, created: new.created)
    if let old {
      for (name, register) in new.fields where old.fields[name]?.value != register.value { fields[name] = register }
    } else {
      fields = new.fields
    }
    for (name, set) in new.links {
      let before = old?.links[name]
      let plus = set.members.filter { before?.members[$0.key] == nil }
      if !plus.isEmpty { added[name] = plus }
      let minus = set.removed.filter { before?.members[$0.key] != nil }
      if !minus.isEmpty { removed[name] = minus }
    }
    if let old {
      if old.isDeleted != new.isDeleted || old.life.successor != new.life.successor { life = new.life }
    } else {
      life = new.life
    }
    if fields.isEmpty, added.isEmpty, removed.isEmpty, life == nil { return nil }
  }

  /// Whether something makes `new` of `old`: as the initializer, without making it.
  static func isNeeded(from old: SyncRecord?, to new: SyncRecord) -> Bool {
    guard let old else { return true }
    if old.isDeleted != new.isDeleted || old.life.successor != new.life.successor { return true }
    if !new.fields.hasValues(of: old.fields),
      new.fields.contains(where: { old.fields[$0.key]?.value != $0.value.value })
    {
      return true
    }
    for (name, set) in new.links {
      let before = old.links[name]?.members ?? [:]
      for number in set.members.keys where before[number] == nil { return true }
      for number in set.removed.keys where before[number] != nil { return true }
    }
    return false
  }

  /// The records that this change makes somebody refer to.
  package var references: Set<RecordID> {
    var found: Set<RecordID> = []
    for (_, register) in fields {
      if case .reference(let id) = register.value { found.insert(id) }
    }
    for members in added.values { found.formUnion(members.values) }
    return found
  }
}

/// A unique value that a record has.
///
/// Two are the same as the names of models and fields are: a model by its bytes, a field if Unicode takes its name for
/// the same ("é" in one and in two scalars).
package struct UniqueClaim: Sendable, Codable {
  package var type: String
  package var field: String
  package var value: SyncValue

  package init(type: String, field: String, value: SyncValue) {
    self.type = type
    self.field = field
    self.value = value
  }
}

extension UniqueClaim: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.field == b.field && a.type.hasBytes(of: b.type) && a.value == b.value
  }

  package func hash(into hasher: inout Hasher) {
    type.hashBytes(into: &hasher)
    hasher.combine(field)
    hasher.combine(value)
  }
}

extension SyncRecord {
  /// The record after a change: what the server makes, and what the device knows that it has made, once it says so.
  package init(_ old: SyncRecord?, applying change: RecordChange, limit: Int64) {
    self = old ?? SyncRecord(created: change.created.clamped(to: limit))
    if fields.isEmpty, !change.fields.contains(where: { $0.value.stamp.wall > limit }) {
      fields = change.fields
    } else {
      for (name, register) in change.fields {
        fields[name] = Register(register.value, register.stamp.clamped(to: limit))
      }
    }
    for (name, members) in change.added {
      // A number that was removed stays removed, or others would not agree whether its object is a member.
      let removed = links[name]?.removed ?? [:]
      let new = removed.isEmpty ? members : members.filter { removed[$0.key] == nil }
      if !new.isEmpty { links[name, default: LinkSet()].members.merge(new) { $1 } }
    }
    for (name, numbers) in change.removed {
      for (number, stamp) in numbers { links[name, default: LinkSet()].remove(number, stamp.clamped(to: limit)) }
    }
    if var life = change.life {
      life.stamp = life.stamp.clamped(to: limit)
      self.life = life
    }
  }

  /// Whether an upload is in: the times of fields and of the life only grow, so that those of the upload, or later ones,
  /// are there.
  func shows(_ change: RecordChange) -> Bool {
    for (name, register) in change.fields where (fields[name]?.stamp ?? .zero) < register.stamp { return false }
    if let life = change.life, self.life.stamp < life.stamp { return false }
    for (name, added) in change.added {
      for number in added.keys where links[name]?.members[number] == nil && links[name]?.removed[number] == nil {
        return false
      }
    }
    for (name, removed) in change.removed {
      for number in removed.keys where links[name]?.members[number] != nil { return false }
    }
    return true
  }

  /// The record with no stamp after `limit`.
  package func clamped(to limit: Int64) -> SyncRecord {
    guard lastEdit.wall > limit || created.wall > limit else { return self }
    var copy = self
    for (name, register) in fields { copy.fields[name]?.stamp = register.stamp.clamped(to: limit) }
    copy.life.stamp = life.stamp.clamped(to: limit)
    copy.created = created.clamped(to: limit)
    return copy
  }
}
