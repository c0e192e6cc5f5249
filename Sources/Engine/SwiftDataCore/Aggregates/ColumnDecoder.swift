// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads one value of a projection from its columns.
struct ColumnDecoder<Value>: @unchecked Sendable {
  // Unchecked: the closure captures a codec only, which never changes.
  let decode: (inout _RowReader, ContextCore, _Entity) throws -> Value

  /// With the codec that the rows of a store are read with.
  static func attribute() -> ColumnDecoder {
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

  /// The identifier of a row, or of the destination of a to-one relationship: a key, and the number of its entity where
  /// the key does not say it.
  static func identifier(of entity: _Entity) -> ColumnDecoder {
    ColumnDecoder { reader, core, owner in
      let (row, column) = (reader.row, reader.column)
      reader.column += entity.isInHierarchy ? 2 : 1
      var identifier: PersistentIdentifier?
      if reader.functions.pointee.type(row, column) != RowFunctions.null {
        let key = reader.functions.pointee.integer(row, column)
        var concrete: _Entity?
        if entity.isInHierarchy {
          let number = reader.functions.pointee.integer(row, column + 1)
          concrete = try core.store(of: entity).entity(numbered: number)
        }
        identifier = core.identifier(concrete ?? entity, key)
      }
      guard let value = (identifier as? Value) ?? (identifier as Any as? Value) else {
        throw SwiftDataError(
          .unsupportedKeyPath, "A relationship that is not optional leads nowhere.", entity: owner.name,
          advice: "Read the identifier through an optional key path.")
      }
      return value
    }
  }
}

extension ColumnDecoder where Value == Double? {
  /// The average of numbers of a type. That of decimals has more digits than a column's number, and is no number there.
  static func average(of type: any Any.Type) -> ColumnDecoder {
    guard type == Decimal.self else { return .attribute() }
    let decimals = ColumnDecoder<Decimal?>.attribute()
    return ColumnDecoder { reader, core, entity in
      try decimals.decode(&reader, core, entity).flatMap { Double($0.description) }
    }
  }
}
