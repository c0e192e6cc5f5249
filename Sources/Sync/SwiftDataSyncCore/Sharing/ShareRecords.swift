// SPDX-License-Identifier: Apache-2.0

/// The records and fields that sharing adds. To the server, and to merging, they are like any other.
///
/// `$Link`, in the account's own zone: a relationship between two records of different zones. `$zone`, a field of any record:
/// the zone that it is moving to, or has moved to. `$arrival`, a field of few records: the decision that it is here for.
package enum ShareRecords {
  package static let link = "$Link"
  package static let zoneField = "$zone"
  package static let arrivalField = "$arrival"

  package static var models: [String: SyncSchema.Model] {
    var link = SyncSchema.Model()
    link.fields = ["type", "name", "field", "targetType", "targetName", "isMany", "since"]
    return [Self.link: link]
  }

  package static func isShareField(_ name: String) -> Bool { name == zoneField || name == arrivalField }

  package static func isShareRecord(_ id: RecordID) -> Bool { id.type == link }
}

/// A relationship of one record to another one that lives in another zone.
package struct OuterLink: Hashable, Sendable {
  package var from: RecordID
  package var field: String
  package var target: RecordID
  package var isMany: Bool

  package init(from: RecordID, field: String, target: RecordID, isMany: Bool) {
    (self.from, self.field, self.target, self.isMany) = (from, field, target, isMany)
  }

  /// Nil: it is none.
  package init?(_ record: SyncRecord?) {
    guard let record, !record.isDeleted, let (from, field) = Self.place(of: record),
      let type = record.text("targetType"), let name = record.text("targetName")
    else { return nil }
    self.init(
      from: from, field: field, target: RecordID(type, name), isMany: record.fields["isMany"]?.value == .bool(true))
  }

  /// What a link to nothing is the end of; nil: it is none.
  static func end(of record: SyncRecord?) -> (from: RecordID, field: String)? {
    guard let record, !record.isDeleted, OuterLink(record) == nil else { return nil }
    return place(of: record)
  }

  /// Whose relationship it is, and which, also if the link has ended.
  static func place(of record: SyncRecord) -> (from: RecordID, field: String)? {
    guard let type = record.text("type"), let name = record.text("name"), let field = record.text("field") else {
      return nil
    }
    return (RecordID(type, name), field)
  }

  /// The same on all devices: of a relationship to one object there is one, whatever it leads to.
  package var id: RecordID {
    Self.id(from, field, isMany ? target : nil)
  }

  package static func id(_ from: RecordID, _ field: String, _ target: RecordID?) -> RecordID {
    var name = ""
    for part in ["a", "b"] {
      var digest = Digest()
      digest.add(part)
      digest.add(from.digest)
      digest.add(field)
      if let target { digest.add(target.digest) }
      let digits = String(digest.value, radix: 16)
      name += String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return RecordID(ShareRecords.link, name)
  }

  package var fields: [String: SyncValue] {
    [
      "type": .text(from.type), "name": .text(from.name), "field": .text(field), "targetType": .text(target.type),
      "targetName": .text(target.name), "isMany": .bool(isMany),
    ]
  }

  /// The number of the membership that it stands for.
  var number: UniqueNumber {
    var digest = Digest()
    digest.add(id.digest)
    return UniqueNumber(high: id.digest, low: digest.value)
  }
}

/// What a merge has cleared, since the other end has gone to another zone.
struct DetachedLink: Sendable {
  var link: OuterLink
  /// When the reference was written; nil: memberships have no time.
  var stamp: Stamp?
}

extension SyncRecord {
  /// Whether it is deleted where it is since it has left for another zone. Nothing else says so: who has forgotten it
  /// takes the record for one that another device has deleted, and brings it back with an edit.
  package var hasLeft: Bool { departure != nil }

  /// The zone that a deleted record has left for, as its mark names it; nil: it was deleted.
  package var departure: String? {
    guard isDeleted, case .text(let zone)? = fields[ShareRecords.zoneField]?.value else { return nil }
    return zone
  }

  fileprivate func text(_ name: String) -> String? {
    if case .text(let text)? = fields[name]?.value, !text.isEmpty { text } else { nil }
  }

  /// Whether a user has returned to what was there before, in a record that has moved: what was there meanwhile may come from the
  /// zone that it was in, and is no answer to that.
  func isWrittenBack(_ name: String, _ old: Register?, _ theirs: Register?) -> Bool {
    guard fields[ShareRecords.zoneField] != nil, !ShareRecords.isShareField(name), let mine = fields[name], let old,
      let theirs
    else { return false }
    return mine.value == old.value && mine.value != theirs.value && old.stamp < mine.stamp && theirs.stamp < mine.stamp
  }

  /// Where a record is to go was decided last by either, or not at all since it has come here.
  mutating func mergeMark(_ local: SyncRecord, _ remote: SyncRecord) {
    let name = ShareRecords.zoneField
    guard let mine = local.fields[name], let theirs = remote.fields[name] else { return }
    fields[name] = Register.later(mine, theirs)
    guard let mark = fields[name], mark.value != .null, let arrival = fields[ShareRecords.arrivalField],
      mark.stamp < arrival.stamp
    else { return }
    fields[name] = Register(.null, arrival.stamp)
  }

  /// A deletion takes the mark of a record away. One that an edit has met, and that does not hold, has not.
  mutating func keepMark(of alive: SyncRecord, over dead: SyncRecord) {
    guard let mark = alive.fields[ShareRecords.zoneField], mark.value != .null,
      let cleared = dead.fields[ShareRecords.zoneField], cleared.value == .null
    else { return }
    fields[ShareRecords.zoneField] = Register(mark.value, mark.stamp.after(cleared.stamp))
  }
}
