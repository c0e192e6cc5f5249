// SPDX-License-Identifier: Apache-2.0

/// The error if a Realm file, or a part of it, cannot be read.
///
/// It names the problem, its location (file, offset, table, property, object) and a remedy. It never contains values of
/// the app.
///
/// ```swift
/// do {
///   let file = try RealmFile(url: url)
/// } catch let error as RealmFileError where error.code == .keyRequired {
///   // Ask for the key.
/// }
/// ```
public struct RealmFileError: Error, Equatable, Sendable {
  /// The kinds of errors.
  public enum Code: String, Sendable, CaseIterable {
    /// There is no such file.
    case fileNotFound
    /// The path leads to a folder, or to something else that is no file.
    case notAFile
    /// The operating system refuses to read the file.
    case unreadable
    /// The file has no bytes.
    case fileIsEmpty
    /// Another kind of file.
    case notARealm
    /// A format that was never released when this reader was written: above 24.
    case newerFormat
    /// A format from before the header named one: below 2.
    case olderFormat
    /// A number that no released version of Realm has written.
    case unknownFormat
    /// Realm stopped while it rewrote the file from a format below 10.
    case interruptedUpgrade
    /// The file seems to be encrypted, and there is no key.
    case keyRequired
    /// The file is encrypted with another key, or is no Realm file at all.
    case wrongKey
    /// The key is not 64 bytes long.
    case invalidKey
    /// There is a key, but the file is not encrypted.
    case notEncrypted
    /// A part of the file is missing at its end.
    case truncated
    /// Line feeds have become carriage returns and line feeds, as by a version
    /// control system that took the file for text.
    case damagedByLineEndings
    /// Parts of the file lead back to themselves, or are used more than once.
    case cyclic
    /// The content is malformed.
    case damaged
    /// A collection has more elements than fit into memory at once.
    case tooLarge
    /// The file was written to, or became shorter, while it was read.
    case changedWhileReading
    /// There is no table of that name.
    case unknownTable
    /// The table has no such property.
    case unknownProperty
    /// A kind of data that no Realm SDK has written.
    case unsupported
  }

  /// The kind of the error.
  public var code: Code
  /// The problem.
  public var what: String
  /// The file in which it is.
  public var file: String?
  /// Where it is: bytes from the start of the file, of its decrypted content
  /// if it is encrypted.
  public var offset: Int?
  /// The table in which it is.
  public var table: String?
  /// The property in which it is.
  public var property: String?
  /// The object in which it is.
  public var object: RealmObjectKey?
  /// The remedy.
  public var advice: String?

  /// Makes an error.
  public init(
    _ code: Code, _ what: String, file: String? = nil, offset: Int? = nil, table: String? = nil,
    property: String? = nil, object: RealmObjectKey? = nil, advice: String? = nil
  ) {
    self.code = code
    self.what = what
    self.file = file
    self.offset = offset
    self.table = table
    self.property = property
    self.object = object
    self.advice = advice
  }
}

extension RealmFileError: CustomStringConvertible {
  public var description: String {
    var text = file.map { "\($0): \(what)" } ?? what
    var places: [String] = []
    if let table { places.append("table \(table)") }
    if let property { places.append("property \(property)") }
    if let object { places.append("object \(object.rawValue)") }
    if let offset { places.append("offset \(offset)") }
    if !places.isEmpty { text += " (\(places.joined(separator: ", ")))" }
    if let advice { text += " \(advice)" }
    return text
  }
}
