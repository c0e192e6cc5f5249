// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

extension JSON {
  static func id(_ id: RecordID) -> JSON { [.text(id.type), .text(id.name)] }

  static func stamp(_ stamp: Stamp) -> JSON { [.number(stamp.wall), .number(stamp.count), .bits(stamp.node)] }

  static func value(_ value: SyncValue) -> JSON {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .text(let value): .text(value)
    case .integer(let value): ["integer": .text(String(value))]
    case .real(let value): ["real": .bits(value.bitPattern)]
    case .date(let value): ["date": .bits(value.bitPattern)]
    case .bytes(let value): ["bytes": .text(value.base64EncodedString())]
    case .uuid(let value): ["uuid": .text(value.uuidString.lowercased())]
    case .reference(let id): ["reference": .id(id)]
    }
  }

  static func fields(_ fields: [String: Register]) -> JSON {
    .object(fields.mapValues { ["value": .value($0.value), "stamp": .stamp($0.stamp)] })
  }

  static func members(_ members: [UniqueNumber: RecordID]) -> JSON {
    .object(Dictionary(members.map { (key($0.key), id($0.value)) }, uniquingKeysWith: { _, last in last }))
  }

  static func removed(_ removed: [UniqueNumber: Stamp]) -> JSON {
    .object(Dictionary(removed.map { (key($0.key), stamp($0.value)) }, uniquingKeysWith: { _, last in last }))
  }

  static func life(_ life: Life) -> JSON {
    var object: [String: JSON] = ["deleted": .bool(life.isDeleted), "stamp": .stamp(life.stamp)]
    object["successor"] = life.successor.map { .id($0) }
    return .object(object)
  }
}

extension WireReader {
  func id() throws(WireError) -> RecordID {
    let parts = try tuple(2)
    return RecordID(try parts[0].name(), try parts[1].name())
  }

  func stamp() throws(WireError) -> Stamp {
    let parts = try tuple(3)
    return Stamp(wall: try parts[0].integer(), count: try parts[1].count(), node: try parts[2].bits())
  }

  func value() throws(WireError) -> SyncValue {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .text(let value): return .text(value)
    case .object(let members):
      guard members.count == 1, let (kind, json) = members.first else { throw wrong("a value of one kind") }
      let content = WireReader(json: json, path: path)
      switch kind {
      case "integer": return .integer(try content.decimal())
      case "real": return .real(Double(bitPattern: try content.bits()))
      case "date": return .date(Double(bitPattern: try content.bits()))
      case "bytes": return .bytes(try content.base64())
      case "uuid": return .uuid(try content.uuid())
      case "reference": return .reference(try content.id())
      default: throw wrong("a value of a known kind")
      }
    default: throw wrong("a value")
    }
  }

  private func decimal() throws(WireError) -> Int64 {
    let text = try text()
    guard let value = Int64(text), String(value) == text else { throw wrong("an integer's digits") }
    return value
  }

  private func base64() throws(WireError) -> Data {
    let text = try text()
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { throw wrong("base64") }
    return data
  }

  private func uuid() throws(WireError) -> UUID {
    let text = try text()
    guard let uuid = UUID(uuidString: text), uuid.uuidString.lowercased() == text else { throw wrong("a UUID") }
    return uuid
  }

  func fields() throws(WireError) -> [String: Register] {
    try dictionary(
      key: { reader throws(WireError) in try reader.name() },
      value: { reader throws(WireError) in
        let object = try reader.object(["value", "stamp"])
        guard let value = object["value"], let stamp = object["stamp"] else { throw reader.wrong("a field") }
        return Register(try value.value(), try stamp.stamp())
      })
  }

  func members() throws(WireError) -> [UniqueNumber: RecordID] {
    try dictionary(
      key: { reader throws(WireError) in try reader.uniqueNumber() },
      value: { reader throws(WireError) in try reader.id() })
  }

  func removed() throws(WireError) -> [UniqueNumber: Stamp] {
    try dictionary(
      key: { reader throws(WireError) in try reader.uniqueNumber() },
      value: { reader throws(WireError) in try reader.stamp() })
  }

  /// By relationship.
  func relationships<Value>(
    _ value: (WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [String: Value] {
    try dictionary(key: { reader throws(WireError) in try reader.name() }, value: value)
  }

  func life() throws(WireError) -> Life {
    let object = try object(["deleted", "stamp"], optional: ["successor"])
    guard let isDeleted = object["deleted"], let stamp = object["stamp"] else { throw wrong("a life") }
    return Life(
      isDeleted: try isDeleted.bool(), stamp: try stamp.stamp(), successor: try object["successor"]?.id())
  }
}
