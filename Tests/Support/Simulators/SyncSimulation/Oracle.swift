// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Knows what was acknowledged, by watching uploads that the server applies, and says what must never be. It shares no
/// code with the merge: it compares what is there at the end with what was promised.
struct Oracle {
  private var latest: [FieldKey: Stamp] = [:]
  private var largest: [RecordID: Int64] = [:]
  private var added: [UniqueNumber: RecordID] = [:]
  private var removed: Set<UniqueNumber> = []
  private var life: [RecordID: Bool] = [:]
  /// What was deleted at any time.
  private var deleted: Set<RecordID> = []
  private var successors: [RecordID: RecordID] = [:]
  /// What a device saw when it deleted something.
  private var seenAtDeletion: [Int: [RecordID: [SyncRecord]]] = [:]
  /// What a record had in versions before that: a device that uploads it anew, since it heard nothing of its upload, has
  /// nothing new.
  private var knownAtDeletion: [Int: [RecordID: [SyncRecord]]] = [:]
  private var versions: [RecordID: [StoredRecord]] = [:]
  private var touched: [Int: Set<RecordID>] = [:]
  /// Also what came from records that were taken in.
  private var written: [Int: [FieldKey: Set<SyncValue>]] = [:]
  /// What the user of a device has given a record itself.
  private var typed: [Int: [FieldKey: Set<SyncValue>]] = [:]
  var wasRestored = false
  private(set) var violations: [String] = []

  /// What was inserted in one transaction.
  private(set) var insertedTogether: [RecordID: Set<RecordID>] = [:]

  mutating func saves(_ edits: [LocalEdit]) {
    let inserted = Set(
      edits.compactMap { edit -> RecordID? in
        if case .insert(let id, _) = edit { id } else { nil }
      })
    for id in inserted { insertedTogether[id] = inserted }
  }

  mutating func violate(_ text: String) { violations.append(text) }

  mutating func userEdits(_ replica: Int, _ edit: LocalEdit, _ row: ReplicaRow?) {
    touched[replica, default: []].insert(edit.record)
    switch edit {
    case .delete(let id):
      seenAtDeletion[replica, default: [:]][id] = [row?.base, row?.local].compactMap { $0 }
      let known = (versions[id] ?? []).filter { $0.version <= row?.version ?? 0 }
      knownAtDeletion[replica, default: [:]][id] = known.map(\.record)
    case .set(_, _, .reference(let target)): touched[replica, default: []].insert(target)
    case .link(_, _, let target): touched[replica, default: []].insert(target)
    case .insert(_, let fields):
      for value in fields.values {
        if case .reference(let target) = value { touched[replica, default: []].insert(target) }
      }
    default: break
    }
    switch edit {
    case .insert(let id, let fields):
      for (field, value) in fields {
        written[replica, default: [:]][FieldKey(id: id, field: field), default: []].insert(value)
        typed[replica, default: [:]][FieldKey(id: id, field: field), default: []].insert(value)
      }
    case .set(let id, let field, let value):
      written[replica, default: [:]][FieldKey(id: id, field: field), default: []].insert(value)
      typed[replica, default: [:]][FieldKey(id: id, field: field), default: []].insert(value)
    default: break
    }
  }

  func hasTyped(_ replica: Int, _ key: FieldKey, _ text: String) -> Bool {
    typed[replica]?[key]?.contains(.text(text)) == true
  }

  mutating func replaces(_ replica: Int, _ loser: RecordID, _ survivor: RecordID) {
    if touched[replica]?.contains(loser) == true { touched[replica]?.insert(survivor) }
    // What the device has written there has gone along.
    for (key, values) in written[replica] ?? [:] where key.id == loser {
      written[replica]?[FieldKey(id: survivor, field: key.field), default: []].formUnion(values)
    }
  }

