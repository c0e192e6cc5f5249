import SwiftDataCore

/// One table of entities.
public struct TableLayout: Sendable {
  public let name: String
  public let root: _Entity
  /// In the order of the CREATE TABLE statement, without Z_PK, Z_ENT, Z_OPT.
  public let columns: [ColumnLayout]
  /// Whether rows of more than one entity lie in the table.
  public let holdsSubentities: Bool

  public init(
    name: String, root: _Entity, columns: [ColumnLayout], holdsSubentities: Bool = false
  ) {
    self.name = name
    self.root = root
    self.columns = columns
    self.holdsSubentities = holdsSubentities
  }
}

/// One column.
public struct ColumnLayout: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    case attribute(_ColumnType)
    /// JSON or a transformer's bytes: cannot be searched.
    case archive
    /// A row's primary key.
    case key
    /// The concrete entity of a to-one's destination.
    case entity
  }

  public let name: String
  /// `INTEGER`, `VARCHAR`, `TIMESTAMP` …
  public let declaredType: String
  public let content: Content
  /// `.externalStorage`: the column says where the value is.
  public let isExternal: Bool

  public init(name: String, declaredType: String, content: Content, isExternal: Bool = false) {
    self.name = name
    self.declaredType = declaredType
    self.content = content
    self.isExternal = isExternal
  }

  /// The column's value, in a SELECT.
  public func value(in alias: String) -> String {
    let column = "\(alias).\(name)"
    return isExternal ? "\(SQLFunctionName.externalData.rawValue)(\(column))" : column
  }

  /// What the column is set to for the value of a parameter.
  public func stored(_ parameter: String) -> String {
    isExternal ? "\(SQLFunctionName.storeExternalData.rawValue)(\(parameter))" : parameter
  }
}

/// A table of pairs.
public struct JoinTableLayout: Sendable {
  public let name: String
  /// The two columns in the order of the CREATE TABLE statement.
  public let columns: [String]
  /// The entity whose relationship names the table.
  public let owner: _Entity
  /// That relationship.
  public let relationship: _Property

  public init(name: String, columns: [String], owner: _Entity, relationship: _Property) {
    self.name = name
    self.columns = columns
    self.owner = owner
    self.relationship = relationship
  }
}

/// A table of pairs seen from one relationship.
public struct JoinTableEnd: Sendable {
  public let table: String
  /// Holds the keys of the objects that have the relationship.
  public let ownerColumn: String
  /// Holds the keys of the objects it leads to.
  public let targetColumn: String

  public init(table: String, ownerColumn: String, targetColumn: String) {
    self.table = table
    self.ownerColumn = ownerColumn
    self.targetColumn = targetColumn
  }
}

/// One index.
public struct IndexLayout: Sendable {
  public enum Kind: Sendable, Hashable {
    /// On a relationship's key, on Z_ENT, on a table of pairs.
    case structural
    /// `#Index` and `.indexed`.
    case fetch
    /// `#Unique` and `.unique`.
    case unique
  }

  public let name: String
  public let table: String
  public let columns: [String]
  public let kind: Kind
  /// The entity that declares it, where one does.
  public let entity: _Entity
  /// The names of the properties, where an entity declares it.
  public let properties: [String]

  public init(
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
