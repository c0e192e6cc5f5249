// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

extension AttributeDescription {
  /// `nil` for a relationship. An ephemeral property is in the model, though
  /// it has no column.
  package init?(_ property: _Property) {
    guard case .attribute(let layout) = property.description.kind else { return nil }
    let options = property.attribute?.options ?? []
    self.init(
      layout, named: property.name, valueType: property.description.valueType,
      isOptional: property.isOptional, isElement: false)
    isTransient = property.description.isEphemeral
    if type != .composite {
      allowsExternalStorage = options.contains(.externalStorage)
      preservesValueOnDeletion = options.contains(.preserveValueOnDeletion)
    }
    isIndexedBySpotlight = options.contains(.spotlight)
    versionHashModifier = property.attribute?.hashModifier
    renamingIdentifier = property.formerName
    defaultValue = DefaultColumns.value(of: property).flatMap { DefaultValue($0, of: type) }
  }

  private init(
    _ layout: AttributeLayout, named name: String, valueType: any Any.Type, isOptional: Bool,
    isElement: Bool
  ) {
    switch layout {
    case .scalar(let type):
      self.init(name: name, type: type.attributeType)
      valueClassName = self.type.valueClassName
    case .archive where isElement:
      self.init(name: name, type: .binaryData)
      valueClassName = AttributeType.binaryData.valueClassName
    case .archive:
      self.init(name: name, type: .transformable)
      valueClassName = Self.typeName(valueType)
      transformerName = TransformerNames.standard
    case .transformable(let transformer):
      self.init(name: name, type: .transformable)
      valueClassName = Self.typeName(valueType)
      transformerName = transformer ?? TransformerNames.standard
    case .rawValue(let type):
      self.init(name: name, type: .composite)
      // One element, of the property's own name.
      elements = [
        AttributeDescription(
          .scalar(type), named: name, valueType: valueType, isOptional: true, isElement: true)
      ]
      userInfo = ["EnumType": .bool(true)]
    case .enumeration(let cases):
      self.init(name: name, type: .composite)
      elements = cases.map {
        AttributeDescription(
          $0.layout, named: $0.name, valueType: $0.valueType, isOptional: true, isElement: true)
      }
      // Those with associated values are composites, which say enough.
      let plain = cases.filter { if case .composite = $0.layout { false } else { true } }
      userInfo = ["EnumType": .bool(true), "enum": .array(plain.map { .string($0.name) })]
    case .composite(let fields):
      self.init(name: name, type: .composite)
      elements = fields.map {
        AttributeDescription(
          $0.layout, named: $0.name, valueType: $0.valueType,
          isOptional: isOptional || $0.isOptional, isElement: true)
      }
    }
    if type == .composite { valueClassName = type.valueClassName }
    self.isOptional = isOptional
  }

  /// The name of the type as declared, without being optional: `Array<Data>`.
  private static func typeName(_ type: any Any.Type) -> String {
    let name = String(describing: type)
    guard name.hasPrefix("Optional<"), name.hasSuffix(">") else { return name }
    return String(name.dropFirst("Optional<".count).dropLast())
  }
}

extension AttributeType {
  /// The class of the values, where the type says it.
  fileprivate var valueClassName: String? {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binaryData: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .composite: "NSDictionary"
    case .objectID, .transformable, .undefined: nil
    }
  }
}
