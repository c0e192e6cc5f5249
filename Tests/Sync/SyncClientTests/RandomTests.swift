// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SyncSimulation
import Synchronization
import Testing

/// Random users on several devices; processes that end between any two steps; messages that are lost; users who save
/// while sync works. In the end all have the same.
@Suite(.serialized) struct RandomTests {
  @Test(arguments: Seeds.all(6)) func devicesConverge(seed: UInt64) async throws {
    var random = SeededRandom(seed)
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let devices = try (0..<(2 + random.below(2))).map { try Device(UInt64($0 + 1) + seed &* 10, server, clock: clock) }
    var users = devices.indices.map { RandomUser(seed: seed &* 31 &+ UInt64($0), name: ["a", "b", "c"][$0]) }
    let trouble = Mutex(SeededRandom(seed &+ 7))
    server.loses.withLock {
      $0 = {
        trouble.withLock { $0.chance(6) ? ($0.chance(50) ? .request : .answer) : nil }
      }
    }
    for _ in 0..<30 {
      let index = random.below(devices.count)
      let device = devices[index]
      if random.chance(55) {
        try device.edit { try users[index].act($0) }
        continue
      }
      if random.chance(30) { device.crash.arm(after: 1 + random.below(12)) }
      if random.chance(30) {
        // The user saves in the middle of it.
        let moment = 1 + random.below(8)
        let meanwhile = Meanwhile(device, users[index], moment)
        device.crash.visit.withLock { $0 = { _ in try meanwhile.pass() } }
        await sync(device)
        device.crash.visit.withLock { $0 = nil }
        users[index] = meanwhile.user
      } else {
        await sync(device)
      }
      // Whether it ended there or not: another process begins.
      if random.chance(20) || device.sync.status.lastError != nil { try device.restart() }
      device.crash.disarm()
    }
    server.loses.withLock { $0 = { nil } }
    for device in devices { try device.restart() }
    try await settle(devices, server, "seed \(seed)")
    // What is in the files is the same again.
    for device in devices { try device.restart() }
    try await settle(devices, server, "seed \(seed), again")
  }

  private func sync(_ device: Device) async {
    // Lost messages and ends of the process are what this is about; what counts is how it goes on.
    do { try await device.sync.syncNow() } catch {}
  }

  /// A user who saves at a moment of sync, in the same process.
  private final class Meanwhile: Sendable {
    // One thread at a time: the driver calls it while the test waits.
    nonisolated(unsafe) private let device: Device
    nonisolated(unsafe) private(set) var user: RandomUser
    nonisolated(unsafe) private var left: Int

    init(_ device: Device, _ user: RandomUser, _ moment: Int) {
      (self.device, self.user, left) = (device, user, moment)
    }

    func pass() throws {
      left -= 1
      if left == 0 { try device.edit { try user.act($0) } }
    }
  }
}
