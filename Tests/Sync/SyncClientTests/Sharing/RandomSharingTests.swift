// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SyncSimulation
import Synchronization
import Testing

/// Random users of two accounts with two devices each, who share folders, take rights away, leave and stop sharing while
/// they edit; processes that end, and messages that are lost. In the end, an account's devices are alike, and what is
/// shared is the same for both accounts.
@Suite(.serialized) struct RandomSharingTests {
  @Test(arguments: Seeds.all(4)) func accountsThatShare(seed: UInt64) async throws { try await share(seed) }

  /// Seeds in which an account's devices did not become alike, before.
  @Test(arguments: [461] as [UInt64]) func whatWasFoundStaysMended(seed: UInt64) async throws { try await share(seed) }

  private func share(_ seed: UInt64) async throws {
    var random = SeededRandom(seed &+ 900)
    let clock = TestClock()
    let server = SharingMemoryServer(clock, accounts: ["ann", "bob"])
    let devices = try ["ann", "ann", "bob", "bob"].enumerated().map { index, account in
      try SharingWorkshop.device(UInt64(index + 1) + seed &* 10, account, server)
    }
    var users = devices.indices.map { RandomUser(seed: seed &* 31 &+ UInt64($0), name: ["a", "b", "c", "d"][$0]) }
    let trouble = Mutex(SeededRandom(seed &+ 7))
    server.loses.withLock { $0 = { trouble.withLock { $0.chance(4) ? ($0.chance(50) ? .request : .answer) : nil } } }
    for device in devices { await Self.sync(device) }
    // Shares that somebody could only read at some time.
    var readable: Set<String> = []
    for _ in 0..<100 {
      let index = random.below(devices.count)
      let device = devices[index]
      let choice = random.below(100)
      if random.chance(15) { device.crash.arm(after: 1 + random.below(12)) }
      // What a user does whose process ends, or whose messages are lost, is done or not; what counts is how it goes on.
      do {
        switch choice {
        case ..<50: try device.edit { try users[index].act($0) }
        case ..<65: try await Self.changeShares(device, devices, &readable, &random)
        default: try await device.sync.syncNow()
        }
      } catch {}
      if device.sync.status.lastError != nil || random.chance(8) { try device.restart() }
      device.crash.disarm()
    }
    server.loses.withLock { $0 = { nil } }
    for device in devices { try device.restart() }
    try await Self.settle(devices, server, readable, "seed \(seed)")
    // What is in the files is the same again.
    for device in devices { try device.restart() }
    try await Self.settle(devices, server, readable, "seed \(seed), again")
  }

  private static func sync(_ device: Device) async { do { try await device.sync.syncNow() } catch {} }

  private static func changeShares(
    _ device: Device, _ devices: [Device], _ readable: inout Set<String>, _ random: inout SeededRandom
  ) async throws {
    let other = device.account == "ann" ? "bob" : "ann"
    let shares = device.sync.status.shares.sorted { $0.id < $1.id }
    let context = ModelContext(device.container)
    let folders = try context.fetch(FetchDescriptor<App.Folder>(sortBy: [SortDescriptor(\.uid)]))
    let choice = random.below(10)
    if choice < 5 || shares.isEmpty {
      guard !folders.isEmpty else { return }
      let folder = folders[random.below(folders.count)]
      guard try await device.sync.share(of: folder) == nil else { return }
      let right: SyncShare.Right = random.chance(75) ? .write : .read
      let share = try await device.sync.share(folder, title: folder.uid)
      if right == .read { readable.insert(share.id) }
      let invitation = try await device.sync.invite(to: share, as: right, account: other)
      // By one of the other account's devices, now or never.
      let guests = devices.filter { $0.account == other }
      if random.chance(85) { _ = try await guests[random.below(guests.count)].sync.accept(invitation) }
      return
    }
    let share = shares[random.below(shares.count)]
    switch (share.right, choice) {
    case (.owner, 5): try await device.sync.stopSharing(share)
    case (.owner, 6): try await device.sync.remove(other, from: share)
    case (.owner, _):
      let right: SyncShare.Right = random.chance(60) ? .write : .read
      if right == .read { readable.insert(share.id) }
      try await device.sync.setRight(of: other, in: share, to: right)
    case (_, 5): try await device.sync.leave(share)
    default: break
    }
  }

  /// Syncs until nobody has anything for the others, and compares them.
  private static func settle(
    _ devices: [Device], _ server: SharingMemoryServer, _ readable: Set<String>, _ comment: String
  ) async throws {
    for _ in 0..<5 { for device in devices { try await device.sync.syncNow() } }
    let pushes = server.pushes
    for device in devices { try await device.sync.syncNow() }
    #expect(server.pushes == pushes, "another round sends something \(comment)")
    for pair in [(devices[0], devices[1]), (devices[2], devices[3])] {
      let (first, second) = (try pair.0.dump(), try pair.1.dump())
      #expect(first == second, "\(comment), devices of \(pair.0.account)")
    }
    let (ann, bob) = (try shared(devices[0]), try shared(devices[2]))
    // Only the owner of a share has it without participants.
    for id in Set(ann.keys).intersection(bob.keys) {
      let owner = devices[0].sync.status.shares.first { $0.id == id }?.right == .owner
      let (mine, theirs) = owner ? (ann[id] ?? [], bob[id] ?? []) : (bob[id] ?? [], ann[id] ?? [])
      // What somebody adds to a share that may only be read stays with them.
      let missing = mine.filter { !theirs.contains($0) }
      #expect(missing.isEmpty, "\(comment), share \(id), what the participant has not")
      if !readable.contains(id) { #expect(theirs == mine, "\(comment), share \(id)") }
    }
  }

  /// What is in each share that both have, without what leads out of it.
  private static func shared(_ device: Device) throws -> [String: [String]] {
    let context = ModelContext(device.container)
    var found: [String: [String]] = [:]
    let folders = try context.fetch(FetchDescriptor<App.Folder>())
    for share in device.sync.status.shares {
      guard let folder = folders.first(where: { $0.persistentModelID == share.root }) else { continue }
      var lines = ["Folder \(folder.uid) \(folder.name)"]
      for note in folder.notes {
        let place = note.place.map { "\($0.name)/\($0.latitude)" } ?? "-"
        lines.append("Note \(note.uid) \(note.title) \(note.score) \(place) \(note.picture?.count ?? -1)")
        lines += note.jobs.map { "Job \($0.uid) of \(note.uid)" }
      }
      found[share.id] = lines.sorted()
    }
    return found
  }
}
