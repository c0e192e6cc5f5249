// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Whose the tables of a store in a database are.
  ///
  /// ```swift
  /// let configuration = PostgresConfiguration(
  ///   url: "postgres://app@db.example.com/rentals", tables: .existing(named: ["Film": "tbl_films"]))
  /// ```
  public struct PostgresTables: Hashable, Sendable {
    /// The tables of entities that are not called by the rule; `nil` for tables of the store's own.
    let names: [String: String]?

    /// The store makes its tables, and changes them when the models change.
    public static let managed = PostgresTables(names: nil)

    /// The tables of another program, which are found by the names of the models and properties. The store reads and
    /// writes rows; it creates, changes and drops nothing.
    ///
    /// The table of `FilmCategory` is called `film_category` or `film_categories`, the column of `releaseYear` is
    /// `release_year`, and that of a relationship `language` is `language_id`. Other columns are named with
    /// `@Attribute(originalName:)` and `@Relationship(originalName:)`, other tables with ``existing(named:)``.
    /// `swiftdata schema --swift postgres://…` writes the models.
    ///
    /// Rows are known by the key of their table: one column of whole numbers from a sequence, or of UUIDs, texts or bytes,
    /// which a property of the model may have. Their versions are known by the system's column `xmin`, unless the table has
    /// a counter `opt`. There is no history: requests for it throw
    /// ``SwiftDataError/invalidTransactionFetchRequest``, and no observer hears of what others save.
    public static let existing = PostgresTables(names: [:])

    /// The tables of another program, of which some have names that no rule leads to.
    ///
    /// - Parameter names: The name of the table by the name of the model.
    public static func existing(named names: [String: String]) -> PostgresTables { PostgresTables(names: names) }
  }
#endif
