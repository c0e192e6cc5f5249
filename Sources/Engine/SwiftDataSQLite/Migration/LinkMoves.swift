// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Finds the relationships whose links a changed schema keeps in another
/// place: where one became many, or many one, and where an inverse has come or
/// been removed.
struct LinkMoves {
  private(set) var moves: [LinkMove] = []
  /// Relationships to one that must have a destination, and did not have to.
  private(set) var requirements: [_Property] = []

  private let contents: StoreContents
  private let stored: StoredRelationships?

  /// - Parameter contents: Before what it knows of columns follows the schema.
  init(_ contents: StoreContents, _ entities: [_Entity]) throws {
    self.contents = contents
    stored = StoredRelationships(contents, entities)
    guard stored != nil else { return }
    let known = Set(entities.map { ObjectIdentifier($0) })
    for entity in entities {
      for property in PropertyPlaces.own(entity) where property.isRelationship {
        guard let destination = property.destination,
          known.contains(ObjectIdentifier(destination))
        else { continue }
        try plan(property)
      }
    }
  }

  /// The steps after the tables and columns have been created.
  var steps: [LightweightMigration.Step] {
    let sides = moves.flatMap { [$0.property] + ($0.property.inverse.map { [$0] } ?? []) }
    return moves.map { .moveLinks($0) }
      + sides.filter { !$0.isToMany }.map { .fillEntities($0) }
      + requirements.map { .requireDestinations($0) }
  }

  private mutating func plan(_ property: _Property) throws {
    guard let stored else { return }
    let former = stored.former(property)
    if !property.isToMany, !property.isOptional,
      former?.isToMany != false || former?.isOptional == true
    {
      requirements.append(property)
    }
    let inverse = property.inverse
    if let inverse, Self.order(inverse) < Self.order(property) { return }
    let formerInverse = inverse.flatMap { stored.former($0) }
    guard former != nil || formerInverse != nil else { return }
    let isPair =
      former != nil && former?.inverse == formerInverse?.name
      && formerInverse?.inverse == former?.name
    let keepsProperty = keeps(property, former, isPair: isPair)
    let keepsInverse = inverse.map { keeps($0, formerInverse, isPair: isPair) } ?? true
    let isMerged = former != nil && formerInverse != nil && !isPair
    if keepsProperty, keepsInverse, !isMerged { return }
    var sources: [LinkMove.Source] = []
    if let former { sources.append(try source(former, of: property, stored)) }
    if let formerInverse, let inverse, !isPair {
      sources.append(try source(formerInverse, of: inverse, stored).reversed)
    }
    moves.append(
      LinkMove(
        property: property, sources: sources, keepsProperty: keepsProperty,
        keepsInverse: keepsInverse))
  }

  private static func order(_ property: _Property) -> (Int, Int) {
    (property.declaringEntity.ordinal, property.index)
  }

  /// Whether the place where a relationship's links are is where they were.
  /// A list whose inverse is to-one has none of its own.
  private func keeps(
    _ property: _Property, _ former: RelationshipDescription?, isPair: Bool
  ) -> Bool {
    guard property.isToMany else { return former?.isToMany == false }
    guard let inverse = property.inverse else {
      return former.map { $0.isToMany && $0.inverse == nil } ?? true
    }
    guard inverse.isToMany else { return true }
    return isPair && former?.isToMany == true && stored?.former(inverse)?.isToMany == true
  }

  // MARK: Where the links are

  private func source(
    _ former: RelationshipDescription, of property: _Property, _ stored: StoredRelationships
  ) throws -> LinkMove.Source {
    let entity = property.declaringEntity.name
    if let source = source(former, entity, stored) { return source }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The relationship is stored differently now, and the store does not say where its keys are.",
      entity: entity, property: property.name, advice: "Give the relationship another name.")
  }

  private func source(
    _ former: RelationshipDescription, _ entity: String, _ stored: StoredRelationships
  ) -> LinkMove.Source? {
    let columns = contents.knownColumns ?? [:]
    guard former.isToMany else {
      return columns[entity]?[former.name].map {
        LinkMove.Source(table: table(of: entity), owner: "Z_PK", member: $0)
      }
    }
    let members = table(of: former.destination)
    guard let name = former.inverse else {
      return columns[former.destination]?["\(entity)/\(former.name)"].map {
        LinkMove.Source(table: members, owner: $0, member: "Z_PK")
      }
    }
    guard let declaring = stored.declaring(name, from: former.destination),
      let inverse = stored.own(declaring).first(where: { $0.name == name })
    else { return nil }
    if inverse.isToMany { return pairs(former, entity, inverse, declaring) }
    return columns[declaring]?[name].map {
      LinkMove.Source(table: members, owner: $0, member: "Z_PK")
    }
  }

  private func pairs(
    _ former: RelationshipDescription, _ entity: String, _ inverse: RelationshipDescription,
    _ declaring: String
  ) -> LinkMove.Source? {
    func find(_ relationship: String, _ entity: String) -> (table: String, columns: [String])? {
      guard let number = contents.modelEntities.first(where: { $0.name == entity })?.number
      else { return nil }
      let table = TableNaming.pairs(relationship, number)
      return contents.pair(in: table).map { (table, $0) }
    }
    // The first column has the keys of the entity that names the table.
    if let (table, columns) = find(former.name, entity) {
      return LinkMove.Source(table: table, owner: columns[0], member: columns[1])
    }
    return find(inverse.name, declaring).map {
      LinkMove.Source(table: $0.table, owner: $0.columns[1], member: $0.columns[0])
    }
  }

  private func table(of entity: String) -> String {
    TableNaming.table(of: contents.rootName(of: entity))
  }
}
