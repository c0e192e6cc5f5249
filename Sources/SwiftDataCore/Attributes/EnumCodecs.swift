import Foundation

/// An enum stored by its raw value.
///
/// A raw value that no case has is an error: the first case in its place would pass for what was
/// stored. NULL, which a migration leaves in the rows of a new property without a default, reads as
/// the first case.
final class RawValueCodec<Value: RawRepresentable, Raw: _ColumnValue>:
  _AttributeCodec<Value>, @unchecked Sendable
{
  // Unchecked: constants only; of metatypes and codecs of values that need not be sendable.
  init() { super.init(layout: .rawValue(Raw._columnType)) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    guard let raw = Raw._read(row, row.column) as? Value.RawValue else {
      if let first = _Placeholder.enumCase(Value.self) { return first }
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

/// An enum without raw values: a column per case.
///
/// A case without payload stores its own name; one with a payload stores the
/// JSON of the payload, in the shape that Swift's synthesized coding gives it.
final class EnumerationCodec<Value: Codable>: _AttributeCodec<Value>, @unchecked Sendable {
  // Unchecked: constants only; of metatypes and codecs of values that need not be sendable.
  private let cases: [TypeReflection.Case]
  private let indexes: [String: Int]
  private let isPlain: Bool

  init?() {
    let cases = TypeReflection.cases(ofEnum: Value.self)
    guard !cases.isEmpty else { return nil }
    self.cases = cases
    indexes = Dictionary(
      cases.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    isPlain = !cases.contains { $0.hasPayload }
    super.init(
      layout: .enumeration(
        cases.map {
          _LayoutElement(
            name: $0.name, isOptional: true, layout: $0.hasPayload ? .archive : .scalar(.string),
            valueType: $0.hasPayload ? Data.self : String.self)
        }))
  }

  override func decode(_ row: inout _RowReader) throws -> Value {
    let first = row.column
    row.column += Int32(cases.count)
    guard let index = cases.indices.first(where: { !row.isNull(first + Int32($0)) }) else {
      if let placeholder = _Placeholder.enumCase(Value.self) { return placeholder }
      throw SwiftDataError(.storeIsCorrupted, "No case of \(Value.self) is stored.")
    }
    let chosen = cases[index]
    if isPlain { return Self.plainValue(tag: index) }
    let json: Data
    if chosen.hasPayload {
      let payload = row.withBytes(first + Int32(index)) { Data($0) }
      json = Data("{\"\(chosen.name)\":".utf8) + payload + Data("}".utf8)
      if let value = try? JSONArchive.decoder.decode(Value.self, from: json) { return value }
      // Hand-written coding: the whole value was stored.
      return try JSONArchive.decoder.decode(Value.self, from: payload)
    }
    json = Data("{\"\(chosen.name)\":{}}".utf8)
    if let value = try? JSONArchive.decoder.decode(Value.self, from: json) { return value }
    let stored = row.withBytes(first + Int32(index)) { Data($0) }
    return try JSONArchive.decoder.decode(Value.self, from: stored)
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    guard let name = TypeReflection.caseName(of: value), let chosen = indexes[name] else {
      throw SwiftDataError(.valueOutOfRange, "A case of \(Value.self) is unknown.")
    }
    for index in cases.indices {
      guard index == chosen else {
        writer.bindNull()
        continue
      }
      if isPlain {
        writer.bind(name)
        continue
      }
      let json = try JSONArchive.encoder.encode(value)
      let prefix = Data("{\"\(name)\":".utf8)
      let isSynthesized = json.starts(with: prefix) && json.last == UInt8(ascii: "}")
      if cases[index].hasPayload {
        let payload = isSynthesized ? json.dropFirst(prefix.count).dropLast() : json
        payload.withUnsafeBytes { writer.bind(bytes: $0) }
      } else if isSynthesized {
        writer.bind(name)
      } else {
        json.withUnsafeBytes { writer.bind(bytes: $0) }
      }
    }
  }

  /// An enum without payloads is its tag.
  static func plainValue(tag: Int) -> Value {
    withUnsafeTemporaryAllocation(
      byteCount: max(MemoryLayout<Value>.size, 8), alignment: 8
    ) { memory in
      // `cases` has no payload, so the value is its tag in as many bytes as there are; little-endian, as all of Swift's platforms.
      memory.storeBytes(of: tag, as: Int.self)
      return memory.load(as: Value.self)
    }
  }
}
