// SPDX-License-Identifier: Apache-2.0

/// An object in a file.
///
/// Its values are read on access. It may be stored, but belongs to one thread.
public struct RealmRow {
  /// The key of the object within its table.
  public let key: RealmObjectKey
  private let context: RowContext
  private let rows: any RowSource
  private let position: Int

  init(_ key: RealmObjectKey, _ context: RowContext, _ rows: any RowSource, position: Int) {
    self.key = key
    self.context = context
    self.rows = rows
    self.position = position
  }

  /// The value of a property.
  ///
  /// - Throws: ``RealmFileError`` if there is no such property, or the file
  ///   is damaged.
  public subscript(name: String) -> RealmValue {
    get throws { try value(at: index(of: name)) }
  }

  /// The value of a property, by its position in ``RealmClass/properties``.
  ///
  /// - Throws: ``RealmFileError`` if there is no such property, or the file
  ///   is damaged.
  public func value(at index: Int) throws -> RealmValue {
    try check(index)
    return try located(index) { try rows.value(column: index, position: position) }
  }

  /// The values of all properties, in the order of ``RealmClass/properties``.
  ///
  /// - Throws: ``RealmFileError`` if the file is damaged, or has a property
  ///   of the type ``RealmProperty/ValueType/unsupported``.
  public func values() throws -> [RealmValue] {
    try context.layout.columns.indices.map { try value(at: $0) }
  }

  /// Goes through a collection without having all of it in memory.
  ///
  /// - Parameter name: a property that is a list, a set or a dictionary.
  /// - Throws: ``RealmFileError`` if there is no such property, or the file
  ///   is damaged.
  public func elements(of name: String) throws -> RealmElements {
    let index = try index(of: name)
    guard context.layout.columns[index].collection != nil else {
      throw RealmFileError(
        .unknownProperty, "The property is not a collection.", file: context.source.name,
        table: context.layout.name, property: name, advice: "Read its value.")
    }
    let cursor = try located(index) { try rows.cursor(column: index, position: position) }
    return RealmElements(cursor, context, property: name, object: key)
  }

  /// The keys of the objects that link to this one.
  ///
  /// - Parameter index: the position in ``RealmClass/backlinks``, which says
  ///   by which property of which class.
  /// - Throws: ``RealmFileError`` if the file is damaged.
  public func sources(ofBacklink index: Int) throws -> [RealmObjectKey] {
    guard context.layout.backlinks.indices.contains(index) else { return [] }
    return try RealmFileError.located(
      file: context.source.name, table: context.layout.name, object: key
    ) { try rows.backlinks(column: index, position: position) }
  }

  private func index(of name: String) throws -> Int {
    if let index = context.positions[name] { return index }
    throw RealmFileError(
      .unknownProperty, "There is no property \(name).", file: context.source.name,
      table: context.layout.name,
      advice: "There are: \(context.layout.names.prefix(30).joined(separator: ", ")).")
  }

  private func check(_ index: Int) throws {
    guard context.layout.columns.indices.contains(index) else {
      throw RealmFileError(
        .unknownProperty, "There is no property \(index).", file: context.source.name,
        table: context.layout.name,
        advice: "The table has \(context.layout.columns.count) of them.")
    }
  }

  private func located<Result>(_ index: Int, _ body: () throws -> Result) throws -> Result {
    try RealmFileError.located(
      file: context.source.name, table: context.layout.name,
      property: context.layout.names[index], object: key, body)
  }
}

/// Goes through the elements of a collection.
///
/// ```swift
/// let elements = try row.elements(of: "tracks")
/// while let track = try elements.next() { … }
/// ```
public final class RealmElements {
  private var cursor: CollectionCursor?
  private let context: RowContext
  private let property: String
  private let object: RealmObjectKey

  init(
    _ cursor: CollectionCursor?, _ context: RowContext, property: String, object: RealmObjectKey
  ) {
    self.cursor = cursor
    self.context = context
    self.property = property
    self.object = object
  }

  /// The next element of a list or set, or the next value of a dictionary;
  /// `nil` after the last one.
  ///
  /// - Throws: ``RealmFileError`` if the file is damaged.
  public func next() throws -> RealmValue? { try nextEntry()?.value }

  /// The next entry of a dictionary; `nil` after the last one. Elements of
  /// lists and sets have the key null.
  ///
  /// - Throws: ``RealmFileError`` if the file is damaged.
  public func nextEntry() throws -> RealmEntry? {
    try RealmFileError.located(
      file: context.source.name, table: context.layout.name, property: property, object: object
    ) {
      switch cursor {
      case .elements(var elements):
        defer { cursor = .elements(elements) }
        return try elements.next().map { RealmEntry(key: .null, value: $0) }
      case .entries(var entries):
        defer { cursor = .entries(entries) }
        return try entries.next()
      case .values(var values):
        defer { cursor = .values(values) }
        return values.popFirst().map { RealmEntry(key: .null, value: $0) }
      case nil: return nil
      }
    }
  }
}

/// The source of a row's values.
protocol RowSource: AnyObject {
  /// The value of a column.
  ///
  /// - Parameter position: the object's place within the source.
  func value(column: Int, position: Int) throws -> RealmValue
  /// Goes through a collection; `nil` if it is empty.
  func cursor(column: Int, position: Int) throws -> CollectionCursor?
  /// The keys of the objects that link to one.
  func backlinks(column: Int, position: Int) throws -> [RealmObjectKey]
}

/// Hands out what values are read with.
///
/// A value that is read for the first time is part of the traversal of the file,
/// on which nothing is met twice. When it is read again, it is not.
final class PassGate {
  let pass: Pass
  private var last: [Int: Int] = [:]

  init(_ pass: Pass) { self.pass = pass }

  /// - Parameter ordinal: the number of the object on the way.
  func pass(column: Int, ordinal: Int) -> Pass {
    if let last = last[column], last >= ordinal { return Pass(pass.source) }
    last[column] = ordinal
    return pass
  }
}
