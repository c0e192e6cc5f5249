// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// A property that holds a value.
  ///
  /// In a model class, it is a macro with the same arguments; in a schema, it describes the result.
  ///
  /// ```swift
  /// @Attribute(.unique, originalName: "title") var name: String
  ///
  /// schema.entitiesByName["Trip"]?.attributesByName["name"]?.isUnique  // true
  /// ```
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    // Unchecked: Apple's class can be changed while a schema is put together, and is not afterwards.
    /// The property's name.
    public var name: String
    /// The name in earlier versions of the schema.
    public var originalName: String
    /// The options of the declaration.
    public var options: [Option]
    /// The type as declared. `Never` in a schema read from a file, if this
    /// program has no such type.
    public var valueType: any Any.Type {
      didSet { savedTypeName = nil }
    }
    /// The value that the property is initialized with.
    public var defaultValue: Any?
    /// Whether the property may be `nil`.
    public var isOptional: Bool
    /// Text whose change makes a new version of the schema.
    public var hashModifier: String?
    /// The type's name in the file, kept when this program has no such type.
    private var savedTypeName: String?

    /// The arguments of `@Attribute`; the schema fills in name and type.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.valueType = Any.self
      self.defaultValue = nil
      self.isOptional = false
      self.hashModifier = hashModifier
    }

    /// A complete attribute, for schemas put together by hand.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - originalName: Its former name; `nil` if it was never renamed.
    /// - options: The options.
    ///   - valueType: The type; an optional type makes the attribute optional.
    ///   - defaultValue: The value that a new column starts with.
    ///   - hashModifier: Text whose change makes a new version of the schema.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.valueType = valueType
      self.defaultValue = defaultValue
      self.isOptional = SchemaTypes.isOptional(valueType)
      self.hashModifier = hashModifier
    }

    /// Always true.
    public var isAttribute: Bool { true }
    /// Always false.
    public var isRelationship: Bool { false }
    /// Whether changes are tracked but nothing is stored (`.ephemeral`).
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether no two models may have the same value (`.unique`).
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether a value transformer makes the stored form.
    public var isTransformable: Bool { options.contains { $0.transformerName != nil } }
    /// Whether the encoded form is stored as one opaque value (`.codable`).
    public var isCodable: Bool { options.contains(.codable) }

    /// The name of the value transformer, if there is one.
    package var _transformerName: String? {
      options.lazy.compactMap(\.transformerName).first
    }

    /// Name, type and options.
    public var debugDescription: String {
      let listed = options.map { "." + $0.name }.joined(separator: ", ")
      let suffix = listed.isEmpty ? "" : " [\(listed)]"
      return "Attribute(\(name): \(savedTypeName ?? "\(valueType)")\(suffix))"
    }

    /// Whether both are declared alike.
    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
      lhs === rhs || lhs.isEqual(toAttribute: rhs)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func isEqual(toAttribute other: Attribute) -> Bool {
      type(of: self) == type(of: other) && name == other.name
        && originalName == other.originalName && options == other.options
        && valueTypeName == other.valueTypeName && isOptional == other.isOptional
        && hashModifier == other.hashModifier
        && SchemaTypes.areEqual(defaultValue, other.defaultValue)
    }

    private var valueTypeName: String { savedTypeName ?? SchemaTypes.name(of: valueType) }

    private enum CodingKeys: String, CodingKey {
      case name, originalName, options, valueTypeName, isOptional, defaultValue, hashModifier
    }

    /// Reads what ``encode(to:)`` wrote. A default value that this program
    /// cannot read is left out.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decodeIfPresent(String.self, forKey: .originalName) ?? name
      options = try container.decodeIfPresent([Option].self, forKey: .options) ?? []
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
      let typeName = try container.decode(String.self, forKey: .valueTypeName)
      let type = SchemaTypes.type(named: typeName)
      valueType = type ?? Never.self
      savedTypeName = type == nil ? typeName : nil
      isOptional =
        try container.decodeIfPresent(Bool.self, forKey: .isOptional)
        ?? type.map(SchemaTypes.isOptional) ?? false
      if container.contains(.defaultValue), let type = type as? any Decodable.Type {
        defaultValue = try? container.decode(type, forKey: .defaultValue)
      }
    }

    /// Writes the attribute; its type by mangled name, its default value if
    /// that can be encoded.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(originalName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(valueTypeName, forKey: .valueTypeName)
      try container.encode(isOptional, forKey: .isOptional)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
      if let value = defaultValue as? any Encodable {
        try? container.encode(value, forKey: .defaultValue)
      }
    }
  }
}
