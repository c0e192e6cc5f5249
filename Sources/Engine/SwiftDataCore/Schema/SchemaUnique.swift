// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The uniqueness constraints that `#Unique` asks for.
  ///
  /// ```swift
  /// @Model final class Person {
  ///   #Unique<Person>([\.email], [\.givenName, \.familyName])
  ///   …
  /// }
  /// ```
  public final class Unique<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible,
    Hashable, Codable, SchemaKeyPathGroups
  {
    /// The name under which a model's metadata lists its constraints.
    public var name = "SwiftData.Schema.Unique"
    /// The original name; constraints are never renamed.
    public var originalName = "SwiftData.Schema.Unique"
    /// The model class.
    public var valueType: any Any.Type = T.self
    /// Groups of properties; no two models agree in all of a group.
    public let constraints: [[PartialKeyPath<T>]]

    /// Constraints, each a group of key paths.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// Always true.
    public var isUnique: Bool { true }

    package var modelType: any PersistentModel.Type { T.self }
    package var keyPathGroups: [(isRTree: Bool, keyPaths: [AnyKeyPath])] {
      constraints.map { (false, $0) }
    }

    /// The model class and the key paths.
    public var debugDescription: String {
      "Unique<\(T.self)>(\(constraints.map { "\($0)" }.joined(separator: ", ")))"
    }

    /// Whether both ask for the same constraints.
    public static func == (lhs: Unique, rhs: Unique) -> Bool { lhs.constraints == rhs.constraints }

    /// Hashes the key paths.
    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }

    /// The keys of the encoded form.
    public enum CodingKeys: CodingKey {
      /// The constraints.
      case constraints
    }

    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` if the class has no such property, or the
    ///   path leads into a composite attribute.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try container.decode([[String]].self, forKey: .constraints).map { names in
        try names.map { try SchemaKeyPaths.keyPath(named: $0, of: T.self, from: decoder) }
      }
    }

    /// Writes the constraints, by the names of their properties.
    ///
    /// - Throws: An `EncodingError` for a key path to something not persisted.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let names = try constraints.map { group in
        try group.map { try SchemaKeyPaths.savedName(of: $0, for: encoder) }
      }
      try container.encode(names, forKey: .constraints)
    }
  }
}
