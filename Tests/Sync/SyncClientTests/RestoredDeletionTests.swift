// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Testing

/// What a server brings back, on devices whose models say that deletions win, and on others.
@Suite struct RestoredDeletionTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "RestoredDeletionTests-\(UUID().uuidString)")
  private let clock = TestClock()
  private let database: SyncDatabase

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
  }

  private func devices(_ deletionsWin: Bool, seed: UInt64 = 1) throws -> [Device] {
    var options = SyncOptions()
    if deletionsWin { options.deletionsWin = ["Folder", "Note", "Tag", "Cover", "Animal", "Dog", "Job"] }
    let server = FileServer(database: database, clock: clock)
    return try (1...2).map { try Device(seed * 10 + $0, server, clock: clock, options: options) }
  }

  private func settle(_ devices: [Device], _ comment: String = "") async throws {
    for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
    let first = try #require(devices.first).dump()
    for device in devices.dropFirst() { #expect(try device.dump() == first, "\(comment)") }
  }

  private func delete(_ device: Device) throws {
    try device.edit { context in try device.note("n", context).map(context.delete) }
  }

  private func undelete() throws {
    clock.advance()
    let id = try #require(try database.deletions(account: "ann", zone: "main").first?.id)
    #expect(try database.undelete(account: "ann", zone: "main", id, now: clock.wall).revived == [id])
  }

  @Test(arguments: [false, true]) func aDeletionThatAllKnowIsTakenBack(deletionsWin: Bool) async throws {
    let devices = try devices(deletionsWin)
    try devices[0].edit { $0.insert(App.Note(uid: "n", title: "t")) }
    try await settle(devices)
    let before = try devices[0].dump()
    for _ in 0..<2 {
      try delete(devices[1])
      try await settle(devices)
      #expect(try devices[0].dump().isEmpty)
      try undelete()
      try await settle(devices)
      #expect(try devices[0].dump() == before)
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// A device that has deleted the object, too, and hears of all of it later: what was brought back is an edit.
  @Test(arguments: [false, true]) func aDeletionThatWasNotSentYet(deletionsWin: Bool) async throws {
    let devices = try devices(deletionsWin)
    try devices[0].edit { $0.insert(App.Note(uid: "n", title: "t")) }
    try await settle(devices)
    let before = try devices[0].dump()
    try delete(devices[1])
    try delete(devices[0])
    try await devices[0].sync.syncNow()
    try undelete()
    try await settle(devices)
    #expect(try devices[0].dump() == (deletionsWin ? [] : before))
    try FileManager.default.removeItem(at: folder)
  }

  /// A device that has edited the object, and never heard that it was deleted.
  @Test(arguments: [false, true]) func anEditThatWasNotSentYet(deletionsWin: Bool) async throws {
    let devices = try devices(deletionsWin)
    try devices[0].edit { $0.insert(App.Note(uid: "n", title: "t")) }
    try await settle(devices)
    try devices[1].edit { context in try devices[1].note("n", context)?.title = "edited" }
    try delete(devices[0])
    try await devices[0].sync.syncNow()
    try undelete()
    try await settle(devices)
    #expect(try devices[0].note("n", ModelContext(devices[0].container))?.title == "edited")
    try FileManager.default.removeItem(at: folder)
  }

  /// Users who go on offline while all is brought back to a time: devices agree in the end, with each other and the server.
  @Test(arguments: Seeds.all(8)) func restoringWhileUsersGoOn(seed: UInt64) async throws {
    let devices = try devices(seed % 2 == 0, seed: seed)
    var users = [RandomUser(seed: seed, name: "a"), RandomUser(seed: seed + 1_000, name: "b")]
    func edit(_ rounds: Int, syncing: Bool) async throws {
      for _ in 0..<rounds {
        for (index, device) in devices.enumerated() { try device.edit { try users[index].act($0) } }
        if syncing { try await settle(devices, "seed \(seed)") }
      }
    }
    try await edit(8, syncing: true)
    clock.advance()
    let time = clock.wall
    clock.advance()
    try await edit(6, syncing: true)
    for round in 0..<2 {
      // Not sent when the server brings all back.
      try await edit(4, syncing: false)
      if round == 1 { try await devices[0].sync.syncNow() }
      clock.advance()
      _ = try database.restore(account: "ann", zone: "main", to: time, now: clock.wall)
      try await settle(devices, "seed \(seed), round \(round)")
    }
    let shown = try devices[0].dump().count + devices[0].sync.status.setAside.count
    #expect(try database.summaries().first?.records == shown, "seed \(seed)")
    for device in devices {
      #expect(device.sync.status.pendingUploads == 0, "seed \(seed): \(device.sync.status.setAside)")
    }
    try FileManager.default.removeItem(at: folder)
  }
}
