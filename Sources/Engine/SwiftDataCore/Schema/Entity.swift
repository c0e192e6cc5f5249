// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// One model class as a schema sees it.
  ///
  /// ```swift
  /// let schema = Schema([Trip.self])
  /// for relationship in schema.entitiesByName["Trip"]?.relationships ?? [] {
  ///   print(relationship.name, relationship.destination)
  /// }
  /// ```
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    // Unchecked: Apple's class can be changed while a schema is put together, and is not afterwards.
    /// The unqualified name of the class.
    public var name: String
    /// The entities of the classes that inherit directly from this one.
    public var subentities: Set<Entity>
    /// The name of the superclass's entity.
    public var superentityName: String?
    /// The properties that the class itself declares, in order.
    public var storedProperties: [any SchemaProperty]
    /// The properties of the superclasses, in order.
    public var inheritedProperties: [any SchemaProperty]
    /// Groups of properties whose values are unique together, as the class
    /// itself declares them: those of `.unique`, then those of `#Unique`.
    public var uniquenessConstraints: [[String]]
    /// Groups of properties that are indexed, as the class itself declares
    /// them: those of `.indexed`, then those of `#Index`.
    public var indices: [[String]]
    /// Which of ``indices`` are spatial.
    package var _spatialIndices: Set<[String]> = []
    /// The model class, if the entity was made from one.
    package var _type: (any PersistentModel.Type)?

    // Weak: the superentity holds this one in `subentities`.
    private weak var parent: Entity?

    /// An entity without properties.
    public init(_ name: String) {
      self.name = name
      subentities = []
      storedProperties = []
      inheritedProperties = []
      uniquenessConstraints = []
      indices = []
    }

    /// An entity put together by hand.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - subentities: Entities that inherit its properties.
    ///   - properties: Its own properties.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name)
      adopt(properties: properties, subentities: subentities)
    }

    /// An entity put together by hand, without subentities.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name)
      adopt(properties: properties, subentities: [])
    }

    private func adopt(properties: [any SchemaProperty], subentities: [Entity]) {
      storedProperties = properties
      uniquenessConstraints = properties.filter(\.isUnique).map { [$0.name] }
      for subentity in subentities { subentity.superentity = self }
    }

    /// The superclass's entity. Setting it moves this entity below another.
    public var superentity: Entity? {
      get { parent }
      set {
        parent?.subentities.remove(self)
        parent = newValue
        superentityName = newValue?.name
        newValue?.subentities.insert(self)
        inherit(newValue?.properties ?? [])
      }
    }

    private func inherit(_ properties: [any SchemaProperty]) {
      inheritedProperties = properties
      for subentity in subentities { subentity.inherit(self.properties) }
    }

    /// All properties, inherited ones first.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

    /// Name, superentity and properties.
    public var debugDescription: String {
      let heritage = superentityName.map { ": \($0)" } ?? ""
      let listed = properties.map { "\n  \(String(reflecting: $0))" }.joined()
      return "Entity(\(name)\(heritage))\(listed)"
    }

    /// Whether both have the same name, heritage, properties and constraints.
    public static func == (lhs: Entity, rhs: Entity) -> Bool {
      lhs === rhs
        || (lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
          && Set(lhs.subentities.map(\.name)) == Set(rhs.subentities.map(\.name))
          && lhs.uniquenessConstraints == rhs.uniquenessConstraints
          && lhs.indices == rhs.indices && lhs.storedProperties.count == rhs.storedProperties.count
          && lhs.inheritedProperties.count == rhs.inheritedProperties.count
          && zip(lhs.properties, rhs.properties).allSatisfy { $0.isEqual(to: $1) })
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    private enum CodingKeys: String, CodingKey {
      case name, superentityName, modelTypeName, properties, uniquenessConstraints, indices
      case spatialIndices
    }

    /// Reads what ``encode(to:)`` wrote. Super- and subentities are put in
    /// place by the schema that the entity belongs to.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
      storedProperties = try container.decode([CodedProperty].self, forKey: .properties)
        .map(\.property)
      inheritedProperties = []
      subentities = []
      uniquenessConstraints =
        try container.decodeIfPresent([[String]].self, forKey: .uniquenessConstraints) ?? []
      indices = try container.decodeIfPresent([[String]].self, forKey: .indices) ?? []
      _spatialIndices =
        try container.decodeIfPresent(Set<[String]>.self, forKey: .spatialIndices) ?? []
      _type = try container.decodeIfPresent(String.self, forKey: .modelTypeName)
        .flatMap { SchemaTypes.type(named: $0) as? any PersistentModel.Type }
    }

    /// Writes the entity with its own properties.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(superentityName, forKey: .superentityName)
      try container.encodeIfPresent(_type.map { SchemaTypes.name(of: $0) }, forKey: .modelTypeName)
      try container.encode(storedProperties.map(CodedProperty.init), forKey: .properties)
      try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
      try container.encode(indices, forKey: .indices)
      if !_spatialIndices.isEmpty {
        try container.encode(
          _spatialIndices.sorted { $0.lexicographicallyPrecedes($1) }, forKey: .spatialIndices)
      }
    }
  }
}
