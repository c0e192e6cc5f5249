// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation

/// An enum without raw values.
///
/// A case without associated values has a column, which holds its own name. One with associated values has the columns
/// that a struct of them would have. Values that cannot be stored on their own, such as those of `indirect` cases, are
/// together the JSON of one column, in the shape that Swift's synthesized coding gives them.
final class EnumerationCodec<Value: Codable>: AttributeCodec<Value> {
  private enum Form {
    case name
    case parts(EnumPayload)
    case json
  }

  private struct Case {
    let name: String
    let form: Form
    /// From the enum's first column on.
    let columns: Range<Int32>
  }

  /// In the order of their tags.
  private let cases: [Case]
  /// The only case, if there is just one, whose values may be NULL in all columns. Apple's framework stores them so.
  private let nullCase: Int?

  init?() {
    let names = TypeReflection.cases(ofEnum: Value.self)
    // Columns are named after cases: of two with one name, neither would be found again.
    guard !names.isEmpty, osd_is_enum(Self.metadata) != 0, Set(names.map(\.name)).count == names.count
    else { return nil }
    var cases: [Case] = []
    var elements: [LayoutElement] = []
    var next: Int32 = 0
    for (index, found) in names.enumerated() {
      let form: Form
      let layout: AttributeLayout
      let valueType: any Any.Type
      if !found.hasPayload {
        (form, layout, valueType) = (.name, .scalar(.string), String.self)
      } else if let payload = EnumPayload(case: index, of: Value.self) {
        (form, layout, valueType) = (.parts(payload), .composite(payload.elements), payload.valueType)
      } else {
        (form, layout, valueType) = (.json, .archive, Data.self)
      }
      let end = next + Int32(layout.columnCount)
      cases.append(Case(name: found.name, form: form, columns: next..<end))
      next = end
      elements.append(
        LayoutElement(name: found.name, isOptional: true, layout: layout, valueType: valueType))
    }
    self.cases = cases
    let nullable = cases.indices.filter {
      if case .parts(let payload) = cases[$0].form { payload.mayBeNull } else { false }
    }
    nullCase = nullable.count == 1 ? nullable.first : nil
    super.init(layout: .enumeration(elements))
  }

  /// What the runtime's functions want: a metatype is the address of the metadata.
  private static var metadata: UnsafeRawPointer { unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    let first = row.column
    let end = first + Int32(columnCount)
    defer { row.column = end }
    let stored = cases.indices.first { index in
      cases[index].columns.contains { !row.isNull(first + $0) }
    }
    guard let tag = stored ?? nullCase else {
      if let placeholder = Placeholder.enumCase(Value.self) { return placeholder }
      throw SwiftDataError(.storeIsCorrupted, "No case of \(Value.self) is stored.")
    }
    let chosen = cases[tag]
    row.column = first + chosen.columns.lowerBound
    switch chosen.form {
    case .name: return try value(tag) { _ in }
    case .json: return try Self.value(ofJSON: row.withBytes(row.column) { Data($0) }, case: chosen.name)
    case .parts(let payload):
      guard payload.isEmpty(row, row.column) else { return try value(tag) { try payload.decode(into: $0, &row) } }
      var nulls = NullRow.reader
      return try value(tag) { try payload.decode(into: $0, &nulls) }
    }
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    let tag = withUnsafePointer(to: value) { Int(osd_enum_tag($0, Self.metadata)) }
    guard cases.indices.contains(tag) else {
      throw SwiftDataError(.valueOutOfRange, "A case of \(Value.self) is unknown.")
    }
    for (index, other) in cases.enumerated() {
      guard index == tag else {
        for _ in other.columns { writer.bindNull() }
        continue
      }
      switch other.form {
      case .name: writer.bind(other.name)
      case .json: try Self.json(value, case: other.name).withUnsafeBytes { writer.bind(bytes: $0) }
      case .parts(let payload):
        try withPayload(of: value, tag) { try payload.encode(from: $0, &writer) }
      }
    }
  }

