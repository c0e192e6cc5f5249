// SPDX-License-Identifier: Apache-2.0

/// A property of a class, as the file describes it.
public struct RealmProperty: Hashable, Sendable {
  /// The types of values.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// Whole numbers of up to 64 bits.
    case int
    /// Truth values.
    case bool
    /// Texts.
    case string
    /// Bytes.
    case data
    /// Moments, to the nanosecond.
    case timestamp
    /// Numbers of 32 bits.
    case float
    /// Numbers of 64 bits.
    case double
    /// Decimal numbers.
    case decimal
    /// Identifiers of 12 bytes.
    case objectID
    /// Identifiers of 16 bytes.
    case uuid
    /// Values of any type.
    case mixed
    /// Links to objects of one class.
    case link
    /// Links to objects of any class; no SDK writes them.
    case anyLink
    /// Rows within a row, of several columns; no SDK writes them.
    case rows
    /// What cannot be read: mixed values in a format below 10, which no SDK
    /// writes.
    case unsupported
  }

  /// The kind of a collection of values.
  public enum Collection: String, Hashable, Sendable {
    /// Ordered; values may occur more than once.
    case list
    /// Values occur once; the order means nothing.
    case set
    /// Values by keys.
    case dictionary
  }

  /// The name in the file.
  public var name: String
  /// The type of its values, or of the values in its collections.
  public var type: ValueType
  /// `nil` for a single value.
  public var collection: Collection?
  /// Whether values may be null; in a collection, whether its elements may.
  public var isOptional: Bool
  /// Whether there is a search index.
  public var isIndexed: Bool
  /// Whether there is an index for words.
  public var isFullTextIndexed: Bool
  /// The class that links lead to.
  public var target: String?

  /// Makes a property.
  public init(
    name: String, type: ValueType, collection: Collection? = nil, isOptional: Bool = false,
    isIndexed: Bool = false, isFullTextIndexed: Bool = false, target: String? = nil
  ) {
    self.name = name
    self.type = type
    self.collection = collection
    self.isOptional = isOptional
    self.isIndexed = isIndexed
    self.isFullTextIndexed = isFullTextIndexed
    self.target = target
  }

  /// Whether the property is internal to Realm: its name begins with `!`.
  public var isInternal: Bool { name.hasPrefix("!") }
}
