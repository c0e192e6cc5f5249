// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// A store's model as a Mermaid class diagram.
package struct ModelMermaid {
  private let store: Store

  package init(_ store: Store) { self.store = store }

  package var text: String {
    var lines = ["classDiagram"]
    for entity in store.orderedEntities {
      lines.append("  class \(Self.name(entity.name)) {")
      if entity.isAbstract { lines.append("    <<abstract>>") }
      for attribute in store.model.ownAttributes(of: entity).sorted(by: { $0.name < $1.name }) {
        let isUnique = entity.uniquenessConstraints.contains([attribute.name])
        let type = Self.plain(attribute.typeText) + (attribute.isOptional ? "?" : "")
        lines.append("    \(type) \(Self.plain(attribute.name))\(isUnique ? " «unique»" : "")")
      }
      lines.append("  }")
      if let parent = entity.superentity {
        lines.append("  \(Self.name(parent)) <|-- \(Self.name(entity.name))")
      }
    }
    for entity in store.orderedEntities {
      for relationship in store.model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name }) {
        if let line = line(relationship, of: entity) { lines.append("  " + line) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `nil` if the inverse stands for both.
  private func line(_ relationship: RelationshipDescription, of entity: EntityDescription)
    -> String?
  {
    let inverse = store.model.inverse(of: relationship)
    let end = Self.end(relationship)
    let destination = Self.name(relationship.destination)
    guard let inverse else {
      return
        "\(Self.name(entity.name)) --> \"\(end)\" \(destination) : \(Self.plain(relationship.name))"
    }
    let own = (entity.name, relationship.name)
    guard own <= (relationship.destination, inverse.name) else { return nil }
    let names =
      own == (relationship.destination, inverse.name)
      ? relationship.name : "\(relationship.name) / \(inverse.name)"
    return
      "\(Self.name(entity.name)) \"\(Self.end(inverse))\" -- \"\(end)\" \(destination) : \(Self.plain(names))"
  }

  private static func end(_ relationship: RelationshipDescription) -> String {
    if relationship.isToMany { return relationship.isOrdered ? "ordered *" : "*" }
    return relationship.isOptional ? "0..1" : "1"
  }

  private static func name(_ text: String) -> String {
    "`" + text.filter { $0 != "`" && $0 != "\n" } + "`"
  }

  /// Characters that mean something to Mermaid are left out.
  private static func plain(_ text: String) -> String {
    text.replacing("<", with: "~").replacing(">", with: "~").filter {
      $0 != "{" && $0 != "}" && $0 != "\n" && $0 != "\""
    }
  }
}