  // MARK: Memory

  /// Makes a value of a case, whose associated values `fill` writes.
  private func value(_ tag: Int, _ fill: (UnsafeMutableRawPointer) throws -> Void) throws -> Value {
    try withMemory { memory in
      try fill(memory)
      // The runtime's own way from associated values to a value; without any, it needs nothing in the memory.
      osd_enum_inject(memory, UInt32(tag), Self.metadata)
      return memory.assumingMemoryBound(to: Value.self).move()
    }
  }

  /// The associated values of a copy, which is a value again before it is destroyed.
  private func withPayload(
    of value: Value, _ tag: Int, _ body: (UnsafeRawPointer) throws -> Void
  ) throws {
    try withMemory { memory in
      memory.initializeMemory(as: Value.self, to: value)
      osd_enum_project(memory, Self.metadata)
      defer {
        osd_enum_inject(memory, UInt32(tag), Self.metadata)
        memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      }
      try body(memory)
    }
  }

  private func withMemory<R>(_ body: (UnsafeMutableRawPointer) throws -> R) throws -> R {
    // At least a byte: an enum of one case has none, and there must be an address.
    try withUnsafeTemporaryAllocation(
      byteCount: max(MemoryLayout<Value>.stride, 1), alignment: MemoryLayout<Value>.alignment
    ) { try body($0.baseAddress!) }
  }

  // MARK: JSON

  /// A value whose associated values were stored as JSON in the column of their case.
  private static func value(ofJSON payload: Data, case name: String) throws -> Value {
    let json = Data("{\"\(name)\":".utf8) + payload + Data("}".utf8)
    if let value = try? JSONArchive.decoder.decode(Value.self, from: json) { return value }
    // Hand-written coding: the whole value was stored.
    return try JSONArchive.decoder.decode(Value.self, from: payload)
  }

  private static func json(_ value: Value, case name: String) throws -> Data {
    let json = try JSONArchive.encoder.encode(value)
    let prefix = Data("{\"\(name)\":".utf8)
    guard json.starts(with: prefix), json.last == UInt8(ascii: "}") else { return json }
    return json.dropFirst(prefix.count).dropLast()
  }

  override func columns(
    ofJSON payload: Data, case name: String
  ) throws -> (columns: [ColumnConstant], isExact: Bool) {
    let value = try Self.value(ofJSON: payload, case: name)
    let description = EmptySchemaModel._$description
    let columns = try ConstantColumns.columns(of: value, codec: self, description)
    let stored = try ConstantRow(columns).withReader(description) { try decode(&$0) }
    // A decimal has more digits in JSON than a column keeps.
    let isExact = try JSONArchive.sortedEncoder.encode(stored) == JSONArchive.sortedEncoder.encode(value)
    return (columns, isExact)
  }
}

/// An enum stored by its raw value.
///
/// A raw value that no case has is an error: the first case in its place would pass for what was
/// stored. NULL, which a migration leaves in the rows of a new property without a default, reads as
/// the first case.
final class RawValueCodec<Value: RawRepresentable, Raw: _ColumnValue>:
  AttributeCodec<Value>
{
  init() { super.init(layout: .rawValue(Raw._columnType)) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    guard let raw = Raw._read(row, row.column) as? Value.RawValue else {
      if let first = Placeholder.enumCase(Value.self) { return first }
      throw SwiftDataError(.storeIsCorrupted, "No raw value is stored.")
    }
    guard let value = Value(rawValue: raw) else {
      throw SwiftDataError(
        .storeIsCorrupted, "No case has the stored raw value.", value: raw,
        advice: "Add the case: a newer version of the app may have written it. "
          + "Where raw values may be unknown, store them as \(Raw.self).")
    }
    return value
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    guard let raw = value.rawValue as? Raw else {
      throw SwiftDataError(.valueOutOfRange, "The raw value of \(Value.self) is not a \(Raw.self).")
    }
    raw._bind(&writer)
  }
}
