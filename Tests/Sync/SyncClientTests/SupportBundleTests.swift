// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// What a device writes for somebody who helps.
@Suite struct SupportBundleTests {
  private func bundle(_ device: Device) async throws -> (text: String, object: [String: Any]) {
    let file = device.folder.appendingPathComponent("bundle.json")
    try await device.sync.supportBundle(to: file)
    let data = try Data(contentsOf: file)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return (String(decoding: data, as: UTF8.self), object)
  }

  private func fill(_ device: Device) throws {
    try device.edit { context in
      let note = App.Note(uid: "hidden uid", title: "hidden title")
      note.score = 918_273_645_546_372
      note.weight = 0.918273645
      note.link = URL(string: "https://hidden.example")
      note.words = ["hidden word"]
      note.place = App.Place(name: "hidden place", latitude: 41.918273)
      note.picture = Data("hidden".utf8) + Data(repeating: 7, count: 2_000)
      note.tags = [App.Tag(name: "hidden tag", color: "hidden color")]
      context.insert(note)
      context.insert(App.Draft(text: "hidden draft"))
      context.insert(App.Note(uid: "2", title: "hidden refusal"))
    }
  }

  @Test func itHasNoValues() async throws {
    let clock = TestClock()
    let server = MemoryServer(
      clock: clock, objection: { $0.fields["title"]?.value == .text("hidden refusal") ? "a hidden refusal" : nil })
    var options = SyncOptions()
    options.localProperties = ["Note": ["mood"]]
    options.rules = ["Note.title": .server]
    let device = try Device(1, server, clock: clock, options: options)
    try fill(device)
    for isSynced in [false, true] {
      if isSynced { try await device.sync.syncNow() }
      let (text, object) = try await bundle(device)
      for secret in [
        "hidden", "918273", "\"ann\"", device.folder.path, Data("hidden".utf8).base64EncodedString(), "68696464",
      ] { #expect(!text.contains(secret), "\(secret): \(text)") }
      let names = try ModelContext(device.container).fetch(FetchDescriptor<App.Note>()).map(\.persistentModelID)
      for name in names { #expect(!text.contains("\(name)")) }
      let status = try #require(object["status"] as? [String: Any])
      #expect(status["pendingUploads"] as? Int == (isSynced ? 1 : 3))
      let models = try #require(object["models"] as? [[String: Any]])
      #expect(models.first { $0["model"] as? String == "Note" }?["objects"] as? Int == 2)
      let items = try #require(object["setAside"] as? [[String: Any]])
      #expect(items.count == (isSynced ? 1 : 0))
      if isSynced {
        #expect(items[0]["cause"] as? String == "refusedByServer" && items[0]["reason"] as? String == "other")
      }
    }
    for item in device.sync.status.setAside {
      #expect(!(try await bundle(device)).text.contains(item.id), "the name of a record")
    }
  }

  /// Both sides have the same digits for the same things, so that they can be compared.
  @Test func aServersBundleGoesWithIt() async throws {
    let clock = TestClock()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Support-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let device = try Device(1, FileServer(database: database, clock: clock), clock: clock)
    try fill(device)
    try await device.sync.syncNow()
    let zones = try #require(try await bundle(device).object["zones"] as? [[String: Any]])
    let server = try #require(try database.supportBundle(account: "ann", now: clock.wall).zones.first)
    #expect(zones.count == 1 && zones[0]["zone"] as? String == server.zone)
    #expect(zones[0]["checksum"] as? String == server.checksum && server.checksum == server.checksumOfRecords)
    #expect(zones[0]["cursor"] as? Int == Int(server.head))
    let lineage = try #require(zones[0]["lineage"] as? [[String: Any]])
    #expect(lineage.map { $0["generation"] as? String } == server.lineage.map(\.generation))
  }

  /// Though the state was read before.
  @Test func whatWasSavedSinceTheLastRoundCounts() async throws {
    let clock = TestClock()
    let device = try Device(1, MemoryServer(clock: clock), clock: clock)
    try fill(device)
    try await device.sync.syncNow()
    try device.edit { $0.insert(App.Note(uid: "3", title: "hidden title")) }
    let object = try await bundle(device).object
    let status = try #require(object["status"] as? [String: Any])
    #expect(status["pendingUploads"] as? Int == 1)
    let state = try #require(object["state"] as? [String: Any])
    #expect(state["error"] == nil)
  }

  /// Where sync cannot begin, that is what somebody needs to know.
  @Test func aStateThatIsMissingIsSaidToBeSo() async throws {
    let server = MemoryServer()
    let (device, other) = (try Device(1, server), try Device(2, server))
    try fill(other)
    try await other.sync.syncNow()
    // What it has saved itself tells that the store was synced.
    try await device.sync.syncNow()
    try device.replaceFiles { folder in
      try FileManager.default.removeItem(at: folder.appendingPathComponent("state"))
    }
    let (text, object) = try await bundle(device)
    let state = try #require(object["state"] as? [String: Any])
    #expect((state["error"] as? [String: Any])?["kind"] as? String == "stateMissing")
    #expect(!text.contains("hidden") && !text.contains(device.folder.path))
  }
}
