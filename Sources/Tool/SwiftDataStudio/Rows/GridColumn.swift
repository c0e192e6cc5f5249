// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// A column of a grid: a property.
package struct GridColumn: Hashable, Sendable, Identifiable {
  package enum Kind: Hashable, Sendable {
    /// ``choice`` is a case of an enum, ``code`` something that is shown as JSON.
    case text, number, boolean, date, data, identifier, choice, composite, code
    case toOne(String)
    case toMany(String)
  }

  package let name: String
  package let kind: Kind
  /// As in Swift: `String?`.
  package let type: String
  package let isOptional: Bool
  package let isUnique: Bool
  /// What to sort by; `nil` if rows cannot be sorted by it.
  package let order: String?
  /// Whether a value can be typed.
  package let isEditable: Bool
  /// The cases of an enum, as far as the model knows them.
  package let cases: [String]
  /// Whether values are raw values of an enum, which the model does not know: those that occur are offered.
  package let hasRawValues: Bool

  package var id: String { name }

  package var destination: String? {
    switch kind {
    case .toOne(let name), .toMany(let name): name
    default: nil
    }
  }

  /// Those of an entity: the attribute that names its objects, the others by name, then relationships.
  static func all(of entity: EntityDescription, in store: Store) -> [GridColumn] {
    let unique = Set(
      ([entity] + store.model.ancestors(of: entity)).flatMap(\.uniquenessConstraints).filter { $0.count == 1 }.joined())
    let title = Titles.attribute(of: entity)?.name
    let sorted = entity.attributes.filter { !$0.isTransient }.sorted {
      ($0.name == title ? 0 : 1, $0.name) < ($1.name == title ? 0 : 1, $1.name)
    }
    let attributes = sorted.map { attribute in
      GridColumn(
        name: attribute.name, kind: kind(attribute),
        type: (kind(attribute) == .composite ? "struct" : attribute.typeText) + (attribute.isOptional ? "?" : ""),
        isOptional: attribute.isOptional, isUnique: unique.contains(attribute.name),
        order: order(attribute),
        isEditable: !attribute.isDerived,
        cases: attribute.isEnumeration && !attribute.hasRawValues ? attribute.elements.map(\.name) : [],
        hasRawValues: attribute.hasRawValues)
    }
    let relationships = entity.relationships.filter { !$0.isTransient }.sorted { $0.name < $1.name }.map {
      GridColumn(
        name: $0.name, kind: $0.isToMany ? .toMany($0.destination) : .toOne($0.destination),
        type: ($0.isToMany ? "[\($0.destination)]" : $0.destination) + ($0.isOptional ? "?" : ""),
        isOptional: $0.isOptional, isUnique: unique.contains($0.name),
        order: $0.isToMany ? $0.name + ".count" : $0.name, isEditable: !$0.isToMany, cases: [],
        hasRawValues: false)
    }
    return attributes + relationships
  }

  /// A struct is sorted by its first part, unless that has parts itself.
  private static func order(_ attribute: AttributeDescription) -> String? {
    guard attribute.type == .composite, !attribute.isEnumeration else { return attribute.name }
    return attribute.elements.first.flatMap { $0.type == .composite ? nil : "\(attribute.name).\($0.name)" }
  }

  private static func kind(_ attribute: AttributeDescription) -> Kind {
    if attribute.hasRawValues, let element = attribute.elements.first, element.type != .composite {
      return kind(element)
    }
    return switch attribute.type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: .number
    case .boolean: .boolean
    case .date: .date
    case .binaryData: .data
    case .uuid, .objectID: .identifier
    case .composite: attribute.isEnumeration ? .choice : .composite
    case .transformable, .undefined: .code
    case .string, .uri: .text
    }
  }
}
