// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import Synchronization
import Testing

/// Random users whose fields are encrypted: they have in the end what they would have without that.
@Suite(.serialized) struct RandomEncryptionTests {
  private static let encrypted: [String: Set<String>] = [
    "Note": ["title", "score", "weight", "day", "mood", "place", "words", "picture"], "Folder": ["name"],
    "Tag": ["color"], "Animal": ["name"], "Dog": ["name", "trick"],
  ]

  private static func options(_ isEncrypted: Bool, _ seed: UInt64) -> SyncOptions {
    var options = SyncOptions()
    if isEncrypted { options.encryptedProperties = encrypted }
    options.rules = [[:], ["Note.title": .server], ["Note.title": .device]][Int(seed % 3)]
    return options
  }

  /// Values that leave in the clear though they should not.
  private static func leaks(_ server: MemoryServer) -> [String] {
    server.zone.records.values.flatMap { stored in
      stored.record.fields.filter { encrypted[stored.id.type]?.contains($0.key) == true && !$0.value.value.isSealed }
        .map { "\(stored.id).\($0.key)" }
    }
  }

  /// The same users at the same times, with encryption, with rotations, and without.
  private func run(_ seed: UInt64, isEncrypted: Bool, rotates: Bool) async throws -> [String] {
    var random = SeededRandom(seed)
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let count = 2 + random.below(2)
    let devices = try (0..<count).map {
      try Device(UInt64($0 + 1) + seed &* 10, server, clock: clock, options: Self.options(isEncrypted, seed))
    }
    if isEncrypted {
      try await devices[0].sync.syncNow()
      let code = try await devices[0].sync.setUpEncryption()
      try await devices[0].sync.syncNow()
      for device in devices.dropFirst() {
        try await device.sync.syncNow()
        try await device.sync.unlockEncryption(with: code)
      }
    } else {
      for device in devices { try await device.sync.syncNow() }
    }
    var users = devices.indices.map { RandomUser(seed: seed &* 31 &+ UInt64($0), name: ["a", "b", "c"][$0]) }
    for _ in 0..<60 {
      let index = random.below(count)
      let (edits, turns, restarts) = (random.chance(60), random.chance(12), random.chance(8))
      if edits {
        try devices[index].edit { try users[index].act($0) }
      } else {
        // Edits that two devices read at the same time are decided by how often each has asked its clock: with keys more often.
        clock.advance()
        if isEncrypted, rotates, turns { try await devices[index].sync.rotateEncryptionKey() }
        try await devices[index].sync.syncNow()
        if restarts { try devices[index].restart() }
      }
    }
    for device in devices {
      clock.advance()
      try await device.sync.syncNow()
    }
    try await settle(devices, server, "seed \(seed)")
    if isEncrypted { #expect(Self.leaks(server).isEmpty, "seed \(seed)") }
    return try devices[0].dump()
  }

  @Test(arguments: Seeds.all(3)) func theSameAsWithoutEncryption(seed: UInt64) async throws {
    let plain = try await run(seed, isEncrypted: false, rotates: false)
    let encrypted = try await run(seed, isEncrypted: true, rotates: false)
    #expect(encrypted == plain, "seed \(seed)")
    let rotated = try await run(seed, isEncrypted: true, rotates: true)
    #expect(rotated == plain, "seed \(seed), with rotations")
  }

  /// Processes that end, messages that are lost, keys that come late, are made twice, and change.
  @Test(arguments: Seeds.all(4)) func troubleWithKeys(seed: UInt64) async throws {
    var random = SeededRandom(seed &+ 500)
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let devices = try (0..<3).map {
      try Device(UInt64($0 + 1) + seed &* 10, server, clock: clock, options: Self.options(true, seed))
    }
    var users = devices.indices.map { RandomUser(seed: seed &* 31 &+ UInt64($0), name: ["a", "b", "c"][$0]) }
    let trouble = Mutex(SeededRandom(seed &+ 7))
    server.loses.withLock { $0 = { trouble.withLock { $0.chance(6) ? ($0.chance(50) ? .request : .answer) : nil } } }
    var codes: [RecoveryCode] = []
    for _ in 0..<60 {
      let index = random.below(devices.count)
      let device = devices[index]
      let choice = random.below(100)
      if random.chance(20) { device.crash.arm(after: 1 + random.below(12)) }
      do {
        switch choice {
        case ..<50: try device.edit { try users[index].act($0) }
        case ..<60:
          switch device.sync.status.encryption {
          case .notSetUp: codes.append(try await device.sync.setUpEncryption())
          case .recoveryCodeNeeded:
            for code in codes { do { try await device.sync.unlockEncryption(with: code) } catch {} }
          default: try await device.sync.rotateEncryptionKey()
          }
        default: try await device.sync.syncNow()
        }
      } catch {}
      if device.sync.status.lastError != nil || !device.crash.isArmed && random.chance(15) { try device.restart() }
      device.crash.disarm()
    }
    server.loses.withLock { $0 = { nil } }
    for device in devices { try device.restart() }
    for _ in 0..<3 { for device in devices { try await device.sync.syncNow() } }
    if codes.isEmpty { codes.append(try await devices[0].sync.beginOrSetUp()) }
    for _ in 0..<3 {
      for device in devices {
        try await device.sync.syncNow()
        for code in codes where device.sync.status.encryption != .ready {
          do { try await device.sync.unlockEncryption(with: code) } catch SyncError.wrongRecoveryCode {}
        }
      }
    }
    // A process that ended while keys were made has lost a code that it had not shown: then one begins anew.
    if devices.contains(where: { $0.sync.status.encryption != .ready }) {
      let code = try await devices[0].sync.beginEncryptionAnew(deletingUnreadable: true)
      try await devices[0].sync.syncNow()
      for device in devices.dropFirst() {
        try await device.sync.syncNow()
        try await device.sync.unlockEncryption(with: code)
      }
    }
    try await settle(devices, server, "seed \(seed)")
    #expect(devices.allSatisfy { $0.sync.status.encryption == .ready }, "seed \(seed)")
    #expect(Self.leaks(server).isEmpty, "seed \(seed)")
    for device in devices { try device.restart() }
    try await settle(devices, server, "seed \(seed), again")
  }
}

extension ModelSync {
  fileprivate func beginOrSetUp() async throws -> RecoveryCode {
    status.encryption == .notSetUp ? try await setUpEncryption() : try await beginEncryptionAnew()
  }
}
