// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData

/// A sound store of `Zoo`, closed, of which damaged copies are made.
struct DamagedStore {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    do {
      let context = ModelContext(try Zoo.container(folder.file()))
      try Zoo.fill(context)
      let toad = Zoo.Animal(name: "Toad")
      context.insert(toad)
      try context.save()
      toad.name = "Frog"
      try context.save()
      context.delete(toad)
      try context.save()
    }
    let queue = try DatabaseQueue(path: folder.file().path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try queue.close()
  }

  func findings(_ damage: (Database, URL) throws -> Void) throws -> [StoreChecker.Finding] {
    let other = folder.url.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: other) }
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    let file = other.appendingPathComponent("test.store")
    try FileManager.default.copyItem(at: folder.file(), to: file)
    let files = ".test_SUPPORT"
    try FileManager.default.copyItem(
      at: folder.url.appendingPathComponent(files), to: other.appendingPathComponent(files))
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.writeWithoutTransaction { try damage($0, file) }
    try queue.close()
    return try StoreChecker.check(file)
  }

  func findings(after sql: String) throws -> [StoreChecker.Finding] {
    try findings { database, _ in try database.execute(sql: sql) }
  }

  /// Changes the metadata's property list.
  func findings(inMetadata change: (inout [String: Any]) -> Void) throws -> [StoreChecker.Finding] {
    try findings { database, _ in
      let data = try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA") ?? Data()
      var list =
        try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
      change(&list)
      let changed = try PropertyListSerialization.data(
        fromPropertyList: list, format: .binary, options: 0)
      try database.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [changed])
    }
  }

  /// Replaces one text of the archived model by another of the same length.
  func findings(inModel old: String, _ new: String) throws -> [StoreChecker.Finding] {
    try findings { database, _ in
      let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") ?? Data()
      var archive = try CheckerInflate.inflate(content)
      guard let range = archive.range(of: Data(old.utf8)) else { throw CheckerArchive.Malformed() }
      archive.replaceSubrange(range, with: Data(new.utf8))
      var deflated = Data()
      while !archive.isEmpty {
        let block = archive.prefix(60_000)
        archive = Data(archive.dropFirst(60_000))
        let count = UInt16(block.count)
        deflated += [archive.isEmpty ? 1 : 0]
        for half in [count, ~count] { deflated += [UInt8(half & 255), UInt8(half >> 8)] }
        deflated += block
      }
      try database.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = ?", arguments: [deflated])
    }
  }
}
