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

  public init(entities: [EntityDescription], versionIdentifiers: [String] = []) {
    self.entities = entities
    self.versionIdentifiers = versionIdentifiers
  }

  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}

/// One entity of a model.
public struct EntityDescription: Equatable, Sendable {
  public var name: String
  /// The name of the entity that it inherits from.
  public var superentity: String?
  public var isAbstract = false
  /// The class of its objects; SwiftData leaves it out from iOS 18 on.
  public var className: String?
  /// Its own and inherited ones.
  public var attributes: [AttributeDescription] = []
  /// Its own and inherited ones.
  public var relationships: [RelationshipDescription] = []
  /// Names of properties that are unique together; in the order of the model.
  public var uniquenessConstraints: [[String]] = []
  public var indexes: [FetchIndexDescription] = []
  public var versionHashModifier: String?
  public var renamingIdentifier: String?
  public var userInfo: [String: UserInfoValue] = [:]

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

/// One attribute of an entity, or one element of a composite attribute.
public struct AttributeDescription: Equatable, Sendable {
  public var name: String
  public var type: AttributeType
  public var isOptional = false
  /// Not stored: without column, and not part of the version hash.
  public var isTransient = false
  /// Core Data's name of the values' class, such as `NSString`.
  public var valueClassName: String?
  public var defaultValue: DefaultValue?
  /// Of a transformable attribute.
  public var transformerName: String?
  /// Large values may lie in files beside the store.
  public var allowsExternalStorage = false
  /// The value is kept in the history when the object is deleted.
  public var preservesValueOnDeletion = false
  public var isIndexedBySpotlight = false
  /// Kept by triggers; the version hash of such attributes is not known.
  public var isDerived = false
  /// Of a composite attribute, in declared order.
  public var elements: [AttributeDescription] = []
  public var versionHashModifier: String?
  public var renamingIdentifier: String?
  public var userInfo: [String: UserInfoValue] = [:]

  public init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }
}

/// NSAttributeType.
public enum AttributeType: UInt32, Sendable, CaseIterable {
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100
}

/// The default value of an attribute.
public enum DefaultValue: Equatable, Sendable {
  case integer(Int64)
  case double(Double)
  case bool(Bool)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(String)
  /// Something else; its class.
  case other(String)
}

/// One relationship of an entity.
public struct RelationshipDescription: Equatable, Sendable {
  /// NSDeleteRule.
  public enum DeleteRule: UInt32, Sendable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  public var name: String
  /// The name of the entity that it leads to.
  public var destination: String
  /// The name of the destination's relationship that leads back.
  public var inverse: String?
  public var minimumCount = 0
  /// 1 of a to-one relationship, 0 of a to-many without limit.
  public var maximumCount = 1
  public var deleteRule = DeleteRule.nullify
  public var isOptional = true
  public var isOrdered = false
  public var isTransient = false
  public var versionHashModifier: String?
  public var renamingIdentifier: String?
  public var userInfo: [String: UserInfoValue] = [:]

  public var isToMany: Bool { maximumCount != 1 }

  public init(name: String, destination: String) {
    self.name = name
    self.destination = destination
  }
}

/// An index that the model asks for.
public struct FetchIndexDescription: Equatable, Sendable {
  public struct Element: Equatable, Sendable {
    public var property: String
    public var isAscending: Bool

    public init(property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  public var name: String
  public var elements: [Element]

  public init(name: String, elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
