// SPDX-License-Identifier: Apache-2.0

/// What an app says about its models, as far as their records in CloudKit need it. Records are told apart without it;
/// their values then have the types that they have by themselves.
package struct MirroredSchema: Hashable, Sendable {
  struct Attribute: Hashable, Sendable {
    /// The name in records: the first one that it had.
    var field: String
    var kind: FieldKind
    var isEncrypted = false
    var isUnique = false
  }

  struct Relationship: Hashable, Sendable {
    var field: String
    var destination: String
    /// The field of the other end.
    var inverse: String?
    var isToMany: Bool
  }

  struct Entity: Hashable, Sendable {
    var name: String
    var parent: String?
    var attributes: [String: Attribute] = [:]
    var relationships: [String: Relationship] = [:]
  }

  private(set) var entities: [String: Entity] = [:]

  package init() {}

  /// Without one, all models and fields are taken.
  package var isEmpty: Bool { entities.isEmpty }

  /// - Throws: ``CloudKitOptionError`` if an entity inherits from one that is not there, or from itself.
  init(_ all: [Entity]) throws(CloudKitOptionError) {
    for entity in all {
      guard entities.updateValue(entity, forKey: entity.name) == nil else {
        throw CloudKitOptionError(text: "the schema has the entity '\(entity.name)' twice")
      }
    }
    for entity in all {
      var seen: Set<String> = [entity.name]
      var next = entity.parent
      while let name = next {
        guard let parent = entities[name] else {
          throw CloudKitOptionError(text: "'\(entity.name)' inherits from '\(name)', which the schema does not have")
        }
        guard seen.insert(name).inserted else {
          throw CloudKitOptionError(text: "'\(entity.name)' inherits from itself")
        }
        next = parent.parent
      }
    }
  }

  /// An entity, and those that it inherits from.
  func family(_ name: String) -> [Entity] {
    var found: [Entity] = []
    var next: String? = name
    while let name = next, let entity = entities[name] {
      found.append(entity)
      next = entity.parent
    }
    return found
  }

  /// The entity whose records those of `name` are.
  func root(_ name: String) -> String { family(name).last?.name ?? name }

  func attribute(_ field: String, of name: String) -> Attribute? {
    for entity in family(name) { if let found = entity.attributes[field] { return found } }
    return nil
  }

  func relationship(_ field: String, of name: String) -> (entity: String, relationship: Relationship)? {
    for entity in family(name) {
      if let found = entity.relationships[field] { return (entity.name, found) }
    }
    return nil
  }

  /// Whether a relationship is in the records of its own entity, by the rule that devices follow: the end that leads to
  /// one object has it, or else the one whose name comes first.
  func isKept(_ relationship: Relationship, of entity: String) -> Bool {
    guard let inverse = relationship.inverse,
      let (other, end) = self.relationship(inverse, of: relationship.destination)
    else { return true }
    if relationship.isToMany != end.isToMany { return !relationship.isToMany }
    return "\(entity).\(relationship.field)" <= "\(other).\(inverse)"
  }

  /// What it is made of, as a text: who has kept something by another one makes it anew.
  var signature: String {
    entities.values.sorted { $0.name < $1.name }.map { entity in
      let attributes = entity.attributes.values.map { "\($0.field):\($0.kind.rawValue)" }
      let relationships = entity.relationships.values.map {
        "\($0.field)>\($0.destination).\($0.inverse ?? "")\($0.isToMany ? "*" : "")"
      }
      return "\(entity.name)<\(entity.parent ?? "")(\((attributes + relationships).sorted().joined(separator: ",")))"
    }.joined(separator: ";")
  }

  /// The fields that must be unique.
  func uniqueFields(of name: String) -> Set<String> {
    Set(family(name).flatMap { $0.attributes.values.filter(\.isUnique).map(\.field) })
  }
}
