// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// A change of one record of the zone's, to which several operations may add.
struct RecordDraft {
  private(set) var change: RecordChange
  /// The record as it is; nil: there is none, or it is deleted.
  let current: SyncRecord?
  private let stamp: Stamp
  /// The operations that have added to it, by their places.
  var operations: Set<Int> = []

  /// - Parameter stored: What the server has, deleted or not.
  /// - Throws: ``CloudKitError`` if the record lives in another zone by now: here it would be there twice.
  init(_ id: RecordID, _ stored: StoredRecord?, _ stamp: Stamp) throws(CloudKitError) {
    if let stored, stored.record.hasLeft {
      throw CloudKitError(.notFound, "the record has moved to a share, which these routes do not show")
    }
    self.stamp = stamp
    if let stored, !stored.record.isDeleted {
      current = stored.record
      change = RecordChange(id: id, base: stored.version, created: stored.record.created)
    } else {
      current = nil
      let stamp = stamp.after(stored?.record.lastEdit ?? .zero)
      change = RecordChange(id: id, base: 0, created: stamp)
      change.life = Life(isDeleted: false, stamp: stamp)
    }
  }

  var isEmpty: Bool {
    change.fields.isEmpty && change.added.isEmpty && change.removed.isEmpty && change.life == nil
  }

  var isDeleted: Bool { change.life?.isDeleted ?? false }

  mutating func set(_ field: String, _ value: SyncValue) {
    let known = current?.fields[field]
    if known?.value == value || (known == nil && value == .null) {
      change.fields[field] = nil
    } else {
      change.fields[field] = Register(value, stamp.after(known?.stamp ?? change.life?.stamp ?? .zero))
    }
  }

  mutating func add(_ relationship: String, _ number: UniqueNumber, _ target: RecordID) {
    change.added[relationship, default: [:]][number] = target
  }

  mutating func remove(_ relationship: String, _ number: UniqueNumber) {
    change.removed[relationship, default: [:]][number] = stamp
  }

  mutating func delete() {
    guard let current else { return }
    // Otherwise the deletion would say that it has left for another zone.
    if case .text? = current.fields[ShareRecords.zoneField]?.value { set(ShareRecords.zoneField, .null) }
    change.life = Life(isDeleted: true, stamp: stamp.after(current.lastEdit))
  }

  /// Refers no more to a record that is deleted.
  mutating func letGo(of target: RecordID) {
    guard let current, !isDeleted else { return }
    for (field, register) in current.fields where register.value == .reference(target) && change.fields[field] == nil {
      set(field, .null)
    }
    for (relationship, set) in current.links {
      for (number, member) in set.members where member == target { remove(relationship, number) }
    }
  }

  /// With the unique values that the record has afterwards.
  func finished(unique: Set<String>) -> RecordChange {
    guard !isDeleted else { return change }
    var change = change
    change.claims = unique.sorted().compactMap { field in
      guard let value = change.fields[field]?.value ?? current?.fields[field]?.value, value != .null else { return nil }
      return UniqueClaim(type: change.id.type, field: field, value: value)
    }
    return change
  }
}
