// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Swift files of a folder.
///
/// Hidden folders, and those of dependencies and build products (`Pods`, `Carthage`,
/// `DerivedData`), are left out, and links are not followed.
package struct RealmSourceFolder: Sendable {
  /// The files, by their paths.
  package let sources: [RealmSource]
  private let url: URL

  /// Reads all files.
  ///
  /// - Throws: ``RealmSourceError``, if there is no such folder, it has no Swift
  ///   files, or one cannot be read.
  package init(_ url: URL) throws {
    self.url = url.resolvingSymlinksInPath().standardizedFileURL
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: self.url.path, isDirectory: &isFolder) else {
      throw RealmSourceError(.notFound, "The folder does not exist.", path: url.path)
    }
    guard isFolder.boolValue else {
      throw RealmSourceError(.notAFolder, "This is not a folder. Give the folder with the sources.", path: url.path)
    }
    var sources: [RealmSource] = []
    try Self.read(self.url, below: "", into: &sources)
    guard !sources.isEmpty else {
      throw RealmSourceError(.noSources, "There are no Swift files in this folder.", path: url.path)
    }
    self.sources = sources
  }

  private static let skipped: Set<String> = ["Carthage", "DerivedData", "Pods", "build"]

  private static func read(_ folder: URL, below path: String, into sources: inout [RealmSource]) throws {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw RealmSourceError(.unreadable, "The folder cannot be read: \(error.localizedDescription)", path: folder.path)
    }
    for name in names where !name.hasPrefix(".") && !skipped.contains(name) {
      let url = folder.appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      let type = attributes?[.type] as? FileAttributeType
      let inner = path.isEmpty ? name : "\(path)/\(name)"
      if type == .typeDirectory {
        try read(url, below: inner, into: &sources)
      } else if type == .typeRegular, name.hasSuffix(".swift") {
        sources.append(RealmSource(path: inner, text: try text(url)))
      }
    }
  }

  private static func text(_ url: URL) throws -> String {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw RealmSourceError(.unreadable, "The file cannot be read: \(error.localizedDescription)", path: url.path)
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw RealmSourceError(.unreadable, "The file is no text in UTF-8; save it as such.", path: url.path)
    }
    return text
  }

  /// Writes converted files into another folder, which is made if need be.
  ///
  /// - Parameter overwrites: whether files that are there already may be replaced.
  /// - Throws: ``RealmSourceError``, if the other folder is this one or in it, has
  ///   files already, or cannot be written.
  package func write(_ files: [ConvertedSource], to target: URL, overwrites: Bool = false) throws {
    let target = Self.resolved(target)
    let own = url.path.hasSuffix("/") ? url.path : url.path + "/"
    let other = target.path.hasSuffix("/") ? target.path : target.path + "/"
    guard !other.hasPrefix(own) else {
      throw RealmSourceError(
        .targetInSource, "The converted files cannot be put into the folder with the sources; give another one.",
        path: target.path)
    }
    guard !own.hasPrefix(other) || overwrites else {
      throw RealmSourceError(.targetNotEmpty, "The folder has the sources in it; give an empty one.", path: target.path)
    }
    let existing = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
    guard overwrites || existing.isEmpty else {
      throw RealmSourceError(
        .targetNotEmpty, "The folder is not empty; give another one, or allow overwriting.", path: target.path)
    }
    for file in files {
      let url = target.appendingPathComponent(file.path)
      do {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url, options: .atomic)
      } catch {
        throw RealmSourceError(.unwritable, "The file cannot be written: \(error.localizedDescription)", path: url.path)
      }
    }
  }

  /// The path without links, also where its end does not exist yet.
  private static func resolved(_ url: URL) -> URL {
    var missing: [String] = []
    var existing = url.standardizedFileURL
    while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
      missing.insert(existing.lastPathComponent, at: 0)
      existing.deleteLastPathComponent()
    }
    existing = existing.resolvingSymlinksInPath().standardizedFileURL
    for name in missing { existing.appendPathComponent(name) }
    return existing
  }
}

/// Why sources cannot be converted.
package struct RealmSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable {
    case notFound, notAFolder, noSources, unreadable, targetInSource, targetNotEmpty, unwritable
    /// Nothing that could check sources is here.
    case noCompiler
  }

  package let kind: Kind
  /// The problem, and the advice.
  package let reason: String
  /// The file or folder.
  package let path: String

  init(_ kind: Kind, _ reason: String, path: String) {
    self.kind = kind
    self.reason = reason
    self.path = path
  }

  package var description: String { "\(path): \(reason)" }
}
