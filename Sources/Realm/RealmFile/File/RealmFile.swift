// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A Realm file, read without Realm.
///
/// Reads files of formats 2 to 11 and 20 to 24: those of every released version of Realm for Apple's platforms, and of
/// other platforms. Encrypted files are read with their key. The file is mapped into memory, not loaded, and never
/// written; files beside it (`.lock`, `.note`, `.management`) are ignored.
///
/// ```swift
/// let file = try RealmFile(url: url)
/// for type in file.schema.appClasses {
///   let table = try file.table(type.name)
///   print(type.name, table.count)
///   let rows = table.rows()
///   while let row = try rows.next() {
///     print(row.key, try row["name"])
///   }
/// }
/// ```
///
/// A file that an app has open may change during reading. The results are then inconsistent, or errors: read a copy, or
/// call ``checkUnchanged()`` afterwards.
///
/// All errors are of the type ``RealmFileError``. Damaged and hostile files also lead to errors.
public final class RealmFile: Sendable {
  /// The classes of the file.
  public let schema: RealmSchema
  /// The tables, in the order of the file, with those that Realm keeps for
  /// itself.
  public let tables: [RealmTable]
  /// Whether the file is encrypted.
  public let isEncrypted: Bool

  let source: any ByteSource
  private let stamp: [UInt64]
  private let positions: [String: Int]
  private let keys: [RealmTableKey: Int]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - key: that of an encrypted file.
  /// - Throws: ``RealmFileError`` if it is no Realm file that can be read.
  public convenience init(url: URL, key: RealmKey? = nil) throws {
    try self.init(FileOpening.source(url), key: key)
  }

  /// Reads a file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: all of the file; they are copied.
  ///   - key: that of an encrypted file.
  /// - Throws: ``RealmFileError`` if it is no Realm file that can be read.
  public convenience init(bytes: some Collection<UInt8>, key: RealmKey? = nil) throws {
    guard !bytes.isEmpty else { throw RealmFileError.empty(nil) }
    try self.init(MemorySource(bytes), key: key)
  }

  private init(_ file: any ByteSource, key: RealmKey?) throws {
    let (source, header, layouts) = try RealmFileError.located(file: file.name) {
      let source = try Self.content(of: file, key: key)
      do {
        let header = try RealmFileHeader(source)
        return (source, header, try GroupReader(source: source).tables(header))
      } catch let error as RealmFileError
        where [.damaged, .truncated, .cyclic].contains(error.code)
        && LineEndings.areConverted(in: source)
      {
        throw LineEndings.error
      }
    }
    self.source = source
    isEncrypted = key != nil
    stamp = header.stamp
    let facts = try RealmFileError.located(file: file.name) {
      try InternalTables(layouts, source)
    }
    schema =
      RealmSchemaBuilder(
        format: header.format, layouts: layouts, primaryKeys: facts.primaryKeys,
        version: facts.version
      ).schema
    tables = zip(layouts, schema.classes).map { RealmTable($0, $1, source) }
    // A class comes before a table that is called like it.
    var positions: [String: Int] = [:]
    for (index, table) in tables.enumerated() { positions[table.layout.name] = index }
    for (index, table) in tables.enumerated().reversed() where table.name != table.layout.name {
      positions[table.name] = index
    }
    self.positions = positions
    keys = Dictionary(zip(layouts.map(\.key), layouts.indices)) { first, _ in first }
  }

  /// The state of the file: it changes with every write of an app.
  ///
  /// A compacted file, or a copy that `writeCopy` has made, is read completely, because it has no version.
  ///
  /// - Throws: ``RealmFileError`` if the file cannot be read.
  public var revision: [UInt64] {
    get throws { try stamp + [UInt64(source.size)] + FileVersion.numbers(source) }
  }

  /// The path of the file; `nil` if it was read from memory.
  public var path: String? { source.name }

  private static func content(
    of file: any ByteSource, key: RealmKey?
  ) throws -> any ByteSource {
    let isPlain = RealmFileHeader.isRealm(file)
    if !isPlain, LineEndings.areConverted(in: file) { throw LineEndings.error }
    // A file that begins like a plain one by chance has one chance in 2^32.
    if let key {
      guard !isPlain else {
        throw RealmFileError(
          .notEncrypted, "The file is not encrypted, but a key was given.",
          advice: "Open it without the key.")
      }
      guard file.size >= EncryptedSource.pageSize * 2 else {
        throw RealmFileError(
          .notARealm,
          "The file does not begin like a Realm file, and is too short for an encrypted one.",
          advice: "Check that it is the right file.")
      }
      return try EncryptedSource(file, key: key)
    }
    if !isPlain, file.size % EncryptedSource.pageSize == 0,
      file.size >= EncryptedSource.pageSize * 2
    {
      throw RealmFileError(
        .keyRequired, "The file is encrypted, or no Realm file at all.",
        advice: "Give its key: the 64 bytes that the app opens it with.")
    }
    return file
  }

  /// The table of a class.
  ///
  /// - Parameter name: the name of the class, or of the table.
  /// - Throws: ``RealmFileError/Code/unknownTable``, with the names there are.
  public func table(_ name: String) throws -> RealmTable {
    if let position = positions[name] { return tables[position] }
    let names = schema.appClasses.map(\.name).prefix(20).joined(separator: ", ")
    throw RealmFileError(
      .unknownTable, "There is no class \(name).", file: source.name,
      advice: names.isEmpty ? "The file has no classes." : "There are: \(names).")
  }

  /// The table of a link's destination; `nil` if there is none.
  public func table(_ key: RealmTableKey) -> RealmTable? { keys[key].map { tables[$0] } }

  /// The object that a link leads to; `nil` if it is not there.
  ///
  /// - Throws: ``RealmFileError`` if the file is damaged.
  public func object(_ link: RealmLink) throws -> RealmRow? {
    try table(link.table)?.row(link.key)
  }

  /// Makes sure that the file is still as it was when it was opened.
  ///
  /// - Throws: ``RealmFileError/Code/changedWhileReading`` if another program
  ///   has written to it since.
  public func checkUnchanged() throws {
    try source.checkSize()
    source.forget()
    guard try RealmFileHeader(source).stamp == stamp else {
      throw RealmFileError(
        .changedWhileReading, "The file was written to while it was read.", file: source.name,
        advice: "Read it again, or read a copy that no other program works on.")
    }
  }
}
