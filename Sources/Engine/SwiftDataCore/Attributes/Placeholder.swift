// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values for properties that have none: a `let` before its row is read, a
/// property of a row that is gone.
package enum Placeholder {
  /// A harmless value of any type that can be made from nothing, else `nil`.
  static func make<V>(_ type: V.Type) -> V? {
    if let optional = type as? any OptionalValue.Type { return optional.nilValue as? V }
    if let column = type as? any _ColumnValue.Type { return column._absentValue as? V }
    let kind = TypeReflection.kind(of: type)
    if kind == .enumeration, let value = enumCase(type) { return value }
    guard let decodable = type as? any Decodable.Type else { return nil }
    if let value = try? decodable.init(from: ZeroDecoder()) as? V { return value }
    switch kind {
    // A type whose own decoding refuses what is empty. Rows are read past it, field by field.
    case .structure: return composite(type)
    case .enumeration: return caseWithPayload(decodable) as? V
    default: return nil
    }
  }

  /// A struct of the fields that a row of NULLs has.
  private static func composite<V>(_ type: V.Type) -> V? {
    guard let codec = AttributeCodecs.codec(for: type), case .composite = codec.layout else {
      return nil
    }
    var row = NullRow.reader
    return try? codec.decode(&row)
  }

  /// The first case of an enum that can be made with an empty payload.
  private static func caseWithPayload(_ type: any Decodable.Type) -> Any? {
    for name in TypeReflection.cases(ofEnum: type).map(\.name) {
      if let value = try? type.init(from: ZeroDecoder(keys: [name])) { return value }
    }
    return nil
  }

  /// The first case without a payload of an enum that has only such cases.
  static func enumCase<V>(_ type: V.Type) -> V? {
    let cases = TypeReflection.cases(ofEnum: type)
    guard !cases.isEmpty, !cases.contains(where: \.hasPayload) else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { memory in
      // No payload: the tag is all there is.
      memory.storeBytes(of: 0, as: Int.self)
      return memory.load(as: V.self)
    }
  }
}

/// Answers every request with zero, empty or nil.
struct ZeroDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
  /// What it says it has keys for: the name of an enum's case.
  var keys: [String] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ZeroKeyedContainer<Key>(allKeys: keys.compactMap { Key(stringValue: $0) }))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { true }
  func superDecoder() -> any Decoder { self }
  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    container(keyedBy: type)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try Self.zero(type) }

  static func zero<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = Placeholder.make(type) { return value }
    throw DecodingError.valueNotFound(
      type, .init(codingPath: [], debugDescription: "No placeholder of this type can be created."))
  }
}

private struct ZeroKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] = []
  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try ZeroDecoder.zero(type)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedDecodingContainer<Nested>
  { KeyedDecodingContainer(ZeroKeyedContainer<Nested>()) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { ZeroDecoder() }
  func superDecoder() -> any Decoder { ZeroDecoder() }
  func superDecoder(forKey key: Key) -> any Decoder { ZeroDecoder() }
}
