// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire
import SyncStores
import Testing

/// What is kept of an account, handed out and erased.
@Suite struct AccountTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "AccountTests-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// Uploads a record with a text, or its deletion.
  private func upload(
    _ database: SyncDatabase, _ account: String, _ zone: String, _ text: String?, base: UInt64 = 0, name: String = "1"
  ) throws {
    func answer(_ body: SyncRequest.Body) throws -> SyncAnswer.Body {
      try database.answer(SyncRequest(account: account, token: "", zone: zone, body: body), now: 5).body
    }
    let first = SnapshotRequest(
      lineage: Lineage(generation: 0), since: nil, after: nil, withDeletions: true, limit: 1)
    guard case .snapshot(let page) = try answer(.snapshot(first)) else { throw CancellationError() }
    let stamp = Stamp(wall: 5, node: 1)
    var change = RecordChange(id: RecordID("Trip", name), base: base, created: stamp)
    change.life = Life(isDeleted: text == nil, stamp: stamp)
    if let text {
      change.fields["name"] = Register(.text(text), stamp)
      change.claims = [UniqueClaim(type: "Trip", field: "name", value: .text(text))]
    }
    let push = Push(
      id: UniqueNumber(high: .random(in: 0 ... .max), low: 1), generation: page.lineage.generation, seen: 1_000,
      changes: [change])
    guard case .pushed(let result) = try answer(.push(push)), case .applied = result.outcome else {
      throw CancellationError()
    }
  }

  @Test func anAccountIsListedExportedAndErased() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let database = try ServerStore.open(file)
    try upload(database, "ann", "main", "first secret")
    try upload(database, "ann", "main", "second secret", base: 1)
    try upload(database, "ann", "main", "third secret", name: "2")
    try upload(database, "ann", "main", nil, base: 3, name: "2")
    try upload(database, "ann", "more", "fourth secret")
    try upload(database, "bob", "main", "of bob")
    let zones = try database.summaries()
    #expect(zones.map(\.account) == ["ann", "ann", "bob"] && zones.map(\.zone) == ["main", "more", "main"])
    #expect(zones[0].records == 1 && zones[0].deletions == 1 && zones[0].versions == 2 && zones[0].bytes > 400)
    var lines: [String] = []
    #expect(try database.export(account: "ann") { lines.append(String(decoding: $0, as: UTF8.self)) } == 2)
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("\n") })
    #expect(lines[0].contains("second secret") && lines[1].hasPrefix(#"{"zone":"more""#))
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(throws: SyncDatabaseError.noAccount("eve")) { try database.export(account: "eve") { _ in } }
    #expect(try database.erase(account: "eve") == 0 && database.summaries() == zones)
    #expect(try database.erase(account: "ann") == 2)
    // Nothing of it is in any of the files, while the server still works with them.
    for suffix in ServerStore.isFile ? ["", "-wal", "-shm"] : [] {
      let data = (try? Data(contentsOf: URL(fileURLWithPath: file.path + suffix))) ?? Data()
      #expect(data.range(of: Data("secret".utf8)) == nil, "\(suffix)")
    }
    #expect(try database.summaries().map(\.account) == ["bob"])
    try upload(database, "bob", "main", "more of bob", base: 1)
    // Another of that name begins with nothing.
    try upload(database, "ann", "main", "new")
    #expect(try database.summaries().map(\.records) == [1, 1])
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }
}
