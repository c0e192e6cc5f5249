// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension IndexLayout {
    /// What the name of an index is made of.
    static func parts(_ table: String, _ columns: [String], _ kind: Kind) -> [String] {
      ([table] + columns).map(PostgresNames.plain) + [kind == .unique ? "key" : "idx"]
    }

    /// The names that the index may have, depending on what else there was when it was made.
    package var postgresNames: [String] {
      let parts = Self.parts(table, columns, kind)
      return [PostgresNames.derived(parts), PostgresNames.distinct(parts)]
    }

    /// The index with another name.
    package func renamed(_ name: String) -> IndexLayout {
      IndexLayout(name: name, table: table, columns: columns, kind: kind, entity: entity, properties: properties)
    }
  }
#endif
