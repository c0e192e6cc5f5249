// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The tables and indexes that Core Data makes for a model without inheritance.
struct StoreTables {
  /// Entities in the order of their numbers, which begin at 1.
  let entities: [EntityDescription]
  private(set) var statements: [String] = []
  /// Which column each path has, by entity.
  private(set) var columns: [String: [String: String]] = [:]
  private var tables: [String: String] = [:]
  private var numbers: [String: Int] = [:]
  private var joins: [Join] = []
  private var takenJoinColumns: Set<String> = []

  private struct Join {
    let owner: String
    let name: String
    let columns: [String]
  }

  /// - Throws: ``StoreError`` if the model needs more than this makes.
  init(_ model: ManagedObjectModel) throws {
    entities = ManagedObjectModel.ordered(model.entities)
    for (index, entity) in entities.enumerated() { numbers[entity.name] = index + 1 }
    try check()
    var taken: Set<String> = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
    for entity in entities {
      tables[entity.name] = Self.free(TableNaming.table(of: entity.name), &taken)
    }
    for entity in entities {
      statements.append(table(entity))
      for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) {
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

  private func check() throws {
    for entity in entities {
      let oneWay = entity.relationships.first { $0.isToMany && $0.inverse == nil }
      guard entity.superentity == nil, oneWay == nil else {
        throw StoreError(
          .unsupported,
          "A store for \(entity.name) cannot be made: it has a superentity, or a to-many"
            + " relationship without inverse.", advice: "Let its app make the store.")
      }
    }
  }

  private static func free(_ natural: String, _ taken: inout Set<String>) -> String {
    let name = ColumnNames.free(natural, isTaken: taken.contains)
    taken.insert(name)
    return name
  }

  // MARK: Tables

  private mutating func table(_ entity: EntityDescription) -> String {
    var plan = TableColumns()
    let place = TableColumns.Entity(entity.name, at: 0)
    var types: [String: String] = [:]
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient {
      for leaf in attribute.leaves {
        let type = leaf.attribute.type
        let name = plan.addAttribute(
          leaf.attribute.name, path: leaf.path, ColumnGroup(type), of: place)
        types[name] = type.declaredType
      }
    }
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name })
    where !relationship.isToMany {
      let name = plan.addToOne(relationship.name, destination: nil, of: place).key
      types[name] = "INTEGER"
    }
    columns[entity.name] = plan.columnNames[entity.name]
    let all =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      + plan.ordered.map { "\($0) \(types[$0] ?? "INTEGER")" }
    return "CREATE TABLE \(tables[entity.name] ?? "") ( \(all.joined(separator: ", ")) )"
  }

  /// The table of pairs that a relationship names: of the end whose entity has the lower number.
  private mutating func join(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> Join? {
    guard relationship.isToMany, let inverseName = relationship.inverse,
      let destination = entities.first(where: { $0.name == relationship.destination }),
      let inverse = destination.relationship(named: inverseName), inverse.isToMany,
      let own = numbers[entity.name], let other = numbers[destination.name], own <= other
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
    guard let table = tables[entity.name], let columns = columns[entity.name] else { return [] }
    var all: [String] = []
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name })
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
