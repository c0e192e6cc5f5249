// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Commands that read leave the file, its log and the log's index as they are,
/// byte for byte, in whatever state an app has left them.
@Suite struct ReadingCommandsTests {
  /// What may lie in a folder.
  enum State: String, CaseIterable {
    case closed
    /// The app has copied or lost the index of the log.
    case logWithoutIndex
    /// The app was ended.
    case logAndIndex
    /// An older kind of journal.
    case rollback
    case readOnlyFolder
  }

  private func store(_ state: State) throws -> HandmadeStore {
    let store = try CheckedStore.make()
    let app = try App(store.url)
    switch state {
    case .closed, .readOnlyFolder: break
    case .rollback: try app.execute("PRAGMA journal_mode = DELETE")
    case .logWithoutIndex, .logAndIndex:
      try app.execute(
        "PRAGMA wal_autocheckpoint = 0; UPDATE ZPLACE SET ZNAME = 'in the log'")
      let copy = try CheckedStore.make()
      for suffix in state == .logAndIndex ? ["", "-wal", "-shm"] : ["", "-wal"] {
        try? FileManager.default.removeItem(atPath: copy.url.path + suffix)
        try FileManager.default.copyItem(
          atPath: store.url.path + suffix, toPath: copy.url.path + suffix)
      }
      return copy
    }
    return store
  }

  @Test(arguments: State.allCases)
  func readingChangesNothing(_ state: State) throws {
    let store = try store(state)
    let other = try CheckedStore.make()
    let outside = try TemporaryFolder()
    let before = try store.folder.state()
    #expect(
      before.keys.contains("Handmade.store-wal")
        == (state == .logWithoutIndex || state == .logAndIndex))
    let manager = FileManager.default
    if state == .readOnlyFolder {
      try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store.url.path)
      try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: store.folder.url.path)
    }
    defer {
      try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.folder.url.path)
    }
    let target = outside.url.appendingPathComponent("out").path
    let commands = [
      ["inspect"], ["schema"], ["schema", "--swift"], ["schema", "--sql"], ["history"], ["check"],
      ["query", "Place", "--where", "name != nil"], ["export", "--to", "json"],
      ["export", "--to", "sql"], ["export", "--to", "csv", "-o", target + ".csv"],
      ["diff", other.url.path], ["backup", target + ".store"],
      ["check", "--repair", target + "-repaired.store"],
    ]
    for command in commands {
      let result = try Tool.run([command[0], store.url.path] + command.dropFirst())
      let expected: Int32 = command[0] == "diff" && before.count > 1 ? 1 : 0
      #expect(result.code == expected, "\(state) \(command) \(result.errors)")
      #expect(try store.folder.state() == before, "\(state) \(command)")
      if command[0] == "query", before.count > 1 { #expect(result.output.contains("in the log")) }
    }
  }

  /// Labels of all lengths have room behind them.
  @Test func labelsDoNotRunIntoValues() throws {
    let value = AttributeDescription.make("value", .binaryData) { $0.allowsExternalStorage = true }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [value])]),
      ["CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)"])
    let folder = store.folder.url.appendingPathComponent(".Handmade_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for _ in 0..<9 {
      try Data([1]).write(to: folder.appendingPathComponent(UUID().uuidString))
    }
    let result = try Tool.run("inspect", store.url.path)
    #expect(result.output.contains("\n  large values  9 files, 9 bytes\n"), "\(result.output)")
  }

  @Test func theLibrarysOwnStoresAreToldFromTheSystems() throws {
    for isOwn in [true, false] {
      let store = try CheckedStore.make(isOpenSwiftData: isOwn)
      let line = try #require(
        try Tool.run("inspect", store.url.path).output.split(separator: "\n").first { $0.contains("written by") })
      #expect(line.contains("iOS") == !isOwn, "\(line)")
      #expect(line.contains("OpenSwiftData") == isOwn, "\(line)")
    }
  }

  /// Names in a file shall not steer the terminal.
  @Test func namesDoNotControlTheTerminal() throws {
    let name = "a\u{1B}]0;title\u{7}\u{9B}2Jb"
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [.make(name, .string)])]),
      ["CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)"])
    for command in ["inspect", "schema", "check"] {
      let result = try Tool.run(command, store.url.path)
      let text = result.output + result.errors
      #expect(text.unicodeScalars.allSatisfy { ![0x1B, 7, 0x9B].contains($0.value) }, "\(command)")
    }
  }
}
