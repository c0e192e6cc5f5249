// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// A store's model as a drawing: boxes and lines, with their places.
package struct Diagram: Hashable, Sendable {
  package struct Box: Hashable, Sendable, Identifiable {
    package struct Line: Hashable, Sendable {
      package let name: String
      package let type: String
      package let isUnique: Bool
      package let isRelationship: Bool

      package init(name: String, type: String, isUnique: Bool, isRelationship: Bool) {
        self.name = name
        self.type = type
        self.isUnique = isUnique
        self.isRelationship = isRelationship
      }
    }

    package let entity: String
    package let isAbstract: Bool
    package let rows: Int?
    /// As many as fit.
    package let lines: [Line]
    /// How many more there are.
    package let hidden: Int
    package var x = 0.0
    package var y = 0.0

    package var id: String { entity }
    package var height: Double { Self.header + Double(lines.count + (hidden > 0 ? 1 : 0)) * Self.line + 10 }

    package static let width = 206.0
    package static let header = 34.0
    package static let line = 19.0

    package init(entity: String, isAbstract: Bool, rows: Int?, lines: [Line], hidden: Int) {
      self.entity = entity
      self.isAbstract = isAbstract
      self.rows = rows
      self.lines = lines
      self.hidden = hidden
    }
  }

  package struct Edge: Hashable, Sendable, Identifiable {
    package enum Kind: Hashable, Sendable { case inheritance, relationship }

    package let kind: Kind
    package let from: String
    package let to: String
    /// What leads there; and what leads back.
    package let name: String
    /// `nil` if nothing leads back.
    package let isFromMany: Bool?
    package let isToMany: Bool
    package var path = ""

    package var id: String { "\(from) \(to) \(name)" }

    package init(kind: Kind, from: String, to: String, name: String, isFromMany: Bool?, isToMany: Bool) {
      self.kind = kind
      self.from = from
      self.to = to
      self.name = name
      self.isFromMany = isFromMany
      self.isToMany = isToMany
    }
  }

  package var boxes: [Box]
  package var edges: [Edge]
  package var width = 0.0
  package var height = 0.0

  package init(boxes: [Box], edges: [Edge]) {
    self.boxes = boxes
    self.edges = edges
  }
}

extension Diagram {
  private static let linesShown = 9

  init(_ store: Store, rows: [String: Int]) {
    boxes = store.orderedEntities.map { entity in
      let unique = Set(entity.uniquenessConstraints.filter { $0.count == 1 }.joined())
      let attributes = store.model.ownAttributes(of: entity).filter { !$0.isTransient }.sorted { $0.name < $1.name }
        .map {
          Box.Line(
            name: $0.name, type: $0.typeText + ($0.isOptional ? "?" : ""), isUnique: unique.contains($0.name),
            isRelationship: false)
        }
      let relationships = store.model.ownRelationships(of: entity).sorted { $0.name < $1.name }.map {
        Box.Line(
          name: $0.name, type: $0.isToMany ? "[\($0.destination)]" : $0.destination + ($0.isOptional ? "?" : ""),
          isUnique: false, isRelationship: true)
      }
      let all = attributes + relationships
      // Relationships first: lines end at them.
      let kept = max(Self.linesShown - relationships.count, 3)
      let shown =
        all.count > Self.linesShown + 1
        ? Array((attributes.prefix(kept) + relationships).prefix(Self.linesShown)) : all
      return Box(
        entity: entity.name, isAbstract: entity.isAbstract, rows: rows[entity.name], lines: shown,
        hidden: all.count - shown.count)
    }
    edges = Self.edges(store)
    arrange()
  }

  /// Gives all boxes and lines their places.
  package mutating func arrange() { DiagramLayout.place(&self) }

  private static func edges(_ store: Store) -> [Edge] {
    var edges: [Edge] = []
    for entity in store.orderedEntities {
      if let parent = entity.superentity, store.model.entity(named: parent) != nil {
        edges.append(
          Edge(kind: .inheritance, from: entity.name, to: parent, name: "", isFromMany: nil, isToMany: false))
      }
      for relationship in store.model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name }) {
        guard store.model.entity(named: relationship.destination) != nil else { continue }
        let inverse = store.model.inverse(of: relationship)
        // One line stands for both.
        if let inverse, (entity.name, relationship.name) > (relationship.destination, inverse.name) { continue }
        edges.append(
          Edge(
            kind: .relationship, from: entity.name, to: relationship.destination,
            name: relationship.name + (inverse.map { $0.name == relationship.name ? "" : " / " + $0.name } ?? ""),
            isFromMany: inverse?.isToMany, isToMany: relationship.isToMany))
      }
    }
    return edges
  }
}
