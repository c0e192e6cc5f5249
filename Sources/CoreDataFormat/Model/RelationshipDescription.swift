/// One relationship of an entity.
public struct RelationshipDescription: Equatable, Sendable {
  /// NSDeleteRule.
  public enum DeleteRule: UInt32, Sendable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  /// The name of the property.
  public var name: String
  /// The name of the entity that it leads to.
  public var destination: String
  /// The name of the destination's relationship that leads back.
  public var inverse: String?
  /// How many destinations there are at least.
  public var minimumCount = 0
  /// 1 of a to-one relationship, 0 of a to-many without limit.
  public var maximumCount = 1
  /// What becomes of the destinations when the object is deleted.
  public var deleteRule = DeleteRule.nullify
  /// Whether there may be no destination.
  public var isOptional = true
  /// Whether the order of the destinations is kept.
  public var isOrdered = false
  /// Not stored: without column, and not part of the version hash.
  public var isTransient = false
  /// Text whose change makes another version hash.
  public var versionHashModifier: String?
  /// The name in earlier versions of the model; `nil` if it is the same.
  public var renamingIdentifier: String?
  /// What the modeller noted.
  public var userInfo: [String: UserInfoValue] = [:]

  /// Whether there may be more than one destination.
  public var isToMany: Bool { maximumCount != 1 }

  /// An optional to-one relationship without inverse.
  public init(name: String, destination: String) {
    self.name = name
    self.destination = destination
  }
}
