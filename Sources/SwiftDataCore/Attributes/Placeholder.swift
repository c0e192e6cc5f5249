import Foundation

/// Values for properties that have none: a `let` before its row is read, a
/// property of a row that has vanished.
public enum _Placeholder {
  /// A harmless value of any type that can be made from nothing, else `nil`.
  static func make<V>(_ type: V.Type) -> V? {
    if let optional = type as? any OptionalValue.Type { return optional.nilValue as? V }
    if let column = type as? any _ColumnValue.Type { return column._absentValue as? V }
    if TypeReflection.kind(of: type) == .enumeration, let value = enumCase(type) { return value }
    if let decodable = type as? any Decodable.Type {
      return try? decodable.init(from: ZeroDecoder()) as? V
    }
    return nil
  }

  /// The first case without a payload of an enum that has only such cases.
  static func enumCase<V>(_ type: V.Type) -> V? {
    let cases = TypeReflection.cases(ofEnum: type)
    guard !cases.isEmpty, !cases.contains(where: \.hasPayload) else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { memory in
      memory.storeBytes(of: 0, as: Int.self)
      return memory.load(as: V.self)
    }
  }
}

/// Answers every request with zero, empty or nil.
struct ZeroDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ZeroKeyedContainer<Key>())
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
    if let value = _Placeholder.make(type) { return value }
    throw DecodingError.valueNotFound(
      type, .init(codingPath: [], debugDescription: "No placeholder of this type can be made."))
  }
}

private struct ZeroKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }
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
