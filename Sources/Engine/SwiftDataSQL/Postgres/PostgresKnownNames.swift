// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// The names that a PostgreSQL store has given already, without quotes: a layout for that store keeps them.
  package struct PostgresKnownNames: Sendable {
    /// A table of pairs, seen from the relationship that names it.
    package struct Pairs: Sendable {
      package let table: String
      package let ownerColumn: String
      package let targetColumn: String

      package init(table: String, ownerColumn: String, targetColumn: String) {
        self.table = table
        self.ownerColumn = ownerColumn
        self.targetColumn = targetColumn
      }
    }

    /// By root entity.
    package var tables: [String: String] = [:]
    /// By declaring entity and path: `address.city` of an attribute, the name of a relationship.
    package var columns: [String: [String: String]] = [:]
    /// By declaring entity and relationship.
    package var pairs: [String: [String: Pairs]] = [:]
    /// Columns by table that nothing else gets.
    package var takenColumns: [String: Set<String>] = [:]
    /// Tables that nothing else gets.
    package var takenTables: Set<String> = []
    /// Subentities that the schema no longer has, by the entity that their rows are read as.
    package var formerSubentities: [String: [String]] = [:]

    package init() {}
  }
#endif
