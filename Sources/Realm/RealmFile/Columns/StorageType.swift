// SPDX-License-Identifier: Apache-2.0

/// How the values of a column are stored.
enum StorageType: Int, Sendable {
  case int = 0
  case bool = 1
  case string = 2
  /// Numbers of texts that are stored once; formats below 10.
  case enumeratedString = 3
  case binary = 4
  /// Rows within a row; formats below 10.
  case subtable = 5
  case mixed = 6
  /// Seconds; formats below 5.
  case dateTime = 7
  case timestamp = 8
  case float = 9
  case double = 10
  case decimal = 11
  case link = 12
  /// Formats below 24.
  case linkList = 13
  case backlink = 14
  case objectID = 15
  case typedLink = 16
  case uuid = 17
}

/// The value of a column for each object.
enum CollectionKind: Sendable {
  case list, set, dictionary
}

/// How values of one kind lie in a leaf.
struct ElementForm: Sendable {
  var type: StorageType
  var isNullable: Bool
  /// Whether the file is of a format below 10.
  var isOld = false
  /// Whether the leaf is one of a collection. Links are numbered from zero
  /// there, and from one in the leaf of a column.
  var isElement = false
  /// What links lead to.
  var target: RealmTableKey?
}
