// SPDX-License-Identifier: Apache-2.0

/// The columns of a property in rows that were created without it.
package enum DefaultColumns {
  /// The columns of the property's default value, in the order of its codec.
  ///
  /// - Returns: `nil` if it has none.
  /// - Throws: ``SwiftDataError`` if the value is not of the property's type.
  package static func make(_ property: _Property) throws -> [ColumnConstant]? {
    guard let value = value(of: property), case .attribute(let layout) = property.description.kind
    else { return nil }
    var isBound = false
    let columns = try ConstantColumns.collect(layout.columnCount, property.entity.description) {
      _ = $0.wants(property.index)
      isBound = true
      if let scalar = scalar(value, layout) {
        // A literal such as `1` may be an Int where the property is a Double:
        // the column's affinity makes it what the property reads.
        scalar._bind(&$0)
      } else if case .transformable = layout {
        bindTransformable(value, property, &$0)
      } else if let value = value as? any Codable {
        bindCodable(value, property, &$0)
      } else {
        isBound = false
      }
    }
    guard isBound else {
      throw SwiftDataError(
        .unknownDataStoreSchema, "The default value does not have the property's type.",
        entity: property.entity.name, property: property.name,
        advice: "Declare the property's default value with the property's exact type.")
    }
    return columns
  }

  /// The default value as it was declared; `nil` if there is none.
  package static func value(of property: _Property) -> Any? {
    (property.description.metadata?.defaultValue ?? property.attribute?.defaultValue)
      .flatMap { unwrapped($0) }
  }

  /// An optional's value, or nil; anything else as it is.
  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  private static func scalar(_ value: Any, _ layout: AttributeLayout) -> (any _ColumnValue)? {
    switch layout {
    case .scalar: value as? any _ColumnValue
    case .rawValue: (value as? any RawRepresentable).flatMap { $0.rawValue as? any _ColumnValue }
    default: nil
    }
  }

  private static func bindCodable<V: Codable>(
    _ value: V, _ property: _Property, _ writer: inout _RowWriter
  ) {
    if property.isOptional {
      writer.write(_Stored<V?>.value(value))
    } else {
      writer.write(_Stored<V>.value(value))
    }
  }

  private static func bindTransformable<V>(
    _ value: V, _ property: _Property, _ writer: inout _RowWriter
  ) {
    if property.isOptional {
      writer.writeTransformable(_Stored<V?>.value(value))
    } else {
      writer.writeTransformable(_Stored<V>.value(value))
    }
  }
}
