// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataRealm

extension ManagedObjectModel {
  /// The model that SwiftData makes of the classes that
  /// `swiftdata realm schema --swift` writes, without compiling them.
  package init(_ plan: ModelPlan) {
    let builder = PlannedModelDescriptions(plan)
    self.init(entities: plan.models.map(builder.entity), versionIdentifiers: ["1.0.0"])
  }
}

/// Makes descriptions of planned models.
struct PlannedModelDescriptions {
  private let plan: ModelPlan
  private let structs: [String: PlannedStruct]

  init(_ plan: ModelPlan) {
    self.plan = plan
    structs = Dictionary(plan.structs.map { ($0.name, $0) }) { first, _ in first }
  }

  func entity(_ model: PlannedModel) -> EntityDescription {
    var entity = EntityDescription(name: model.name)
    for property in model.properties {
      switch property.role {
      case .value, .structure: entity.attributes.append(attribute(property))
      case .toOne, .toMany, .elements, .inverse:
        entity.relationships.append(relationship(property, of: model))
      }
    }
    entity.uniquenessConstraints = model.properties.filter(\.isUnique).map { [$0.name] }
    entity.indexes = model.indexes.map {
      FetchIndexDescription(name: "SwiftDataIndexOnBinary\($0)", elements: [.init(property: $0)])
    }
    return entity
  }

  // MARK: Relationships

  private func relationship(
    _ property: PlannedProperty, of model: PlannedModel
  ) -> RelationshipDescription {
    let isToMany = property.type.hasPrefix("[")
    let destination = property.type.trimmingCharacters(in: CharacterSet(charactersIn: "[]?"))
    var relationship = RelationshipDescription(name: property.name, destination: destination)
    relationship.maximumCount = isToMany ? 0 : 1
    relationship.isOptional = !isToMany
    relationship.deleteRule = property.deleteRule == .cascade ? .cascade : .nullify
    relationship.inverse =
      property.inverse?.property ?? inverse(of: property, model, in: destination)
    return relationship
  }

  /// The end that names this one as its inverse.
  private func inverse(
    of property: PlannedProperty, _ model: PlannedModel, in destination: String
  ) -> String? {
    plan.models.first { $0.name == destination }?.properties.first {
      $0.inverse?.type == model.name && $0.inverse?.property == property.name
    }?.name
  }

  // MARK: Attributes

  private func attribute(_ property: PlannedProperty) -> AttributeDescription {
    var attribute = attribute(property.name, property.type, isElement: false)
    attribute.defaultValue = Self.defaultValue(property, attribute.type)
    return attribute
  }

  private static func defaultValue(
    _ property: PlannedProperty, _ type: AttributeType
  ) -> DefaultValue? {
    switch (type, property.initial) {
    case (.integer64, "0"): .integer(0)
    case (.double, "0"), (.float, "0"): .double(0)
    case (.decimal, "0"): .decimal(0)
    case (.boolean, "false"): .bool(false)
    case (.string, "\"\""): .string("")
    case (.binaryData, "Data()"): .data(Data())
    case (.transformable, "[]") where property.type.hasPrefix("["): .array([])
    default: nil
    }
  }

  private func attribute(
    _ name: String, _ type: String, isElement: Bool
  ) -> AttributeDescription {
    var base = type
    let isOptional = type.hasSuffix("?")
    if isOptional { base.removeLast() }
    var attribute: AttributeDescription
    if let scalar = Self.scalars[base] {
      attribute = AttributeDescription(name: name, type: scalar.type)
      attribute.valueClassName = scalar.className
    } else if let structure = structs[base], !structure.properties.isEmpty {
      attribute = AttributeDescription(name: name, type: .composite)
      attribute.valueClassName = "NSDictionary"
      attribute.elements = structure.properties.map { property in
        var element = self.attribute(property.name, property.type, isElement: true)
        element.isOptional = element.isOptional || isOptional
        return element
      }
    } else if isElement {
      attribute = AttributeDescription(name: name, type: .binaryData)
      attribute.valueClassName = "NSData"
    } else {
      attribute = AttributeDescription(name: name, type: .transformable)
      attribute.valueClassName = Self.described(base)
      attribute.transformerName = TransformerNames.standard
    }
    attribute.isOptional = isOptional
    return attribute
  }

  private static let scalars: [String: (type: AttributeType, className: String)] = [
    "Int": (.integer64, "NSNumber"), "Bool": (.boolean, "NSNumber"),
    "Float": (.float, "NSNumber"), "Double": (.double, "NSNumber"),
    "Decimal": (.decimal, "NSDecimalNumber"), "String": (.string, "NSString"),
    "Date": (.date, "NSDate"), "Data": (.binaryData, "NSData"), "UUID": (.uuid, "NSUUID"),
  ]

  /// `[String: Int?]` as Swift describes the type: `Dictionary<String, Optional<Int>>`.
  private static func described(_ type: String) -> String {
    if type.hasSuffix("?") { return "Optional<\(described(String(type.dropLast())))>" }
    if type.hasPrefix("Set<") {
      return "Set<\(described(String(type.dropFirst(4).dropLast())))>"
    }
    guard type.hasPrefix("[") else { return type }
    let inner = String(type.dropFirst().dropLast())
    if inner.hasPrefix("String: ") {
      return "Dictionary<String, \(described(String(inner.dropFirst(8))))>"
    }
    return "Array<\(described(inner))>"
  }
}
