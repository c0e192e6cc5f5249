// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Where the values of properties are that are not what they were, by the
/// model that the store was written with.
///
/// - A relationship that leads to another entity is another relationship: the
///   keys would be taken for those of rows that they do not name. They are
///   noted under the entity that they lead to, as `owner/to/Person`.
/// - A property that another class of its hierarchy declares now is the same
///   one: the table is the same, and Core Data carries it over too. Its values
///   go to the column of the new class; what rows of other classes had stays
///   in the old one, which is kept. If its type has changed as well, what is
///   allowed is what ``TypeChange`` allows without a move.
struct PropertyPlaces {
  /// Values that a property gets from other columns.
  struct Copy {
    let property: _Property
    let columns: [String]
    /// The entities of the rows, which then have the values no more where they
    /// were; `nil` for the keys of any row that lead to the destination.
    var numbers: [Int64]?
    /// What the values are, of an attribute.
    var stored: AttributeDescription?

    /// Whether the columns that they come from say where values are.
    var isExternal: Bool {
      guard let stored, stored.allowsExternalStorage else { return false }
      return stored.type == .binaryData || stored.type == .transformable
    }
  }

  typealias Columns = [String: String]

  let contents: StoreContents
  let model: ManagedObjectModel
  let natural: StoreLayout
  let entities: [String: _Entity]
  private(set) var columns: [String: [String: String]]
  private(set) var copies: [Copy] = []

  /// - Returns: `nil` if the store does not say what it was written with.
  init?(_ contents: StoreContents, _ entities: [_Entity], natural: StoreLayout) throws {
    guard let model = contents.storedModel, let columns = contents.knownColumns else { return nil }
    self.contents = contents
    self.model = model
    self.natural = natural
    self.columns = columns
    self.entities = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for stored in model.entities { try setAside(stored) }
    for entity in entities {
      for property in Self.own(entity) where !property.isManyToMany {
        if property.isToMany { placeHidden(property, entity) } else { try place(property, entity) }
      }
    }
  }

  // MARK: What no longer fits

  private mutating func setAside(_ stored: EntityDescription) throws {
    let own = entities[stored.name].map { Self.own($0) } ?? []
    for relationship in ownRelationships(stored) where !relationship.isToMany {
      let name = relationship.name
      let takers = own.filter {
        $0.isRelationship && !$0.isToMany && Self.names(of: $0).contains(name)
      }
      if takers.contains(where: { fits(relationship.destination, $0) }) { continue }
      guard columns[stored.name] != nil else {
        if takers.isEmpty { continue }
        throw SwiftDataError(
          .unknownDataStoreSchema,
          "The relationship has another destination than in the store, which does not say where its keys are.",
          entity: stored.name, property: name,
          advice: "Give the relationship another name.")
      }
      rename(name, "\(name)/to/\(relationship.destination)", in: stored.name)
    }
    for attribute in ownAttributes(stored)
    where own.contains(where: { $0.isRelationship && $0.name == attribute.name }) {
      rename(attribute.name, attribute.name + "/value", in: stored.name)
    }
  }

  /// Whether every row that keys to the stored destination name is one of the
  /// property's destination.
  private func fits(_ stored: String, _ property: _Property) -> Bool {
    guard let destination = property.destination else { return false }
    if let entity = entities[stored] { return entity.isKind(of: destination) }
    return lineage(of: stored).contains(destination.name)
  }

  // MARK: Where it is now

  private mutating func place(_ property: _Property, _ entity: _Entity) throws {
    let isDeclared = Self.names(of: property).contains { declares(entity.name, $0, property) }
    let isThere = Self.names(of: property).contains { !paths($0, of: entity.name).isEmpty }
    if isDeclared, isThere { return }
    let sources = isDeclared ? [] : try sources(of: property, entity)
    if !isThere { restore(property, entity) }
    for source in sources {
      let lower = isBelow(source.entity, entity) ? source.entity : entity.name
      copies.append(
        Copy(
          property: property,
          columns: ordered(paths(source.path, of: source.entity), property),
          numbers: numbers(of: lower),
          stored: property.isRelationship
            ? nil
            : ownAttributes(model.entity(named: source.entity)).first { $0.name == source.path }))
    }
    if sources.isEmpty, !isThere { narrow(property, entity) }
  }

