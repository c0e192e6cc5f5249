// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

@testable import RealmTransfer

/// The ledger lies in the store, where anything can have been written: numbers that cannot be a migration's are refused.
@Suite struct DamagedLedgerTests {
  private let folder: TemporaryFolder
  private let store: URL
  private let source: URL

  init() throws {
    folder = try TemporaryFolder()
    store = folder.url.appendingPathComponent("music.store")
    source = folder.url.appendingPathComponent("ann.realm")
    try migrate(10)
  }

  private func migrate(_ tracks: Int) throws {
    try RealmFiles.writeMusic(tracks: tracks, to: source, albums: "ann") { ["id": .string("ann\($0)")] }
    try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
  }

  private func change(_ body: (Connection) throws -> Void) throws {
    let writer = try BulkWriter(store)
    defer { writer.close() }
    try body(writer.connection)
  }

  /// A file that has changed needs another pass, which counts on from the last one.
  private func expectRefusal(_ note: Comment) {
    let error = #expect(throws: StoreError.self, note) { try migrate(12) }
    #expect(error?.code == .damaged, note)
  }

  @Test(arguments: [
    "first = -9223372036854775808", "last = 9223372036854775807", "row = 9223372036854775807", "count = -1",
    "count = 0",
    "count = 9223372036854775807, form = 1", "count = 4611686018427387904, form = 2", "first = last + 1",
  ])
  func aPageOfKeys(_ assignment: String) throws {
    try change { try $0.execute("UPDATE \(Ledger.keysTable) SET \(assignment)") }
    expectRefusal("\(assignment)")
  }

  @Test func aList() throws {
    try change { try $0.execute("UPDATE \(Ledger.keysTable) SET form = 2, list = x'00'") }
    expectRefusal("a list of one byte")
  }

  @Test(arguments: [Int.max, -1, 0])
  func aNumberOfPasses(_ pass: Int) throws {
    try change { connection in
      let (number, found) = try #require(try Ledger.all(connection).first)
      var state = found
      state.pass = pass
      try Ledger.write(state, number, connection)
    }
    expectRefusal("pass \(pass)")
  }

  @Test(arguments: [Int64.max, -1])
  func aNumberOfASource(_ number: Int64) throws {
    try change { try $0.execute("UPDATE \(Ledger.stateTable) SET number = \(number)") }
    expectRefusal("source \(number)")
  }
}
