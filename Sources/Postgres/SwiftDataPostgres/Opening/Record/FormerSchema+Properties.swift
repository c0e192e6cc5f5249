// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// What the properties of a schema were in the store's models.
  extension FormerSchema {
    /// What a relationship was, and the entity that declared it.
    struct Relationship {
      let entity: String
      let description: RelationshipDescription
    }

    static func own(_ entity: _Entity) -> ArraySlice<_Property> { entity.properties[entity.description.ownRange] }

    // MARK: Names

    /// What a property was called that its entity declared already.
    func formerName(_ property: _Property) -> String? {
      let own = renamings(of: property.declaringEntity.name)
      let same = own.keys.contains(property.name) ? property.name : nil
      guard let original = property.formerName, own.keys.contains(original) else { return same }
      // Renamed before.
      if same != nil, own[property.name] == .some(original) { return same }
      // A name that is still in use is left to its property, unless that has been renamed itself.
      let isTaken = Self.own(property.declaringEntity).contains { other in
        guard other.name == original else { return false }
        guard let others = other.formerName, own.keys.contains(others) else { return true }
        return own[original] == .some(others)
      }
      return isTaken ? same : original
    }

    /// The properties that an entity of the store's models declares, with what they had been called before.
    private func renamings(of entity: String) -> [String: String?] {
      var all: [String: String?] = [:]
      for attribute in ownAttributes(entity) { all[attribute.name] = .some(attribute.renamingIdentifier) }
      for relationship in ownRelationships(entity) { all[relationship.name] = .some(relationship.renamingIdentifier) }
      return all
    }

    static func names(of property: _Property) -> [String] { [property.name] + [property.formerName].compactMap { $0 } }

    /// The classes of its hierarchy that declared a property which they do not declare now, and what it was called there.
    func formerDeclarations(_ property: _Property) -> [(entity: String, name: String)] {
      let entity = property.declaringEntity
      let entities = Dictionary(entity.root.family.map { ($0.name, $0) }) { first, _ in first }
      var found: [(entity: String, name: String)] = []
      for stored in model.entities where stored.name != entity.name && isOfOneLine(stored.name, entity) {
        let own = renamings(of: stored.name)
        for name in Self.names(of: property) where own.keys.contains(name) {
          let isKept = entities[stored.name].map { Self.own($0) }?.contains { Self.names(of: $0).contains(name) }
          guard isKept != true else { continue }
          found.append((stored.name, name))
          break
        }
      }
      return found.sorted { $0.entity < $1.entity }
    }

    // MARK: Places

    /// Where the parts of a property were, by what their paths have behind its name; nothing of one of another kind.
    func parts(_ property: _Property, _ entity: String, _ name: String) -> [String: Place] {
      Self.parts(places[entity] ?? [:], name) { kind($0, is: property) }
    }

    /// The same of what the store keeps of earlier models.
    func keptParts(_ property: _Property, _ name: String) -> [String: Place] {
      Self.parts(layout.kept?[property.declaringEntity.name] ?? [:], name) { kind($0, is: property) }
    }

    private static func parts(
      _ all: [String: Place], _ name: String, _ fits: (Place) -> Bool
    ) -> [String: Place] {
      var found: [String: Place] = [:]
      for (path, place) in all.sorted(by: { $0.key < $1.key }) where fits(place) {
        // What stands behind it tells places of one path apart.
        let base = String(path.prefix { $0 != "/" })
        guard base == name || base.hasPrefix(name + ".") else { continue }
        let suffix = String(base.dropFirst(name.count))
        if found[suffix] == nil { found[suffix] = place }
      }
      return found
    }

    private func kind(_ place: Place, is property: _Property) -> Bool {
      guard property.isRelationship else { return place.type != nil }
      guard (place.isHidden == true) == property.isOneWayToMany, property.isOneWayToMany || !property.isToMany else {
        return false
      }
      return place.destination != nil && fits(place.destination, property)
    }

    // MARK: Relationships

    /// What the store's models have for a relationship; `nil` if they have none that leads to rows of the same entities.
    func former(_ property: _Property) -> Relationship? {
      func find(_ entity: String, _ name: String?) -> Relationship? {
        guard let found = ownRelationships(entity).first(where: { $0.name == name }), !found.isTransient,
          fits(found.destination, property)
        else { return nil }
        return Relationship(entity: entity, description: found)
      }
      if let name = formerName(property) { return find(property.declaringEntity.name, name) }
      return formerDeclarations(property).lazy.compactMap { find($0.entity, $0.name) }.first
    }

    /// The entity, of one and those above it, that declares a relationship.
    func declaring(_ name: String, from entity: String) -> String? {
      lineage(of: entity).first { ownRelationships($0).contains { $0.name == name } }
    }

    /// Whether two relationships were inverses of each other.
    static func isPair(_ former: Relationship?, _ inverse: Relationship?) -> Bool {
      guard let former, let inverse else { return false }
      return former.description.inverse == inverse.description.name
        && inverse.description.inverse == former.description.name
    }

    /// The table of pairs of a relationship, seen from an end.
    func pairs(_ entity: String, _ name: String) -> PostgresKnownNames.Pairs? {
      Self.pairs(
        pairs, entity, name,
        inverse: ownRelationships(entity).first { $0.name == name }.flatMap { former in
          former.inverse.flatMap { inverse in declaring(inverse, from: former.destination).map { ($0, inverse) } }
        })
    }

    /// The same of what the store keeps of earlier models.
    func keptPairs(_ property: _Property) -> PostgresKnownNames.Pairs? {
      guard let inverse = property.inverse else { return nil }
      let all = layout.keptPairs ?? []
      let fitting = all.filter { pairs in
        pairs.entity == property.declaringEntity.name && pairs.relationship == property.name
          && pairs.destination == property.destination?.name
          || pairs.entity == inverse.declaringEntity.name && pairs.relationship == inverse.name
            && pairs.destination == inverse.destination?.name
      }
      return Self.pairs(
        fitting, property.declaringEntity.name, property.name,
        inverse: (inverse.declaringEntity.name, inverse.name))
    }

    private static func pairs(
      _ all: [RecordedLayout.Pairs], _ entity: String, _ name: String, inverse: (entity: String, name: String)?
    ) -> PostgresKnownNames.Pairs? {
      if let found = all.first(where: { $0.entity == entity && $0.relationship == name }) {
        return .init(table: found.table, ownerColumn: found.ownerColumn, targetColumn: found.targetColumn)
      }
      guard let inverse,
        let found = all.first(where: { $0.entity == inverse.entity && $0.relationship == inverse.name })
      else { return nil }
      return .init(table: found.table, ownerColumn: found.targetColumn, targetColumn: found.ownerColumn)
    }
  }
#endif
