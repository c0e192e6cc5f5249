// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// Where the values of a schema's properties are in a store that was last used with another one, and how its tables and
  /// columns are called after the change.
  ///
  /// - A column stays with its property, whatever others are called: what the store has given is not given again.
  /// - A renamed property takes its column along, under the new name.
  /// - A property that another class of its hierarchy declares now is the same one: it has the column from there.
  /// - A relationship that leads to another entity is another relationship.
  struct PropertyOrigins {
    typealias Place = FormerSchema.Place

    /// What a property was.
    struct Origin {
      let entity: String
      let name: String
      /// By what their paths have behind the name.
      var parts: [String: Place]
      /// Whether the store's models do not have it, but earlier ones had.
      var isKept = false
      /// Whether another class declared it.
      var isMoved = false
      /// Whether its columns get the names of the property.
      var isRenamed = false
    }

    /// Values that a property gets from the columns of another one.
    struct Copy {
      let parts: [String: Place]
      /// The entities of the rows; `nil` for those whose key leads to the destination.
      let entities: [String]?
    }

    let former: FormerSchema
    private(set) var names = PostgresKnownNames()
    private var origins: [String: Origin] = [:]
    private var allCopies: [String: [Copy]] = [:]
    /// By table.
    private var vacated: [String: Set<String>] = [:]
    private var claimed: Set<[String]> = []

    init(_ former: FormerSchema, _ entities: [_Entity]) {
      self.former = former
      nameTables(entities)
      let all = entities.flatMap { FormerSchema.own($0) }
      // What has stayed comes before what comes from elsewhere.
      for property in all { findOwn(property) }
      for property in all where origins[Self.key(property)] == nil { findMoved(property) }
      for property in all where origins[Self.key(property)] == nil { findKept(property) }
      for property in all { nameColumns(property) }
      for property in all where property.isManyToMany && property.isCanonicalEnd { namePairs(property) }
      reserve()
      nameSubentities(entities)
    }

    private static func key(_ property: _Property) -> String { "\(property.declaringEntity.name)/\(property.name)" }

    func origin(of property: _Property) -> Origin? { origins[Self.key(property)] }

    func copies(for property: _Property) -> [Copy] { allCopies[Self.key(property)] ?? [] }

    // MARK: Properties

    private mutating func findOwn(_ property: _Property) {
      guard let name = former.formerName(property) else { return }
      let entity = property.declaringEntity.name
      var parts = former.parts(property, entity, name)
      guard !parts.isEmpty else { return narrow(property, name) }
      // A part that has been away.
      if former.usesKept { parts.merge(former.keptParts(property, name)) { first, _ in first } }
      origins[Self.key(property)] = Origin(
        entity: entity, name: name, parts: parts, isRenamed: name != property.name)
      for place in parts.values { claimed.insert([place.table, place.column]) }
    }

    private mutating func findMoved(_ property: _Property) {
      guard former.formerName(property) == nil else { return }
      for source in former.formerDeclarations(property) {
        let parts = former.parts(property, source.entity, source.name)
        guard !parts.isEmpty else { continue }
        let isFree = parts.values.allSatisfy { !claimed.contains([$0.table, $0.column]) }
        if isFree, origins[Self.key(property)] == nil {
          origins[Self.key(property)] = Origin(
            entity: source.entity, name: source.name, parts: parts, isMoved: true)
          for place in parts.values { claimed.insert([place.table, place.column]) }
        } else if !property.isToMany {
          let isBelow = former.isBelow(source.entity, property.declaringEntity)
          let entities =
            isBelow ? former.family(of: source.entity) : property.declaringEntity.family.map(\.name)
          allCopies[Self.key(property), default: []].append(Copy(parts: parts, entities: entities))
        }
      }
    }

    private mutating func findKept(_ property: _Property) {
      guard former.usesKept else { return }
      for name in FormerSchema.names(of: property) {
        // A name that is in use is left to its property.
        if name != property.name, FormerSchema.own(property.declaringEntity).contains(where: { $0.name == name }) {
          continue
        }
        let parts = former.keptParts(property, name)
        guard !parts.isEmpty, parts.values.allSatisfy({ !claimed.contains([$0.table, $0.column]) }) else { continue }
        origins[Self.key(property)] = Origin(
          entity: property.declaringEntity.name, name: name, parts: parts, isKept: true,
          isRenamed: name != property.name)
        for place in parts.values { claimed.insert([place.table, place.column]) }
        return
      }
    }

    /// Some of the rows that a relationship led to may be of the destination that it has now.
    private mutating func narrow(_ property: _Property, _ name: String) {
      guard property.isRelationship, !property.isToMany, let destination = property.destination,
        let place = former.places[property.declaringEntity.name]?[name], place.isHidden != true,
        let stored = place.destination,
        FormerSchema.above(destination).contains(where: { $0.name == stored }),
        former.root(of: stored) == destination.root.name
      else { return }
      allCopies[Self.key(property)] = [Copy(parts: ["": place], entities: nil)]
    }

    // MARK: Names

    private mutating func nameTables(_ entities: [_Entity]) {
      for entity in entities where entity.root === entity {
        if let stored = former.entity(entity.name), stored.superentity == nil {
          names.tables[entity.name] = former.layout.entities[entity.name]?.table
        } else {
          names.tables[entity.name] = former.layout.keptTables?[entity.name]
        }
      }
    }

    private mutating func nameColumns(_ property: _Property) {
      let entity = property.declaringEntity.name
      let owner = property.isOneWayToMany ? property.destination : property.declaringEntity
      let table = owner.flatMap { names.tables[$0.root.name] }
      guard let origin = origin(of: property) else {
        // A stage that has the property as a new one drops what it finds under the name.
        guard !former.usesKept else { return }
        for (suffix, place) in former.keptParts(property, property.name) where place.table == table {
          guard claimed.insert([place.table, place.column]).inserted else { continue }
          names.columns[entity, default: [:]][property.name + suffix] = place.column
        }
        return
      }
      for (suffix, place) in origin.parts where place.table == table {
        if origin.isRenamed {
          vacated[place.table, default: []].insert(place.column)
        } else {
          names.columns[entity, default: [:]][property.name + suffix] = place.column
        }
      }
    }

    private mutating func namePairs(_ property: _Property) {
      guard let inverse = property.inverse else { return }
      let (own, other) = (former.former(property), former.former(inverse))
      let found: PostgresKnownNames.Pairs?
      if let own, FormerSchema.isPair(own, other), own.description.isToMany, other?.description.isToMany == true {
        found = former.pairs(own.entity, own.description.name)
      } else {
        found = former.keptPairs(property)
      }
      guard let found else { return }
      names.pairs[property.declaringEntity.name, default: [:]][property.name] = found
    }

    private mutating func reserve() {
      let layout = former.layout
      let places = (Array(former.places.values) + Array((layout.kept ?? [:]).values)).flatMap(\.values)
      for place in places where vacated[place.table]?.contains(place.column) != true {
        names.takenColumns[place.table, default: []].insert(place.column)
      }
      names.takenTables.formUnion(layout.entities.values.map(\.table))
      names.takenTables.formUnion((layout.keptTables ?? [:]).values)
      names.takenTables.formUnion((former.pairs + (layout.keptPairs ?? [])).map(\.table))
    }

    private mutating func nameSubentities(_ entities: [_Entity]) {
      let parents = (former.layout.parents ?? [:]).merging(former.parents) { $1 }
      names.formerSubentities = FormerSubentities.find(parents, Set(entities.map(\.name)))
    }
  }

  /// The subentities that a schema no longer has: their rows are read as those of the entity above.
  enum FormerSubentities {
    /// - Parameters:
    ///   - parents: Of each subentity, the entity above it.
    ///   - present: The entities that the schema has.
    /// - Returns: By the first entity above them that the schema has.
    static func find(_ parents: [String: String], _ present: Set<String>) -> [String: [String]] {
      var found: [String: [String]] = [:]
      for name in parents.keys where !present.contains(name) {
        var current = name
        var met: Set<String> = []
        while !present.contains(current), met.insert(current).inserted, let parent = parents[current] {
          current = parent
        }
        if present.contains(current) { found[current, default: []].append(name) }
      }
      return found
    }
  }
#endif
