// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// One column's worth of an attribute.
struct AttributeLeaf {
  /// The name that the column is called after: the property's or, inside a
  /// composite, the element's alone.
  let name: String
  /// From the property on, which tells equal names apart.
  let path: String
  let group: ColumnGroup
  let declaredType: String
  let content: ColumnLayout.Content

  /// The leaves of an attribute, in the order in which its codec reads them.
  static func leaves(of layout: AttributeLayout, named name: String) -> [AttributeLeaf] {
    leaves(of: layout, name: name, path: name, isElement: false)
  }

  private static func leaves(
    of layout: AttributeLayout, name: String, path: String, isElement: Bool
  ) -> [AttributeLeaf] {
    switch layout {
    case .scalar(let type), .rawValue(let type):
      return [
        AttributeLeaf(
          name: name, path: path, group: ColumnGroup(type.attributeType),
          declaredType: type.attributeType.declaredType,
          content: .attribute(type))
      ]
    case .archive:
      // Core Data's model calls an array a transformable, but an element of a
      // composite a binary.
      return [
        AttributeLeaf(
          name: name, path: path, group: isElement ? .binary : .transformable,
          declaredType: "BLOB", content: .archive)
      ]
    case .transformable:
      return [
        AttributeLeaf(
          name: name, path: path, group: .transformable, declaredType: "BLOB", content: .archive)
      ]
    case .enumeration(let elements), .composite(let elements):
      return elements.flatMap {
        leaves(of: $0.layout, name: $0.name, path: "\(path).\($0.name)", isElement: true)
      }
    }
  }
}

extension _ColumnType {
  /// The type that a column of this kind has in Core Data's model.
  package var attributeType: AttributeType {
    switch self {
    case .integer16: .integer16
    case .integer32: .integer32
    case .integer64: .integer64
    case .decimal: .decimal
    case .double: .double
    case .float: .float
    case .string: .string
    case .boolean: .boolean
    case .date: .date
    case .data: .binaryData
    case .uuid: .uuid
    case .url: .uri
    }
  }
}
