// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ToolSupport

/// `swiftdata postgres`, with a real server.
@Suite struct PrivateServerTests {
  /// A folder with a short path: sockets have little room for it.
  private struct Folder {
    let url = URL(fileURLWithPath: "/tmp/pg-\(UUID().uuidString.prefix(8)) it's")
    var path: String { url.path }

    func remove() {
      _ = try? Tool.run("postgres", "stop", path)
      try? FileManager.default.removeItem(at: url)
    }
  }

  private static let isInstalled: Bool = {
    let folder = Folder()
    return ((try? Tool.run("postgres", "status", folder.path))?.code ?? 2) == 1
  }()

  @Test(.enabled(if: isInstalled, "There are no programs of a PostgreSQL server."))
  func aServerKeepsItsDatabasesOverAStop() throws {
    let folder = Folder()
    defer { folder.remove() }
    let none = try Tool.run("postgres", "status", folder.path)
    #expect(none.code == 1 && none.output.contains("There is no server"))

    let started = try Tool.run("postgres", "start", folder.path, "--set", "fsync=off", "--set", "app.word=it's")
    try #require(started.code == 0, "\(started.errors)")
    let address = started.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(address.hasPrefix("postgres:///postgres?host=/tmp/pg-") && address.contains("%20it%27s"))
    // Nobody else reaches it.
    let socket = try FileManager.default.attributesOfItem(atPath: folder.path + "/socket")
    #expect(socket[.posixPermissions] as? Int == 0o700)
    let again = try Tool.run("postgres", "start", folder.path)
    #expect(again.code == 0 && again.output == started.output)
    #expect(try Tool.run("postgres", "status", folder.path).output == started.output)

    #if Postgres
      // The server answers: it has no store yet.
      let empty = try Tool.run("inspect", address)
      #expect(empty.code == 2 && empty.errors.contains("has no store"), "\(empty.errors)")
      try DatabaseServer.run(sql: "CREATE TABLE kept (number int); INSERT INTO kept VALUES (7)", at: address)
    #endif
    #expect(try Tool.run("postgres", "stop", folder.path).code == 0)
    let stopped = try Tool.run("postgres", "status", folder.path)
    #expect(stopped.code == 1 && stopped.output.contains("stopped"))
    #expect(try Tool.run("postgres", "stop", folder.path).code == 0)
    #expect(try Tool.run("postgres", "start", folder.path).output == started.output)
    #if Postgres
      try DatabaseServer.run(sql: "INSERT INTO kept VALUES (8)", at: address)
    #endif
  }

  @Test(.enabled(if: isInstalled, "There are no programs of a PostgreSQL server."))
  func whatCannotBeStartedIsSaid() throws {
    let folder = Folder()
    defer { folder.remove() }
    let deep = folder.path + "/" + String(repeating: "x", count: 100)
    let long = try Tool.run("postgres", "start", deep)
    #expect(long.code == 2 && long.errors.contains("shorter path"), "\(long.errors)")

    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "notes.txt"))
    let used = try Tool.run("postgres", "start", folder.path)
    #expect(used.code == 2 && used.errors.contains("other files"), "\(used.errors)")
    try FileManager.default.removeItem(at: folder.url)

    let wrong = try Tool.run("postgres", "start", folder.path, "--set", "no_such_setting=1")
    #expect(wrong.code == 2 && wrong.errors.contains("no_such_setting"), "\(wrong.errors)")
    #expect(try Tool.run("postgres", "start", folder.path, "--set", "fsync").code == 64)
  }

  @Test func withoutAServerTheCommandSaysWhatToInstall() throws {
    let answer = try Tool.run("postgres", "start", "/tmp/none", environment: ["POSTGRES_BIN": "/nowhere"])
    #expect(answer.code == 2)
    #expect(answer.errors.contains("/nowhere") && answer.errors.contains("apt-get install postgresql"))
  }
}
