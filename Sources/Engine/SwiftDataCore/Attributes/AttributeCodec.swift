// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads and writes the columns of one attribute; what is common to all
/// value types.
///
/// Codecs are constants. They belong to the description of a class (``_ModelDescription``), which all threads share.
@usableFromInline
package class AnyAttributeCodec {
  package let layout: AttributeLayout
  package let columnCount: Int

  init(layout: AttributeLayout) {
    self.layout = layout
    self.columnCount = layout.columnCount
  }

  /// The codec for such a value as a part of a composite.
  var element: AnyAttributeCodec { self }

  /// Decodes into uninitialised memory of the value's type.
  func decode(into memory: UnsafeMutableRawPointer, _ row: inout _RowReader) throws {}
  func encode(from memory: UnsafeRawPointer, _ writer: inout _RowWriter) throws {}
  /// Takes back what ``decode(into:_:)`` has initialised.
  func deinitialize(_ memory: UnsafeMutableRawPointer) {}
  func decodeAny(_ row: inout _RowReader) throws -> Any? { nil }
  func encodeAny(_ value: Any?, _ writer: inout _RowWriter) throws {}

  /// The columns of an enum's value, of the JSON that its associated values were once stored as; and whether they hold
  /// all that the JSON does.
  func columns(
    ofJSON payload: Data, case name: String
  ) throws -> (columns: [ColumnConstant], isExact: Bool) {
    throw SwiftDataError(.storeIsCorrupted, "The value is not a case of an enum.")
  }
}

/// The codec of attributes of type `Value`.
@usableFromInline
package class AttributeCodec<Value>: AnyAttributeCodec {
  func decode(_ row: inout _RowReader) throws -> Value {
    throw SwiftDataError(.storeIsCorrupted, "\(Value.self) cannot be read.")
  }

  func encode(_ value: Value, _ writer: inout _RowWriter) throws {}

  override final func decodeAny(_ row: inout _RowReader) throws -> Any? { try decode(&row) }

  override final func encodeAny(_ value: Any?, _ writer: inout _RowWriter) throws {
    if let value = value as? Value {
      try encode(value, &writer)
    } else {
      for _ in 0..<columnCount { writer.bindNull() }
    }
  }

  override final func decode(into memory: UnsafeMutableRawPointer, _ row: inout _RowReader) throws {
    // `CompositeCodec` gives memory of the field's size and alignment, at the field's offset.
    memory.initializeMemory(as: Value.self, to: try decode(&row))
  }

  override final func deinitialize(_ memory: UnsafeMutableRawPointer) {
    // Called for what `decode(into:_:)` has initialized, with this codec.
    memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override final func encode(from memory: UnsafeRawPointer, _ writer: inout _RowWriter) throws {
    // `CompositeCodec` asks for a field with the codec of the field's type.
    try encode(memory.assumingMemoryBound(to: Value.self).pointee, &writer)
  }
}

/// Chooses the codec for a value type, by the rules of the store's format.
enum AttributeCodecs {
  static func codec<Value>(for type: Value.Type) -> AttributeCodec<Value>? {
    make(type) as? AttributeCodec<Value>
  }

  /// `nil` if the type is not Codable.
  static func make(_ type: any Any.Type) -> AnyAttributeCodec? {
    if let optional = type as? any OptionalValue.Type { return optional.makeCodec() }
    if let column = type as? any _ColumnValue.Type { return scalar(column) }
    let kind = TypeReflection.kind(of: type)
    if kind == .enumeration, let raw = type as? any RawRepresentable.Type,
      let codec = rawValue(raw)
    {
      return codec
    }
    guard let codable = type as? any Codable.Type else { return nil }
    switch kind {
    case .enumeration: return enumeration(codable)
    case .structure: return structure(codable) ?? archive(codable)
    default: return archive(codable)
    }
  }

  private static func scalar<V: _ColumnValue>(_ type: V.Type) -> AnyAttributeCodec {
    ScalarCodec<V>()
  }

  private static func rawValue<V: RawRepresentable>(_ type: V.Type) -> AnyAttributeCodec? {
    guard let column = V.RawValue.self as? any _ColumnValue.Type else { return nil }
    func open<R: _ColumnValue>(_ raw: R.Type) -> AnyAttributeCodec { RawValueCodec<V, R>() }
    return open(column)
  }

  private static func enumeration<V: Codable>(_ type: V.Type) -> AnyAttributeCodec {
    EnumerationCodec<V>() ?? archive(type)
  }

  private static func structure<V: Codable>(_ type: V.Type) -> AnyAttributeCodec? {
    CompositeCodec<V>()
  }

  static func archive<V: Codable>(_ type: V.Type) -> AnyAttributeCodec { ArchiveCodec<V>() }
}

/// One column.
final class ScalarCodec<Value: _ColumnValue>: AttributeCodec<Value> {
  init() { super.init(layout: .scalar(Value._columnType)) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    let value = Value._read(row, row.column)
    if Value._isMisread(value, row, row.column) {
      throw SwiftDataError(.storeIsCorrupted, "The number is out of range for \(Value.self).")
    }
    return value ?? Value._absentValue
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws { value._bind(&writer) }
}

protocol OptionalValue {
  static func makeCodec() -> AnyAttributeCodec?
  static var wrappedType: any Any.Type { get }
  static var nilValue: Self { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static func makeCodec() -> AnyAttributeCodec? {
    guard let codec = AttributeCodecs.make(Wrapped.self) as? AttributeCodec<Wrapped> else {
      return nil
    }
    return OptionalCodec<Wrapped>(codec)
  }

  static var wrappedType: any Any.Type { Wrapped.self }
  static var nilValue: Wrapped? { nil }
  var wrappedValue: Any? { self }
}

/// `nil` is NULL in every column of the wrapped value.
final class OptionalCodec<Wrapped>: AttributeCodec<Wrapped?> {
  let wrapped: AttributeCodec<Wrapped>

  init(_ wrapped: AttributeCodec<Wrapped>) {
    self.wrapped = wrapped
    super.init(layout: wrapped.layout)
  }

  override var element: AnyAttributeCodec {
    (wrapped.element as? AttributeCodec<Wrapped>).map { OptionalCodec($0) } ?? self
  }

  override func columns(
    ofJSON payload: Data, case name: String
  ) throws -> (columns: [ColumnConstant], isExact: Bool) {
    try wrapped.columns(ofJSON: payload, case: name)
  }

  override func decode(_ row: inout _RowReader) throws -> Wrapped? {
    let first = row.column
    let next = first + Int32(columnCount)
    if (first..<next).allSatisfy({ row.isNull($0) }) {
      row.column = next
      return nil
    }
    return try wrapped.decode(&row)
  }

  override func encode(_ value: Wrapped?, _ writer: inout _RowWriter) throws {
    if let value {
      try wrapped.encode(value, &writer)
    } else {
      for _ in 0..<columnCount { writer.bindNull() }
    }
  }
}
