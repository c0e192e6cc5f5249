// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// What an administrator sees of edits that did not know of each other.
@Suite struct ConflictTests {
  private let database: SyncDatabase
  private let trip = RecordID("Trip", "a")

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ConflictTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
  }

  /// The server takes an edit of what is there only: who was late has merged it, and sends it with the time of writing.
  ///
  /// - Parameters:
  ///   - written: By the device's clock.
  ///   - came: By the server's.
  private func upload(
    _ values: [String: String], to record: RecordID? = nil, by node: UInt64, written: Int64, came: Int64
  ) throws {
    let stamp = Stamp(wall: written, node: node)
    let base = (try? database.history(account: "ann", zone: "main", record ?? trip))?.last?.number ?? 0
    var change = RecordChange(id: record ?? trip, base: base, created: Stamp(wall: 1, node: 1))
    if base == 0 { change.life = Life(isDeleted: false, stamp: stamp) }
    for (name, value) in values { change.fields[name] = Register(.text(value), stamp) }
    let push = Push(
      id: UniqueNumber(high: UInt64(came), low: node), generation: 1, seen: UInt64(Int32.max), changes: [change])
    let request = SyncRequest(account: "ann", token: "", zone: "main", body: .push(push))
    guard case .pushed(let result) = try database.answer(request, now: came).body, case .applied = result.outcome
    else {
      Issue.record("\(values) was refused")
      return
    }
  }

  private func conflicts(since time: Int64 = 0) throws -> [RecordConflict] {
    try database.conflicts(account: "ann", zone: "main", since: time)
  }

  @Test func editsInTurnAreNone() throws {
    try upload(["name": "a"], by: 1, written: 10, came: 11)
    try upload(["name": "b"], by: 2, written: 20, came: 21)
    try upload(["name": "c"], by: 1, written: 30, came: 31)
    #expect(try conflicts() == [])
  }

  @Test func theSameFieldIsReplaced() throws {
    try upload(["name": "a", "place": "x"], by: 1, written: 10, came: 11)
    try upload(["name": "b"], by: 2, written: 20, came: 100)
    // Written before the other one came, and later than it.
    try upload(["name": "c", "place": "y"], by: 3, written: 30, came: 110)
    let found = try conflicts()
    #expect(found.count == 1)
    #expect(found.first?.properties == ["name"])
    #expect(found.first?.node == 3)
    #expect(found.first?.others == [2])
    #expect(found.first?.outcome == "replaced name")
    #expect(try conflicts(since: 111) == [])
  }

  @Test func differentFieldsAreBothKept() throws {
    try upload(["name": "a", "place": "x"], by: 1, written: 10, came: 11)
    try upload(["name": "b"], by: 2, written: 20, came: 100)
    try upload(["place": "y"], by: 3, written: 30, came: 110)
    #expect(try conflicts().map(\.properties) == [[]])
    #expect(try conflicts().first?.outcome == "both edits were kept")
    // One device does not meet itself.
    let other = RecordID("Trip", "b")
    try upload(["name": "a"], to: other, by: 1, written: 10, came: 200)
    try upload(["name": "b"], to: other, by: 1, written: 20, came: 210)
    #expect(try conflicts().count == 1)
  }

  @Test func accountsAreListed() throws {
    try upload(["name": "a"], by: 1, written: 10, came: 11)
    try database.addUser("Bob", now: 1)
    #expect(try database.accounts().map(\.account) == ["Bob", "ann"])
    #expect(try database.accounts().map(\.isUser) == [true, false])
    #expect(try database.accounts().map(\.zones) == [0, 1])
    #expect(try database.accounts().map(\.usage.records) == [0, 1])
    #expect(try database.accounts(matching: "o").map(\.account) == ["Bob"])
    #expect(try database.accounts(matching: "%").isEmpty)
    #expect(try database.accounts(limit: 1).map(\.account) == ["Bob"])
    #expect(try database.summaries(of: "ann").map(\.records) == [1])
    #expect(try database.summaries(of: "Bob").isEmpty)
  }
}
