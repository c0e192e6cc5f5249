import Foundation

/// Coders for values that are stored as one column of JSON.
enum JSONArchive {
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }()

  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }()
}

/// Arrays, dictionaries, sets, Codable classes and structs that cannot be
/// decomposed.
final class ArchiveCodec<Value: Codable>: _AttributeCodec<Value>, @unchecked Sendable {
  init() { super.init(layout: .archive) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    if row.isNull(row.column) {
      if let empty = _Placeholder.make(Value.self) { return empty }
      throw SwiftDataError(.storeIsCorrupted, "No value is stored.")
    }
    let data = row.withBytes(row.column) { Data($0) }
    return try JSONArchive.decoder.decode(Value.self, from: data)
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    let data = try JSONArchive.encoder.encode(value)
    data.withUnsafeBytes { writer.bind(bytes: $0) }
  }
}

/// Values that a `ValueTransformer` turns into bytes.
///
/// With no transformer registered under the name, or none named, a Codable
/// value is stored as JSON.
final class TransformableCodec<Value>: _AttributeCodec<Value>, @unchecked Sendable {
  private let transformerName: String?

  init(transformerName: String?) {
    self.transformerName = transformerName
    super.init(layout: .transformable(transformerName))
  }

  private var transformer: ValueTransformer? {
    transformerName.flatMap { ValueTransformer(forName: NSValueTransformerName(rawValue: $0)) }
  }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    if row.isNull(row.column) {
      if let none = _Placeholder.make(Value.self) { return none }
      throw SwiftDataError(.storeIsCorrupted, "No value is stored.")
    }
    let data = row.withBytes(row.column) { Data($0) }
    if let transformer {
      if let value = transformer.reverseTransformedValue(data) as? Value { return value }
      throw SwiftDataError(
        .storeIsCorrupted, "The transformer \(transformerName ?? "") returned no \(Value.self).")
    }
    guard let type = Value.self as? any Decodable.Type,
      let value = try JSONArchive.decoder.decode(type, from: data) as? Value
    else { throw Self.missingTransformer(transformerName) }
    return value
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    if let optional = value as? any OptionalValue, optional.wrappedValue == nil {
      writer.bindNull()
      return
    }
    if let transformer {
      guard let data = transformer.transformedValue(value) as? Data else {
        throw SwiftDataError(
          .valueOutOfRange, "The transformer \(transformerName ?? "") returned no Data.")
      }
      data.withUnsafeBytes { writer.bind(bytes: $0) }
      return
    }
    guard let value = value as? any Encodable else {
      throw Self.missingTransformer(transformerName)
    }
    let data = try JSONArchive.encoder.encode(value)
    data.withUnsafeBytes { writer.bind(bytes: $0) }
  }

  private static func missingTransformer(_ name: String?) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure, "No value transformer is registered as \(name ?? "(unnamed)").",
      advice: "Call ValueTransformer.setValueTransformer(_:forName:) before the container is made.")
  }
}
