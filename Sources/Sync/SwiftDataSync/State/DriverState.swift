// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// What a device keeps besides the core's state.
struct DriverState: Sendable {
  private(set) var identities: [RecordID: PersistentIdentifier] = [:]
  private(set) var records: [PersistentIdentifier: RecordID] = [:]
  var header = DriverHeader()
  /// Identities that were not written yet.
  private var changed: Set<RecordID> = []

  /// Says which object a record is; nil: none.
  mutating func set(_ id: RecordID, _ object: PersistentIdentifier?) {
    let former = object.map { identities.updateValue($0, forKey: id) } ?? identities.removeValue(forKey: id)
    if let former, former != object, records[former] == id { records[former] = nil }
    if let object, let other = records.updateValue(id, forKey: object), other != id {
      identities[other] = nil
      changed.insert(other)
    }
    changed.insert(id)
  }

  /// Makes room for so many new ones at once.
  mutating func reserve(_ count: Int) {
    guard count > identities.count else { return }
    identities.reserveCapacity(identities.count + count)
    records.reserveCapacity(records.count + count)
    changed.reserveCapacity(changed.count + count)
  }

  mutating func takeIdentities() -> [IdentityChange] {
    defer { changed = [] }
    return changed.sorted().map { IdentityChange(record: $0, object: identities[$0]) }
  }

  var allIdentities: [IdentityChange] {
    identities.keys.sorted().map { IdentityChange(record: $0, object: identities[$0]) }
  }

  mutating func apply(_ entry: StateEntry) {
    let records = header.journal?.records ?? []
    header = entry.header
    header.journal?.records = entry.journal ?? records
    for change in entry.identities { set(change.record, change.object) }
    changed = []
  }
}

/// The small parts, which are written with each entry.
struct DriverHeader: Hashable, Sendable, Codable {
  /// All of the store's history up to here is known to the core; nil: nothing was read yet.
  var place: HistoryPlace?
  /// The store that has the synced models, once there was one.
  var store: String?
  /// What is on its way into the store.
  var journal: Journal?
  /// What the store does not take, and why.
  var refusedByStore: [RecordID: String] = [:]
  /// Of these, what a transaction of the store could not have, such as a unique value that another object has.
  var refusedSaves: Set<RecordID>?
  /// The models that all records were looked at with.
  var signature = ""
  /// What properties are called in records, where the models do not say it.
  var fieldNames: FieldNames?
  var isImported = false
  var lastSuccess: Date?
  /// Keys of encrypted fields whose values are shown: an object with a value of another one has a default value in its
  /// place, which is no edit.
  var shownKeys: Set<UniqueNumber>?
  /// Attributes that were encrypted here, so that those which no longer are can be uploaded again.
  var sealedFields: Set<String>?
  /// The properties of these, where they are called otherwise.
  var sealedNames: [String: String]?
  /// Encrypted values that were changed on their way, and which.
  var alteredValues: [RecordID: String]?
  /// The shares that the account is in, as the server has told last.
  var shares: [ShareInfo]?
  /// Objects whose records have gone to zones that were not asked since: they stay until then.
  var held: Set<RecordID>?
  /// Changes that the account had no right to, and that were taken back, with the reasons.
  var reverted: [RecordID: String]?
  /// What the app saw of to-one relationships, and of fields that have a rule of their own, whose new values are on their way
  /// into the store. Until it sees these, its edits do not know of them, and are merged as those of another device.
  var unshown: [RecordID: [String: SyncValue]]?
  /// The same of to-many relationships: all of their ends.
  var unshownLinks: [RecordID: [String: Set<RecordID>]]?
}

/// A place in the store's history. The time tells a store that was replaced by an older copy from the same one.
struct HistoryPlace: Hashable, Sendable, Codable {
  var token: DefaultHistoryToken
  var time: Date?
}

/// Records that one transaction of the store is to make visible. It is written before that transaction: a device that is
/// killed meanwhile finds by the store's history whether it was committed.
struct Journal: Hashable, Sendable, Codable {
  /// Written beside the header, and once: there may be many.
  var records: [RecordID]
  /// Whether the transaction may have begun; what was saved after `place` with sync's author is it.
  var isArmed: Bool
  var place: HistoryPlace?

  init(records: [RecordID], isArmed: Bool, place: HistoryPlace? = nil) {
    self.records = records
    self.isArmed = isArmed
    self.place = place
  }

  private enum CodingKeys: String, CodingKey { case isArmed, place }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    records = []
    isArmed = try container.decode(Bool.self, forKey: .isArmed)
    place = try container.decodeIfPresent(HistoryPlace.self, forKey: .place)
  }
}

struct IdentityChange: Hashable, Sendable {
  var record: RecordID
  var object: PersistentIdentifier?
}
