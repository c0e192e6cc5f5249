// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

#if Postgres
  import SwiftDataSQL
#endif

/// The statements with which a PostgreSQL store follows its models, as far as a frozen schema tells.
///
/// Names are those that the store gives by itself. Where two properties would have one name, it numbers them; the exact
/// statements are those of `PostgresConfiguration.migrationStatements(for:)`.
struct SchemaTables {
  /// The schema that the tables are of before.
  let old: FrozenSchema

  #if Postgres
    static let areAvailable = true
    private func snake(_ name: String) -> String { PostgresNames.snake(name) }
    private func quoted(_ name: String) -> String { PostgresNames.quoted(name) }
    private func derived(_ parts: [String]) -> String { PostgresNames.quoted(PostgresNames.derived(parts)) }
  #else
    static let areAvailable = false
    private func snake(_ name: String) -> String { name }
    private func quoted(_ name: String) -> String { name }
    private func derived(_ parts: [String]) -> String { parts.joined(separator: "_") }
  #endif

  private struct Column {
    let name: String
    let type: String
  }

  /// Structs within each other, before a declaration is taken for one that has no end.
  private static let maximumDepth = 16

  // MARK: Names

  private func root(of model: String, in schema: FrozenSchema) -> String {
    var name = model
    var seen: Set<String> = []
    while seen.insert(name).inserted, let parent = schema.model(named: name)?.parent { name = parent }
    return name
  }

  private func table(_ model: String, _ schema: FrozenSchema) -> String { quoted(snake(root(of: model, in: schema))) }
  private func plainTable(_ model: String, _ schema: FrozenSchema) -> String { snake(root(of: model, in: schema)) }

  private static let scalars: [String: String] = [
    "String": "text COLLATE \"C\"", "URL": "text COLLATE \"C\"", "Int16": "smallint", "Int8": "smallint",
    "UInt8": "smallint", "Int32": "integer", "UInt16": "integer", "Int": "bigint", "Int64": "bigint",
    "UInt32": "bigint",
    "Bool": "boolean", "Double": "double precision", "Date": "double precision", "Float": "real", "Decimal": "numeric",
    "UUID": "uuid", "Data": "bytea", "CGFloat": "double precision", "TimeInterval": "double precision",
  ]

  private func columns(_ property: FrozenSchema.Property, of model: String, _ schema: FrozenSchema) -> [Column] {
    if property.isRelationship {
      return property.type.hasPrefix("[") ? [] : [Column(name: quoted(snake(property.name) + "_id"), type: "bigint")]
    }
    if property.options.contains("ephemeral") { return [] }
    return columns([property.name], property.type, within: model, schema)
  }

  /// - Parameter scope: The model, or the struct or enum, that names the type.
  private func columns(
    _ path: [String], _ type: String, within scope: String, _ schema: FrozenSchema
  ) -> [Column] {
    var type = type
    while type.hasSuffix("?") { type.removeLast() }
    let name = quoted(path.map(snake).joined(separator: "_"))
    if let scalar = Self.scalars[type] { return [Column(name: name, type: scalar)] }
    guard let declared = schema.type(named: type, within: scope), path.count < Self.maximumDepth else {
      return [Column(name: name, type: "jsonb")]
    }
    if let raw = declared.rawType { return columns(path, raw, within: scope, schema) }
    return declared.members.flatMap { member -> [Column] in
      if declared.isEnum {
        let name = String(member.prefix { $0 != "(" && $0 != " " })
        guard let start = member.firstIndex(of: "("), let end = member.lastIndex(of: ")") else {
          return columns(path + [name], "String", within: declared.name, schema)
        }
        let parts = member[member.index(after: start)..<end].split(separator: ",")
        return parts.enumerated().flatMap { index, part in
          let words = part.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
          return columns(
            path + [name, words.count == 2 ? words[0] : "_\(index)"], words.last ?? "", within: declared.name, schema)
        }
      }
      let words = member.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return words.count == 2 ? columns(path + [words[0]], words[1], within: declared.name, schema) : []
    }
  }

  // MARK: Statements

