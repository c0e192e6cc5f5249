// SPDX-License-Identifier: Apache-2.0

/// Reads one value of a projection from its columns.
struct ColumnDecoder<Value>: @unchecked Sendable {
  // Unchecked: the closure captures a codec only, which never changes.
  let decode: (inout _RowReader, ContextCore, _Entity) throws -> Value

  /// With the codec that the rows of a store are read with.
  static func attribute() -> ColumnDecoder {
    if Value.self == PersistentIdentifier.self { return identifier() }
    guard let codec = AttributeCodecs.codec(for: Value.self) else {
      return ColumnDecoder { _, _, entity in
        throw SwiftDataError(
          .unsupportedKeyPath, "\(Value.self) cannot be the type of an attribute.", entity: entity.name,
          advice: "Name attributes, or attributes of to-one relationships.")
      }
    }
    return ColumnDecoder { reader, _, entity in
      let next = reader.column + Int32(codec.columnCount)
      defer { reader.column = next }
      do {
        return try codec.decode(&reader)
      } catch {
        throw SwiftDataError.unreadable(error, as: Value.self, entity: entity.name, property: nil)
      }
    }
  }

  private static func identifier() -> ColumnDecoder {
    ColumnDecoder { reader, core, entity in
      let key = reader.functions.pointee.integer(reader.row, reader.column)
      let number = reader.functions.pointee.integer(reader.row, reader.column + 1)
      reader.column += 2
      let concrete = try core.store(of: entity).entity(numbered: number) ?? entity
      let identifier = core.identifier(concrete, key)
      guard let value = identifier as? Value else {
        throw SwiftDataError(.unsupportedKeyPath, "\(Value.self) is not an identifier.")
      }
      return value
    }
  }
}
