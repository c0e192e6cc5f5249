// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
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

  /// Encodes equal values as equal texts.
  static let sortedEncoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = JSONArchive.encoder.nonConformingFloatEncodingStrategy
    encoder.outputFormatting = [.sortedKeys]
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
///
/// As an element of a composite the value is JSON; an attribute of its own is
/// a transformable to Core Data, and the value lies in a keyed archive: an
/// array of strings as such, anything else as JSON in it. (Verified on a
/// store of iOS 17; other forms are read too.)
final class ArchiveCodec<Value: Codable>: AttributeCodec<Value> {
  private let isElement: Bool

  init(isElement: Bool = false) {
    self.isElement = isElement
    super.init(layout: .archive)
  }

  override var element: AnyAttributeCodec { ArchiveCodec(isElement: true) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    if row.isNull(row.column) {
      if let empty = Placeholder.make(Value.self) { return empty }
      throw SwiftDataError(.storeIsCorrupted, "No value is stored.")
    }
    let data = row.withBytes(row.column) { Data($0) }
    return try JSONArchive.decoder.decode(Value.self, from: ValueArchive.json(data))
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    if let optional = value as? any OptionalValue, optional.wrappedValue == nil {
      return writer.bindNull()
    }
    let data = isElement ? try JSONArchive.encoder.encode(value) : try ValueArchive.encode(value)
    data.withUnsafeBytes { writer.bind(bytes: $0) }
  }
}

/// Values in keyed archives.
public enum ValueArchive {
  /// The bytes with which every binary property list begins.
  private static let mark = Data("bplist00".utf8)

  /// Whether the bytes begin as a keyed archive does; anything else is JSON.
  public static func isArchive(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }

  /// The JSON of a stored value, whether an archive is around it or not.
  static func json(_ data: Data) throws -> Data {
    isArchive(data) ? Data(try ArchivedValue(keyedArchive: data).jsonText().utf8) : data
  }

  /// Whether a stored value can be read as one of another type.
  package static func canRead(_ data: Data, as type: any Decodable.Type) -> Bool {
    guard let json = try? json(data) else { return false }
    return reads(json, type)
  }

  private static func reads<V: Decodable>(_ json: Data, _ type: V.Type) -> Bool {
    (try? JSONArchive.decoder.decode(type, from: json)) != nil
  }

  static func encode<V: Encodable>(_ value: V) throws -> Data {
    // An empty array of anything would pass for one of strings.
    if V.self == [String].self, let strings = value as? [String] {
      return try ArchivedValue.array(strings.map { .string($0) }).keyedArchive()
    }
    return try ArchivedValue.data(JSONArchive.encoder.encode(value)).keyedArchive()
  }
}
