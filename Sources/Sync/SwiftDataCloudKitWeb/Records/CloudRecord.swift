// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// A record as CloudKit has it.
struct CloudRecord: Sendable {
  var recordName: String
  var recordType: String
  /// The position in the log of its last change.
  var version: UInt64
  var fields: [String: CloudField]
  var created: Stamp
  var modified: Stamp

  /// After a backup of the server was restored, versions are given out a second time, in another generation; and in
  /// another index, another record may have the name.
  static func tag(_ version: UInt64, _ zone: RecordIndex.Zone) -> String {
    let (generation, naming) = (zone.lineage.generation, zone.naming)
    return String(version, radix: 36) + (generation == 0 && naming == 0 ? "" : "." + String(generation, radix: 36))
      + (naming == 0 ? "" : "." + String(naming, radix: 36))
  }
}

/// How records are written into an answer.
struct RecordWriter {
  var zone: CloudJSON
  /// Of what moment the records are.
  var moment: RecordIndex.Zone
  var userRecordName: String
  var numbersAsStrings = false
  /// Nil: all.
  var desiredKeys: Set<String>?
  /// Where the bytes of an asset are.
  var url: (BlobReference) -> String

  func json(_ record: CloudRecord) -> CloudJSON {
    var fields: [String: CloudJSON] = [:]
    for (name, field) in record.fields where desiredKeys?.contains(name) ?? true {
      fields[name] = field.json(numbersAsStrings: numbersAsStrings, url)
    }
    return .object([
      "recordName": .text(record.recordName), "recordType": .text(record.recordType),
      "recordChangeTag": .text(CloudRecord.tag(record.version, moment)), "fields": .object(fields),
      "pluginFields": .object([:]), "created": audit(record.created), "modified": audit(record.modified),
      "deleted": .bool(false), "zoneID": zone,
    ])
  }

  private func audit(_ stamp: Stamp) -> CloudJSON {
    .object([
      "timestamp": .integer(stamp.wall), "userRecordName": .text(userRecordName),
      "deviceID": .text(String(stamp.node, radix: 16, uppercase: true)),
    ])
  }
}

extension Call {
  /// A record that is not there any more.
  func tombstone(_ recordName: String) -> CloudJSON {
    .object(["recordName": .text(recordName), "deleted": .bool(true), "zoneID": zoneID])
  }
}