  /// An upload was applied.
  mutating func applied(_ push: Push, by replica: Int, before: ServerZone, after: ServerZone, tolerance: Int64) {
    let limit = after.time + tolerance
    deleted.formUnion(push.changes.filter { $0.life?.isDeleted == true }.map(\.id))
    for change in push.changes {
      // What a device uploads it has seen, whoever wrote it: its user may have replaced it since.
      for (field, register) in change.fields {
        written[replica, default: [:]][FieldKey(id: change.id, field: field), default: []].insert(register.value)
      }
      let old = before.records[change.id]?.record
      if let stored = after.records[change.id] { versions[change.id, default: []].append(stored) }
      if change.base == 0, before.horizon > 0 {
        // Deleted so long ago that nobody knows: somebody who was away longer had edited it, and inserts it anew.
        for key in latest.keys where key.id == change.id { latest[key] = nil }
        largest[change.id] = nil
        for members in change.added.values { removed.subtract(members.keys) }
      }
      for (field, register) in change.fields {
        if let stored = after.records[change.id]?.record.fields[field], stored.stamp.wall > limit {
          violate("\(change.id).\(field) has a stamp that is \(stored.stamp.wall - after.time) ms ahead")
        }
        if field == "extra", register.value == .null {
          violate("device \(replica) emptied \(change.id).extra, which no user does")
        }
        if SimulatedApp.newerFields[change.id.type]?.contains(field) == true {
          let key = FieldKey(id: change.id, field: field)
          let stamp = register.stamp.clamped(to: limit)
          latest[key] = max(latest[key] ?? .zero, stamp)
        }
        if field == "score", case .integer(let value) = register.value {
          largest[change.id] = max(largest[change.id] ?? .min, value)
        }
      }
      for members in change.added.values { added.merge(members) { $1 } }
      for numbers in change.removed.values { removed.formUnion(numbers.keys) }
      guard let now = change.life else { continue }
      if now.isDeleted, now.successor == nil, let old, !old.isDeleted {
        checkDeletion(change.id, old, by: replica)
      }
      if !now.isDeleted, let old, old.isDeleted, !wasRestored, !isTouched(change.id, push, after, by: replica) {
        violate("\(change.id) came back from device \(replica), which has never touched it")
      }
      life[change.id] = !now.isDeleted
      successors[change.id] = now.isDeleted ? now.successor : nil
    }
  }

  /// Whether the device's user has edited the record, or one that refers to it and comes back, too.
  private func isTouched(_ id: RecordID, _ push: Push, _ after: ServerZone, by replica: Int) -> Bool {
    guard let mine = touched[replica] else { return false }
    // An edit of a record that another device has merged into this one has come along.
    if mine.contains(where: { root($0) == id }) { return true }
    return mine.contains { after.records[$0]?.record.refers(to: id) == true }
  }

  private mutating func checkDeletion(_ id: RecordID, _ old: SyncRecord, by replica: Int) {
    guard let seen = seenAtDeletion[replica]?[id], !wasRestored else { return }
    for field in old.fields.keys.sorted() {
      let value = old.fields[field]?.value
      // The same edit, with its time: somebody else may write that value again.
      let isKnown = knownAtDeletion[replica]?[id]?.contains { $0.fields[field] == old.fields[field] } ?? false
      let isOwn = value.map { written[replica]?[FieldKey(id: id, field: field)]?.contains($0) ?? false } ?? false
      // What follows from another deletion is no edit, even if that one was undone since.
      let isCleared =
        value == .null
        && seen.contains { record in
          guard case .reference(let target)? = record.fields[field]?.value else { return false }
          return deleted.contains(target)
        }
      if !isOwn, !isKnown, !isCleared, !seen.contains(where: { $0.fields[field]?.value == value }) {
        violate("device \(replica) deleted \(id) without having seen '\(field)' = \(String(describing: value))")
      }
    }
  }

  private func root(_ id: RecordID) -> RecordID {
    var id = id
    for _ in 0..<successors.count { id = successors[id] ?? id }
    return id
  }

  /// The record that has the values of this one. One that lives has its own: a server that was restored has lost that
  /// another one took it in.
  private func heir(of id: RecordID, in alive: [RecordID: StoredRecord]) -> SyncRecord? {
    var id = id
    for _ in 0..<successors.count where alive[id] == nil { id = successors[id] ?? id }
    return alive[id]?.record
  }

