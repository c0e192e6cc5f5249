// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncWire
  import SyncStores
  import Testing

  /// What the command answers to whoever comes.
  @Suite struct ServerProcessTests {
    static func question(account: String = "ann") -> [UInt8] {
      Wire.encode(
        SyncRequest(
          account: account, token: "", zone: "main",
          body: .snapshot(
            SnapshotRequest(
              lineage: Lineage(generation: 0), since: nil, after: nil, withDeletions: false, limit: 5))))
    }

    @Test func strangersAndNonsenseAreRefused() async throws {
      let server = try ServerProcess()
      #expect(try await server.send(Self.question(), token: "secret").status == 200)
      #expect(try await server.send(Self.question(), token: nil).status == 401)
      #expect(try await server.send(Self.question(), token: "guess").status == 401)
      // A token of one account does not open another.
      #expect(try await server.send(Self.question(), token: "other").status == 403)
      #expect(try await server.send(Self.question(account: "bob"), token: "other").status == 200)
      let broken = try await server.send(Array("{\"version\":1".utf8), token: "secret")
      #expect(broken.status == 400)
      #expect(String(decoding: broken.body, as: UTF8.self) == #"{"error":"the message ends in the middle"}"#)
      let large = [UInt8](repeating: 0x20, count: (16 << 20) + 1)
      #expect(try await server.send(large, token: "secret").status == 413)
      #expect(try await server.send(Self.question(), token: "secret").status == 200)
      #expect(server.finish() == 0)
    }

    /// What was answered is there after `kill -9`; a copy that takes the file's place is noticed.
    @Test(.enabled(if: ServerStore.isFile)) func whatWasAnsweredStays() async throws {
      let server = try ServerProcess()
      var device = Device(node: 1)
      let item = RecordID("Item", "1")
      try device.edit(.insert(item, ["title": .text("a")]))
      try await device.sync(server)
      try server.killAndRestart()
      var second = Device(node: 2)
      try await second.sync(server)
      #expect(second.zone.rows[item]?.isAlive == true)
      let file = server.folder.appendingPathComponent("server.sqlite").path
      let copy = server.folder.appendingPathComponent("copy.sqlite").path
      #expect(try SecondProcess("swiftdata-server", "backup", file, copy).end() == 0)
      #expect(try SecondProcess("swiftdata-server", "compact", file, "0").end() == 0)
      try device.edit(.set(item, field: "title", .text("b")))
      try await device.sync(server)
      try server.replaceFile(by: copy)
      try await second.sync(server)
      try await device.sync(server)
      try await second.sync(server)
      #expect(second.zone.rows[item]?.local?.fields["title"]?.value == .text("b"))
      #expect(try second.dump() == device.dump())
    }

    /// While the server works: devices hear of it as of any edit.
    @Test func whatWasDeletedIsBroughtBack() async throws {
      let server = try ServerProcess()
      func run(_ words: String...) throws -> [String] { try server.run(words) }
      var (first, second) = (Device(node: 1), Device(node: 2))
      let item = RecordID("Item", "1")
      try first.edit(.insert(item, ["title": .text("secret")]))
      try await first.sync(server)
      try await second.sync(server)
      try first.edit(.delete(item))
      try await first.sync(server)
      let deleted = try run("deleted", "FILE", "ann")
      #expect(deleted.count == 2 && deleted[0].hasSuffix("  Item:1") && deleted[1] == "1 deleted")
      #expect(try run("deleted", "FILE", "ann", "--since", "2100-01-01T00:00:00Z") == ["Nothing is deleted."])
      let history = try run("history", "FILE", "ann", "Item:1")
      #expect(history.count == 2 && history[0].hasSuffix("device 1: the first known version"))
      #expect(history[1].hasSuffix("device 1: deleted") && !"\(history)".contains("secret"))
      let dry = try run("undelete", "FILE", "ann", "Item:1", "--dry-run", "yes")
      #expect(dry == ["Item:1 is there again", "1 there again, 0 changed, 0 left; nothing was written"])
      #expect(try run("undelete", "FILE", "ann", "Item:1").last == "1 there again, 0 changed, 0 left")
      // One has heard of the deletion, the other has not.
      for _ in 0..<2 {
        try await first.sync(server)
        try await second.sync(server)
      }
      #expect(first.zone.rows[item]?.isAlive == true && second.zone.rows[item]?.isAlive == true)
      #expect(try second.dump() == first.dump())
      #expect(
        try run("restore", "FILE", "ann", "--to", "2026-01-01T00:00:00.5Z").last == "0 there again, 0 changed, 0 left")
      let output = server.folder.appendingPathComponent("ann.jsonl")
      #expect(try run("export", "FILE", "ann", output.path) == ["1 records"])
      #expect(try String(contentsOf: output, encoding: .utf8).contains("secret"))
      #expect(try run("accounts", "FILE").last == "1 accounts, 1 zones")
      #expect(try run("erase", "FILE", "ann") == ["1 zones erased; backups keep what they have"])
      #expect(try run("accounts", "FILE") == ["0 accounts, 0 zones"])
      #expect(server.finish() == 0)
    }

    @Test(arguments: [
      ["accounts", "/none"], ["export", "/none", "ann", "y"], ["export", "\(#filePath)", "ann", "\(#filePath)"],
      ["erase", "/none", "ann"],
      ["deleted", "/none", "ann"], ["history", "\(#filePath)", "ann"], ["undelete", "\(#filePath)", "ann", "nothing"],
      ["restore", "\(#filePath)", "ann"], ["restore", "\(#filePath)", "ann", "--to", "yesterday"],
      ["restore", "\(#filePath)", "ann", "--to", "2990-01-01T00:00:00Z"],
      ["restore", "\(#filePath)", "ann", "--to", "2020-01-01T00:00:00Z", "--dry-run", "maybe"],
      [], ["serve"], ["serve", "x", "--tokens", "/none"], ["serve", "x", "--config", "/none"],
      ["serve", "x", "--config", "\(#filePath)"], ["serve", "x", "--jwt-keys", "/none"],
      ["serve", "x", "--jwt-keys", "\(#filePath)"], ["serve", "x", "--jwt-issuer", "y"],
      ["serve", "x", "--metrics-token", "/none"], ["serve", "x", "--requests", "-1"],
      ["serve", "x", "--forwarded-for", "maybe"], ["serve", "x", "--port", "0", "--log-level", "loud"],
      ["serve", "x", "--least-schema", "new"], ["serve", "x", "--least-schema", "1.2.3.4"],
      ["support", "/none", "ann", "y"], ["support", "\(#filePath)", "ann", "\(#filePath)"], ["support", "x", "ann"],
      ["user"], ["user", "add"], ["user", "remove", "/none", "ann"], ["user", "dance", "\(#filePath)"],
      ["token", "issue", "/none", "ann"], ["token", "issue", "\(#filePath)", "ann"],
      ["token", "issue", "\(#filePath)", "ann", "--device", "x", "--days", "0"],
      ["token", "revoke", "\(#filePath)", "ann", "one"], ["quota", "\(#filePath)"],
      ["quota", "/none", "ann"], ["serve", "x", "--port"],
      ["backup", "/none", "y"],
      ["compact", "/none", "1"], ["dance"],
    ])
    func wrongUseIsExplained(arguments: [String]) throws {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"), arguments: arguments, saysErrors: true)
      #expect(process.line()?.hasPrefix("swiftdata-server: ") == true)
      while process.line() != nil {}
      #expect(process.end() == 64)
    }
  }
#endif
