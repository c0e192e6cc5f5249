// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Single parts of messages, for storages that keep them as they are sent.
extension Wire {
  package static func encode(_ record: StoredRecord) -> [UInt8] { JSON.record(record).bytes }

  package static func record(_ bytes: [UInt8]) throws(WireError) -> StoredRecord {
    try WireReader(json: JSONParser.parse(bytes, limits: .unlimited), path: "record").record()
  }

  package static func encode(_ value: SyncValue) -> [UInt8] { JSON.value(value).bytes }

  package static func encode(_ lineage: Lineage) -> [UInt8] { JSON.lineage(lineage).bytes }

  package static func lineage(_ bytes: [UInt8]) throws(WireError) -> Lineage {
    try WireReader(json: JSONParser.parse(bytes, limits: .unlimited), path: "lineage").lineage()
  }

  package static func encode(_ result: PushResult) -> [UInt8] { JSON.result(result).bytes }

  package static func result(_ bytes: [UInt8]) throws(WireError) -> PushResult {
    try WireReader(json: JSONParser.parse(bytes, limits: .unlimited), path: "result").result()
  }

  /// A number as it is written in messages and addresses.
  package static func text(_ number: UniqueNumber) -> String { JSON.key(number) }
}

extension WireLimits {
  /// For what was checked when it came.
  static var unlimited: WireLimits {
    var limits = WireLimits()
    limits.bytes = .max
    limits.values = .max
    return limits
  }
}
