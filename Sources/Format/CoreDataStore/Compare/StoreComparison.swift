// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The differences between two stores.
///
/// Rows are compared by entity and key; their values, with relationships, as
/// they are read.
package struct StoreComparison {
  /// A difference between the models.
  package struct SchemaDifference: Equatable, Sendable {
    /// `Trip`, or `Trip.name`.
    package let name: String
    /// `nil` if the first store does not have it.
    package let first: String?
    /// `nil` if the second store does not have it.
    package let second: String?
  }

  /// An object that is not the same in both stores.
  package struct RowDifference: Sendable {
    /// `added`: only the second store has it; `removed`: only the first.
    package enum Kind: String, Sendable {
      case added, removed, changed
    }

    package let kind: Kind
    package let reference: ObjectReference
    /// Of a changed row: the values that differ.
    package let values: [(name: String, first: StoredValue, second: StoredValue)]
  }

  private let first: Store
  private let second: Store

  package init(_ first: Store, _ second: Store) {
    self.first = first
    self.second = second
  }

  /// The differences between two models: entities, and their properties.
  package func schema() -> [SchemaDifference] {
    var differences: [SchemaDifference] = []
    let names = Set(first.model.entities.map(\.name)).union(second.model.entities.map(\.name))
    for name in names.sorted() {
      let old = first.model.entity(named: name).map(EntityOutline.init)
      let new = second.model.entity(named: name).map(EntityOutline.init)
      if old == nil || new == nil || old?.text != new?.text {
        differences.append(.init(name: name, first: old?.text, second: new?.text))
      }
      guard let old, let new else { continue }
      let properties = Set(old.properties.keys).union(new.properties.keys)
      for property in properties.sorted() where old.properties[property] != new.properties[property] {
        differences.append(
          .init(
            name: "\(name).\(property)", first: old.properties[property],
            second: new.properties[property]))
      }
    }
    return differences
  }

  /// Rows of entities that both stores have.
  ///
  /// - Parameters:
  ///   - entities: by name; all if empty.
  ///   - body: is called for each difference.
  package func rows(
    of entities: [String] = [], progress: (Int, Int) -> Void = { _, _ in },
    _ body: (RowDifference) throws -> Void
  ) throws {
    let chosen = try first.exportedEntities(entities)
      .filter { second.model.entity(named: $0.name) != nil }
    let total = try chosen.reduce(0) { $0 + (try first.count(of: $1.name)) }
    var done = 0
    for entity in chosen {
      let left = try first.rows(of: entity.name)
      let right = try second.rows(of: entity.name)
      var old = try left.next()
      var new = try right.next()
      while old != nil || new != nil {
        let oldKey = old?.reference.key ?? .max
        let newKey = new?.reference.key ?? .max
        if let object = old, oldKey < newKey || new == nil {
          try body(.init(kind: .removed, reference: object.reference, values: []))
        } else if let object = new, newKey < oldKey || old == nil {
          try body(.init(kind: .added, reference: object.reference, values: []))
        } else if let old, let new {
          let values = try differences(old, new)
          if !values.isEmpty {
            try body(.init(kind: .changed, reference: old.reference, values: values))
          }
        }
        if oldKey <= newKey, old != nil {
          old = try left.next()
          done += 1
          progress(done, total)
        }
        if newKey <= oldKey, new != nil { new = try right.next() }
      }
    }
  }

  private func differences(
    _ old: StoredObject, _ new: StoredObject
  ) throws -> [(name: String, first: StoredValue, second: StoredValue)] {
    guard old.values != new.values || old.values.contains(where: { Self.hasFile($0.value) }) else { return [] }
    let others = Dictionary(new.values.map { ($0.name, $0.value) }) { first, _ in first }
    return try old.values.compactMap { field in
      guard let other = others[field.name], try !isSame(field.value, other) else { return nil }
      return (field.name, field.value, other)
    }
  }

  /// Values are equal if their files have the same name and size: of those, the bytes are compared.
  private static func hasFile(_ value: StoredValue) -> Bool {
    switch value {
    case .external: true
    case .composite(let fields): fields.contains { hasFile($0.value) }
    case .enumeration(_, let payload?): hasFile(payload)
    default: false
    }
  }

  /// Whether two values are the same in different places: bytes in the row or in a file, whatever it is called; a
  /// collection in an archive as JSON or as what it is.
  private func isSame(_ old: StoredValue, _ new: StoredValue) throws -> Bool {
    switch (old, new) {
    case (.external(let left), .external(let right)): return try left.hasSameBytes(as: right)
    case (.composite(let left), .composite(let right)):
      return try left.count == right.count
        && zip(left, right).allSatisfy { try $0.name == $1.name && isSame($0.value, $1.value) }
    case (.enumeration(let left, let former?), .enumeration(let right, let latter?)):
      return try left == right && isSame(former, latter)
    case (.json(let json), .archived(let archived)), (.archived(let archived), .json(let json)):
      return json == CodableJSON.plain(ArchivedJSON.root(archived))
    default: break
    }
    if old == new { return true }
    func bytes(_ value: StoredValue, _ store: Store) -> Data? {
      switch value {
      case .data(let data): data
      case .external(let file): try? store.data(of: file)
      default: nil
      }
    }
    guard let left = bytes(old, first), let right = bytes(new, second) else { return false }
    return left == right
  }
}

/// The outline of an entity, for comparisons.
private struct EntityOutline {
  let text: String
  let properties: [String: String]

  init(_ entity: EntityDescription) {
    var text = entity.isAbstract ? "abstract entity" : "entity"
    if let parent = entity.superentity { text += " below \(parent)" }
    for constraint in entity.uniquenessConstraints {
      text += ", unique by \(constraint.joined(separator: " and "))"
    }
    self.text = text
    var properties: [String: String] = [:]
    for attribute in entity.attributes { properties[attribute.name] = Self.text(attribute) }
    for relationship in entity.relationships {
      properties[relationship.name] = Self.text(relationship)
    }
    self.properties = properties
  }

  private static func text(_ attribute: AttributeDescription) -> String {
    var text = attribute.typeText + (attribute.isOptional ? "?" : "")
    if attribute.type == .composite {
      text +=
        " {" + attribute.elements.map { "\($0.name): \(Self.text($0))" }.joined(separator: ", ")
      text += "}"
    }
    if attribute.allowsExternalStorage { text += ", external storage" }
    if attribute.isTransient { text += ", not stored" }
    if attribute.preservesValueOnDeletion { text += ", preserved on deletion" }
    return text
  }

  private static func text(_ relationship: RelationshipDescription) -> String {
    var text =
      relationship.isToMany
      ? "to many \(relationship.destination)" : "to one \(relationship.destination)"
    if relationship.isOptional { text += "?" }
    if let inverse = relationship.inverse { text += ", inverse \(inverse)" }
    if relationship.isOrdered { text += ", ordered" }
    return text + ", on delete \(relationship.deleteRule.name)"
  }
}
