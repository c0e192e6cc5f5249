// SPDX-License-Identifier: Apache-2.0

/// One relationship of an entity.
package struct RelationshipDescription: Equatable, Sendable {
  /// NSDeleteRule.
  package enum DeleteRule: UInt32, Sendable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  /// The name of the property.
  package var name: String
  /// The name of the entity that it leads to.
  package var destination: String
  /// The name of the destination's relationship that leads back.
  package var inverse: String?
  /// How many destinations there are at least.
  package var minimumCount = 0
  /// 1 of a to-one relationship, 0 of a to-many without limit.
  package var maximumCount = 1
  /// The effect on the destinations when the object is deleted.
  package var deleteRule = DeleteRule.nullify
  /// Whether there may be no destination.
  package var isOptional = true
  /// Whether the order of the destinations is kept.
  package var isOrdered = false
  /// Not stored: without column, and not part of the version hash.
  package var isTransient = false
  /// Text whose change makes another version hash.
  package var versionHashModifier: String?
  /// The name in earlier versions of the model; `nil` if it is the same.
  package var renamingIdentifier: String?
  /// What the modeller noted.
  package var userInfo: [String: UserInfoValue] = [:]

  /// Whether there may be more than one destination.
  package var isToMany: Bool { maximumCount != 1 }

  /// An optional to-one relationship without inverse.
  package init(name: String, destination: String) {
    self.name = name
    self.destination = destination
  }
}
