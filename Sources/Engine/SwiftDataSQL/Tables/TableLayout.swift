// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// One table of entities.
package struct TableLayout: Sendable {
  package let name: String
  package let root: _Entity
  /// In the order of the CREATE TABLE statement, without Z_PK, Z_ENT, Z_OPT.
  package let columns: [ColumnLayout]
  /// Whether rows of more than one entity lie in the table.
  package let holdsSubentities: Bool

  package init(
    name: String, root: _Entity, columns: [ColumnLayout], holdsSubentities: Bool = false
  ) {
    self.name = name
    self.root = root
    self.columns = columns
    self.holdsSubentities = holdsSubentities
  }
}

/// One column.
package struct ColumnLayout: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case attribute(_ColumnType)
    /// JSON or a transformer's bytes: cannot be searched.
    case archive
    /// A row's primary key.
    case key
    /// The concrete entity of a to-one's destination.
    case entity
  }

  package let name: String
  /// `INTEGER`, `VARCHAR`, `TIMESTAMP` …
  package let declaredType: String
  package let content: Content
  /// `.externalStorage`: the column says where the value is.
  package let isExternal: Bool

  package init(name: String, declaredType: String, content: Content, isExternal: Bool = false) {
    self.name = name
    self.declaredType = declaredType
    self.content = content
    self.isExternal = isExternal
  }

  /// The column's value, in a SELECT.
  package func value(in alias: String) -> String {
    let column = "\(alias).\(name)"
    return isExternal ? "\(SQLFunctionName.externalData.rawValue)(\(column))" : column
  }

  /// The expression that stores the value of a parameter in the column.
  package func stored(_ parameter: String) -> String {
    isExternal ? "\(SQLFunctionName.storeExternalData.rawValue)(\(parameter))" : parameter
  }
}

/// A table of pairs.
package struct JoinTableLayout: Sendable {
  package let name: String
  /// The two columns in the order of the CREATE TABLE statement.
  package let columns: [String]
  /// The entity whose relationship names the table.
  package let owner: _Entity
  /// That relationship.
  package let relationship: _Property

  package init(name: String, columns: [String], owner: _Entity, relationship: _Property) {
    self.name = name
    self.columns = columns
    self.owner = owner
    self.relationship = relationship
  }
}

/// A table of pairs seen from one relationship.
package struct JoinTableEnd: Sendable {
  package let table: String
  /// Holds the keys of the objects that have the relationship.
  package let ownerColumn: String
  /// Holds the keys of the objects it leads to.
  package let targetColumn: String

  package init(table: String, ownerColumn: String, targetColumn: String) {
    self.table = table
    self.ownerColumn = ownerColumn
    self.targetColumn = targetColumn
  }
}

/// One index.
package struct IndexLayout: Sendable {
  package enum Kind: Sendable, Hashable {
    /// On a relationship's key, on Z_ENT, on a table of pairs.
    case structural
    /// `#Index` and `.indexed`.
    case fetch
    /// `#Unique` and `.unique`.
    case unique
  }

  package let name: String
  package let table: String
  package let columns: [String]
  package let kind: Kind
  /// The entity that declares it, where one does.
  package let entity: _Entity
  /// The names of the properties, where an entity declares it.
  package let properties: [String]

  package init(
    name: String, table: String, columns: [String], kind: Kind, entity: _Entity,
    properties: [String] = []
  ) {
    self.name = name
    self.table = table
    self.columns = columns
    self.kind = kind
    self.entity = entity
    self.properties = properties
  }
}
