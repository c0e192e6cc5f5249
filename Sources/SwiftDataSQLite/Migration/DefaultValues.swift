import SwiftDataCore

/// The value that a property has in objects that were stored without it.
enum DefaultValues {
  static func value(of property: _Property) -> Any? {
    guard
      let value = property.description.metadata?.defaultValue ?? property.attribute?.defaultValue
    else { return nil }
    return unwrapped(value)
  }

  /// An optional's value, or nil; anything else as it is.
  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  /// Binds a default value to the columns of the property, from parameter 1 on.
  static func bind(_ value: Any, of property: _Property, to statement: PreparedStatement) throws {
    var writer = _RowWriter(
      statement: statement.pointer, functions: SQLiteFunctions.binding, firstParameter: 1,
      mask: .all, description: property.entity.description)
    _ = writer.wants(property.index)
    if let scalar = scalar(value, property) {
      // A literal such as `1` may be an Int where the property is a Double:
      // the column's affinity makes it what the property reads.
      scalar._bind(&writer)
    } else if case .attribute(.transformable) = property.description.kind {
      bindTransformable(value, property, &writer)
    } else if let value = value as? any Codable {
      bindCodable(value, property, &writer)
    }
    if let failure = writer.failure { throw failure }
    guard writer.nextParameter > 1 else {
      throw SwiftDataError(
        .unknownDataStoreSchema, "The default value is not of the property's type.",
        entity: property.entity.name, property: property.name,
        advice: "Declare the property's default value with the property's exact type.")
    }
  }

  private static func scalar(_ value: Any, _ property: _Property) -> (any _ColumnValue)? {
    switch property.description.kind {
    case .attribute(.scalar): value as? any _ColumnValue
    case .attribute(.rawValue):
      (value as? any RawRepresentable).flatMap { $0.rawValue as? any _ColumnValue }
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
