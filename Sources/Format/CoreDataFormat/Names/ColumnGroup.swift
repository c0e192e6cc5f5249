// SPDX-License-Identifier: Apache-2.0

/// The groups in which Core Data orders the columns of a table.
package enum ColumnGroup: Int, Comparable, Sendable {
  case integer, real, decimal, string, url, uuid, transformable, binary

  package static func < (lhs: ColumnGroup, rhs: ColumnGroup) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The group of an attribute's column.
  package init(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean, .objectID: self = .integer
    case .double, .float, .date: self = .real
    case .decimal: self = .decimal
    case .string, .undefined, .composite: self = .string
    case .uri: self = .url
    case .uuid: self = .uuid
    case .transformable: self = .transformable
    case .binaryData: self = .binary
    }
  }
}

extension AttributeType {
  /// The type that columns of the attribute are declared with.
  package var declaredType: String {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .objectID: "INTEGER"
    case .decimal: "DECIMAL"
    case .double, .float: "FLOAT"
    case .string, .uri: "VARCHAR"
    case .date: "TIMESTAMP"
    case .binaryData, .uuid, .transformable: "BLOB"
    case .undefined, .composite: ""
    }
  }
}
