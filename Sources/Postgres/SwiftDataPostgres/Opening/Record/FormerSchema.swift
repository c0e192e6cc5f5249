// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// The models that a store was last used with, and where it has their values.
  struct FormerSchema {
    typealias Place = RecordedLayout.Place

    let model: ManagedObjectModel
    let layout: RecordedLayout
    /// Whether a property that returns has the values that it had. In a stage of a plan it is new.
    let usesKept: Bool
    /// By declaring entity and path. Of a composite attribute, each part has a path of its own.
    private(set) var places: [String: [String: Place]] = [:]
    /// All with their destinations.
    private(set) var pairs: [RecordedLayout.Pairs] = []

    private let descriptions: [String: EntityDescription]

    init(_ record: SchemaRecord, usesKept: Bool) {
      model = record.model
      layout = record.layout
      self.usesKept = usesKept
      descriptions = Dictionary(record.model.entities.map { ($0.name, $0) }) { first, _ in first }
      for entity in model.entities {
        guard let place = layout.entities[entity.name] else { continue }
        for attribute in ownAttributes(entity.name) { add(attribute, entity.name, place) }
        for relationship in ownRelationships(entity.name) {
          if let column = place.keys[relationship.name] {
            places[entity.name, default: [:]][relationship.name] = Place(
              table: place.table, column: column, destination: relationship.destination)
          } else if let column = place.hidden[relationship.name],
            let table = layout.entities[relationship.destination]?.table
          {
            places[entity.name, default: [:]][relationship.name] = Place(
              table: table, column: column, destination: relationship.destination, isHidden: true)
          }
        }
      }
      pairs = layout.pairs.map { pair in
        var pair = pair
        pair.destination =
          pair.destination
          ?? descriptions[pair.entity]?.relationships.first { $0.name == pair.relationship }?.destination
        return pair
      }
    }

    private mutating func add(_ attribute: AttributeDescription, _ entity: String, _ place: RecordedLayout.Entity) {
      guard let columns = place.attributes[attribute.name] else { return }
      let parts = AttributePart.storedParts(attribute)
      for (index, column) in columns.enumerated() {
        // A column whose part is not known belongs to the attribute all the same.
        let isKnown = parts.count == columns.count
        let path =
          isKnown ? ([attribute.name] + parts[index].path).joined(separator: ".") : "\(attribute.name)/\(index)"
        places[entity, default: [:]][path] = Place(
          table: place.table, column: column,
          type: (isKnown ? parts[index].attribute.type : .undefined).rawValue)
      }
    }

    // MARK: Entities

    func entity(_ name: String) -> EntityDescription? { descriptions[name] }

    /// The entity above each.
    var parents: [String: String] {
      Dictionary(model.entities.compactMap { entity in entity.superentity.map { (entity.name, $0) } }) { $1 }
    }

    func ownAttributes(_ entity: String) -> [AttributeDescription] {
      let parent = descriptions[entity]?.superentity.flatMap { descriptions[$0] }
      let inherited = Set((parent?.attributes ?? []).map(\.name))
      return (descriptions[entity]?.attributes ?? []).filter { !inherited.contains($0.name) && !$0.isTransient }
    }

    func ownRelationships(_ entity: String) -> [RelationshipDescription] {
      let parent = descriptions[entity]?.superentity.flatMap { descriptions[$0] }
      let inherited = Set((parent?.relationships ?? []).map(\.name))
      return (descriptions[entity]?.relationships ?? []).filter { !inherited.contains($0.name) }
    }

    /// An entity and those above it.
    func lineage(of name: String) -> [String] {
      var names = [name]
      while let parent = parent(of: names[names.count - 1]), !names.contains(parent) { names.append(parent) }
      return names
    }

    private func parent(of name: String) -> String? {
      guard let entity = descriptions[name] else { return layout.parents?[name] }
      return entity.superentity
    }

    /// An entity and those below it.
    func family(of name: String) -> [String] {
      model.entities.map(\.name).filter { lineage(of: $0).contains(name) }
    }

    func root(of name: String) -> String { lineage(of: name).last ?? name }

    /// Whether one entity of the store is above an entity of the models, or below it; siblings are not.
    func isOfOneLine(_ name: String, _ entity: _Entity) -> Bool {
      guard root(of: name) == entity.root.name else { return false }
      if lineage(of: name).contains(entity.name) || lineage(of: entity.name).contains(name) { return true }
      let others = Set(entity.family.map(\.name)).union(Self.above(entity).map(\.name))
      return others.contains(name)
    }

    /// Whether an entity of the store is one of the models', or below it.
    func isBelow(_ name: String, _ entity: _Entity) -> Bool {
      lineage(of: name).contains(entity.name) || entity.family.contains { $0.name == name }
    }

    static func above(_ entity: _Entity) -> [_Entity] {
      var all: [_Entity] = []
      var current = entity.superentity
      while let entity = current {
        all.append(entity)
        current = entity.superentity
      }
      return all
    }

    /// Whether every row that keys to a destination name is one of a relationship's.
    func fits(_ stored: String?, _ property: _Property) -> Bool {
      guard let stored, let destination = property.destination, root(of: stored) == destination.root.name else {
        return false
      }
      if destination.family.contains(where: { $0.name == stored }) { return true }
      let isPresent = destination.root.family.contains { $0.name == stored }
      return !isPresent && lineage(of: stored).contains(destination.name)
    }
  }
#endif