  /// The classes that declared a property which they do not declare now.
  private func sources(
    of property: _Property, _ entity: _Entity
  ) throws -> [(entity: String, path: String)] {
    var found: [(entity: String, path: String)] = []
    for stored in model.entities
    where stored.name != entity.name && isOfOneLine(stored.name, entity) {
      for name in Self.names(of: property) where declares(stored.name, name, property) {
        let isKept = entities[stored.name].map { Self.own($0) }?.contains {
          Self.names(of: $0).contains(name)
        }
        guard isKept != true, let path = try path(of: property, name, in: stored.name) else { continue }
        found.append((stored.name, path))
        break
      }
    }
    return found.sorted { $0.entity < $1.entity }
  }

  /// The path at which an entity has, or had, values that fit the property.
  ///
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if an attribute has
  ///   other parts now: its values would stay behind without a word.
  private func path(of property: _Property, _ name: String, in entity: String) throws -> String? {
    if property.isRelationship {
      let stored = model.entity(named: entity)?.relationships.first { $0.name == name }
      guard let stored, !stored.isToMany, fits(stored.destination, property) else { return nil }
      let path = "\(name)/to/\(stored.destination)"
      return paths(path, of: entity).isEmpty ? nil : path
    }
    let found = paths(name, of: entity)
    guard !found.isEmpty, property.hasColumns,
      let stored = ownAttributes(model.entity(named: entity)).first(where: { $0.name == name }),
      !stored.isTransient
    else { return nil }
    let isWhole = ordered(found, property).count == natural.columns(of: property).count
    try TypeChange.checkParts(property, stored: stored, isWhole: isWhole)
    return name
  }

  /// Restores the columns that were kept when the property had another type.
  private mutating func restore(_ property: _Property, _ entity: _Entity) {
    guard property.isRelationship else {
      if !paths(property.name + "/value", of: entity.name).isEmpty {
        rename(property.name + "/value", property.name, in: entity.name)
      }
      return
    }
    let prefix = property.name + "/to/"
    let aside = (columns[entity.name] ?? [:]).keys
      .filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }.sorted()
    let destinations = aside.map { String($0.dropFirst(prefix.count)) }
    let own = destinations.first { $0 == property.destination?.name }
    if let fitting = own ?? destinations.first(where: { fits($0, property) }) {
      rename(prefix + fitting, property.name, in: entity.name)
    }
  }

  /// Some of the rows that a relationship led to may be of the destination
  /// that it has now.
  private mutating func narrow(_ property: _Property, _ entity: _Entity) {
    guard property.isRelationship, paths(property.name, of: entity.name).isEmpty else { return }
    let stored = ownRelationships(model.entity(named: entity.name))
    for name in Self.names(of: property) {
      guard let relationship = stored.first(where: { $0.name == name && !$0.isToMany }),
        let former = entities[relationship.destination],
        property.destination?.isKind(of: former) == true,
        let key = columns[entity.name]?["\(name)/to/\(relationship.destination)"]
      else { continue }
      copies.append(Copy(property: property, columns: [key]))
      return
    }
  }

  /// The column of a to-many relationship without inverse is in the members' table.
  private mutating func placeHidden(_ property: _Property, _ owner: _Entity) {
    guard property.isOneWayToMany, let destination = property.destination?.name else { return }
    for stored in model.entities
    where stored.name == owner.name || isOfOneLine(stored.name, owner) {
      guard
        stored.name == owner.name
          || entities[stored.name].map({ Self.own($0) })?.contains(where: { $0.name == property.name })
            != true
      else { continue }
      for name in Self.names(of: property) {
        guard
          let former = ownRelationships(stored).first(where: { $0.name == name && $0.isToMany }),
          former.inverse == nil, fits(former.destination, property),
          contents.rootName(of: former.destination) == property.destination?.root.name
        else { continue }
        let path = "\(stored.name)/\(name)"
        if stored.name == owner.name, former.destination == destination { return }
        guard let column = columns[former.destination]?[path] else { continue }
        columns[former.destination]?[path] = nil
        columns[destination, default: [:]]["\(owner.name)/\(property.name)"] = column
        return
      }
    }
  }

  private mutating func rename(_ name: String, _ new: String, in entity: String) {
    let found = paths(name, of: entity)
    guard !found.isEmpty else { return }
    // What was there before stays noted.
    for (suffix, column) in paths(new, of: entity) {
      columns[entity]?[new + "/former" + suffix] = column
    }
    for (suffix, column) in found {
      columns[entity]?[name + suffix] = nil
      columns[entity]?[new + suffix] = column
    }
  }
}
