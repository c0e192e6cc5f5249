// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore

  /// What a database can do for substrings, and what a configuration wants of it.
  package struct SubstringWish: Sendable {
    /// What the extension pg_trgm calls its operators, as statements name them.
    package let operators: String
    /// Whether the server takes letters outside ASCII for none.
    package let hasOnlyASCII: Bool
    /// Whether the attributes of `#Index` get an index.
    package let includesIndexed: Bool
    /// Others, as `Note.body`.
    package let attributes: Set<String>

    package init(operators: String, hasOnlyASCII: Bool, includesIndexed: Bool, attributes: Set<String>) {
      self.operators = operators
      self.hasOnlyASCII = hasOnlyASCII
      self.includesIndexed = includesIndexed
      self.attributes = attributes
    }
  }

  /// GIN indexes of trigrams, one for each column.
  ///
  /// They are over the folded text, without case and accents. `localizedStandardContains` compares just that; what `contains`
  /// finds is among the rows whose folded text has the folded part. So one index serves both.
  extension SubstringIndexes {
    init(
      _ wish: SubstringWish, _ entities: [_Entity], tables: [Int: TableLayout],
      columns: [StoreLayout.PropertyKey: [ColumnLayout]]
    ) {
      var known: Set<[String]> = []
      var found: [(table: String, column: String)] = []
      for entity in entities {
        guard let table = tables[entity.root.ordinal]?.name else { continue }
        let indexed = wish.includesIndexed ? (entity.schemaEntity?.indices ?? []).flatMap { $0 } : []
        let prefix = entity.name + "."
        let named = wish.attributes.filter { $0.hasPrefix(prefix) }.sorted().map { String($0.dropFirst(prefix.count)) }
        for path in indexed + named {
          guard let column = Self.column(path, entity, columns)?.name, known.insert([table, column]).inserted else {
            continue
          }
          found.append((table, column))
        }
      }
      let names = PostgresNames.names(found.map { Index.parts($0.table, $0.column) })
      self.init(
        zip(names, found).map { Index(name: $0, table: $1.table, column: $1.column) }, operators: wish.operators,
        hasOnlyASCII: wish.hasOnlyASCII)
    }

    /// The column of a text; `nil` for a path that leads to something else.
    static func column(_ path: String, _ entity: _Entity, _ columns: [StoreLayout.PropertyKey: [ColumnLayout]])
      -> ColumnLayout?
    {
      let names = path.split(separator: ".").map { String($0) }
      guard let first = names.first, let property = entity.property(named: first), !property.isRelationship,
        let own = columns[.init(property)]
      else { return nil }
      let parts = AttributePart.parts(of: property)
      guard let index = parts.firstIndex(where: { $0.path == names }), own.indices.contains(index),
        parts[index].type == .string, !parts[index].isRawValue
      else { return nil }
      return own[index]
    }
  }

  extension SubstringIndexes.Index {
    /// What the names of these indexes end with. To be changed with the function `swiftdata_fold`: then all are made anew.
    package static let suffix = "trgm"

    /// What the name is made of.
    static func parts(_ table: String, _ column: String) -> [String] {
      [table, column].map(PostgresNames.plain) + [suffix]
    }

    /// The names that the index may have, depending on what else there was when it was made.
    package var names: [String] {
      let parts = Self.parts(table, column)
      return [PostgresNames.derived(parts), PostgresNames.distinct(parts)]
    }

    package func renamed(_ name: String) -> Self { Self(name: name, table: table, column: column) }
  }

  extension StoreLayout {
    /// Whether a path of an entity, as `body` or `place.city`, leads to one text.
    package func isText(_ path: String, of entity: _Entity) -> Bool {
      SubstringIndexes.column(path, entity, columnsByProperty) != nil
    }
  }

  extension PostgresDDL {
    /// - Parameter isConcurrent: Whether others may write meanwhile; not within a transaction.
    package func create(_ index: SubstringIndexes.Index, isConcurrent: Bool) -> String {
      "CREATE INDEX \(isConcurrent ? "CONCURRENTLY " : "")\(PostgresNames.quoted(index.name)) ON \(index.table) "
        + "USING gin (\(layout.helper("swiftdata_fold"))(\(index.column)) \(layout.substrings?.operators ?? "gin_trgm_ops"))"
    }
  }
#endif
