// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Single parts of messages, for storages that keep them as they are sent.
extension Wire {
  package static func encode(_ record: StoredRecord) -> [UInt8] { JSONWriter.bytes { $0.record(record) } }

  package static func record(_ bytes: [UInt8]) throws(WireError) -> StoredRecord {
    try WireReader(JSONParser.parse(bytes, limits: .unlimited), "record").record()
  }

  package static func encode(_ value: SyncValue) -> [UInt8] { JSONWriter.bytes { $0.value(value) } }

  package static func encode(_ lineage: Lineage) -> [UInt8] { JSONWriter.bytes { $0.lineage(lineage) } }

  package static func lineage(_ bytes: [UInt8]) throws(WireError) -> Lineage {
    try WireReader(JSONParser.parse(bytes, limits: .unlimited), "lineage").lineage()
  }

  package static func encode(_ result: PushResult) -> [UInt8] { JSONWriter.bytes { $0.result(result) } }

  package static func result(_ bytes: [UInt8]) throws(WireError) -> PushResult {
    try WireReader(JSONParser.parse(bytes, limits: .unlimited), "result").result()
  }

  /// A number as it is written in messages and addresses.
  package static func text(_ number: UniqueNumber) -> String {
    String(decoding: JSONWriter.bytes { $0.number(number) }.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Nil: the text is no such number.
  package static func number(_ text: String) -> UniqueNumber? {
    guard let tape = try? JSONParser.parse(Array("\"\(text)\"".utf8), limits: .unlimited) else { return nil }
    return try? WireReader(tape, "number").uniqueNumber()
  }
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
