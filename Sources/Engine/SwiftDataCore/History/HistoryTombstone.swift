// SPDX-License-Identifier: Apache-2.0

/// The preserved values of a deleted model: those of its attributes marked
/// `.preserveValueOnDeletion`.
///
/// ```swift
/// @Attribute(.preserveValueOnDeletion) var code: String
/// …
/// delete.tombstone[\.code] as? String
/// for value in delete.tombstone { print(value) }
/// ```
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
  /// In the order in which the class declares the properties.
  let entries: [Entry]

  struct Entry {
    /// The property's position in the class.
    let index: Int
    let value: any Sendable
  }

  /// Without values: for the history of a store of your own. Not part of Apple's API.
  public init() { entries = [] }

  init(_ entries: [Entry]) { self.entries = entries.sorted { $0.index < $1.index } }

  /// The value that a property had; `nil` if it was `nil`, or is not preserved.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    guard let path = Model._$description.path(keyPath), path.properties.count == 1,
      path.elements.isEmpty, let name = path.properties.first,
      let property = Model._$description.property(named: name)
    else { return nil }
    return entries.first { $0.index == property.index }?.value
  }

  /// The preserved values, in the order in which the class declares them.
  public func makeIterator() -> Iterator { Iterator(entries: entries.makeIterator()) }

  /// Goes through the preserved values.
  public struct Iterator: IteratorProtocol {
    /// A value of whatever type its property has.
    public typealias Element = Any

    var entries: IndexingIterator<[Entry]>

    /// Returns the next preserved value; nil after the last one.
    public mutating func next() -> Any? { entries.next().map { $0.value as Any } }
  }
}

extension _RowReader {
  /// The value of an attribute from the columns that the reader is at; `nil`
  /// if they are NULL, or cannot be read as the attribute's type any more.
  package mutating func preservedValue(
    of property: PropertyDescription, columnCount: Int32
  ) -> (any Sendable)? {
    guard let codec = property.codec, codec.columnCount == Int(columnCount),
      !(column..<(column + columnCount)).allSatisfy({ isNull($0) }),
      let decoded = try? codec.decodeAny(&self)
    else { return nil }
    var value = decoded
    if let optional = decoded as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return nil }
      value = wrapped
    }
    // Attribute types are values, though few say that they can be sent.
    // The cast adds a marker without layout.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }
}
