// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// Reads what a `StateWriter` has written. The bytes were checked by their digest: what is wrong nevertheless is of
/// another version.
struct StateReader {
  struct Mismatch: Error {}

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  private var last: PersistentIdentifier?

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (position, end) = (range.lowerBound, range.upperBound)
  }

  var isAtEnd: Bool { position == end }

  mutating func byte() throws -> UInt8 {
    guard position < end else { throw Mismatch() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool() throws -> Bool { try byte() != 0 }

  mutating func number() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    throw Mismatch()
  }

  /// How many elements or bytes follow; each has at least one byte.
  mutating func count() throws -> Int {
    let value = try number()
    guard value <= UInt64(end - position) else { throw Mismatch() }
    return Int(value)
  }

  mutating func signed() throws -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func bits() throws -> UInt64 {
    guard end - position >= 8 else { throw Mismatch() }
    defer { position += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  mutating func text() throws -> String {
    let count = try count()
    defer { position += count }
    return bytes.withUnsafeBytes { String(decoding: $0[position..<position + count], as: UTF8.self) }
  }

  mutating func data() throws -> Data {
    let count = try count()
    defer { position += count }
    return Data(bytes[position..<position + count])
  }

  mutating func optional<Value>(_ read: (inout StateReader) throws -> Value) throws -> Value? {
    try bool() ? try read(&self) : nil
  }

  mutating func array<Element>(_ read: (inout StateReader) throws -> Element) throws -> [Element] {
    let count = try count()
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  mutating func dictionary<Key, Value>(
    _ key: (inout StateReader) throws -> Key, _ value: (inout StateReader) throws -> Value
  ) throws -> [Key: Value] {
    let count = try count()
    var values: [Key: Value] = [:]
    values.reserveCapacity(count)
    for _ in 0..<count {
      let name = try key(&self)
      values[name] = try value(&self)
    }
    return values
  }

  // MARK: The app's objects

  mutating func identifier() throws -> PersistentIdentifier {
    switch try byte() {
    case 0:
      guard let last, let next = AppleGaps.sibling(of: last, number: try signed()) else { throw Mismatch() }
      return next
    case 1:
      let (store, entity) = (try text(), try text())
      let number = try signed()
      guard let first = try AppleGaps.identifier(store: store, entity: entity, number: number) else { throw Mismatch() }
      last = first
      return first
    default: return try JSONDecoder().decode(PersistentIdentifier.self, from: try data())
    }
  }

  // MARK: Records

  mutating func id() throws -> RecordID {
    let (type, count) = (try text(), try count())
    defer { position += count }
    return bytes.withUnsafeBytes {
      RecordID(type, utf8: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
    }
  }

  mutating func unique() throws -> UniqueNumber { UniqueNumber(high: try bits(), low: try bits()) }

  mutating func stamp() throws -> Stamp {
    let (wall, count) = (try signed(), try number())
    return Stamp(wall: wall, count: UInt32(truncatingIfNeeded: count), node: try bits())
  }

  mutating func value() throws -> SyncValue {
    switch try byte() {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return .integer(try signed())
    case 4: return .real(Double(bitPattern: try bits()))
    case 5: return .text(try text())
    case 6: return .bytes(try data())
    case 7: return .date(Double(bitPattern: try bits()))
    case 8: return .uuid(try uuid())
    case 9: return .reference(try id())
    case 10: return .blob(try blob(isText: false))
    case 11: return .blob(try blob(isText: true))
    case 12: return .sealedBlob(SealedBlob(blob: try blob(isText: false), envelope: try data()))
    default: throw Mismatch()
    }
  }

  private mutating func blob(isText: Bool) throws -> BlobReference {
    let (high, low) = (try unique(), try unique())
    guard let size = Int(exactly: try number()) else { throw Mismatch() }
    return BlobReference(high: high, low: low, size: size, isText: isText)
  }

  private mutating func uuid() throws -> UUID {
    var uuid = UUID().uuid
    guard end - position >= 16 else { throw Mismatch() }
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes[position..<position + 16]) }
    position += 16
    return UUID(uuid: uuid)
  }

  mutating func fields() throws -> FieldMap {
    let count = try count()
    var fields = FieldMap()
    fields.reserveCapacity(count)
    for _ in 0..<count {
      let name = try text()
      fields[name] = Register(try value(), try stamp())
    }
    return fields
  }

  mutating func members() throws -> [UniqueNumber: RecordID] { try dictionary({ try $0.unique() }) { try $0.id() } }

  mutating func removed() throws -> [UniqueNumber: Stamp] { try dictionary({ try $0.unique() }) { try $0.stamp() } }

  mutating func life() throws -> Life {
    let (isDeleted, stamp) = (try bool(), try stamp())
    return Life(isDeleted: isDeleted, stamp: stamp, successor: try optional { try $0.id() })
  }

  mutating func record() throws -> SyncRecord {
    var record = SyncRecord(created: .zero)
    record.fields = try fields()
    record.links = try dictionary({ try $0.text() }) { reader in
      var set = LinkSet()
      set.members = try reader.members()
      set.removed = try reader.removed()
      return set
    }
    record.life = try life()
    record.created = try stamp()
    return record
  }

  mutating func change() throws -> RecordChange {
    var change = RecordChange(id: try id(), base: try number(), created: .zero)
    change.fields = try fields()
    change.added = try dictionary({ try $0.text() }) { try $0.members() }
    change.removed = try dictionary({ try $0.text() }) { try $0.removed() }
    change.life = try optional { try $0.life() }
    change.created = try stamp()
    change.claims = try array { reader in
      let (type, field) = (try reader.text(), try reader.text())
      return UniqueClaim(type: type, field: field, value: try reader.value())
    }
    return change
  }

  mutating func push() throws -> Push {
    let (id, generation, seen) = (try unique(), try number(), try number())
    return Push(id: id, generation: generation, seen: seen, changes: try array { try $0.change() })
  }

  mutating func stored() throws -> StoredRecord {
    let (id, version) = (try id(), try number())
    return StoredRecord(id: id, version: version, record: try record())
  }

  mutating func row() throws -> ReplicaRow {
    var row = ReplicaRow()
    row.base = try optional { try $0.record() }
    row.local = try bool() ? row.base : try optional { try $0.record() }
    row.version = try number()
    row.lost = try optional { try $0.record() }
    row.sent = try array { try $0.change() }
    row.cleared = try optional { reader in
      var cleared = ClearedReferences()
      cleared.fields = try reader.fields()
      cleared.members = try reader.dictionary({ try $0.text() }) { try $0.members() }
      return cleared
    }
    row.objection = try optional { try $0.text() }
    row.refusal = try optional { try $0.text() }
    row.transaction = try optional { try $0.bits() }
    return row
  }
}
