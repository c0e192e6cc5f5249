// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// `originalName`: what a property was called in the version of the schema
/// that the store was written with.
struct PropertyRenames {
  let contents: StoreContents
  let entities: [_Entity]

  /// The old name of a property that has been renamed.
  static func originalName(of property: _Property) -> String? { property.formerName }

  /// The columns of the store by the names that properties have now.
  func columns() -> [String: [String: String]] {
    let known = contents.knownColumns ?? [:]
    var columns = known
    for entity in entities {
      let renames = renames(in: entity)
      guard !renames.isEmpty else { continue }
      let (hidden, own) = (
        renames.filter(\.property.isToMany), renames.filter { !$0.property.isToMany }
      )
      columns[entity.name] = Self.moved(
        own.map { (from: $0.original, to: $0.property.name) }, in: columns[entity.name] ?? [:])
      for rename in hidden {
        guard let destination = rename.property.destination?.name else { continue }
        columns[destination] = Self.moved(
          [
            (
              from: "\(entity.name)/\(rename.original)",
              to: "\(entity.name)/\(rename.property.name)"
            )
          ], in: columns[destination] ?? [:])
      }
      guard known[entity.name] == nil else { continue }
      for rename in renames { guess(rename, entity, &columns) }
    }
    return columns
  }

  /// Old names by new ones, of the properties that an entity declares itself.
  func oldNames(in entity: _Entity) -> [String: String] {
    Dictionary(
      renames(in: entity).map { ($0.property.name, $0.original) }, uniquingKeysWith: { $1 })
  }

  private struct Rename {
    let property: _Property
    let original: String
  }

  /// Gives the columns of some paths to others. What a path that is taken had
  /// stays noted: nothing else may get it.
  private static func moved(
    _ renames: [(from: String, to: String)], in known: [String: String]
  ) -> [String: String] {
    func isPart(_ path: String, of name: String) -> Bool {
      path == name || path.hasPrefix(name + ".") || path == name + "/entity"
    }
    var columns = known
    for path in known.keys where renames.contains(where: { isPart(path, of: $0.from) }) {
      columns[path] = nil
    }
    for (path, column) in known
    where columns[path] != nil && renames.contains(where: { isPart(path, of: $0.to) }) {
      columns[path] = nil
      columns[path + "/former"] = column
    }
    for rename in renames {
      for (path, column) in known where isPart(path, of: rename.from) {
        columns[rename.to + path.dropFirst(rename.from.count)] = column
      }
    }
    return columns
  }

  /// The properties whose values are under an old name.
  private func renames(in entity: _Entity) -> [Rename] {
    let own = entity.properties[entity.description.ownRange].filter { !$0.isManyToMany }
    let candidates = own.compactMap { property -> Rename? in
      guard let original = Self.originalName(of: property),
        has(original, entity, like: property)
      else { return nil }
      if has(property.name, entity, like: property) {
        // Both names are there: it was renamed before, unless the store's
        // model says otherwise.
        guard let stored = storedOriginal(property), stored != original else { return nil }
      }
      return Rename(property: property, original: original)
    }
    // Names that are still in use are left to their properties.
    return candidates.filter { rename in
      guard own.contains(where: { $0.name == rename.original }) else { return true }
      return candidates.contains { $0.property.name == rename.original }
    }
  }

  /// What the property of this name had been called before the store was last
  /// written.
  private func storedOriginal(_ property: _Property) -> String? {
    guard let entity = contents.storedModel?.entity(named: property.entity.name) else { return nil }
    if let attribute = entity.attributes.first(where: { $0.name == property.name }) {
      return attribute.renamingIdentifier ?? property.name
    }
    return entity.relationships.first { $0.name == property.name }
      .map { $0.renamingIdentifier ?? property.name }
  }

  /// Whether the store has columns of a property of this name.
  private func has(_ name: String, _ entity: _Entity, like property: _Property) -> Bool {
    if property.isToMany {
      guard let destination = property.destination else { return false }
      if let known = contents.knownColumns?[destination.name] {
        return known["\(entity.name)/\(name)"] != nil
      }
      if isRecorded(destination) { return false }
      return hiddenColumn(name, entity).map { fileColumns(of: destination).contains($0) } ?? false
    }
    if let known = contents.knownColumns?[entity.name] {
      return known.keys.contains { $0 == name || $0.hasPrefix(name + ".") }
    }
    if isRecorded(entity) { return false }
    return fileColumns(of: entity).contains(ColumnNames.column(name))
  }

  /// Whether the store says which columns of the entity's table are whose: an
  /// entity that it does not name has none.
  private func isRecorded(_ entity: _Entity) -> Bool {
    contents.knownColumns?.keys.contains {
      contents.rootName(of: $0) == entity.root.name
    } ?? false
  }

  private func fileColumns(of entity: _Entity) -> Set<String> {
    contents.columnNames(of: TableNaming.table(of: entity.root.name))
  }

  private func number(of entity: _Entity) -> Int64? {
    contents.modelEntities.first { $0.name == entity.name }?.number
  }

  private func hiddenColumn(_ name: String, _ owner: _Entity) -> String? {
    number(of: owner).map { ColumnNames.hiddenColumn(name, owner: $0) }
  }

  /// Without a record of its columns, a property's are called after it.
  private func guess(
    _ rename: Rename, _ entity: _Entity, _ columns: inout [String: [String: String]]
  ) {
    let (name, column) = (rename.property.name, ColumnNames.column(rename.original))
    guard let destination = rename.property.destination else {
      columns[entity.name, default: [:]][name] = column
      return
    }
    if rename.property.isToMany {
      columns[destination.name, default: [:]]["\(entity.name)/\(name)"] =
        hiddenColumn(rename.original, entity)
      return
    }
    columns[entity.name, default: [:]][name] = column
    if let number = number(of: destination) {
      let column = ColumnNames.entityColumn(rename.original, destination: number)
      guard fileColumns(of: entity).contains(column) else { return }
      columns[entity.name, default: [:]][name + "/entity"] = column
    }
  }
}
