// SPDX-License-Identifier: Apache-2.0

extension _RowReader {
  /// The value of an attribute from the columns that the reader is at; `nil`
  /// if they are NULL, or cannot be read as the attribute's type any more.
  package mutating func _preservedValue(
    of property: _PropertyDescription, columnCount: Int32
  ) -> (any Sendable)? {
    guard let codec = property.codec, codec.columnCount == Int(columnCount),
      !(column..<(column + columnCount)).allSatisfy({ isNull($0) }),
      let decoded = try? codec.decodeAny(&self)
    else { return nil }
    var value = decoded
    if let optional = decoded as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return nil }
      value = wrapped
    }
    // Attribute types are values, though few say that they can be sent.
    // The cast adds a marker without layout.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }
}
