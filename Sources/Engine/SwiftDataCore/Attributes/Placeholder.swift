// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values for properties that have none: a `let` before its row is read, a
/// property of a row that is gone.
package enum Placeholder {
  /// A harmless value of any type that can be made from nothing, else `nil`.
  static func make<V>(_ type: V.Type) -> V? { PlaceholderMaker(isFilling: false).value(type) }

  /// A value in which no optional is `nil` and no array empty, as far as values of their types can be made: for key
  /// paths that go on with `!` or `[0]`, which would end the process.
  static func filled<V>(_ type: V.Type) -> V? { PlaceholderMaker(isFilling: true).value(type) ?? make(type) }

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

/// Makes one placeholder, with all that is in it.
final class PlaceholderMaker {
  /// Types that lead to many others, and these back to them, would take too long.
  private static let mostValues = 2_000

  let isFilling: Bool
  /// How often a type may be in itself, so that all come to an end: `indirect enum Term { case sum(Term, Term),
  /// number(Int) }` is a number. Where nothing may be missing, a chain has a few members, for `next!.next!`.
  private let mostNested: Int
  private var nesting: [ObjectIdentifier: Int] = [:]
  private var count = 0

  init(isFilling: Bool) {
    self.isFilling = isFilling
    mostNested = isFilling ? 3 : 1
  }

  func value<V>(_ type: V.Type) -> V? {
    if let optional = type as? any OptionalValue.Type {
      if isFilling, let wrapped = value(of: optional.wrappedType) { return wrapped as? V }
      return optional.nilValue as? V
    }
    if let column = type as? any _ColumnValue.Type { return scalar(column) as? V }
    let kind = TypeReflection.kind(of: type)
    if kind == .enumeration, let value = Placeholder.enumCase(type) { return value }
    let name = ObjectIdentifier(type)
    guard nesting[name, default: 0] < mostNested, count < Self.mostValues else { return nil }
    count += 1
    nesting[name, default: 0] += 1
    defer { nesting[name, default: 0] -= 1 }
    if isFilling, let value = filled(type, kind) { return value }
    guard let decodable = type as? any Decodable.Type else { return nil }
    if let value = try? decodable.init(from: ZeroDecoder(maker: self)) as? V { return value }
    switch kind {
    // A type whose own decoding refuses what is empty. Rows are read past it, field by field.
    case .structure: return composite(type)
    case .enumeration: return caseWithPayload(decodable) as? V
    default: return nil
    }
  }

  private func value(of type: any Any.Type) -> Any? {
    func open<W>(_ type: W.Type) -> Any? { value(type).map { $0 as Any } }
    return _openExistential(type, do: open)
  }

  private func scalar<C: _ColumnValue>(_ type: C.Type) -> Any {
    guard isFilling else { return C._absentValue }
    switch type {
    // `Int(place.latitude)` ends the process for what is no number.
    case is Double.Type: return Double.zero
    case is Float.Type: return Float.zero
    default: return C._absentValue
    }
  }

  /// A struct of the fields that a row of NULLs has.
  private func composite<V>(_ type: V.Type) -> V? {
    guard let codec = AttributeCodecs.codec(for: type), case .composite = codec.layout else {
      return nil
    }
    var row = NullRow.reader
    return try? codec.decode(&row)
  }

  /// The first case of an enum that can be made with an empty payload.
  private func caseWithPayload(_ type: any Decodable.Type) -> Any? {
    for name in TypeReflection.cases(ofEnum: type).map(\.name) {
      if let value = try? type.init(from: ZeroDecoder(maker: self, keys: [name])) { return value }
    }
    return nil
  }

  // MARK: Filling

  private func filled<V>(_ type: V.Type, _ kind: TypeReflection.Kind) -> V? {
    if let list = type as? any ListValue.Type { return list.single(by: self) as? V }
    guard kind == .structure, case .composite? = AttributeCodecs.make(type)?.layout else { return nil }
    return structure(type)
  }

  /// A struct that takes several columns, whose fields are written in place, as `CompositeCodec` does it.
  private func structure<V>(_ type: V.Type) -> V? {
    typealias Writer = (UnsafeMutableRawPointer) -> Void
    var writers: [Writer] = []
    for field in TypeReflection.fields(ofStruct: type) {
      func writer<F>(_ type: F.Type) -> Writer? {
        value(type).map { value in
          { memory in (memory + field.offset).initializeMemory(as: F.self, to: value) }
        }
      }
      guard let writer = _openExistential(field.type, do: writer) else { return nil }
      writers.append(writer)
    }
    return withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<V>.stride, alignment: MemoryLayout<V>.alignment
    ) { memory in
      guard let start = memory.baseAddress else { return nil }
      for write in writers { write(start) }
      // All fields are initialized, and padding has no value.
      return start.assumingMemoryBound(to: V.self).move()
    }
  }
}

private protocol ListValue { static func single(by maker: PlaceholderMaker) -> Self }
extension Array: ListValue {
  fileprivate static func single(by maker: PlaceholderMaker) -> Self { maker.value(Element.self).map { [$0] } ?? [] }
}

/// Answers every request with zero, empty or nil; with no nil if the placeholder is to be filled.
struct ZeroDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
  let maker: PlaceholderMaker
  /// What it says it has keys for: the name of an enum's case.
  var keys: [String] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      ZeroKeyedContainer<Key>(maker: maker, allKeys: keys.compactMap { Key(stringValue: $0) }))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { !maker.isFilling }
  func superDecoder() -> any Decoder { self }
  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    container(keyedBy: type)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try Self.zero(type, maker) }

  static func zero<T: Decodable>(_ type: T.Type, _ maker: PlaceholderMaker) throws -> T {
    if let value = maker.value(type) { return value }
    throw DecodingError.valueNotFound(
      type, .init(codingPath: [], debugDescription: "No placeholder of this type can be created."))
  }
}

private struct ZeroKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let maker: PlaceholderMaker
  var allKeys: [Key] = []
  var codingPath: [any CodingKey] { [] }
  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { !maker.isFilling }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try ZeroDecoder.zero(type, maker)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    maker.isFilling ? maker.value(type) : nil
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedDecodingContainer<Nested>
  { KeyedDecodingContainer(ZeroKeyedContainer<Nested>(maker: maker)) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { ZeroDecoder(maker: maker) }
  func superDecoder() -> any Decoder { ZeroDecoder(maker: maker) }
  func superDecoder(forKey key: Key) -> any Decoder { ZeroDecoder(maker: maker) }
}
