// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The models of a container, as values: entities, attributes and relationships.
///
/// ```swift
/// let schema = Schema([Trip.self, Stop.self], version: Schema.Version(1, 0, 0))
/// let container = try ModelContainer(for: schema)
/// ```
///
/// Every model that can be reached through relationships, and every
/// superclass, is part of the schema without being listed. Subclasses have to
/// be listed.
public final class Schema: Codable, Hashable, CustomDebugStringConvertible, Sendable {
  /// The version of the form in which schemas are saved.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the form in which this schema was saved.
  public let encodingVersion: Version
  /// The version of the models.
  public let version: Version
  /// The entities: the listed models first, then those they lead to.
  public let entities: [Entity]
  /// The entities by name.
  public let entitiesByName: [String: Entity]

  /// The model classes, in the order of ``entities``.
  package let _types: [any PersistentModel.Type]
  /// What is wrong with the schema. Making a schema cannot throw; making a
  /// container of it throws the first of these.
  package let _issues: [SwiftDataError]

  /// A schema without entities.
  public convenience init() {
    self.init(entities: [], version: Version(1, 0, 0))
  }

  /// A schema put together by hand.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, version: version)
  }

  /// The schema of some model classes.
  ///
  /// ```swift
  /// let schema = Schema(Trip.self, Stop.self)
  /// ```
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// The schema of some model classes.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    let built = SchemaBuilder.build(types)
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    entities = built.entities
    entitiesByName = Self.byName(built.entities)
    _types = built.types
    _issues = built.issues
    KnownModels.note(_types)
  }

  /// The schema of one version of an app's models.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  init(entities: [Entity], version: Version, encodingVersion: Version = schemaEncodingVersion) {
    self.encodingVersion = encodingVersion
    self.version = version
    self.entities = entities
    entitiesByName = Self.byName(entities)
    _types = entities.compactMap(\._type)
    _issues = SchemaBuilder.duplicateNames(entities.map(\.name))
  }

  private static func byName(_ entities: [Entity]) -> [String: Entity] {
    Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity of a model class; `nil` if the class is not part of the schema.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    guard let entity = entitiesByName[Self.entityName(for: type)] else { return nil }
    guard let known = entity._type else { return entity }
    return known == type ? entity : nil
  }

  /// The name of a model class's entity: the unqualified name of the class.
  ///
  /// ```swift
  /// Schema.entityName(for: LibraryV2.Book.self)  // "Book"
  /// ```
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    T._$description.entityName
  }

  /// The model class of an entity; `nil` if there is no such entity, or it
  /// was not made from a class.
  package func _type(forEntityNamed name: String) -> (any PersistentModel.Type)? {
    entitiesByName[name]?._type
  }

  /// Version and entities.
  public var debugDescription: String {
    "Schema \(version)" + entities.map { "\n\($0.debugDescription)" }.joined()
  }

  /// Whether both have the same version and the same entities in the same order.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs || (lhs.version == rhs.version && lhs.entities == rhs.entities)
  }

  /// Hashes version and entity names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(entities)
  }

  private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

  /// Reads what ``encode(to:)`` wrote.
  ///
  /// Types that this program does not have become `Never`; nothing traps.
  ///
  /// - Throws: A `DecodingError` if the data is no schema.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let entities = try container.decode([Entity].self, forKey: .entities)
    try SavedHierarchy.connect(entities, codingPath: decoder.codingPath)
    self.init(
      entities: entities,
      version: try container.decodeIfPresent(Version.self, forKey: .version) ?? Version(1, 0, 0),
      encodingVersion: try container.decodeIfPresent(Version.self, forKey: .encodingVersion)
        ?? Self.schemaEncodingVersion)
  }

  /// Writes version and entities.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    try container.encode(entities, forKey: .entities)
  }
}
