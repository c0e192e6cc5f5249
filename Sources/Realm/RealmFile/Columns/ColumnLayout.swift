// SPDX-License-Identifier: Apache-2.0

/// The value of a column, and its place.
struct RealmColumnLayout: Sendable {
  /// Of its values, or of the elements of its collections.
  var form: ElementForm
  var collection: CollectionKind?
  /// The type of a dictionary's keys.
  var keys = StorageType.string
  /// The number of its leaf in a leaf of objects; formats from 10 on.
  var leafIndex = 0
  /// Where the texts of an enumerated column are.
  var texts: Int?
  /// Where the column is; formats below 10.
  var root: Int?
  /// Whether there is a search index.
  var isIndexed = false
  /// The columns of its subtables; formats below 10.
  var rows: [RealmColumnLayout] = []
  /// The names of those.
  var rowNames: [String] = []
}

/// A column that leads back to the objects which link to an object.
struct BacklinkLayout: Sendable {
  var column: RealmColumnLayout
  /// The table that the links are in.
  var origin: RealmTableKey
  /// The column there: its key, or in formats below 10 its number.
  var originColumn: Int64
}

/// Where everything of a table is.
final class RealmTableLayout: Sendable {
  let name: String
  let key: RealmTableKey
  let kind: RealmClass.Kind
  let isOld: Bool
  /// Formats 21 and 22 keep dictionaries in trees of objects.
  let hasClusterDictionaries: Bool
  let names: [String]
  let columns: [RealmColumnLayout]
  /// The columns' keys, or in formats below 10 their numbers.
  let columnKeys: [Int64]
  let attributes: [ColumnAttributes]
  let backlinks: [BacklinkLayout]
  let primaryKey: Int?
  /// The tree of objects; formats from 10 on.
  let root: Int?
  let shape: ClusterShape?
  let count: Int

  init(
    name: String, key: RealmTableKey, kind: RealmClass.Kind, isOld: Bool,
    hasClusterDictionaries: Bool, names: [String], columns: [RealmColumnLayout], columnKeys: [Int64],
    attributes: [ColumnAttributes], backlinks: [BacklinkLayout], primaryKey: Int?, root: Int?,
    shape: ClusterShape?, count: Int
  ) {
    self.name = name
    self.key = key
    self.kind = kind
    self.isOld = isOld
    self.hasClusterDictionaries = hasClusterDictionaries
    self.names = names
    self.columns = columns
    self.columnKeys = columnKeys
    self.attributes = attributes
    self.backlinks = backlinks
    self.primaryKey = primaryKey
    self.root = root
    self.shape = shape
    self.count = count
  }
}

/// The marks of a column.
struct ColumnAttributes: OptionSet, Sendable {
  let rawValue: Int
  static let indexed = ColumnAttributes(rawValue: 1)
  static let unique = ColumnAttributes(rawValue: 2)
  static let nullable = ColumnAttributes(rawValue: 16)
  static let list = ColumnAttributes(rawValue: 32)
  static let dictionary = ColumnAttributes(rawValue: 64)
  static let set = ColumnAttributes(rawValue: 128)
  static let fullText = ColumnAttributes(rawValue: 256)

  var collection: CollectionKind? {
    if contains(.list) { return .list }
    if contains(.dictionary) { return .dictionary }
    return contains(.set) ? .set : nil
  }
}
