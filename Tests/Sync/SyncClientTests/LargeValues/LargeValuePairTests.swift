// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Testing

/// Large values where sync does something else, too.
@Suite struct LargeValuePairTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
  private let clock = TestClock()
  private let database: SyncDatabase

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
  }

  private func picture(_ seed: UInt64) -> Data {
    var random = SeededRandom(seed)
    return Data((0..<2_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  private func picture(_ device: Device, _ uid: String) throws -> Data? {
    try device.note(uid, ModelContext(device.container))?.picture
  }

  /// Who is in a share has its pictures, whoever has added them, and what moves back takes them along.
  @Test func shares() async throws {
    func device(_ number: UInt64, _ account: String) throws -> Device {
      var options = SyncOptions()
      options.sharing = true
      let server = FileServer(database: database, clock: clock, account: account)
      return try Device(number, server, clock: clock, options: options, account: account)
    }
    let (ann, tablet, bob) = (try device(1, "ann"), try device(2, "ann"), try device(3, "bob"))
    let (first, second) = (picture(1), picture(2))
    try ann.edit { context in
      let folder = App.Folder(uid: "f", name: "Photos")
      context.insert(folder)
      for (uid, picture) in [("1", first), ("2", second)] {
        let note = App.Note(uid: uid, title: "t")
        context.insert(note)
        note.folder = folder
        note.picture = picture
      }
    }
    for device in [ann, tablet] { try await device.sync.syncNow() }
    let context = ModelContext(ann.container)
    let folder = try #require(try context.fetch(FetchDescriptor<App.Folder>()).first)
    let share = try await ann.sync.share(folder, title: "Photos")
    try await bob.sync.accept(ann.sync.invite(to: share, as: .write, account: "bob"))
    for _ in 0..<3 { for device in [ann, tablet, bob] { try await device.sync.syncNow() } }
    #expect(try picture(bob, "1") == first && picture(bob, "2") == second)
    let third = picture(3)
    try bob.edit { context in try bob.note("1", context)?.picture = third }
    for _ in 0..<3 { for device in [bob, ann, tablet] { try await device.sync.syncNow() } }
    for device in [ann, tablet, bob] { #expect(try picture(device, "1") == third && picture(device, "2") == second) }
    // The share ends, and its objects come home.
    try await ann.sync.stopSharing(share)
    for _ in 0..<3 { for device in [ann, tablet, bob] { try await device.sync.syncNow() } }
    #expect(try picture(bob, "1") == nil)
    let new = try device(4, "ann")
    try await new.sync.syncNow()
    for device in [ann, tablet, new] { #expect(try picture(device, "1") == third && picture(device, "2") == second) }
  }

  /// An attribute that is encrypted since an update of the app: what was uploaded in the clear is replaced, on a device that
  /// has the value and on one that has not loaded it yet; and nothing new goes up in the clear.
  @Test func encryption() async throws {
    let server = FileServer(database: database, clock: clock)
    var options = SyncOptions()
    options.encryptedProperties = ["Note": ["picture"]]
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let (first, second) = (picture(1), picture(2))
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = first
      context.insert(note)
    }
    try await a.sync.syncNow()
    #expect(server.traffic.sent == first.count)
    server.traffic.visit.withLock { $0 = { if $0 > 0 { throw CancellationError() } } }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    // The one without the value encrypts nothing of it.
    try b.restart(options: options)
    _ = try? await b.sync.setUpEncryption()
    server.traffic.visit.withLock { $0 = { _ in } }
    try await b.sync.syncNow()
    #expect(try picture(b, "1") == first)
    for _ in 0..<2 { try await b.sync.syncNow() }
    #expect(try values() == 0)
    try b.edit { context in try b.note("1", context)?.picture = second }
    server.traffic.reset()
    try await b.sync.syncNow()
    #expect(try server.traffic.sent > second.count && values() == 0)
    try a.restart(options: options)
    try await a.sync.syncNow()
    try await a.sync.unlockEncryption(withAccountKey: await b.sync.accountKey())
    try await a.sync.syncNow()
    #expect(try picture(a, "1") == second)
    // What was there before is removed with what records were; what is left is the second one, encrypted.
    try database.compact(before: clock.wall + 1_000)
    var left: [String: Data] = [:]
    #expect(try database.exportBlobs(account: "ann") { left[$0, default: Data()] += $1 } == 1)
    #expect(left.values.allSatisfy { $0.count > second.count && $0.range(of: second.prefix(16)) == nil })
  }

  /// How many values records on the server have that are not encrypted.
  private func values() throws -> Int {
    var count = 0
    _ = try database.export(account: "ann") { line in
      count += String(decoding: line, as: UTF8.self).components(separatedBy: "\"blob\":").count - 1
    }
    return count
  }
}
