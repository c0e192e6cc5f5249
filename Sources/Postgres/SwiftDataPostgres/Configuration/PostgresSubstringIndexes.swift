// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Which texts get an index by which `contains` and `localizedStandardContains` find rows, with PostgreSQL's extension
  /// `pg_trgm`.
  ///
  /// ```swift
  /// configuration.substringIndexes.attributes = ["Note.body", "Shop.address.city"]
  /// ```
  ///
  /// Without the extension there is no such index, and these predicates read all rows. With it, the attributes of type `String`
  /// in an `#Index` have one, and those named here. What is searched for must have three letters or digits in a row; for less,
  /// and for what only the database knows, such as another attribute, all rows are read. What is found is the same with and
  /// without an index. An index costs each save of a text some time: about as much as full-text search does.
  ///
  /// Indexes are made while others read and write, when the store is opened for writing; those that nothing asks for any more
  /// are dropped then. In a database whose character type (`lc_ctype`) is `C`, letters outside ASCII do not count.
  public struct PostgresSubstringIndexes: Sendable, Hashable {
    /// Whether the texts of `#Index` have one.
    public var includesIndexed: Bool
    /// Other texts, each named as its model and its property: `Note.body`.
    public var attributes: Set<String>
    /// Whether opening the store for writing installs the extension if the database lacks it.
    ///
    /// The user of the database needs the right to create in the database (`GRANT CREATE ON DATABASE`), and the server needs
    /// the extension's files (Debian: `postgresql-contrib`). If not, opening throws
    /// ``SwiftDataError/loadIssueModelContainer``.
    public var installsExtension: Bool

    /// - Parameters:
    ///   - includesIndexed: Whether the texts of `#Index` have one.
    ///   - attributes: Other texts, each named as its model and its property: `Note.body`.
    ///   - installsExtension: Whether opening the store for writing installs the extension if the database lacks it.
    public init(includesIndexed: Bool = true, attributes: Set<String> = [], installsExtension: Bool = false) {
      self.includesIndexed = includesIndexed
      self.attributes = attributes
      self.installsExtension = installsExtension
    }
  }

  extension PostgresSubstringIndexes {
    /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for a name that is none of a text of the models.
    func check(_ layout: StoreLayout, _ entities: [_Entity]) throws {
      for attribute in attributes.sorted() {
        let isText = entities.contains { entity in
          let prefix = entity.name + "."
          return attribute.hasPrefix(prefix) && layout.isText(String(attribute.dropFirst(prefix.count)), of: entity)
        }
        guard !isText else { continue }
        throw SwiftDataError(
          .loadIssueModelContainer, "substringIndexes names \(attribute), which is no stored String of the models.",
          advice: "Name the model and the property, as Note.body.")
      }
    }

    /// What a layout is to have; `nil` in a database without the extension.
    func wish(_ contents: NamespaceContents) -> SubstringWish? {
      contents.trigrams.map {
        SubstringWish(
          operators: PostgresNames.quoted($0.namespace) + ".gin_trgm_ops", hasOnlyASCII: $0.hasOnlyASCII,
          includesIndexed: includesIndexed, attributes: attributes)
      }
    }
  }
#endif
