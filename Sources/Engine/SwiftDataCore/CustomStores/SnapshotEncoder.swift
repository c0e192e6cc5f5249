// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes the values of a snapshot of any type, by encoding it.
///
/// Snapshots are Codable, with the model's identity under `persistentIdentifier` and each property under its name
/// (``DataStoreSnapshotCodingKey``). Values are kept as they are: nothing is turned into text and back.
enum SnapshotEncoder {
  static func values(of snapshot: some DataStoreSnapshot) throws -> DefaultSnapshot {
    if let snapshot = snapshot as? DefaultSnapshot { return snapshot }
    let box = Box()
    try snapshot.encode(to: TopLevel(box: box))
    guard box.isKeyed else {
      throw EncodingError.invalidValue(
        snapshot, .init(codingPath: [], debugDescription: "A snapshot must be encoded by the names of its properties."))
    }
    box.values["persistentIdentifier"] = nil
    return DefaultSnapshot(persistentIdentifier: snapshot.persistentIdentifier, values: box.values)
  }

  private final class Box {
    var values: [String: SnapshotValue] = [:]
    var isKeyed = false
  }

  private struct TopLevel: Encoder {
    let box: Box
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      box.isKeyed = true
      return KeyedEncodingContainer(Keyed<Key>(box: box))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Refusing() }
    func singleValueContainer() -> any SingleValueEncodingContainer { Refusing() }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: Box
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { box.values[key.stringValue] = SnapshotValue.none }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      box.values[key.stringValue] = try SnapshotEncoder.value(value)
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try put(value, key) }
    // What is nil is nil, and not left out: each of these would leave it out by default.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }

    private func put<T: Encodable>(_ value: T?, _ key: Key) throws {
      box.values[key.stringValue] = try value.map { try SnapshotEncoder.value($0) } ?? SnapshotValue.none
    }

    // Properties in groups of the snapshot's own: each lies in a container of the same kind.
    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type, forKey key: Key)
      -> KeyedEncodingContainer<Nested>
    { KeyedEncodingContainer(Keyed<Nested>(box: box)) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Refusing() }
    func superEncoder() -> any Encoder { TopLevel(box: box) }
    func superEncoder(forKey key: Key) -> any Encoder { TopLevel(box: box) }
  }

  private static func value<T: Encodable>(_ value: T) throws -> SnapshotValue {
    if let known = value as? SnapshotValue { return known }
    if let optional = value as? any OptionalValue, optional.wrappedValue == nil { return .none }
    if let identifier = value as? PersistentIdentifier { return .identifier(identifier) }
    if let identifiers = value as? [PersistentIdentifier] { return .identifiers(identifiers) }
    if let codable = value as? any Codable {
      // Snapshots are values that can be sent, and so is what they are made of. The cast adds a marker without layout.
      return .value(unsafeBitCast(codable as any Codable, to: (any DataStoreSnapshotValue).self))
    }
    return try JSONArchive.decoder.decode(SnapshotValue.self, from: JSONArchive.encoder.encode(value))
  }

  /// A snapshot has values by name; what is encoded in another way is no snapshot.
  private struct Refusing: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    private func refuse(_ value: Any) -> EncodingError {
      .invalidValue(
        value, .init(codingPath: [], debugDescription: "A snapshot must be encoded by the names of its properties."))
    }

    func encodeNil() throws { throw refuse("nil") }
    func encode<T: Encodable>(_ value: T) throws { throw refuse(value) }
    func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Keyed<Key>(box: Box()))
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { TopLevel(box: Box()) }
  }
}