  /// After a backup was restored, what no device and no server knows any more is lost, and that is nobody's fault.
  mutating func forgive(known records: [(RecordID, SyncRecord)]) {
    var stamps: [FieldKey: Set<Stamp>] = [:]
    var scores: [RecordID: Set<Int64>] = [:]
    var members: Set<UniqueNumber> = []
    var removals: Set<UniqueNumber> = []
    var lives: [RecordID: Life] = [:]
    for (id, record) in records {
      for (field, register) in record.fields {
        let key = FieldKey(id: id, field: field)
        stamps[key, default: []].insert(register.stamp)
        if field == "score", case .integer(let value) = register.value { scores[id, default: []].insert(value) }
      }
      for set in record.links.values {
        members.formUnion(set.members.keys)
        removals.formUnion(set.removed.keys)
      }
      if let other = lives[id] {
        lives[id] = other.stamp < record.life.stamp ? record.life : other
      } else {
        lives[id] = record.life
      }
    }
    // A later edit that waits on a device does not bring an earlier one back when its user takes it back.
    for (key, stamp) in latest { latest[key] = stamps[key]?.filter { $0 <= stamp }.max() }
    for (id, value) in largest { largest[id] = scores[id]?.filter { $0 <= value }.max() }
    added = added.filter { members.contains($0.key) }
    removed = removed.filter { removals.contains($0) }
    // Who wins where histories parted is decided by stamps of edits and deletions together: not foretold here.
    life = [:]
    for (id, known) in lives where known.successor != nil && known.isDeleted { successors[id] = known.successor }
  }

  /// At the end.
  mutating func check(_ zone: ServerZone) {
    let alive = zone.records.filter { !$0.value.record.isDeleted }
    for (key, stamp) in latest.sorted(by: { $0.key < $1.key }) {
      guard let record = heir(of: key.id, in: alive) else { continue }
      guard let found = record.fields[key.field] else {
        violate("\(key.id).\(key.field) is gone")
        continue
      }
      if found.stamp < stamp {
        violate("\(key.id).\(key.field): an acknowledged edit of \(stamp) lost to \(found.stamp)")
      }
    }
    for (id, value) in largest.sorted(by: { $0.key < $1.key }) {
      guard let record = alive[id]?.record else { continue }
      guard case .integer(let found)? = record.fields["score"]?.value, found >= value else {
        violate("\(id).score is less than \(value), which was acknowledged")
        continue
      }
    }
    var numbers: Set<UniqueNumber> = []
    for stored in alive.values { for set in stored.record.links.values { numbers.formUnion(set.members.keys) } }
    for number in numbers.sorted() where removed.contains(number) {
      violate("the membership \(number) came back after its removal was acknowledged")
    }
    let everything = Set(zone.records.values.flatMap { $0.record.links.values.flatMap { $0.members.keys } })
    if !wasRestored, zone.horizon == 0 {
      for (number, target) in added.sorted(by: { $0.key < $1.key })
      where !removed.contains(number) && !everything.contains(number) {
        violate("the membership \(number) of \(target) was acknowledged and is gone")
      }
    }
    for (id, lives) in life.sorted(by: { $0.key < $1.key }) where lives != (alive[id] != nil) {
      violate("\(id) \(lives ? "is gone" : "is there") though its last acknowledged change says otherwise")
    }
    for (id, stored) in alive.sorted(by: { $0.key < $1.key }) {
      for target in stored.record.references.sorted() where alive[target] == nil {
        violate("\(id) refers to \(target), which is not there")
      }
    }
    var names: [SyncValue: RecordID] = [:]
    for (id, stored) in alive.sorted(by: { $0.key < $1.key }) where id.type == "Tag" {
      guard let name = stored.record.fields["name"]?.value else { continue }
      if let other = names[name] { violate("\(id) and \(other) have the same unique name") }
      names[name] = id
    }
  }
}
