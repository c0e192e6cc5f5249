// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

/// Writes what a device keeps as bytes: numbers in as many as they need, texts with their length. A row is written three
/// times on its way to the server, and Foundation's encoders took most of the time of a first sync.
struct StateWriter {
  private(set) var bytes: [UInt8]
  private var last: (store: String, entity: String)?

  /// - Parameter frame: How many bytes are left free at the beginning.
  init(frame: Int) { bytes = Array(repeating: 0, count: frame) }

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Seven bits in each byte, the least ones first.
  mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func count(_ value: Int) { number(UInt64(clamping: value)) }

  /// With the sign in the last bit.
  mutating func signed(_ value: Int64) { number(UInt64(bitPattern: value << 1 ^ value >> 63)) }

  mutating func bits(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
  }

  mutating func text(_ utf8: UnsafeRawBufferPointer) {
    count(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  mutating func data(_ data: Data) {
    count(data.count)
    bytes.append(contentsOf: data)
  }

  mutating func optional<Value>(_ value: Value?, _ write: (inout StateWriter, Value) -> Void) {
    bool(value != nil)
    if let value { write(&self, value) }
  }

  mutating func array<Element>(_ elements: some Collection<Element>, _ write: (inout StateWriter, Element) -> Void) {
    count(elements.count)
    for element in elements { write(&self, element) }
  }

  mutating func dictionary<Key, Value>(
    _ values: [Key: Value], _ key: (inout StateWriter, Key) -> Void, _ value: (inout StateWriter, Value) -> Void
  ) {
    count(values.count)
    for (name, content) in values {
      key(&self, name)
      value(&self, content)
    }
  }

  // MARK: The app's objects

  /// Rows of one class follow each other: the store and the class are written once for all of them.
  mutating func identifier(_ object: PersistentIdentifier) throws {
    guard let store = object.storeIdentifier, let number = AppleGaps.rowNumber(of: object) else {
      byte(2)
      return data(try JSONEncoder().encode(object))
    }
    let isSame = last.map { $0.store == store && $0.entity == object.entityName } ?? false
    byte(isSame ? 0 : 1)
    if !isSame {
      text(store)
      text(object.entityName)
      last = (store, object.entityName)
    }
    signed(number)
  }

  // MARK: Records

  mutating func id(_ id: RecordID) {
    text(id.type)
    id.withName { text($0) }
  }

  mutating func unique(_ number: UniqueNumber) {
    bits(number.high)
    bits(number.low)
  }

  mutating func stamp(_ stamp: Stamp) {
    signed(stamp.wall)
    number(UInt64(stamp.count))
    bits(stamp.node)
  }

  mutating func value(_ value: SyncValue) {
    switch value {
    case .null: byte(0)
    case .bool(let value): byte(value ? 2 : 1)
    case .integer(let value):
      byte(3)
      signed(value)
    case .real(let value):
      byte(4)
      bits(value.bitPattern)
    case .text(let value):
      byte(5)
      text(value)
    case .bytes(let value):
      byte(6)
      data(value)
    case .date(let value):
      byte(7)
      bits(value.bitPattern)
    case .uuid(let value):
      byte(8)
      withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
    case .reference(let value):
      byte(9)
      id(value)
    case .blob(let value):
      byte(value.isText ? 11 : 10)
      unique(value.high)
      unique(value.low)
      number(UInt64(clamping: value.size))
    case .sealedBlob(let value):
      byte(12)
      unique(value.blob.high)
      unique(value.blob.low)
      number(UInt64(clamping: value.blob.size))
      data(value.envelope)
    }
  }

  mutating func fields(_ fields: FieldMap) {
    count(fields.count)
    for (name, register) in fields {
      text(name)
      value(register.value)
      stamp(register.stamp)
    }
  }

  mutating func members(_ members: [UniqueNumber: RecordID]) { dictionary(members, { $0.unique($1) }) { $0.id($1) } }

  mutating func removed(_ removed: [UniqueNumber: Stamp]) { dictionary(removed, { $0.unique($1) }) { $0.stamp($1) } }

  mutating func life(_ life: Life) {
    bool(life.isDeleted)
    stamp(life.stamp)
    optional(life.successor) { $0.id($1) }
  }

  mutating func record(_ record: SyncRecord) {
    fields(record.fields)
    dictionary(record.links, { $0.text($1) }) { writer, set in
      writer.members(set.members)
      writer.removed(set.removed)
    }
    life(record.life)
    stamp(record.created)
  }

  mutating func change(_ change: RecordChange) {
    id(change.id)
    number(change.base)
    fields(change.fields)
    dictionary(change.added, { $0.text($1) }) { $0.members($1) }
    dictionary(change.removed, { $0.text($1) }) { $0.removed($1) }
    optional(change.life) { $0.life($1) }
    stamp(change.created)
    array(change.claims) { writer, claim in
      writer.text(claim.type)
      writer.text(claim.field)
      writer.value(claim.value)
    }
  }

  mutating func push(_ push: Push) {
    unique(push.id)
    number(push.generation)
    number(push.seen)
    array(push.changes) { $0.change($1) }
  }

  mutating func stored(_ stored: StoredRecord) {
    id(stored.id)
    number(stored.version)
    record(stored.record)
  }

  mutating func row(_ row: ReplicaRow) {
    // What nobody has edited since is there once.
    let isSame = row.local != nil && row.local == row.base
    optional(row.base) { $0.record($1) }
    bool(isSame)
    if !isSame { optional(row.local) { $0.record($1) } }
    number(row.version)
    optional(row.lost) { $0.record($1) }
    array(row.sent) { $0.change($1) }
    optional(row.cleared) { writer, cleared in
      writer.fields(cleared.fields)
      writer.dictionary(cleared.members, { $0.text($1) }) { $0.members($1) }
    }
    optional(row.objection) { $0.text($1) }
    optional(row.refusal) { $0.text($1) }
    optional(row.transaction) { $0.bits($1) }
  }
}
