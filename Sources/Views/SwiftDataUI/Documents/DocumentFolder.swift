// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder that holds an app's documents: each is a folder with a store in it.
///
/// Names come from browsers. A name is one component of a path, and what it names has to be a real folder, so that nothing
/// leads elsewhere.
struct DocumentFolder: Hashable {
  let url: URL
  let pathExtension: String

  struct Entry: Identifiable, Equatable {
    let name: String
    let changed: Date?
    var id: String { name }
  }

  private static let longestName = 200

  /// Whether a document may be called so.
  static func isName(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= longestName, !name.hasPrefix("."),
      name == name.trimmingCharacters(in: .whitespacesAndNewlines)
    else { return false }
    return !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control }
  }

  /// The documents, by name.
  func entries() throws -> [Entry] {
    try makeIfMissing()
    return try FileManager.default.contentsOfDirectory(atPath: url.path).compactMap { file in
      let suffix = "." + pathExtension
      guard file.hasSuffix(suffix) else { return nil }
      let name = String(file.dropLast(suffix.count))
      guard Self.isName(name), let store = try? store(of: name) else { return nil }
      let attributes = try? FileManager.default.attributesOfItem(atPath: store.path)
      return Entry(name: name, changed: attributes?[.modificationDate] as? Date)
    }
    .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
  }

  /// Where the store of a document is, if it is there.
  func place(ofStoreOf name: String) throws -> URL {
    try package(of: name).appendingPathComponent(Self.contentName).appendingPathComponent(Self.storeName)
  }

  /// The store of a document that is there.
  func store(of name: String) throws -> URL {
    let package = try package(of: name)
    let content = package.appendingPathComponent(Self.contentName)
    let store = try place(ofStoreOf: name)
    guard Self.kind(of: package) == .typeDirectory, Self.kind(of: content) == .typeDirectory,
      Self.kind(of: store) == .typeRegular
    else { throw DocumentError(problem: "There is no document “\(name)”.") }
    return store
  }

  /// Makes an empty document, of which the store is still missing, and returns where that belongs.
  func make(_ name: String) throws -> URL {
    try makeIfMissing()
    let package = try package(of: name)
    if Self.kind(of: package) != nil { throw DocumentError(problem: "There is a document “\(name)” already.") }
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: false)
    let content = package.appendingPathComponent(Self.contentName)
    try FileManager.default.createDirectory(at: content, withIntermediateDirectories: false)
    return content.appendingPathComponent(Self.storeName)
  }

  func rename(_ name: String, to new: String) throws {
    _ = try store(of: name)
    let target = try package(of: new)
    if Self.kind(of: target) != nil { throw DocumentError(problem: "There is a document “\(new)” already.") }
    try FileManager.default.moveItem(at: package(of: name), to: target)
  }

  func remove(_ name: String) throws {
    let package = try package(of: name)
    guard Self.kind(of: package) == .typeDirectory else {
      throw DocumentError(problem: "There is no document “\(name)”.")
    }
    try FileManager.default.removeItem(at: package)
  }

  /// A name that no document has: `Untitled`, `Untitled 2`, …
  func freeName() throws -> String {
    let taken = Set(try FileManager.default.contentsOfDirectory(atPath: url.path))
    var (name, number) = ("Untitled", 2)
    while taken.contains("\(name).\(pathExtension)") {
      name = "Untitled \(number)"
      number += 1
    }
    return name
  }

  /// The name of the document at a place in the file system; nil if it is none of this folder's.
  func name(at place: URL) -> String? {
    let suffix = "." + pathExtension
    let (file, folder) = (place.lastPathComponent, place.deletingLastPathComponent())
    guard place.isFileURL, file.hasSuffix(suffix), folder.standardizedFileURL.path == url.standardizedFileURL.path
    else { return nil }
    let name = String(file.dropLast(suffix.count))
    return Self.isName(name) ? name : nil
  }

  // MARK: Files

  private static let contentName = "StoreContent"
  private static let storeName = "persistentStore"

  private func makeIfMissing() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  private func package(of name: String) throws -> URL {
    guard Self.isName(name) else { throw DocumentError(problem: "A document cannot be called “\(name.prefix(100))”.") }
    return url.appendingPathComponent("\(name).\(pathExtension)")
  }

  /// What is at a place, links not followed.
  private static func kind(of place: URL) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: place.path))?[.type] as? FileAttributeType
  }
}
