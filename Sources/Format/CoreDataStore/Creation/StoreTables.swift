// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The tables and indexes that Core Data makes for a model.
struct StoreTables {
  /// Entities in the order of their numbers, which begin at 1.
  let entities: [EntityDescription]
  private let model: ManagedObjectModel
  private(set) var statements: [String] = []
  /// Which column each path has, by entity.
  private(set) var columns: [String: [String: String]] = [:]
  /// By root entity.
  private var tables: [String: String] = [:]
  private var numbers: [String: Int] = [:]
  private var joins: [Join] = []
  private var takenJoinColumns: Set<String> = []

  private struct Join {
    let owner: String
    let name: String
    let columns: [String]
  }

  init(_ model: ManagedObjectModel) {
    entities = ManagedObjectModel.ordered(model.entities)
    self.model = model
    for (index, entity) in entities.enumerated() { numbers[entity.name] = index + 1 }
    var taken: Set<String> = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
    let roots = entities.filter { model.root(of: $0).name == $0.name }
    for entity in roots {
      tables[entity.name] = Self.free(TableNaming.table(of: entity.name), &taken)
    }
    for entity in entities {
      if tables[entity.name] != nil { statements.append(table(entity)) }
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name }) {
        if let join = join(relationship, of: entity) {
          joins.append(join)
          statements.append(
            "CREATE TABLE \(join.name) ( \(join.columns.map { "\($0) INTEGER" }.joined(separator: ", ")),"
              + " PRIMARY KEY (\(join.columns.joined(separator: ", "))) )")
        }
      }
    }
    for entity in entities { statements += indexes(entity) }
    statements += Self.bookkeeping
  }

  /// The number of an entity's superentity; 0 of a root.
  func superentityNumber(of entity: EntityDescription) -> Int64 {
    Int64(entity.superentity.flatMap { numbers[$0] } ?? 0)
  }

  private static func free(_ natural: String, _ taken: inout Set<String>) -> String {
    let name = ColumnNames.free(natural, isTaken: taken.contains)
    taken.insert(name)
    return name
  }

  // MARK: Tables

  /// Of a root and all below it.
  private mutating func table(_ root: EntityDescription) -> String {
    let family = entities.filter { model.root(of: $0).name == root.name }
    var plan = TableColumns(entities: family.map(\.name))
    var types: [String: String] = [:]
    for (position, entity) in family.enumerated() {
      let place = TableColumns.Entity(entity.name, at: position)
      for attribute in model.ownAttributes(of: entity).sorted(by: { $0.name < $1.name })
      where !attribute.isTransient {
        for leaf in attribute.leaves {
          let type = leaf.attribute.type
          let name = plan.addAttribute(
            leaf.attribute.name, path: leaf.path, ColumnGroup(type), of: place)
          types[name] = type.declaredType
        }
      }
      for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
      where !relationship.isToMany {
        _ = plan.addToOne(
          relationship.name, destination: numberIfDivided(relationship.destination), of: place)
      }
    }
    for owner in entities {
      for relationship in model.ownRelationships(of: owner).sorted(by: { $0.name < $1.name })
      where relationship.isToMany && relationship.inverse == nil {
        guard let number = numbers[owner.name],
          let position = family.firstIndex(where: { $0.name == relationship.destination })
        else { continue }
        _ = plan.addHidden(
          relationship.name, of: (owner.name, Int64(number)),
          in: TableColumns.Entity(relationship.destination, at: position))
      }
    }
    for entity in family { columns[entity.name] = plan.columnNames[entity.name] }
    let all =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      + plan.ordered.map { "\($0) \(types[$0] ?? "INTEGER")" }
    return "CREATE TABLE \(tables[root.name] ?? "") ( \(all.joined(separator: ", ")) )"
  }

  /// The number of an entity that has subentities: only then a key leaves open which entity it is of.
  private func numberIfDivided(_ name: String) -> Int64? {
    guard let number = numbers[name], entities.contains(where: { $0.superentity == name }) else { return nil }
    return Int64(number)
  }

  /// The columns of an entity's own and inherited properties.
  private func allColumns(_ entity: EntityDescription) -> [String: String] {
    model.ancestors(of: entity).reduce(columns[entity.name] ?? [:]) { all, ancestor in
      all.merging(columns[ancestor.name] ?? [:]) { own, _ in own }
    }
  }

  /// The table of pairs that a relationship names: of the end whose entity has the lower number.
  private mutating func join(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> Join? {
    guard relationship.isToMany, let inverseName = relationship.inverse,
      let target = entities.first(where: { $0.name == relationship.destination }),
      let inverse = target.relationship(named: inverseName), inverse.isToMany,
      let own = numbers[entity.name],
      let other = numbers[model.declaring(inverseName, from: target).name], own <= other
    else { return nil }
    let name = TableNaming.pairs(relationship.name, Int64(own))
    if own == other {
      if inverse.name == relationship.name {
        return Join(
          owner: entity.name, name: name,
          columns: [Self.free(name, &takenJoinColumns), ColumnNames.reflexive])
      }
      // Of one entity: the end whose name sorts last.
      guard relationship.name > inverse.name else { return nil }
    }
    return Join(
      owner: entity.name, name: name,
      columns: [
        Self.free(TableNaming.pairs(inverse.name, Int64(own)), &takenJoinColumns),
        Self.free(TableNaming.pairs(relationship.name, Int64(other)), &takenJoinColumns),
      ])
  }

  // MARK: Indexes

  private func indexes(_ entity: EntityDescription) -> [String] {
    guard let table = tables[model.root(of: entity).name] else { return [] }
    let columns = allColumns(entity)
    var all: [String] = []
    for relationship in model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name })
    where !relationship.isToMany {
      guard let column = columns[relationship.name] else { continue }
      all.append("CREATE INDEX \(TableNaming.index(on: column, of: table)) ON \(table) (\(column))")
    }
    for join in joins where join.owner == entity.name {
      all.append(
        "CREATE INDEX \(join.name)_\(join.columns[1])_INDEX ON \(join.name)"
          + " (\(join.columns[1]), \(join.columns[0]))")
    }
    func declared(_ name: String, _ properties: [String], isUnique: Bool) {
      let sorted = properties.compactMap { columns[$0] }.map { "\($0) COLLATE BINARY ASC" }
      guard sorted.count == properties.count else { return }
      all.append(
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(Self.quoted(TableNaming.index(named: name, of: entity.name)))"
          + " ON \(table) (\(sorted.joined(separator: ", ")))")
    }
    for index in entity.indexes {
      declared(index.name, index.elements.map(\.property), isUnique: false)
    }
    for constraint in entity.uniquenessConstraints {
      declared("UNIQUE_" + constraint.joined(separator: "_"), constraint, isUnique: true)
    }
    return all
  }

  /// A name as it is if SQL takes it so, else in quotes.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    return isPlain ? name : name.sqlName
  }

  private static let bookkeeping =
    [PrimaryKeyTable.creation, MetadataTable.creation, ModelCacheTable.creation]
    + HistoryTables.statements
}