  func creation(of model: FrozenSchema.Model, in schema: FrozenSchema) -> [String] {
    if model.parent != nil {
      // In the table of its superclass, which may be new as well.
      if isNew(model.name, schema) { return [] }
      return model.properties.flatMap { property in
        property.isRelationship
          ? relationship(property, of: model.name, in: schema) : addition(of: property, to: model.name, in: schema)
      }
    }
    let family = schema.models.filter { root(of: $0.name, in: schema) == model.name }
    let isDivided = family.count > 1
    var lines = ["pk bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"]
    if isDivided { lines.append("entity text COLLATE \"C\" NOT NULL DEFAULT \(model.name.inSingleQuotes)") }
    lines.append("opt integer NOT NULL DEFAULT 1")
    for member in family {
      for property in member.properties {
        lines += columns(property, of: member.name, schema).map { "\($0.name) \($0.type)" }
      }
    }
    for owner in schema.models {
      for property in owner.properties where isOneWay(property) && targets(property, model.name, schema) {
        lines.append("\(hidden(property, owner.name)) bigint")
      }
    }
    var statements = ["CREATE TABLE \(table(model.name, schema)) (\(lines.joined(separator: ", ")))"]
    for member in family {
      for property in member.properties where property.isRelationship {
        statements += relationship(property, of: member.name, in: schema)
      }
      let unique = member.properties.filter { $0.options.contains("unique") }.map { [$0.name] } + member.unique
      statements += unique.flatMap { index($0, of: member.name, in: schema, isUnique: true) }
      statements += member.indexes.flatMap { index($0, of: member.name, in: schema, isUnique: false) }
    }
    return statements
  }

  /// Whether the table of a model is made by the same migration: then nobody else uses it yet.
  private func isNew(_ model: String, _ schema: FrozenSchema) -> Bool {
    old.model(named: root(of: model, in: schema)) == nil
  }

  private func isOneWay(_ property: FrozenSchema.Property) -> Bool {
    property.isRelationship && property.type.hasPrefix("[") && property.inverse == nil
  }

  private func targets(_ property: FrozenSchema.Property, _ model: String, _ schema: FrozenSchema) -> Bool {
    root(of: property.type.trimmingCharacters(in: ["[", "]"]), in: schema) == model
  }

  /// The column of a to-many relationship without inverse, in the table of its members.
  private func hidden(_ property: FrozenSchema.Property, _ owner: String) -> String {
    quoted([owner, property.name, "id"].map(snake).joined(separator: "_"))
  }

  func addition(of property: FrozenSchema.Property, to model: String, in schema: FrozenSchema) -> [String] {
    columns(property, of: model, schema).map { column in
      let literal = property.initial.flatMap { Self.literal($0, column.type) }
      return "ALTER TABLE \(table(model, schema)) ADD COLUMN \(column.name) \(column.type)"
        + (literal.map { " DEFAULT \($0)" } ?? "")
    }
  }

  /// The plainest literals; for others the library computes the value.
  private static func literal(_ text: String, _ type: String) -> String? {
    switch type {
    case "boolean": ["true", "false"].contains(text) ? text : nil
    case "smallint", "integer", "bigint", "numeric": Int(text).map { "\($0)" }
    case "double precision", "real": Double(text).map { "'\($0)'::\(type)" }
    case _
    where type.hasPrefix("text") && text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      && !text.contains("\\"):
      text.dropFirst().dropLast().inSingleQuotes
    default: nil
    }
  }

  func renaming(
    _ former: String, _ property: FrozenSchema.Property, of model: String, in schema: FrozenSchema
  ) -> [String] {
    var old = property
    old.name = former
    return zip(columns(old, of: model, schema), columns(property, of: model, schema)).map {
      "ALTER TABLE \(table(model, schema)) RENAME COLUMN \($0.name) TO \($1.name)"
    }
  }

  func conversion(of property: FrozenSchema.Property, in model: String, _ schema: FrozenSchema) -> [String] {
    columns(property, of: model, schema).map {
      "ALTER TABLE \(table(model, schema)) ALTER COLUMN \($0.name) TYPE \($0.type) USING \($0.name)::\($0.type)"
    }
  }

  private func names(_ group: [String], of model: String, in schema: FrozenSchema) -> [String] {
    group.flatMap { path -> [String] in
      let parts = path.split(separator: ".").map(String.init)
      var owner = schema.model(named: model)
      while let current = owner, current.property(named: parts.first ?? "") == nil {
        owner = current.parent.flatMap { schema.model(named: $0) }
      }
      guard let owner, let property = owner.property(named: parts.first ?? "") else { return [] }
      let all = columns(property, of: owner.name, schema).map(\.name)
      guard parts.count > 1 else { return all }
      let prefix = parts.map(snake).joined(separator: "_")
      return all.filter { $0 == quoted(prefix) || $0.hasPrefix(prefix + "_") }
    }
  }

