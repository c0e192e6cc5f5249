// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

extension JSONWriter {
  mutating func id(_ id: RecordID) {
    raw("[")
    text(id.type)
    raw(",")
    id.withName { text($0) }
    raw("]")
  }

  mutating func stamp(_ stamp: Stamp) {
    raw("[")
    number(stamp.wall)
    raw(",")
    number(stamp.count)
    raw(",")
    bits(stamp.node)
    raw("]")
  }

  mutating func value(_ value: SyncValue) {
    switch value {
    case .null: return raw("null")
    case .bool(let value): return bool(value)
    case .text(let value): return text(value)
    case .integer(let value):
      raw(#"{"integer":""#)
      decimal(value)
      raw(#"""#)
    case .real(let value):
      raw(#"{"real":"#)
      bits(value.bitPattern)
    case .date(let value):
      raw(#"{"date":"#)
      bits(value.bitPattern)
    case .bytes(let value):
      raw(#"{"bytes":"#)
      text(value.base64EncodedString())
    case .uuid(let value):
      raw(#"{"uuid":"#)
      text(value.uuidString.lowercased())
    case .reference(let id):
      raw(#"{"reference":"#)
      self.id(id)
    case .blob(let blob):
      raw(#"{"blob":{"isText":"#)
      bool(blob.isText)
      raw(#","sha256":"#)
      text(blob.name)
      raw(#","size":"#)
      number(Int64(blob.size))
      raw("}")
    case .sealedBlob(let sealed):
      raw(#"{"sealedBlob":{"envelope":"#)
      text(sealed.envelope.base64EncodedString())
      raw(#","sha256":"#)
      text(sealed.blob.name)
      raw(#","size":"#)
      number(Int64(sealed.blob.size))
      raw("}")
    }
    raw("}")
  }

  mutating func fields(_ fields: FieldMap) {
    members(fields, { writer, key in writer.text(key) }) { writer, register in
      writer.raw(#"{"stamp":"#)
      writer.stamp(register.stamp)
      writer.raw(#","value":"#)
      writer.value(register.value)
      writer.raw("}")
    }
  }

  mutating func members(_ members: [UniqueNumber: RecordID]) { dictionary(members) { $0.id($1) } }

  mutating func removed(_ removed: [UniqueNumber: Stamp]) { dictionary(removed) { $0.stamp($1) } }

  mutating func life(_ life: Life) {
    raw(#"{"deleted":"#)
    bool(life.isDeleted)
    raw(#","stamp":"#)
    stamp(life.stamp)
    if let successor = life.successor {
      raw(#","successor":"#)
      id(successor)
    }
    raw("}")
  }
}

extension WireReader {
  func id() throws(WireError) -> RecordID {
    let (type, name) = try pair()
    let model = try type.name()
    return try name.withName { RecordID(model, utf8: UnsafeRawBufferPointer($0)) }
  }

  func stamp() throws(WireError) -> Stamp {
    let (wall, count, node) = try triple()
    return Stamp(wall: try wall.integer(), count: try count.count(), node: try node.bits())
  }

  func value() throws(WireError) -> SyncValue {
    switch plain {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .text(let value): return .text(value)
    case .object:
      let member = try single("a value of one kind")
      let content = member.content
      if member.isKey("integer") { return .integer(try content.decimal()) }
      if member.isKey("real") { return .real(Double(bitPattern: try content.bits())) }
      if member.isKey("date") { return .date(Double(bitPattern: try content.bits())) }
      if member.isKey("reference") { return .reference(try content.id()) }
      if member.isKey("uuid") { return .uuid(try content.uuid()) }
      if member.isKey("bytes") { return .bytes(try content.base64()) }
      if member.isKey("blob") { return .blob(try content.blob()) }
      if member.isKey("sealedBlob") { return .sealedBlob(try content.sealedBlob()) }
      throw wrong("a value of a known kind")
    case .other: throw wrong("a value")
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

  private func blob() throws(WireError) -> BlobReference {
    let object = try object(["isText", "sha256", "size"])
    guard let isText = object["isText"], let name = object["sha256"], let size = object["size"],
      let blob = BlobReference(name: try name.text(), size: try size.count(), isText: try isText.bool())
    else { throw wrong("a large value: 64 hexadecimal digits, a size and a kind") }
    return blob
  }

  private func sealedBlob() throws(WireError) -> SealedBlob {
    let object = try object(["envelope", "sha256", "size"])
    guard let envelope = object["envelope"], let name = object["sha256"], let size = object["size"],
      let blob = BlobReference(name: try name.text(), size: try size.count(), isText: false)
    else { throw wrong("an encrypted large value: 64 hexadecimal digits, a size and an envelope") }
    return SealedBlob(blob: blob, envelope: try envelope.base64())
  }

  private func uuid() throws(WireError) -> UUID {
    let text = try text()
    guard let uuid = UUID(uuidString: text), uuid.uuidString.lowercased() == text else { throw wrong("a UUID") }
    return uuid
  }

  func fields() throws(WireError) -> FieldMap {
    var fields = FieldMap()
    try members { count in
      fields.reserveCapacity(count)
    } _: { name, reader throws(WireError) in
      // The parser takes no key twice.
      fields[try name.name()] = try reader.field()
    }
    return fields
  }

  private func field() throws(WireError) -> Register {
    if let (stamp, value) = inOrder("stamp", "value") { return Register(try value.value(), try stamp.stamp()) }
    let object = try object(["value", "stamp"])
    guard let value = object["value"], let stamp = object["stamp"] else { throw wrong("a field") }
    return Register(try value.value(), try stamp.stamp())
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
