// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// What one column of an attribute is for. A struct has one for each field, an
/// enum without raw values one for each case, or one for each associated value of it.
package struct AttributePart {
  /// From the attribute's name on.
  package let path: [String]
  package let type: AttributeType
  package let valueType: any Any.Type
  package let isOptional: Bool
  /// The path of the enum that it is a case of, or an associated value; the columns of its other cases are NULL. Of
  /// enums within enums, the outermost.
  package let enumeration: [String]?
  /// Whether it holds an enum's raw value.
  package let isRawValue: Bool

  /// The parts of an attribute, in the order of its columns.
  package static func parts(of property: _Property) -> [AttributePart] {
    guard case .attribute(let layout) = property.description.kind else { return [] }
    return parts(
      layout, [property.name], property.description.valueType, isOptional: property.isOptional)
  }

  private static func parts(
    _ layout: AttributeLayout, _ path: [String], _ valueType: any Any.Type, isOptional: Bool,
    in enumeration: [String]? = nil
  ) -> [AttributePart] {
    func part(_ type: AttributeType, isRawValue: Bool = false) -> [AttributePart] {
      [
        AttributePart(
          path: path, type: type, valueType: valueType, isOptional: isOptional,
          enumeration: enumeration, isRawValue: isRawValue)
      ]
    }
    switch layout {
    case .scalar(let column): return part(column.attributeType)
    case .rawValue(let column): return part(column.attributeType, isRawValue: true)
    // What is archived inside a struct is called a binary, on its own a transformable.
    case .archive: return part(path.count > 1 ? .binaryData : .transformable)
    case .transformable: return part(.transformable)
    case .enumeration(let cases):
      return cases.flatMap {
        parts(
          $0.layout, path + [$0.name], $0.valueType, isOptional: isOptional, in: enumeration ?? path)
      }
    case .composite(let fields):
      return fields.flatMap {
        parts(
          $0.layout, path + [$0.name], $0.valueType,
          isOptional: enumeration == nil ? $0.isOptional : isOptional, in: enumeration)
      }
    }
  }

  /// What a store's model says of the columns of an attribute, by path; the
  /// attribute's name is left out, as it may be another one.
  package static func stored(_ attribute: AttributeDescription) -> [[String]: AttributeDescription] {
    Dictionary(storedParts(attribute).map { ($0.path, $0.attribute) }) { $1 }
  }

  /// The same in the order of the columns.
  package static func storedParts(
    _ attribute: AttributeDescription
  ) -> [(path: [String], attribute: AttributeDescription)] {
    var found: [(path: [String], attribute: AttributeDescription)] = []
    func add(_ attribute: AttributeDescription, _ path: [String], _ depth: Int) {
      guard attribute.type == .composite, depth < 32 else {
        found.append((path, attribute))
        return
      }
      if attribute.hasRawValues, var element = attribute.elements.first {
        element.isOptional = attribute.isOptional
        found.append((path, element))
        return
      }
      for element in attribute.elements { add(element, path + [element.name], depth + 1) }
    }
    add(attribute, [], 0)
    return found
  }
}
