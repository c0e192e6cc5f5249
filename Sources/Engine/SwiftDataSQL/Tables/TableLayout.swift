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
  /// What another program's table has instead of the store's first columns; `nil` for a table of the store's own.
  package let existing: ExistingHeader?

  package init(
    name: String, root: _Entity, columns: [ColumnLayout], holdsSubentities: Bool = false,
    existing: ExistingHeader? = nil
  ) {
    self.name = name
    self.root = root
    self.columns = columns
    self.holdsSubentities = holdsSubentities
    self.existing = existing
  }

  /// The column of the key, in PostgreSQL.
  package var key: String { existing?.key ?? "pk" }

  /// What the keys are; see ``ExistingKeyType``.
  package var keyType: ExistingKeyType { existing?.keyType ?? .integer }

  /// The column of the version, in PostgreSQL.
  package var version: String { existing?.version ?? "opt" }

  /// What raises the version of a row with an alias and a dot; `nil` if the server does that.
  package func raise(_ alias: String = "") -> String? {
    existing?.isCounted == false ? nil : "\(version) = \(alias)\(version) + 1"
  }

  /// Whether a row with an alias and a dot has a version.
  ///
  /// A row that this transaction has changed already has another `xmin`.
  package func hasVersion(_ value: String, _ alias: String = "") -> String {
    existing?.isCounted == false
      ? "(\(alias)\(version) = \(value) OR \(alias)\(version) = pg_current_xact_id()::xid)"
      : "\(alias)\(version) = \(value)"
  }
}

/// Where a table that another program has made keeps what each row begins with.
package struct ExistingHeader: Sendable, Hashable {
  /// The column of the key, as statements name it.
  package let key: String
  /// The column that changes with each change of a row: a counter, or the system's `xmin`.
  package let version: String
  /// Whether the version is a counter that writers raise.
  package let isCounted: Bool
  package let source: ExistingKeySource
  /// Whether the server must be told to take given keys.
  package let isAlwaysGenerated: Bool
  /// Whether the server may give a row other values than were written: by triggers, or in generated columns.
  package let isChangedByServer: Bool
  /// Rows of lower ranks are there before those that refer to them.
  package var rank = 0
  package var keyType = ExistingKeyType.integer
  /// Of keys that are no whole numbers.
  package var named = NamedKey()
}

/// Where keys of new rows come from that are whole numbers.
package enum ExistingKeySource: Sendable, Hashable {
  /// A sequence, as statements name it.
  case sequence(String)
  /// The table itself: nothing gives out numbers, and a row gets the one after the highest.
  case highest
  /// Something that cannot be asked; with what the column is.
  case others(String)
}

/// Where keys that are no whole numbers come from, and how they are ordered.
package struct NamedKey: Sendable, Hashable {
  /// The expression of the column's default value, of the column's type; `nil` if there is none.
  package var initial: String?
  /// Whether the default value is a random UUID, which anybody can make.
  package var isRandom = false
  /// Whether a property of the models has the key.
  package var isMapped = false
  /// Whether texts have another order than that of their bytes.
  package var isLocalized = false

  package init() {}
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
  /// How a column of another program's table is read and written; `nil` for one of the store's own.
  package let existing: ExistingForm?

  package init(
    name: String, declaredType: String, content: Content, isExternal: Bool = false, existing: ExistingForm? = nil
  ) {
    self.name = name
    self.declaredType = declaredType
    self.content = content
    self.isExternal = isExternal
    self.existing = existing
  }

  /// What the keys are that a reference leads to.
  package var keyType: ExistingKeyType {
    existing == nil || content != .key ? .integer : ExistingKeyType(declaredType) ?? .integer
  }

  /// The column's value, in a SELECT.
  package func value(in alias: String) -> String {
    let column = "\(alias).\(name)"
    if let existing { return existing.value(column) }
    return isExternal ? "\(SQLFunctionName.externalData.rawValue)(\(column))" : column
  }

  /// The expression that stores the value of a parameter in the column.
  package func stored(_ parameter: String) -> String {
    isExternal ? "\(SQLFunctionName.storeExternalData.rawValue)(\(parameter))" : parameter
  }
}

/// How a column that another program has declared becomes one of a type that the store knows.
package struct ExistingForm: Sendable, Hashable {
  /// What follows the column when it is read: `::text`.
  package var reading = ""
  /// What is read, with `%` in place of the column; empty for the column itself.
  package var function = ""
  /// What is assigned, with `%` in place of the value.
  package var writing = "%"
  /// Whether the server makes the value.
  package var isGenerated = false
  /// Whether no row is without a value.
  package var isNeverNull = false
  /// Whether texts have another order than that of their bytes.
  package var isLocalized = false
  /// How many bytes a text, or an element of an array, can have, where the server would cut off the others.
  package var most: Int?
  /// Whether the elements of an array are JSON, and can be lists or objects themselves.
  package var hasJSONElements = false

  package func value(_ column: String) -> String {
    (function.isEmpty ? column : function.replacing("%", with: column)) + reading
  }

  package func assigned(_ value: String) -> String { writing == "%" ? value : writing.replacing("%", with: value) }
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
  package let ownerType: ExistingKeyType
  package let targetType: ExistingKeyType

  package init(
    table: String, ownerColumn: String, targetColumn: String, ownerType: ExistingKeyType = .integer,
    targetType: ExistingKeyType = .integer
  ) {
    self.table = table
    self.ownerColumn = ownerColumn
    self.targetColumn = targetColumn
    self.ownerType = ownerType
    self.targetType = targetType
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
