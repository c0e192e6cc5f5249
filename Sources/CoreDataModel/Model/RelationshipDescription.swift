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
