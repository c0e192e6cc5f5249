// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SharedFixtures
import Testing
// Every test of this target may run the tool or need a folder.
@_exported import ToolSupport

/// Stores that Apple's software wrote, kept beside the checkout.
enum Fixtures {
  static let isThere = SharedFixtures.stores != nil
  static let note = Comment(rawValue: SharedFixtures.absence)
  /// The files, by name.
  static let stores = SharedFixtures.all

  static func store(_ name: String) throws -> URL {
    try #require(stores.first { $0.lastPathComponent == name })
  }

  /// What the file beside a store says about it.
  static func facts(_ store: URL) throws -> JSONValue {
    let url = store.deletingPathExtension().appendingPathExtension("json")
    return try JSONValue(parsing: Data(contentsOf: url))
  }

  /// The number of rows of each table, as the file beside a store says.
  static func rowCounts(_ store: URL) throws -> [String: Int] {
    guard case .object(let members)? = try facts(store)["rowcounts"] else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: members.compactMap { member in
        guard case .number(let digits) = member.value, let count = Int(digits) else { return nil }
        return (member.name, count)
      })
  }
}

extension TemporaryFolder {
  /// A copy of a store and its log that can be written to.
  func copy(_ store: URL, as name: String? = nil) throws -> URL {
    let target = url.appendingPathComponent(name ?? store.lastPathComponent)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
      try FileManager.default.copyItem(atPath: store.path + suffix, toPath: target.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: target.path + suffix)
    }
    return target
  }

  /// Name, content and time of change of everything in the folder.
  func state() throws -> [String: Data] {
    var state: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let path = url.appendingPathComponent(name).path
      state[name] = FileManager.default.contents(atPath: path) ?? Data()
    }
    return state
  }
}

/// Keeps text in memory.
final class TextCollector: TextSink {
  private(set) var text = ""
  func write(_ text: String) { self.text += text }
}
