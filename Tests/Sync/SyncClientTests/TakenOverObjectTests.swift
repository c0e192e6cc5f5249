// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

private enum Stage {
  @Model final class Band {
    @Attribute(.unique) var name: String
    var city: String
    @Relationship(inverse: \Player.bands) var players: [Player] = []

    init(name: String) {
      self.name = name
      city = ""
    }
  }

  @Model final class Player {
    var name: String
    var bands: [Band] = []

    init(name: String) { self.name = name }
  }
}

/// An object whose record was taken in by another device's with the same unique value, and which the user edits before what
/// that one has is shown.
@Suite struct TakenOverObjectTests {
  @Test func editsOfAnObjectThatWasTakenOverKeepWhatTheOtherOneHas() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let models: [any PersistentModel.Type] = [Stage.Band.self, Stage.Player.self]
    let a = try Device(1, server, clock: clock, synced: models, all: models)
    let b = try Device(2, server, clock: clock, synced: models, all: models)
    try a.edit { context in for name in ["x", "y"] { context.insert(Stage.Player(name: name)) } }
    for _ in 0..<2 { for device in [a, b] { try await device.sync.syncNow() } }
    for (device, name) in [(a, "x"), (b, "y")] {
      clock.advance()
      try device.edit { context in
        let band = Stage.Band(name: "band")
        context.insert(band)
        band.players = try context.fetch(FetchDescriptor<Stage.Player>()).filter { $0.name == name }
      }
    }
    try await a.sync.syncNow()
    clock.advance()
    let (container, crash) = (b.container, b.crash)
    crash.visit.withLock { visit in
      visit = { step in
        guard step == .wroteJournal else { return }
        crash.visit.withLock { $0 = nil }
        let context = ModelContext(container)
        context.autosaveEnabled = false
        for band in try context.fetch(FetchDescriptor<Stage.Band>()) { band.city = "Bonn" }
        try context.save()
      }
    }
    try await b.sync.syncNow()
    #expect(crash.visit.withLock { $0 == nil }, "the user has not edited")
    for _ in 0..<3 { for device in [a, b] { try await device.sync.syncNow() } }
    for device in [a, b] {
      let bands = try ModelContext(device.container).fetch(FetchDescriptor<Stage.Band>())
      #expect(bands.map(\.city) == ["Bonn"])
      #expect(bands.map { $0.players.map(\.name).sorted() } == [["x", "y"]], "device \(device.number)")
    }
  }
}
