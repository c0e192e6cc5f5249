// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The tables that Core Data would make of a schema, derived from the public
/// `Schema` by the rules of the format, without a line of the store's code.
struct ExpectedLayout {
  private(set) var statements: [String] = []
  private let schema: Schema
  private let ordered: [Schema.Entity]
  private let numbers: [String: Int]

  private struct Column {
    let group: Int
    let entity: Int
    let isRelationship: Bool
    let sortName: String
    let position: Int
    let name: String
    let type: String
  }

  init(_ schema: Schema) {
    self.schema = schema
    var ordered: [Schema.Entity] = []
    func visit(_ entity: Schema.Entity) {
      ordered.append(entity)
      for child in entity.subentities.sorted(by: { $0.name.lowercased() < $1.name.lowercased() }) {
        visit(child)
      }
    }
    let roots = schema.entities.filter { $0.superentityName == nil }
    for root in roots.sorted(by: { $0.name.lowercased() < $1.name.lowercased() }) { visit(root) }
    self.ordered = ordered
    numbers = Dictionary(
      ordered.enumerated().map { ($1.name, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    for root in ordered where root.superentityName == nil { table(root) }
    joinTables()
  }

  private func family(_ root: Schema.Entity) -> [Schema.Entity] {
    ordered.filter { entity in
      var current: Schema.Entity? = entity
      while let candidate = current {
        if candidate.name == root.name { return true }
        current = candidate.superentityName.flatMap { schema.entitiesByName[$0] }
      }
      return false
    }
  }

  private mutating func table(_ root: Schema.Entity) {
    let table = "Z" + root.name.uppercased()
    var used: [String: Int] = [:]
    var columns: [Column] = []
    var names: [String: [String: String]] = [:]
    var keyColumns: [String] = []
    func assign(_ wanted: String) -> String {
      defer { used[wanted, default: 0] += 1 }
      return used[wanted].map { "\(wanted)\($0)" } ?? wanted
    }
    let members = family(root)
    for (index, entity) in members.enumerated() {
      let stored = entity.storedProperties
      for attribute in stored.compactMap({ $0 as? Schema.Attribute }).sorted(by: { $0.name < $1.name })
      where !attribute.isTransient {
        for (position, leaf) in leaves(attribute).enumerated() {
          let name = assign("Z" + leaf.name.uppercased())
          if position == 0 { names[entity.name, default: [:]][attribute.name] = name }
          // An array inside a struct is JSON in a binary column.
          let (group, type) = Self.kind(leaf, isElement: attribute is Schema.CompositeAttribute)
          columns.append(
            Column(
              group: group, entity: index, isRelationship: false, sortName: attribute.name,
              position: position, name: name, type: type))
        }
      }
      for relationship in stored.compactMap({ $0 as? Schema.Relationship }).sorted(by: { $0.name < $1.name })
      where relationship.isToOneRelationship {
        let name = assign("Z" + relationship.name.uppercased())
        keyColumns.append(name)
        names[entity.name, default: [:]][relationship.name] = name
        columns.append(
          Column(
            group: 0, entity: index, isRelationship: true, sortName: relationship.name, position: 0,
            name: name, type: "INTEGER"))
        if schema.entitiesByName[relationship.destination]?.subentities.isEmpty == false {
          columns.append(
            Column(
              group: 0, entity: index, isRelationship: true, sortName: relationship.name,
              position: 1,
              name: assign("Z\(numbers[relationship.destination]!)_\(relationship.name.uppercased())"),
              type: "INTEGER"))
        }
      }
      for owner in ordered {
        for relationship in owner.storedProperties.compactMap({ $0 as? Schema.Relationship })
        where !relationship.isToOneRelationship && relationship.inverseName == nil
          && relationship.destination == entity.name
        {
          let name = assign("Z\(numbers[owner.name]!)\(relationship.name.uppercased())")
          keyColumns.append(name)
          columns.append(
            Column(
              group: 0, entity: index, isRelationship: true, sortName: "~" + relationship.name,
              position: 0, name: name, type: "INTEGER"))
        }
      }
    }
    let sorted = columns.sorted {
      ($0.group, $0.entity, $0.isRelationship ? 1 : 0, $0.sortName, $0.position)
        < ($1.group, $1.entity, $1.isRelationship ? 1 : 0, $1.sortName, $1.position)
    }
    let list =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      + sorted.map { "\($0.name) \($0.type)" }
    statements.append("CREATE TABLE \(table) ( \(list.joined(separator: ", ")) )")
    if members.count > 1 {
      statements.append("CREATE INDEX \(table)_Z_ENT_INDEX ON \(table) (Z_ENT)")
    }
    for key in keyColumns {
      statements.append("CREATE INDEX \(table)_\(key)_INDEX ON \(table) (\(key))")
    }
    for entity in members {
      for group in entity.uniquenessConstraints {
        let list = group.map { "\(column($0, entity, names)) COLLATE BINARY ASC" }
        statements.append(
          "CREATE UNIQUE INDEX Z_\(entity.name)_UNIQUE_\(group.joined(separator: "_")) ON \(table) (\(list.joined(separator: ", ")))"
        )
      }
      for group in entity.indices {
        let list = group.map { "\(column($0, entity, names)) COLLATE BINARY ASC" }
        statements.append(
          "CREATE INDEX Z_\(entity.name)_SwiftDataIndexOnBinary\(group.joined()) ON \(table) (\(list.joined(separator: ", ")))"
        )
      }
    }
  }

  private func column(
    _ property: String, _ entity: Schema.Entity, _ names: [String: [String: String]]
  ) -> String {
    var current: Schema.Entity? = entity
    while let candidate = current {
      if let name = names[candidate.name]?[property] { return name }
      current = candidate.superentityName.flatMap { schema.entitiesByName[$0] }
    }
    return "?"
  }

  /// The columns of an attribute: itself, or the elements of a composite.
  private func leaves(_ attribute: Schema.Attribute) -> [Schema.Attribute] {
    guard let composite = attribute as? Schema.CompositeAttribute else { return [attribute] }
    return composite.properties.flatMap { leaves($0) }
  }

  private static func kind(_ attribute: Schema.Attribute, isElement: Bool) -> (Int, String) {
    var type = "\(attribute.valueType)"
    if type.hasPrefix("Optional<") { type = String(type.dropFirst(9).dropLast()) }
    switch type {
    case "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64":
      return (0, "INTEGER")
    case "Double", "Float": return (1, "FLOAT")
    case "Date": return (1, "TIMESTAMP")
    case "Decimal", "NSDecimal": return (2, "DECIMAL")
    case "String": return (3, "VARCHAR")
    case "URL": return (4, "VARCHAR")
    case "UUID": return (5, "BLOB")
    case "Data": return (7, "BLOB")
    default:
      // Arrays and the like are transformables in the model.
      return (isElement ? 7 : 6, "BLOB")
    }
  }

  private mutating func joinTables() {
    var done = Set<String>()
    for entity in ordered {
      for relationship in entity.storedProperties.compactMap({ $0 as? Schema.Relationship })
        .sorted(by: { $0.name < $1.name })
      where !relationship.isToOneRelationship {
        guard let inverseName = relationship.inverseName,
          let inverse = schema.entitiesByName[relationship.destination]?
            .relationshipsByName[inverseName], !inverse.isToOneRelationship,
          entity.name != relationship.destination,
          done.insert(
            [entity.name, relationship.destination].sorted().joined()
              + [relationship.name, inverseName].sorted().joined()
          ).inserted
        else { continue }
        let a = numbers[entity.name]!
        let b = numbers[relationship.destination]!
        let table = "Z_\(a)\(relationship.name.uppercased())"
        let owner = "Z_\(a)\(inverseName.uppercased())"
        let target = "Z_\(b)\(relationship.name.uppercased())"
        statements.append(
          "CREATE TABLE \(table) ( \(owner) INTEGER, \(target) INTEGER, PRIMARY KEY (\(owner), \(target)) )")
        statements.append(
          "CREATE INDEX \(table)_\(target)_INDEX ON \(table) (\(target), \(owner))")
      }
    }
  }
}
