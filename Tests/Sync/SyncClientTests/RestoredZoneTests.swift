// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Testing

/// What an account's server brings back, as its devices see it.
@Suite struct RestoredZoneTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "RestoredZoneTests-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func devices(_ clock: TestClock, _ server: FileServer, _ seed: UInt64) throws -> [Device] {
    try (1...2).map { try Device(seed * 10 + $0, server, clock: clock) }
  }

  private func settle(_ devices: [Device], _ comment: String) async throws {
    for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
    let first = try #require(devices.first).dump()
    for device in devices.dropFirst() { #expect(try device.dump() == first, "\(comment)") }
  }

  private func record(_ device: Device, _ database: SyncDatabase, _ type: String) throws -> RecordID? {
    try database.deletions(account: "ann", zone: "main").map(\.id).first { $0.type == type }
  }

  @Test func aDeletedFolderIsThereAgainWithItsNotes() async throws {
    let clock = TestClock()
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let devices = try devices(clock, FileServer(database: database, clock: clock), 1)
    try devices[0].edit { context in
      let (folder, note) = (App.Folder(uid: "f", name: "Rome"), App.Note(uid: "n", title: "Colosseum"))
      context.insert(folder)
      context.insert(note)
      note.folder = folder
      context.insert(App.Job(uid: "j", note: note))
      note.cover = App.Cover(uid: "c")
      let tag = App.Tag(name: "old", color: "red")
      context.insert(tag)
      note.tags = [tag]
    }
    try await settle(devices, "before")
    let before = try devices[0].dump()
    try devices[1].edit { context in try context.fetch(FetchDescriptor<App.Folder>()).forEach(context.delete) }
    try await settle(devices, "deleted")
    #expect(try devices[0].dump() == ["Cover c note -", "Tag old red notes []"])
    // Meanwhile the other device goes on, offline.
    try devices[0].edit { context in try devices[0].tag("old", context)?.color = "blue" }
    let id = try #require(try record(devices[0], database, "Folder"))
    clock.advance()
    let report = try database.undelete(account: "ann", zone: "main", id, now: clock.wall)
    #expect(report.revived.map(\.type).sorted() == ["Folder", "Job", "Note"])
    try await settle(devices, "restored")
    #expect(try devices[0].dump() == before.map { $0.replacingOccurrences(of: "old red", with: "old blue") })
    try FileManager.default.removeItem(at: folder)
  }

  @Test func anObjectThatNeedsWhatIsStillGoneIsSetAside() async throws {
    let clock = TestClock()
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let devices = try devices(clock, FileServer(database: database, clock: clock), 2)
    try devices[0].edit { context in
      let note = App.Note(uid: "n", title: "")
      context.insert(note)
      context.insert(App.Job(uid: "j", note: note))
    }
    try await settle(devices, "before")
    try devices[0].edit { context in try context.fetch(FetchDescriptor<App.Job>()).forEach(context.delete) }
    try await settle(devices, "without the job")
    let id = try #require(try record(devices[0], database, "Job"))
    try devices[0].edit { context in try context.fetch(FetchDescriptor<App.Note>()).forEach(context.delete) }
    try await settle(devices, "without the note")
    clock.advance()
    #expect(try database.undelete(account: "ann", zone: "main", id, now: clock.wall).revived == [id])
    try await settle(devices, "restored")
    for device in devices {
      #expect(try device.dump().isEmpty)
      #expect(device.sync.status.setAside.map(\.modelName) == ["Job"])
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// What a server has erased is not deleted on the devices: one that still has a token brings back what it has.
  @Test func devicesKeepWhatTheServerHasErased() async throws {
    let clock = TestClock()
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let devices = try devices(clock, FileServer(database: database, clock: clock), 3)
    try devices[0].edit { context in
      let (folder, note) = (App.Folder(uid: "f", name: "Rome"), App.Note(uid: "n", title: "Colosseum"))
      context.insert(folder)
      context.insert(note)
      note.folder = folder
      let tag = App.Tag(name: "old", color: "red")
      context.insert(tag)
      note.tags = [tag]
    }
    try devices[0].edit { context in context.insert(App.Note(uid: "gone", title: "")) }
    try await settle(devices, "before")
    try devices[0].edit { context in
      try context.fetch(FetchDescriptor<App.Note>(predicate: #Predicate { $0.uid == "gone" })).forEach(context.delete)
    }
    try await settle(devices, "with a deletion")
    let before = try devices[0].dump()
    // One of them edits offline meanwhile.
    try devices[1].edit { context in try devices[1].tag("old", context)?.color = "blue" }
    #expect(try database.erase(account: "ann") == 1)
    clock.advance()
    #expect(try database.summaries().isEmpty)
    try await settle(devices, "after")
    #expect(try devices[0].dump() == before.map { $0.replacingOccurrences(of: "old red", with: "old blue") })
    #expect(try database.summaries().map(\.records) == [3])
    #expect(devices.allSatisfy { $0.sync.status.setAside.isEmpty })
    try FileManager.default.removeItem(at: folder)
  }

  /// Two users do what they like, then all goes wrong, then it is taken back: what there was is there again.
  @Test(arguments: UInt64(1)...10) func randomHarmIsTakenBack(seed: UInt64) async throws {
    let clock = TestClock()
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let devices = try devices(clock, FileServer(database: database, clock: clock), seed)
    var users = [RandomUser(seed: seed, name: "a"), RandomUser(seed: seed + 1_000, name: "b")]
    for _ in 0..<12 {
      for (index, device) in devices.enumerated() { try device.edit { try users[index].act($0) } }
      try await settle(devices, "seed \(seed)")
    }
    let before = try devices[0].dump()
    clock.advance()
    let time = clock.wall
    clock.advance()
    users = [RandomUser(seed: seed + 2_000, name: "new"), RandomUser(seed: seed + 3_000, name: "new-b")]
    for _ in 0..<12 {
      for (index, device) in devices.enumerated() { try device.edit { try users[index].act($0) } }
      try await settle(devices, "seed \(seed), later")
    }
    clock.advance()
    let report = try database.restore(account: "ann", zone: "main", to: time, now: clock.wall)
    #expect(!report.revived.isEmpty || !report.changed.isEmpty)
    try await settle(devices, "seed \(seed), restored")
    let after = try devices[0].dump()
    // Tags whose names others have by now are left, and with them what the notes had of them: nothing is asked of tags then.
    #expect(report.left.keys.allSatisfy { $0.type == "Tag" }, "seed \(seed): \(report.left)")
    var tags: [String] = []
    if report.left.isEmpty {
      tags = before.compactMap { $0.hasPrefix("Tag ") ? String($0.dropFirst(4).prefix(5)) : nil }
    }
    let own = Set(after.map { Self.withoutNews($0, tags) })
    for line in before where report.left.isEmpty || !line.hasPrefix("Tag ") {
      #expect(own.contains(Self.withoutNews(line, tags)), "seed \(seed): \(line)")
    }
    let again = try database.restore(account: "ann", zone: "main", to: time, now: clock.wall)
    let changed = again.changed.filter { report.left.isEmpty || $0.type != "Tag" }
    #expect(again.revived.isEmpty && changed.isEmpty, "seed \(seed): \(again.revived) \(changed)")
    #expect(again.left == report.left, "seed \(seed)")
    try FileManager.default.removeItem(at: folder)
  }

  /// A line of the dump without what was made later and refers to the object.
  private static func withoutNews(_ line: String, _ tags: [String]) -> String {
    var line = line
    for name in (0..<4).map({ "tag \($0)" }) where !tags.contains(name) {
      line = line.replacingOccurrences(of: "(, )?\"\(name)\"", with: "", options: .regularExpression)
    }
    return line.replacingOccurrences(of: #"(, )?"new[^"]*"(?=[],])"#, with: "", options: .regularExpression)
      .replacingOccurrences(of: "[, ", with: "[")
      .replacingOccurrences(of: #"cover new.*"#, with: "cover -", options: .regularExpression)
  }
}
