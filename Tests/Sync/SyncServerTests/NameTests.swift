// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// Names that are alike, in files and in databases: what are two names are two, and what is one is one.
@Suite struct NameTests {
  static let engines: [ServerStore.Engine] = PrivatePostgres.isThere ? [.sqlite, .postgres] : [.sqlite]

  private let file: URL
  private let stamp = Stamp(wall: 1_000, node: 1)

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("server.sqlite")
  }

  private func open(_ engine: ServerStore.Engine) throws -> SyncDatabase {
    try ServerStore.open(file, engine, firstGeneration: { 1 })
  }

  private func answer(
    _ database: SyncDatabase, _ body: SyncRequest.Body, account: String = "ann", zone: String = "main"
  ) throws -> SyncAnswer.Body {
    try database.answer(SyncRequest(account: account, token: "", zone: zone, body: body), now: 1_000).body
  }

  private func push(
    _ database: SyncDatabase, _ changes: [RecordChange], account: String = "ann", zone: String = "main"
  ) throws -> PushResult.Outcome {
    var random = SystemRandomNumberGenerator()
    let push = Push(id: UniqueNumber(using: &random), generation: 1, seen: .max >> 1, changes: changes)
    guard case .pushed(let result) = try answer(database, .push(push), account: account, zone: zone) else {
      throw CancellationError()
    }
    return result.outcome
  }

  private func records(_ database: SyncDatabase, account: String = "ann", zone: String = "main") throws -> [RecordID] {
    let request = SnapshotRequest(
      lineage: Lineage(generation: 1), since: nil, after: nil, withDeletions: true, limit: 100)
    guard case .snapshot(let page) = try answer(database, .snapshot(request), account: account, zone: zone) else {
      throw CancellationError()
    }
    return page.records.map(\.id)
  }

  private func change(_ id: RecordID) -> RecordChange {
    var change = RecordChange(id: id, base: 0, created: stamp)
    change.life = Life(isDeleted: false, stamp: stamp)
    return change
  }

  /// U+FEFF at the beginning of a text is a part of it, not a mark of how it is encoded: otherwise who takes such a name
  /// would be somebody else.
  @Test(arguments: engines) func whatBeginsWithAByteOrderMarkKeepsIt(engine: ServerStore.Engine) async throws {
    let database = try open(engine)
    let mark = "\u{feff}"
    for account in ["ann", mark + "ann"] {
      try database.addUser(account, now: 1)
      let token = try database.issueToken(for: account, device: mark + "phone", now: 1, expires: nil).token
      #expect(try await UserTable(database).account(of: token, now: Date()).map(ExactText.init) == ExactText(account))
      #expect(try database.tokens(of: account).map { Array($0.device.utf8) } == [Array((mark + "phone").utf8)])
      for zone in ["main", mark + "main"] {
        let reference = RecordID(mark + "Trip", mark + "\(account) \(zone)")
        var note = change(RecordID("Note", mark))
        note.fields[mark + "trip"] = Register(.reference(reference), stamp)
        note.claims = [UniqueClaim(type: "Note", field: mark + "trip", value: .reference(reference))]
        let outcome = try push(database, [change(reference), note], account: account, zone: zone)
        #expect(outcome == .applied(versions: [1, 2], limit: 61_000))
      }
    }
    #expect(Set(try database.users(now: 2).map { ExactText($0.account) }).count == 2)
    let summaries = try database.summaries()
    #expect(Set(summaries.map { [ExactText($0.account), ExactText($0.zone)] }).count == 4)
    #expect(Set(try database.zones(of: "ann").map(ExactText.init)) == [ExactText("main"), ExactText(mark + "main")])
    for account in ["ann", mark + "ann"] {
      for zone in ["main", mark + "main"] {
        let trip = RecordID(mark + "Trip", mark + "\(account) \(zone)")
        #expect(try Set(records(database, account: account, zone: zone)) == [trip, RecordID("Note", mark)])
        // Who refers to it, and who has its value, is named as it is.
        var deletion = RecordChange(id: trip, base: 1, created: stamp)
        deletion.life = Life(isDeleted: true, stamp: stamp)
        let push = Push(id: UniqueNumber(high: 1, low: 1), generation: 1, seen: 1, changes: [deletion])
        guard case .pushed(let result) = try answer(database, .push(push), account: account, zone: zone) else {
          throw CancellationError()
        }
        #expect(result.outcome == .stale([RecordID("Note", mark)]))
        var other = change(RecordID("Note", "other"))
        other.claims = [UniqueClaim(type: "Note", field: mark + "trip", value: .reference(trip))]
        #expect(try self.push(database, [other], account: account, zone: zone) == .stale([RecordID("Note", mark)]))
      }
    }
    #expect(try database.positions(of: [("ann", mark + "main"), ("ann", "other")]).map(\.head) == [2, 0])
    try database.close()
  }

  private func named(_ id: RecordID, _ field: String, base: UInt64 = 0) -> RecordChange {
    var change = RecordChange(id: id, base: base, created: stamp)
    if base == 0 { change.life = Life(isDeleted: false, stamp: stamp) }
    change.fields[field] = Register(.text("x"), stamp)
    change.claims = [UniqueClaim(type: id.type, field: field, value: .text("x"))]
    return change
  }

  /// Fields that Unicode takes for the same are one: no two records have a unique value, each in another form of it.
  @Test(arguments: engines) func aUniqueValueIsOneInAllFormsOfItsField(engine: ServerStore.Engine) throws {
    let database = try open(engine)
    _ = try records(database)
    let (first, second) = (RecordID("Note", "1"), RecordID("Note", "2"))
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    #expect(try push(database, [named(first, decomposed), named(second, composed)]) == .stale([first]))
    #expect(try push(database, [named(first, decomposed)]) == .applied(versions: [1], limit: 61_000))
    for field in [composed, decomposed] { #expect(try push(database, [named(second, field)]) == .stale([first])) }
    // Models are told apart by their bytes, as all identities are.
    let others = [RecordID(composed, "1"), RecordID(decomposed, "1")]
    #expect(try push(database, others.map { named($0, "name") }) == .applied(versions: [2, 3], limit: 61_000))
    // In the other form it is the same one, which stays, and can be given up.
    #expect(try push(database, [named(first, composed, base: 1)]) == .applied(versions: [4], limit: 61_000))
    #expect(try push(database, [named(second, decomposed)]) == .stale([first]))
    var gone = RecordChange(id: first, base: 4, created: stamp)
    gone.life = Life(isDeleted: true, stamp: stamp)
    #expect(try push(database, [gone]) == .applied(versions: [5], limit: 61_000))
    #expect(try push(database, [named(second, decomposed)]) == .applied(versions: [6], limit: 61_000))
    try database.close()
  }

  /// A file from before has fields as they were written.
  @Test func aFieldInAnotherFormIsFoundInAnOlderFile() throws {
    let (first, second) = (RecordID("Note", "1"), RecordID("Note", "2"))
    let field = "cafe\u{301}"
    var database = try open(.sqlite)
    _ = try records(database)
    #expect(try push(database, [named(first, field)]) == .applied(versions: [1], limit: 61_000))
    try database.close()
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { db in try db.execute(sql: "UPDATE claim SET field = ?", arguments: [field]) }
    try queue.close()
    database = try open(.sqlite)
    #expect(try push(database, [named(second, field)]) == .stale([first]))
    // The next change writes it anew.
    #expect(try push(database, [named(first, field, base: 1)]) == .applied(versions: [2], limit: 61_000))
    #expect(try push(database, [named(second, "caf\u{e9}")]) == .stale([first]))
    try database.close()
  }
}
