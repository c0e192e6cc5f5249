// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// An attribute with several fields: a `Codable` struct, or an enum.
  ///
  /// ```swift
  /// struct Place: Codable { var city: String; var street: String }
  ///
  /// let place = entity.attributesByName["place"] as? Schema.CompositeAttribute
  /// place?.properties.map(\.name)  // ["city", "street"]
  /// ```
  ///
  /// A struct has a part per stored property, an enum without raw values a
  /// part per case, an enum with raw values one part of its own name.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    // Unchecked: Apple's class can be changed while a schema is put together, and is not afterwards.
    /// The parts, in order of declaration.
    public var properties: [Attribute]

    /// An attribute whose parts are added later.
    public override init(
      name: String, originalName: String? = nil, options: [Attribute.Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      properties = []
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    /// Name, type, options and parts.
    public override var debugDescription: String {
      super.debugDescription + " { \(properties.map(\.debugDescription).joined(separator: ", ")) }"
    }

    /// Whether both are declared alike and have equal parts.
    public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
      lhs === rhs || lhs.isEqual(toAttribute: rhs)
    }

    override func isEqual(toAttribute other: Attribute) -> Bool {
      guard let other = other as? CompositeAttribute else { return false }
      return super.isEqual(toAttribute: other) && properties == other.properties
    }

    private enum CodingKeys: String, CodingKey { case properties }

    /// Reads what ``encode(to:)`` wrote.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([CodedProperty].self, forKey: .properties)
        .compactMap { $0.property as? Attribute }
      try super.init(from: decoder)
    }

    /// Writes the attribute and its parts.
    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(properties.map(CodedProperty.init), forKey: .properties)
    }
  }
}
