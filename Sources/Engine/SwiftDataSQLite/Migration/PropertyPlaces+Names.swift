// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// The declarations of the store's model, and their columns.
extension PropertyPlaces {
  static func own(_ entity: _Entity) -> ArraySlice<_Property> {
    entity.properties[entity.description.ownRange]
  }

  static func names(of property: _Property) -> [String] {
    [property.name] + (PropertyRenames.originalName(of: property).map { [$0] } ?? [])
  }

  func ownRelationships(_ entity: EntityDescription?) -> [RelationshipDescription] {
    let parent = entity?.superentity.flatMap { model.entity(named: $0) }
    let inherited = Set((parent?.relationships ?? []).map(\.name))
    return (entity?.relationships ?? []).filter { !inherited.contains($0.name) }
  }

  func ownAttributes(_ entity: EntityDescription?) -> [AttributeDescription] {
    let parent = entity?.superentity.flatMap { model.entity(named: $0) }
    let inherited = Set((parent?.attributes ?? []).map(\.name))
    return (entity?.attributes ?? []).filter { !inherited.contains($0.name) }
  }

  /// Whether an entity of the store's model itself declares such a property.
  func declares(_ entity: String, _ name: String, _ property: _Property) -> Bool {
    let stored = model.entity(named: entity)
    return property.isRelationship
      ? ownRelationships(stored).contains { $0.name == name && $0.isToMany == property.isToMany }
      : ownAttributes(stored).contains { $0.name == name }
  }

  /// The columns of a property, by what their paths have behind its name.
  func paths(_ name: String, of entity: String) -> Columns {
    Self.paths(name, in: columns[entity] ?? [:])
  }

  static func paths(_ name: String, in columns: Columns) -> Columns {
    var found: Columns = [:]
    for (path, column) in columns
    where path == name || path.hasPrefix(name + ".") || path == name + "/entity" {
      found[String(path.dropFirst(name.count))] = column
    }
    return found
  }

  func naturalColumns(_ property: _Property) -> [String: ColumnLayout] {
    let layouts = natural.columns(of: property)
    return Self.paths(property.name, in: natural.columnNames[property.entity.name] ?? [:])
      .compactMapValues { name in layouts.first { $0.name == name } }
  }

  /// Columns in the order of the property's own.
  func ordered(_ found: Columns, _ property: _Property) -> [String] {
    if property.isRelationship { return found[""].map { [$0] } ?? [] }
    let suffixes = naturalColumns(property)
    return natural.columns(of: property).compactMap { column in
      suffixes.first { $0.value.name == column.name }.flatMap { found[$0.key] }
    }
  }
}

/// Which classes are above which, in the store and now.
extension PropertyPlaces {
  /// An entity of the store and those above it.
  func lineage(of name: String) -> [String] {
    var names = [name]
    while let parent = model.entity(named: names[names.count - 1])?.superentity,
      !names.contains(parent)
    {
      names.append(parent)
    }
    return names
  }

  func isBelow(_ name: String, _ entity: _Entity) -> Bool {
    if let other = entities[name] { return other.isKind(of: entity) }
    return lineage(of: name).contains(entity.name)
  }

  /// Whether one is above the other, in one table; siblings are not.
  func isOfOneLine(_ name: String, _ entity: _Entity) -> Bool {
    guard contents.rootName(of: name) == entity.root.name else { return false }
    if isBelow(name, entity) || lineage(of: entity.name).contains(name) { return true }
    return entities[name].map { entity.isKind(of: $0) } ?? false
  }

  /// The numbers in the store of an entity and those below it.
  func numbers(of name: String) -> [Int64] {
    contents.modelEntities.filter { lineage(of: $0.name).contains(name) }.map(\.number)
  }
}
