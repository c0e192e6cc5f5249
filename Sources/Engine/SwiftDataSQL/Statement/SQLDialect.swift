// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Whose SQL a statement is written in.
///
/// The tree is the same; its leaves differ where a database lacks a function, and the text is written by a writer of its
/// own: ``SQLText`` for SQLite, `PostgresText` for PostgreSQL (with the package trait `Postgres`).
package enum SQLDialect: Sendable {
  case sqlite, postgres

  /// What every row begins with: key, entity, counter.
  func rowHeader(_ alias: String, _ table: TableLayout?) -> String {
    switch self {
    case .sqlite: "\(alias).Z_PK, \(alias).Z_ENT, \(alias).Z_OPT"
    case .postgres:
      "\(alias).\(table?.key ?? "pk"), \(table?.holdsSubentities == true ? "\(alias).entity" : "NULL"), "
        + "\(alias).\(table?.version ?? "opt")"
    }
  }
}

extension StoreLayout {
  /// A query as the store's SQL.
  ///
  /// - Throws: ``SwiftDataError`` where the dialect has no form for a part of it.
  func statement(_ query: SQLQuery) throws -> SQLStatement {
    #if Postgres
      if dialect == .postgres { return try PostgresText.statement(query, self) }
    #endif
    return SQLText.statement(query)
  }
}

/// The type of one parameter, for a database that does not find it out from the value.
package enum SQLParameterType: Hashable, Sendable {
  case boolean, integer, real, numeric, text, bytes, uuid
  /// A moment, with or without a time zone: seconds since 2001.
  case instant, wallClock
  /// The number of a row, in place of which its key is sent; or the key.
  case key(ExistingKeyType)
}

/// One parameter of a statement: a value, or a list of so many.
package enum SQLParameter: Hashable, Sendable {
  case value(SQLParameterType)
  case list(SQLParameterType, count: Int)
}
