// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore

/// Writes records of the log into an index.
struct EntryWriter {
  let db: Database
  let layout: RecordLayout
  let zone: Int64
  /// Of what was removed before, nothing is known: a client may have to be told.
  let isBuilding: Bool
  /// Whether a name was taken: had the records come in another order, others would have these names.
  private(set) var namesDependOnOrder = false

  init(db: Database, layout: RecordLayout, zone: Int64, isBuilding: Bool) {
    (self.db, self.layout, self.zone, self.isBuilding) = (db, layout, zone, isBuilding)
  }

  mutating func write(_ stored: StoredRecord) throws {
    let (id, record) = (stored.id, stored.record)
    guard !RecordLayout.isHidden(id.type) else { return }
    let recordType = layout.recordType(of: id.type)
    let known = try EntryReader.entry(id, zone, db)
    let digest = Self.digest(record)
    let recordName = try known?.recordName ?? freeName(id)
    if let known, known.isDeleted == record.isDeleted, known.isDeleted || known.digest == digest {
      // What CloudKit shows of it is as before: its links, for example, are records of their own.
    } else {
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO entry
            (zone, recordName, recordType, type, name, version, isDeleted, digest, created, modified, device)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        zone, recordName, recordType, id.type, id.name, Int64(clamping: try version(of: stored, known)),
        record.isDeleted, digest,
        record.created.wall, record.lastEdit.wall, Int64(bitPattern: record.lastEdit.node),
      ])
      try removeValues(recordName)
      let former = try ends(of: id)
      try db.cachedStatement(sql: "DELETE FROM reference WHERE zone = ? AND type = ? AND name = ?")
        .execute(arguments: [zone, id.type, id.name])
      if !record.isDeleted { try writeValues(record, id, recordName, recordType) }
      for end in try ends(of: id).symmetricDifference(former) { try touch(end, stored.version) }
    }
    try writeLinks(stored)
  }

  /// The first of a record's possible names that no other record has by now.
  private mutating func freeName(_ id: RecordID) throws -> String {
    for name in [RecordNames.preferred(id), RecordNames.second(id)] {
      guard let other = try EntryReader.entry(named: name, zone, db), !other.isDeleted else { return name }
      namesDependOnOrder = true
    }
    return RecordNames.second(RecordID(id.type, "\(id.name)\u{0}"))
  }

  /// Of what CloudKit shows, without when it was written.
  private static func digest(_ record: SyncRecord) -> Int64 {
    var sum: UInt64 = 0
    for (name, register) in record.fields where !RecordLayout.isHidden(name) && register.value != .null {
      var digest = Digest()
      digest.add(name)
      digest.add(register.value.digest)
      sum &+= digest.value
    }
    return Int64(bitPattern: sum)
  }

  private func removeValues(_ recordName: String) throws {
    for table in ["value", "word"] {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE zone = ? AND recordName = ?")
        .execute(arguments: [zone, recordName])
    }
  }

  private func writeValues(_ record: SyncRecord, _ id: RecordID, _ recordName: String, _ recordType: String) throws {
    for (field, register) in record.fields where !RecordLayout.isHidden(field) {
      if let kind = FieldKind(register.value) {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO kind (zone, type, field, kind) VALUES (?, ?, ?, ?)")
          .execute(arguments: [zone, id.type, field, kind.rawValue])
      }
      if case .reference(let target) = register.value {
        try db.cachedStatement(
          sql: """
            INSERT OR IGNORE INTO reference (zone, targetType, targetName, type, name, field)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        ).execute(arguments: [zone, target.type, target.name, id.type, id.name, field])
      }
    }
    let fields = try layout.fields(of: record, id) { try EntryReader.name(of: $0, zone, db) }
    try write(fields, recordName, recordType)
    try writeEnds(id, recordName, recordType)
  }

  // MARK: Ends of one-to-one relationships that other records keep

  /// Where a reference leads.
  private struct End: Hashable {
    var target: RecordID
    /// The field of the record that refers to it.
    var field: String
  }

  private func ends(of id: RecordID) throws -> Set<End> {
    if layout.schema.isEmpty { return [] }
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT targetType, targetName, field FROM reference WHERE zone = ? AND type = ? AND name = ?"),
      arguments: [zone, id.type, id.name])
    return Set(
      try rows.map { row in
        guard let type = row["targetType"] as String?, let name = row["targetName"] as String?,
          let field = row["field"] as String?
        else { throw RecordIndex.damaged }
        return End(target: RecordID(type, name), field: field)
      })
  }

  /// A record shows who refers to it, if the other record keeps that: it is another one then, with another tag.
  private func touch(_ end: End, _ version: UInt64) throws {
    guard layout.schema.keptElsewhere(end.target.type).contains(where: { $0.inverse == end.field }),
      let entry = try EntryReader.entry(end.target, zone, db), !entry.isDeleted
    else { return }
    try db.cachedStatement(sql: "UPDATE entry SET version = max(version, ?) WHERE zone = ? AND recordName = ?")
      .execute(arguments: [Int64(clamping: version), zone, entry.recordName])
    try writeEnds(end.target, entry.recordName, entry.recordType)
  }

  private func writeEnds(_ id: RecordID, _ recordName: String, _ recordType: String) throws {
    for (field, inverse) in layout.schema.keptElsewhere(id.type) {
      let name = RecordLayout.prefix + field
      for table in ["value", "word"] {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE zone = ? AND recordName = ? AND field = ?")
          .execute(arguments: [zone, recordName, name])
      }
      guard let source = try EntryReader.sources(of: id, field: inverse, zone, db).first,
        let other = try EntryReader.name(of: source, zone, db)
      else { continue }
      try write([name: .text(other)], recordName, recordType)
    }
  }

  /// The latest of a record's own change, and of those of who refers to it: a snapshot does not come in the log's order.
  private func version(of stored: StoredRecord, _ known: IndexEntry?) throws -> UInt64 {
    var version = max(stored.version, known?.version ?? 0)
    if stored.record.isDeleted { return version }
    for (_, inverse) in layout.schema.keptElsewhere(stored.id.type) {
      for source in try EntryReader.sources(of: stored.id, field: inverse, zone, db) {
        version = max(version, try EntryReader.entry(source, zone, db)?.version ?? 0)
      }
    }
    return version
  }

  /// What queries compare.
  private func write(_ fields: [String: CloudField], _ recordName: String, _ recordType: String) throws {
    for (field, value) in fields {
      guard let value = IndexedValue(value) else { continue }
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO value (zone, recordName, field, recordType, value) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [zone, recordName, field, recordType, value.databaseValue])
      for word in value.words {
        try db.cachedStatement(
          sql: "INSERT OR IGNORE INTO word (zone, recordType, field, word, recordName) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [zone, recordType, field, word, recordName])
      }
    }
  }

  // MARK: Links

  private mutating func writeLinks(_ stored: StoredRecord) throws {
    let (id, record) = (stored.id, stored.record)
    let known = try EntryReader.links(of: id, zone, db)
    var wanted: Set<String> = []
    for (relationship, set) in record.links where !RecordLayout.isHidden(relationship) {
      for (number, target) in record.isDeleted ? [:] : set.members {
        let name = RecordNames.uuid(number)
        wanted.insert(name)
        if known[name] != false { try write(name, relationship, target, false, stored) }
      }
      guard isBuilding else { continue }
      let gone = record.isDeleted ? Array(set.members.keys) + set.removed.keys : Array(set.removed.keys)
      for number in gone {
        let name = RecordNames.uuid(number)
        wanted.insert(name)
        try write(name, relationship, nil, true, stored)
      }
    }
    for (name, isDeleted) in known where !isDeleted && !wanted.contains(name) {
      try removeValues(name)
      try db.cachedStatement(sql: "UPDATE entry SET isDeleted = 1, version = ? WHERE zone = ? AND recordName = ?")
        .execute(arguments: [Int64(clamping: stored.version), zone, name])
    }
  }

  private mutating func write(
    _ recordName: String, _ relationship: String, _ target: RecordID?, _ isDeleted: Bool, _ stored: StoredRecord
  ) throws {
    // Who draws such a number has the name of a record: that stays.
    if let other = try EntryReader.entry(named: recordName, zone, db), other.link == nil, !other.isDeleted {
      namesDependOnOrder = true
      return
    }
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO entry (zone, recordName, recordType, type, name, relationship, targetType, targetName,
          version, isDeleted, digest, created, modified, device)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)
        """
    ).execute(arguments: [
      zone, recordName, LinkRecord.type, stored.id.type, stored.id.name, relationship, target?.type, target?.name,
      Int64(clamping: stored.version), isDeleted, stored.record.lastEdit.wall, stored.record.lastEdit.wall,
      Int64(bitPattern: stored.record.lastEdit.node),
    ])
    guard !isDeleted, let target, let number = RecordNames.number(recordName) else { return }
    let link = LinkRecord(owner: stored.id, relationship: relationship, number: number, target: target)
    let fields = try link.fields(layout.schema) { try EntryReader.name(of: $0, zone, db) }
    try write(fields ?? [:], recordName, LinkRecord.type)
  }
}
