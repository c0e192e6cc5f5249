// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// A change of one record that the server makes itself.
struct RecordDraft {
  var change: RecordChange
  private let current: SyncRecord?
  private let stamp: Stamp

  /// - Parameters:
  ///   - current: What is there; nil: it was forgotten.
  ///   - stamp: The time of the change. A field that was written later by a wrong clock gets the next after that.
  init(_ id: RecordID, _ current: StoredRecord?, created: Stamp, _ stamp: Stamp) {
    change = RecordChange(id: id, base: current?.version ?? 0, created: created)
    self.current = current?.record
    self.stamp = stamp
  }

  var isEmpty: Bool { change.fields.isEmpty && change.added.isEmpty && change.removed.isEmpty && change.life == nil }

  /// A deleted record lives again, without what it referred to and is not there any more.
  mutating func revive(_ isThere: (RecordID) throws -> Bool) rethrows {
    guard current?.isDeleted ?? true else { return }
    change.life = Life(isDeleted: false, stamp: stamp.after(current?.life.stamp ?? .zero))
    for (name, register) in current?.fields ?? [:] {
      if case .reference(let target) = register.value, try !isThere(target) { set(name, .null) }
    }
    for (name, set) in current?.links ?? [:] {
      for (number, target) in set.members where try !isThere(target) { remove(name, number) }
    }
  }

  /// Gives it the values and the members of `old`. What `isNew` stays a member.
  mutating func restore(
    _ old: SyncRecord, _ isThere: (RecordID) throws -> Bool, _ random: inout some RandomNumberGenerator,
    isNew: (RecordID) throws -> Bool
  ) rethrows {
    // In which zone a record is, is no value of it.
    for (name, register) in old.fields where !ShareRecords.isShareField(name) {
      var value = register.value
      if case .reference(let target) = value {
        if try !isThere(target) { value = .null } else if change.life != nil { refer(name, value) }
      }
      set(name, value)
    }
    for name in Set(old.links.keys).union(current?.links.keys ?? [:].keys).sorted() {
      let (before, now) = (old.links[name]?.targets ?? [], current?.links[name]?.members ?? [:])
      for target in before.subtracting(now.values).sorted() where try isThere(target) { add(name, target, &random) }
      for (number, target) in now where try !before.contains(target) && !isNew(target) { remove(name, number) }
    }
  }

  /// Refers again to some records, where `old` did, unless it refers to others by now.
  mutating func refer(to records: Set<RecordID>, as old: SyncRecord, _ random: inout some RandomNumberGenerator) {
    for (name, register) in old.fields {
      guard case .reference(let target) = register.value, records.contains(target),
        current?.fields[name]?.value == .null
      else { continue }
      set(name, register.value)
    }
    for (name, set) in old.links {
      let missing = set.targets.intersection(records).subtracting(current?.links[name]?.targets ?? [])
      for target in missing.sorted() { add(name, target, &random) }
    }
  }

  private mutating func set(_ name: String, _ value: SyncValue) {
    let register = current?.fields[name]
    if register?.value == value {
      // What was decided anew stays so.
      if change.fields[name]?.value != value { change.fields[name] = nil }
    } else {
      change.fields[name] = Register(value, stamp.after(register?.stamp ?? .zero))
    }
  }

  /// A record that comes back refers to others from now on: an object that can have one owner has had another one meanwhile.
  private mutating func refer(_ name: String, _ value: SyncValue) {
    change.fields[name] = Register(value, stamp.after(current?.fields[name]?.stamp ?? .zero))
  }

  private mutating func add(_ name: String, _ target: RecordID, _ random: inout some RandomNumberGenerator) {
    change.added[name, default: [:]][UniqueNumber(using: &random)] = target
  }

  private mutating func remove(_ name: String, _ number: UniqueNumber) {
    change.removed[name, default: [:]][number] = stamp
  }
}
