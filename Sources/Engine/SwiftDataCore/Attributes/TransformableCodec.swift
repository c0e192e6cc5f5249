// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import FoundationCompatibility

/// Values that a `ValueTransformer` turns into bytes.
///
/// Where Core Data's own transformer is named, or none, values lie in keyed
/// archives: what a property list can hold as such, any other Codable value as JSON.
/// What a transformer of the program's own makes is known to that transformer
/// alone. While it is not registered, a property of type `Data` has the very
/// bytes of the column, and one of any other type can neither be read nor written.
final class TransformableCodec<Value>: AttributeCodec<Value> {
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
      if let none = Placeholder.make(Value.self) { return none }
      throw SwiftDataError(.storeIsCorrupted, "No value is stored.")
    }
    let data = row.withBytes(row.column) { Data($0) }
    if let transformer {
      if let value = Self.value(of: data, transformer) as? Value { return value }
      throw SwiftDataError(
        .storeIsCorrupted, "The transformer \(transformerName ?? "") returned no \(Value.self).")
    }
    guard TransformerNames.areArchives(transformerName) else {
      if let bytes = data as? Value { return bytes }
      throw Self.missingTransformer(transformerName)
    }
    if ValueArchive.isArchive(data) {
      if let bytes = data as? Value {
        // A property of type Data has the archive itself, unless data is all
        // that is in it: objects of unknown classes are kept in this form.
        if case .data(let inner)? = try? ArchivedValue(keyedArchive: data),
          let value = inner as? Value
        {
          return value
        }
        return bytes
      }
      let archived = try ArchivedValue(keyedArchive: data)
      if let plain = archived.plain, let value = plain as? Value { return value }
      if case .unknown(let className) = archived {
        throw SwiftDataError(
          .storeIsCorrupted, "The value is an instance of the class \(className).",
          advice: "Declare the property as Data to get the archive itself.")
      }
    } else if let value = data as? Value {
      return value
    }
    guard let type = Value.self as? any Decodable.Type,
      let value = try JSONArchive.decoder.decode(type, from: ValueArchive.json(data)) as? Value
    else { throw Self.missingTransformer(transformerName) }
    return value
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    if let optional = value as? any OptionalValue, optional.wrappedValue == nil {
      writer.bindNull()
      return
    }
    if let transformer {
      guard let data = Self.stored(value, transformer) as? Data else {
        throw SwiftDataError(
          .valueOutOfRange, "The transformer \(transformerName ?? "") returned no Data.")
      }
      data.withUnsafeBytes { writer.bind(bytes: $0) }
      return
    }
    guard TransformerNames.areArchives(transformerName) else {
      guard let data = value as? Data else { throw Self.missingTransformer(transformerName) }
      data.withUnsafeBytes { writer.bind(bytes: $0) }
      return
    }
    let data: Data
    if let archive = value as? Data, ValueArchive.isArchive(archive),
      !Self.isData(try? ArchivedValue(keyedArchive: archive))
    {
      data = archive
    } else if let archived = ArchivedValue(plain: value) {
      data = try archived.keyedArchive()
    } else if let value = value as? any Encodable {
      data = try ValueArchive.encode(value)
    } else {
      throw Self.missingTransformer(transformerName)
    }
    data.withUnsafeBytes { writer.bind(bytes: $0) }
  }

  // The transformers that turn archives into values are used the other way round, as Core Data does.

  private static func value(of data: Data, _ transformer: ValueTransformer) -> Any? {
    transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
  }

  private static func stored(_ value: Value, _ transformer: ValueTransformer) -> Any? {
    transformer is NSSecureUnarchiveFromDataTransformer
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
  }

  private static func isData(_ value: ArchivedValue?) -> Bool {
    if case .data = value { true } else { false }
  }

  private static func missingTransformer(_ name: String?) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure, "No value transformer is registered as \(name ?? "(unnamed)").",
      advice: "Call ValueTransformer.setValueTransformer(_:forName:) before the container is created.")
  }
}
