// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Counts what the records of a zone have, and takes nothing of it.
struct ZoneSurvey {
  private(set) var checksum: UInt64 = 0
  private(set) var valuesFromTheFuture = 0
  private var types: [String: SupportBundle.RecordType] = [:]
  private var nodes: [UInt64: (latest: Int64, values: Int)] = [:]
  private let latest: Int64

  /// - Parameter time: The latest that the server has told.
  init(time: Int64) {
    let (latest, isTooLate) = time.addingReportingOverflow(60_000)
    self.latest = isTooLate ? .max : latest
  }

  mutating func add(_ stored: StoredRecord) {
    let record = stored.record
    var type = types[stored.id.type] ?? SupportBundle.RecordType(type: stored.id.type)
    let size = stored.encodedSize
    type.bytes += size
    type.largest = max(type.largest, size)
    note(record.life.stamp)
    if record.isDeleted {
      type.deleted += 1
    } else {
      checksum &+= record.digest(id: stored.id, version: stored.version)
      type.records += 1
      for (name, register) in record.fields {
        type.fields[name, default: [:]][register.value.kind, default: 0] += 1
        note(register.stamp)
      }
      for (name, set) in record.links {
        var relationship = type.relationships[name] ?? SupportBundle.Relationship()
        relationship.members += set.members.count
        relationship.removed += set.removed.count
        relationship.most = max(relationship.most, set.members.count)
        type.relationships[name] = relationship
      }
    }
    types[stored.id.type] = type
  }

  private mutating func note(_ stamp: Stamp) {
    let known = nodes[stamp.node] ?? (stamp.wall, 0)
    nodes[stamp.node] = (max(known.latest, stamp.wall), known.values + 1)
    if stamp.wall > latest { valuesFromTheFuture += 1 }
  }

  var recordTypes: [SupportBundle.RecordType] { types.values.sorted { $0.type < $1.type } }

  /// By their numbers, as `history` names them; the latest first.
  var devices: [SupportBundle.Device] {
    nodes.sorted { ($0.value.latest, $0.key) > ($1.value.latest, $1.key) }.map { node, known in
      SupportBundle.Device(
        device: String(node, radix: 16), latest: Date(milliseconds: known.latest), values: known.values)
    }
  }
}

extension Date {
  /// - Parameter milliseconds: Since 1970. A stranger may say any, and not all have a text: the year is 1970 to 9999.
  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(min(max(milliseconds, 0), 253_402_300_799_000)) / 1_000)
  }
}
