import Foundation

/// The object model of a store: what Core Data calls a managed object model.
///
/// Every store since Mac OS X 10.7 carries the model it was written with, so
/// that it can be read with real names and types without its app. See
/// ``ModelCache`` for how it is kept in the file.
public struct ManagedObjectModel: Equatable, Sendable {
  /// In the order in which Core Data numbers them: roots by name without
  /// regard to case, each followed by its subentities.
  public var entities: [EntityDescription]
  /// The modeller's names of the version; SwiftData writes its schema version
  /// here, such as `1.0.0`.
  public var versionIdentifiers: [String]
  /// Names of entities by the name of their configuration; SwiftData has one
  /// of all entities, `default`.
  public var configurations: [String: [String]] = [:]

  /// A model without configurations.
  public init(entities: [EntityDescription], versionIdentifiers: [String] = []) {
    self.entities = entities
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entity of a name, if there is one.
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}

/// One entity of a model.
public struct EntityDescription: Equatable, Sendable {
  /// The name of the entity.
  public var name: String
  /// The name of the entity that it inherits from.
  public var superentity: String?
  /// Whether there are only objects of its subentities.
  public var isAbstract = false
  /// The class of its objects; SwiftData leaves it out from iOS 18 on.
  public var className: String?
  /// Its own and inherited ones.
  public var attributes: [AttributeDescription] = []
  /// Its own and inherited ones.
  public var relationships: [RelationshipDescription] = []
  /// Names of properties that are unique together; in the order of the model.
  public var uniquenessConstraints: [[String]] = []
  /// The indexes that the model asks for.
  public var indexes: [FetchIndexDescription] = []
  /// Text whose change makes another version hash.
  public var versionHashModifier: String?
  /// The name in earlier versions of the model; `nil` if it is the same.
  public var renamingIdentifier: String?
  /// What the modeller noted.
  public var userInfo: [String: UserInfoValue] = [:]

  /// An entity without properties.
  public init(name: String) { self.name = name }
}

/// What a user-info dictionary of a model holds.
public indirect enum UserInfoValue: Equatable, Sendable {
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([UserInfoValue])
  case dictionary([String: UserInfoValue])
  /// Something else; its class.
  case other(String)
}
