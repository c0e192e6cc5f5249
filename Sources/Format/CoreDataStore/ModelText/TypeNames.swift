// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension AttributeType {
  /// The type's name in Swift.
  package var swiftName: String {
    switch self {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Bool"
    case .date: "Date"
    case .binaryData: "Data"
    case .uuid: "UUID"
    case .uri: "URL"
    case .transformable: "Transformable"
    case .objectID: "ObjectID"
    case .composite: "Composite"
    case .undefined: "Undefined"
    }
  }

  /// Core Data's own name of the type.
  package var coreDataName: String {
    switch self {
    case .integer64: "Integer64"
    case .integer16: "Integer16"
    case .integer32: "Integer32"
    case .boolean: "Boolean"
    case .binaryData: "Binary"
    case .uri: "URI"
    default: swiftName
    }
  }
}

extension AttributeDescription {
  /// The kind of the attribute's value, in a word.
  package var typeText: String {
    if hasRawValues, let element = elements.first { return "enum of \(element.type.swiftName)" }
    if isEnumeration { return "enum" }
    if type == .transformable, let valueClassName { return valueClassName }
    return type.swiftName
  }
}

extension RelationshipDescription.DeleteRule {
  package var name: String {
    switch self {
    case .noAction: "noAction"
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    }
  }
}

extension Store {
  /// The entities by number.
  package var orderedEntities: [EntityDescription] {
    model.entities.sorted {
      (layout[$0.name]?.number ?? .max, $0.name) < (layout[$1.name]?.number ?? .max, $1.name)
    }
  }
}
