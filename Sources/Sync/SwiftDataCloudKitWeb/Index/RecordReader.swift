// SPDX-License-Identifier: Apache-2.0

import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer

/// Makes records of entries, with what the server has of them.
struct RecordReader {
  let db: Database
  let layout: RecordLayout
  let zone: Int64

  /// - Returns: nil: it is not there any more.
  func record(_ entry: IndexEntry, _ view: ZoneView) throws -> CloudRecord? {
    if entry.isDeleted { return nil }
    if entry.link != nil {
      guard let link = entry.linkRecord,
        let fields = try link.fields(layout.schema, { try EntryReader.name(of: $0, zone, db) })
      else { return nil }
      return CloudRecord(
        recordName: entry.recordName, recordType: entry.recordType, version: entry.version, fields: fields,
        created: entry.modified, modified: entry.modified)
    }
    guard let stored = view.records[entry.id], !stored.record.isDeleted else { return nil }
    return CloudRecord(
      recordName: entry.recordName, recordType: entry.recordType, version: entry.version,
      fields: try fields(of: stored.record, entry.id), created: stored.record.created, modified: entry.modified)
  }

  /// With the ends of one-to-one relationships that other records keep.
  func fields(of record: SyncRecord, _ id: RecordID) throws -> [String: CloudField] {
    var fields = try layout.fields(of: record, id) { try EntryReader.name(of: $0, zone, db) }
    for (field, inverse) in layout.schema.keptElsewhere(id.type) {
      guard let source = try EntryReader.sources(of: id, field: inverse, zone, db).first,
        let name = try EntryReader.name(of: source, zone, db)
      else { continue }
      fields[RecordLayout.prefix + field] = .text(name)
    }
    return fields
  }
}

extension MirroredSchema {
  /// The to-one relationships of an entity that the records at their other end keep, with the field there.
  func keptElsewhere(_ name: String) -> [(field: String, inverse: String)] {
    family(name).flatMap { entity in
      entity.relationships.values.compactMap { relationship in
        guard !relationship.isToMany, let inverse = relationship.inverse, !isKept(relationship, of: entity.name) else {
          return nil
        }
        return (relationship.field, inverse)
      }
    }
  }
}

/// The times of what clients of CloudKit write: those of one more device.
enum CloudStamps {
  /// "CloudKit".
  static let node: UInt64 = 0x436c_6f75_644b_6974
}
