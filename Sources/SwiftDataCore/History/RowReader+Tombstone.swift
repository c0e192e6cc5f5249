extension _RowReader {
  /// The value of an attribute from the columns that the reader is at; `nil`
  /// if they are NULL, or cannot be read as the attribute's type any more.
  public mutating func _preservedValue(
    of property: _PropertyDescription, columnCount: Int32
  ) -> (any Sendable)? {
    guard let codec = property.codec, codec.columnCount == Int(columnCount),
      !(column..<(column + columnCount)).allSatisfy({ isNull($0) }),
      let value = try? codec.decodeAny(&self)
    else { return nil }
    let unwrapped = (value as? any OptionalValue)?.wrappedValue.flatMap(Self.unwrapped) ?? value
    // Attribute types are values, though few say that they can be sent.
    return withUnsafePointer(to: unwrapped) {
      UnsafeRawPointer($0).load(as: (any Sendable).self)
    }
  }

  /// What an optional holds.
  private static func unwrapped(_ value: Any) -> Any? {
    Mirror(reflecting: value).children.first?.value
  }
}
