// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The table of a root entity, as the format's rules derive it from a model.
struct CheckerTable {
  enum Content {
    case attribute(CheckerModel.Attribute, isRequired: Bool)
    case key(CheckerModel.Relationship)
    /// The entity of the row that another column's key leads to.
    case entityOf(String)
    case hiddenKey(owner: CheckerModel.Entity, CheckerModel.Relationship)
    case order
  }

  struct Column {
    var name: String
    var declaration: String
    var group: Int
    /// The entity whose rows may have a value here.
    var entity: CheckerModel.Entity
    var content: Content
    var isOrder: Bool { if case .order = content { true } else { false } }
  }

  let name: String
  let root: CheckerModel.Entity
  private(set) var columns: [Column] = []
  /// The first column of each property, by entity and name.
  private var names: [String: String] = [:]
  private var used: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  init(_ root: CheckerModel.Entity, _ model: CheckerModel) {
    self.root = root
    name = "Z" + root.name.uppercased()
    for entity in model.family(root.name) {
      for attribute in model.ownAttributes(entity) where !attribute.isTransient {
        for leaf in attribute.leaves {
          let (group, type) = Self.kind(leaf.type)
          let isRequired = !leaf.isOptional && !attribute.isOptional
          add(
            "Z" + leaf.name.uppercased(), type, group, entity, attribute.name,
            .attribute(leaf, isRequired: isRequired))
        }
      }
      for relationship in model.ownRelationships(entity) where relationship.isToOne {
        let upper = relationship.name.uppercased()
        let key = add("Z" + upper, "INTEGER", 0, entity, relationship.name, .key(relationship))
        if let target = model[relationship.destination], model.family(target.name).count > 1 {
          add("Z\(target.number)_\(upper)", "INTEGER", 0, entity, "", .entityOf(key))
        }
        if model.inverse(relationship)?.isOrdered == true {
          add("Z_FOK_\(upper)", "INTEGER", 1, entity, "", .order)
        }
      }
      for (owner, relationship) in model.hiddenOwners(of: entity) {
        let upper = "\(owner.number)\(relationship.name.uppercased())"
        add("Z" + upper, "INTEGER", 0, entity, "", .hiddenKey(owner: owner, relationship))
        if relationship.isOrdered { add("Z_FOK_" + upper, "INTEGER", 1, entity, "", .order) }
      }
    }
    // Groups, and inside them the order of assignment.
    columns = columns.enumerated().sorted {
      ($0.element.group, $0.offset) < ($1.element.group, $1.offset)
    }.map(\.element)
  }

  @discardableResult private mutating func add(
    _ wanted: String, _ type: String, _ group: Int, _ entity: CheckerModel.Entity,
    _ property: String, _ content: Content
  ) -> String {
    var name = wanted
    var suffix = 0
    while !used.insert(name).inserted {
      suffix += 1
      name = "\(wanted)\(suffix)"
    }
    let place = "\(entity.name).\(property)"
    if names[place] == nil { names[place] = name }
    columns.append(
      Column(name: name, declaration: type, group: group, entity: entity, content: content))
    return name
  }

  private static func kind(_ type: Int) -> (Int, String) {
    switch type {
    case 100, 200, 300, 800: (0, "INTEGER")
    case 500, 600: (2, "FLOAT")
    case 900: (2, "TIMESTAMP")
    case 400: (3, "DECIMAL")
    case 700: (4, "VARCHAR")
    case 1200: (5, "VARCHAR")
    case 1100: (6, "BLOB")
    case 1800: (7, "BLOB")
    case 1000: (8, "BLOB")
    default: (9, "?\(type)")
    }
  }

  var createText: String {
    let list =
      ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      + columns.map { "\($0.name) \($0.declaration)" }
    return "CREATE TABLE \(name) ( \(list.joined(separator: ", ")) )"
  }

  /// The indexes' texts, by name.
  func indexes(_ model: CheckerModel) -> [String: String] {
    var texts: [String: String] = [:]
    func index(_ index: String, _ columns: [String], unique: Bool = false) {
      texts[index] =
        "CREATE \(unique ? "UNIQUE " : "")INDEX \(index) ON \(name) (\(columns.joined(separator: ", ")))"
    }
    let family = model.family(root.name)
    if family.count > 1 { index("\(name)_Z_ENT_INDEX", ["Z_ENT"]) }
    for column in columns {
      switch column.content {
      case .key, .hiddenKey: index("\(name)_\(column.name)_INDEX", [column.name])
      default: break
      }
    }
    for entity in family {
      func column(_ property: String) -> String {
        model.lineage(entity.name).compactMap { names["\($0.name).\(property)"] }.first ?? "?"
      }
      for tuple in entity.uniqueTuples {
        index(
          "Z_\(entity.name)_UNIQUE_\(tuple.joined(separator: "_"))",
          tuple.map { column($0) + " COLLATE BINARY ASC" }, unique: true)
      }
      for description in entity.indexes where !description.isPartial {
        let elements = description.elements
        let isOneKey =
          elements.count == 1 && entity.relationships.contains { $0.name == elements[0].property }
        guard !isOneKey, elements.allSatisfy({ $0.type == 0 }) else { continue }
        index(
          "Z_\(entity.name)_\(description.name)",
          elements.map {
            "\(column($0.property)) COLLATE BINARY \($0.isAscending ? "ASC" : "DESC")"
          })
      }
    }
    return texts
  }
}
