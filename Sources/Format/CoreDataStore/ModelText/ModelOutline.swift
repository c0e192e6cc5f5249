// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// A store's model as text for people.
package struct ModelOutline {
  private let store: Store

  package init(_ store: Store) { self.store = store }

  package var text: String {
    store.orderedEntities.map(outline).joined(separator: "\n")
  }

  private func outline(_ entity: EntityDescription) -> String {
    var title = entity.name
    if let parent = entity.superentity { title += ": \(parent)" }
    if entity.isAbstract { title += " (abstract)" }
    var lines = [title]
    for attribute in store.model.ownAttributes(of: entity).sorted(by: { $0.name < $1.name }) {
      add(attribute, depth: 1, unique: entity.uniquenessConstraints, &lines)
    }
    for relationship in store.model.ownRelationships(of: entity).sorted(by: { $0.name < $1.name }) {
      lines.append("  \(relationship.name): \(Self.text(relationship))")
    }
    for constraint in entity.uniquenessConstraints where constraint.count > 1 {
      lines.append("  unique together: \(constraint.joined(separator: ", "))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func add(
    _ attribute: AttributeDescription, depth: Int, unique: [[String]], _ lines: inout [String]
  ) {
    var text = "\(attribute.name): \(attribute.typeText)\(attribute.isOptional ? "?" : "")"
    if attribute.isEnumeration, !attribute.hasRawValues {
      text += " (\(attribute.elements.map(\.name).joined(separator: ", ")))"
    }
    if unique.contains([attribute.name]) { text += ", unique" }
    if attribute.allowsExternalStorage { text += ", external storage" }
    if attribute.preservesValueOnDeletion { text += ", preserved on deletion" }
    if attribute.isTransient { text += ", not stored" }
    if attribute.isDerived { text += ", derived" }
    lines.append(String(repeating: "  ", count: depth) + text)
    guard attribute.type == .composite, !attribute.isEnumeration, depth < AttributeDescription.maximumDepth else {
      return
    }
    for element in attribute.elements { add(element, depth: depth + 1, unique: [], &lines) }
  }

  private static func text(_ relationship: RelationshipDescription) -> String {
    var text = relationship.destination
    if relationship.isToMany { text = "[\(text)]" }
    if relationship.isOptional { text += "?" }
    if let inverse = relationship.inverse { text += ", inverse \(inverse)" }
    if relationship.isOrdered { text += ", ordered" }
    if relationship.deleteRule != .nullify { text += ", on delete \(relationship.deleteRule.name)" }
    return text
  }
}
