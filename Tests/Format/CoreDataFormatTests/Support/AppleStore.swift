// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SharedFixtures
import Testing

/// A store that Apple's software wrote, with what is known about it.
struct AppleStore: CustomTestStringConvertible, Sendable {
  let name: String
  let file: URL

  var testDescription: String { name }

  static let areThere = Comment(rawValue: SharedFixtures.absence)

  static let all = SharedFixtures.all.map {
    AppleStore(name: $0.deletingPathExtension().lastPathComponent, file: $0)
  }

  /// Those that keep their model: from Mac OS X 10.7 on.
  static let withModel = all.filter { store in
    FileManager.default.fileExists(atPath: store.description("modelcache").path)
  }

  /// `description("modelcache")` is the file `<name>.modelcache.json`.
  func description(_ kind: String? = nil) -> URL {
    let suffix = kind.map { ".\($0)" } ?? ""
    return file.deletingLastPathComponent().appendingPathComponent("\(name)\(suffix).json")
  }

  func json(_ kind: String? = nil) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: description(kind)))
    return try #require(object as? [String: Any])
  }

  /// Z_MODELCACHE.Z_CONTENT.
  func modelCache() throws -> Data {
    try #require(try read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") })
  }

  /// Z_METADATA.Z_PLIST.
  func metadata() throws -> Data {
    try #require(try read { try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA") })
  }

  /// The first column of a query, without NULLs.
  func values(_ sql: String) throws -> [Data] {
    try read { try Data?.fetchAll($0, sql: sql).compactMap { $0 } }
  }

  /// Reads a copy: opening a store may write to it, and to its log.
  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let manager = FileManager.default
    let copy = manager.temporaryDirectory.appendingPathComponent("model-tests-\(UUID().uuidString)")
    try manager.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: copy) }
    let target = copy.appendingPathComponent(file.lastPathComponent)
    for suffix in ["", "-wal"] where manager.fileExists(atPath: file.path + suffix) {
      try manager.copyItem(atPath: file.path + suffix, toPath: target.path + suffix)
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path + suffix)
    }
    return try DatabaseQueue(path: target.path).read(body)
  }
}
