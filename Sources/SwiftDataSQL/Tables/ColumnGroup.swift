import SwiftDataCore

/// The groups in which Core Data orders the columns of a table.
enum ColumnGroup: Int, Comparable {
  case integer, real, decimal, string, url, uuid, transformable, binary

  static func < (lhs: ColumnGroup, rhs: ColumnGroup) -> Bool { lhs.rawValue < rhs.rawValue }

  init(_ type: _ColumnType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .double, .float, .date: self = .real
    case .decimal: self = .decimal
    case .string: self = .string
    case .url: self = .url
    case .uuid: self = .uuid
    case .data: self = .binary
    }
  }
}

extension _ColumnType {
  /// The type in the CREATE TABLE statement.
  public var declaredType: String {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .double, .float: "FLOAT"
    case .decimal: "DECIMAL"
    case .string, .url: "VARCHAR"
    case .date: "TIMESTAMP"
    case .uuid, .data: "BLOB"
    }
  }
}

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
  static func leaves(of layout: _AttributeLayout, named name: String) -> [AttributeLeaf] {
    leaves(of: layout, name: name, path: name, isElement: false)
  }

  private static func leaves(
    of layout: _AttributeLayout, name: String, path: String, isElement: Bool
  ) -> [AttributeLeaf] {
    switch layout {
    case .scalar(let type), .rawValue(let type):
      return [
        AttributeLeaf(
          name: name, path: path, group: ColumnGroup(type), declaredType: type.declaredType,
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
