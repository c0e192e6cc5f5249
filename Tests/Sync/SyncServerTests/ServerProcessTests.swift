// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncWire
  import Testing

  /// What the command answers to whoever comes.
  @Suite struct ServerProcessTests {
    private static func question(account: String = "ann") -> [UInt8] {
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
    @Test func whatWasAnsweredStays() async throws {
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

    @Test(arguments: [
      [], ["serve"], ["serve", "x"], ["serve", "x", "--tokens", "/none"], ["serve", "x", "--port"],
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
