// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// A process that ends after each of the steps.
@Suite struct CrashTests {
  @Test(arguments: SyncStep.allCases) func nothingIsLostOrDoubled(step: SyncStep) async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    for round in 1...3 {
      try a.edit { context in
        let folder = App.Folder(uid: "f\(round)", name: "same")
        context.insert(folder)
        // Some that can be told apart, and some that cannot but by what they belong to.
        for index in 0..<4 {
          let note = App.Note(uid: index < 2 ? "\(round).\(index)" : "twin", title: "t")
          context.insert(note)
          if index < 3 { note.folder = folder }
          // Travels beside its record, in several parts.
          if index == 0 { note.picture = Data(repeating: UInt8(round), count: 1_000) }
        }
      }
      try await a.sync.syncNow()
      for count in 1...3 {
        b.crash.arm(step, after: count)
        do { try await b.sync.syncNow() } catch {}
        // Before sync begins again, the user goes on.
        try b.edit { context in try b.note("\(round).0", context)?.title = "edited \(count)" }
        try b.restart()
      }
      try await settle([a, b], server, "after \(step), round \(round)")
      #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<App.Note>()) == 4 * round)
      #expect(try b.note("\(round).0", ModelContext(b.container))?.title.hasPrefix("edited") == true)
    }
  }

  /// The device that uploads ends at each of the steps.
  @Test(arguments: SyncStep.allCases) func uploadsAreAppliedOnce(step: SyncStep) async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    for count in 1...4 {
      try a.edit { context in
        let note = App.Note(uid: "\(count)", title: "t")
        note.picture = Data(repeating: UInt8(count), count: 1_000)
        context.insert(note)
      }
      a.crash.arm(step, after: count)
      do { try await a.sync.syncNow() } catch {}
      try a.restart()
      try b.edit { $0.insert(App.Note(uid: "b\(count)", title: "t")) }
      try await b.sync.syncNow()
    }
    try await settle([a, b], server, "after \(step)")
    #expect(try b.dump().count == 8)
  }

  /// The file has what is, not all that was: it is written anew now and then, and read by the next process.
  @Test func theStateFileStaysShort() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    func length() throws -> Int {
      let file = a.folder.appendingPathComponent("state").path
      return try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    }
    try a.edit { context in
      for index in 0..<20 { context.insert(App.Note(uid: "\(index)", title: "t")) }
    }
    try await a.sync.syncNow()
    let first = try length()
    for round in 0..<40 {
      try a.edit { context in
        for note in try context.fetch(FetchDescriptor<App.Note>()) { note.score = round }
      }
      try await a.sync.syncNow()
      if round.isMultiple(of: 9) { try a.restart() }
    }
    #expect(try length() < first * 4)
    try await settle([a, b], server)
    #expect(try b.note("7", ModelContext(b.container))?.score == 39)
  }

  @Test func aSecondOneOnTheSameFileIsRefused() async throws {
    let server = MemoryServer()
    let device = try Device(1, server)
    try await device.sync.syncNow()
    let second = try ModelSync(
      device.container, models: App.synced, account: "ann", stateFile: device.folder.appendingPathComponent("state"),
      transport: server)
    let file = device.folder.appendingPathComponent("state").path
    await #expect(throws: SyncError.inUse(file: file)) { try await second.syncNow() }
    #expect(second.status.lastError == .inUse(file: file))
  }

  /// Of several that are let go of at once, each with a round that may be on its way, none takes the file from one that waits.
  @Test func theNextOneWaitsForAllThatAreGone() async throws {
    let server = MemoryServer()
    let device = try Device(1, server)
    let file = device.folder.appendingPathComponent("other")
    func make() throws -> ModelSync {
      try ModelSync(device.container, models: App.synced, account: "ann", stateFile: file, transport: server)
    }
    for _ in 0..<20 {
      for _ in 0..<2 { try make().resume() }
      let last = try make()
      try await last.syncNow()
      #expect(last.status.lastError == nil)
    }
  }

  @Test func damageIsToldFromAPowerFailure() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = try Device.$shortState.withValue(.max) {
      (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    }
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await settle([a, b], server)
    // The end of the last entry is missing.
    try Device.$shortState.withValue(.max) {
      try a.replaceFiles { folder in
        let handle = try FileHandle(forUpdating: folder.appendingPathComponent("state"))
        try handle.truncate(atOffset: try handle.seekToEnd() - 5)
      }
    }
    try a.edit { context in try a.note("1", context)?.title = "u" }
    try await settle([a, b], server)
    #expect(try b.dump().count == 1)
    try a.replaceFiles { folder in
      let handle = try FileHandle(forUpdating: folder.appendingPathComponent("state"))
      try handle.seek(toOffset: 60)
      try handle.write(contentsOf: Data("?".utf8))
    }
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    guard case .damagedState? = a.sync.status.lastError else {
      Issue.record("\(String(describing: a.sync.status.lastError))")
      return
    }
    // To begin anew would upload all objects a second time.
    try b.replaceFiles { try FileManager.default.removeItem(at: $0.appendingPathComponent("state")) }
    let file = b.folder.appendingPathComponent("state").path
    await #expect(throws: SyncError.stateMissing(file: file)) { try await b.sync.syncNow() }
    #expect(server.zone.records.count == 1)
  }

  /// The length of an entry is another one: what comes after it is there, and must not be cut off as if power had failed.
  @Test(arguments: [7, 0]) func aLengthThatWasDamaged(_ byte: UInt64) async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let a = try Device.$shortState.withValue(.max) { try Device(1, server, clock: clock) }
    for uid in ["1", "2"] {
      try a.edit { $0.insert(App.Note(uid: uid, title: "t")) }
      try await a.sync.syncNow()
    }
    // The first entry: beyond the file, or within it.
    try a.replaceFiles { folder in
      let handle = try FileHandle(forUpdating: folder.appendingPathComponent("state"))
      try handle.seek(toOffset: byte)
      let old = try #require(try handle.read(upToCount: 1)?.first)
      try handle.seek(toOffset: byte)
      try handle.write(contentsOf: Data([old ^ 1]))
    }
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    guard case .damagedState? = a.sync.status.lastError else {
      Issue.record("\(String(describing: a.sync.status.lastError))")
      return
    }
    #expect(server.zone.records.count == 2)
  }

  /// A copy cannot be written, as on a full disk: sync goes on with the file that is there.
  @Test func aFileThatCannotBeWrittenAnewGoesOn() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let obstacle = a.folder.appendingPathComponent("state.new")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
    func length() throws -> Int {
      let file = a.folder.appendingPathComponent("state").path
      return try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    }
    try a.edit { context in
      for index in 0..<20 { context.insert(App.Note(uid: "\(index)", title: "t")) }
    }
    for score in 0..<8 {
      try a.edit { context in for note in try context.fetch(FetchDescriptor<App.Note>()) { note.score = score } }
      try await a.sync.syncNow()
    }
    try a.restart()
    try await settle([a, b], server)
    let long = try length()
    try FileManager.default.removeItem(at: obstacle)
    try a.edit { context in try a.note("7", context)?.title = "u" }
    try await settle([a, b], server)
    #expect(try length() < long)
    #expect(try b.note("7", ModelContext(b.container))?.title == "u")
  }

  /// A file that was written anew is one entry. Without its end, it is not taken for a new one.
  @Test(arguments: [5, 500]) func aFileThatWasWrittenAnewIsWhole(cut: UInt64) async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let device = try Device(1, server, clock: clock)
    let crash = device.crash
    try device.edit { context in
      for index in 0..<30 { context.insert(App.Note(uid: "\(index)", title: "t")) }
    }
    crash.arm(.compacted, after: 1)
    await #expect(throws: SyncError.self) { try await device.sync.syncNow() }
    try device.replaceFiles { folder in
      let handle = try FileHandle(forUpdating: folder.appendingPathComponent("state"))
      try handle.truncate(atOffset: try handle.seekToEnd() - cut)
    }
    await #expect(throws: SyncError.self) { try await device.sync.syncNow() }
    guard case .damagedState? = device.sync.status.lastError else {
      Issue.record("\(String(describing: device.sync.status.lastError))")
      return
    }
    #expect(server.zone.records.count == 30)
  }
}