  func index(_ group: [String], of model: String, in schema: FrozenSchema, isUnique: Bool) -> [String] {
    let columns = names(group, of: model, in: schema)
    guard !columns.isEmpty else { return [] }
    // As every order does, an index that orders ends with the key.
    let all = isUnique ? columns : columns + ["pk"]
    let name = derived([plainTable(model, schema)] + all.map(plain) + [isUnique ? "key" : "idx"])
    let list = columns.map { $0 + " NULLS FIRST" } + (isUnique ? [] : ["pk"])
    return [
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(isNew(model, schema) ? "" : "CONCURRENTLY ")\(name) ON \(table(model, schema)) "
        + "(\(list.joined(separator: ", ")))"
    ]
  }

  private func plain(_ name: String) -> String {
    #if Postgres
      PostgresNames.plain(name)
    #else
      name
    #endif
  }

  func dropping(_ group: [String], of model: String, in schema: FrozenSchema) -> [String] {
    let columns = names(group, of: model, in: schema).map(plain)
    return columns.isEmpty ? [] : ["DROP INDEX \(derived([plainTable(model, schema)] + columns + ["key"]))"]
  }

  /// The column or the table of pairs of a relationship, with its indexes and keys.
  func relationship(_ property: FrozenSchema.Property, of model: String, in schema: FrozenSchema) -> [String] {
    let target = property.type.trimmingCharacters(in: ["[", "]"])
    func column(_ name: String, in model: String, to target: String) -> [String] {
      (isNew(model, schema) ? [] : ["ALTER TABLE \(table(model, schema)) ADD COLUMN \(name) bigint"])
        + reference(name, in: model, to: target, schema, hasKey: mustLead(property, target, schema))
    }
    guard property.type.hasPrefix("[") else {
      return column(quoted(snake(property.name) + "_id"), in: model, to: target)
    }
    guard let inverse = property.inverse else { return column(hidden(property, model), in: target, to: model) }
    guard schema.model(named: target)?.property(named: inverse)?.type.hasPrefix("[") ?? false,
      (model, property.name) <= (target, inverse)
    else { return [] }
    let name = [model, property.name].map(snake).joined(separator: "_")
    let own = snake(model) + "_id"
    let other = snake(target) + "_id" == own ? snake(property.name) + "_id" : snake(target) + "_id"
    let (first, second) = (quoted(own), quoted(other))
    let keys = mustLead(property, target, schema) ? [(own, model), (other, target)] : []
    return [
      "CREATE TABLE \(quoted(name)) (\(first) bigint NOT NULL, \(second) bigint NOT NULL, PRIMARY KEY (\(first), \(second)))",
      "CREATE INDEX \(derived([name, other, own, "idx"])) ON \(quoted(name)) (\(second), \(first))",
    ]
      + keys.map { column, target in
        "ALTER TABLE \(quoted(name)) ADD CONSTRAINT \(derived([name, column, "fkey"])) FOREIGN KEY (\(quoted(column))) "
          + "REFERENCES \(table(target, schema)) (pk) DEFERRABLE INITIALLY DEFERRED"
      }
  }

  /// With the rule `noAction`, rows may lead to what is gone, and there is no foreign key.
  private func mustLead(_ property: FrozenSchema.Property, _ target: String, _ schema: FrozenSchema) -> Bool {
    let inverse = property.inverse.flatMap { schema.model(named: target)?.property(named: $0) }
    return property.deleteRule != "noAction" && inverse?.deleteRule != "noAction"
  }

  private func reference(
    _ column: String, in model: String, to target: String, _ schema: FrozenSchema, hasKey: Bool
  ) -> [String] {
    let isNew = isNew(model, schema)
    let plain = plainTable(model, schema)
    let key = derived([plain, self.plain(column), "fkey"])
    let constraint =
      "ALTER TABLE \(table(model, schema)) ADD CONSTRAINT \(key) FOREIGN KEY (\(column)) "
      + "REFERENCES \(table(target, schema)) (pk) DEFERRABLE INITIALLY DEFERRED"
    let index = derived([plain, self.plain(column), "pk", "idx"])
    let creation = "INDEX \(isNew ? "" : "CONCURRENTLY ")\(index) ON \(table(model, schema)) (\(column), pk)"
    if !hasKey { return ["CREATE \(creation)"] }
    return isNew
      ? ["CREATE \(creation)", constraint]
      : [
        constraint + " NOT VALID", "CREATE \(creation)",
        "ALTER TABLE \(table(model, schema)) VALIDATE CONSTRAINT \(key)",
      ]
  }
}
