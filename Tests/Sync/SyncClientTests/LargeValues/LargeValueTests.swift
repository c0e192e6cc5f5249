// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncSimulation
import SyncStores
import Synchronization
import Testing

/// Pictures and long texts, which travel beside their records.
@Suite struct LargeValueTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
  private let clock = TestClock()

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func database(_ quota: AccountQuota = AccountQuota(), _ limit: Int = 256 << 20) throws -> SyncDatabase {
    var service = SyncService()
    service.limits.blobBytes = limit
    return try ServerStore.open(folder.appendingPathComponent("server.sqlite"), service: service, quota: quota)
  }

  private func picture(_ size: Int, seed: UInt64 = 1) -> Data {
    var random = SeededRandom(seed)
    return Data((0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  private func pictures(_ device: Device) throws -> [String: Data?] {
    let notes = try ModelContext(device.container).fetch(FetchDescriptor<App.Note>())
    return Dictionary(notes.map { ($0.uid, $0.picture) }, uniquingKeysWith: { a, _ in a })
  }

  private func staged(_ device: Device) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: device.folder.appendingPathComponent("state.values").path)
      .sorted()
  }

  @Test func aPictureAndALongText() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let picture = picture(10_000)
    let title = String(repeating: "é🇫🇷 ", count: 400)
    try a.edit { context in
      let note = App.Note(uid: "1", title: title)
      note.picture = picture
      context.insert(note)
      // Of two objects with one value, the server has it once.
      let other = App.Note(uid: "2", title: "short")
      other.picture = picture
      context.insert(other)
    }
    try await a.sync.syncNow()
    #expect(server.traffic.sent == picture.count + title.utf8.count)
    // What the record has is short.
    let record = try server.database.export(account: "ann") { #expect($0.count < 3_000) }
    #expect(record == 2)
    try await b.sync.syncNow()
    #expect(try pictures(b) == ["1": picture, "2": picture])
    #expect(try b.note("1", ModelContext(b.container))?.title == title)
    #expect(b.sync.status.pendingDownloads == 0 && b.sync.status.setAside.isEmpty)
    // Nothing stays beside the stores.
    #expect(try staged(a) == [] && staged(b) == [])
    // Another round sends nothing, and so does an edit of something else.
    server.traffic.reset()
    try b.edit { context in try b.note("1", context)?.score = 3 }
    for device in [b, a, b, a] { try await device.sync.syncNow() }
    #expect(server.traffic.sent == 0 && server.traffic.loaded == 0)
    #expect(try a.dump() == b.dump())
    try b.edit { context in try b.note("1", context)?.picture = nil }
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(try pictures(a) == ["1": nil, "2": picture])
  }

  /// The network ends after each part: what has arrived is not sent again.
  @Test func transfersGoOnWhereTheyEnded() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let picture = picture(3_000)
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = picture
      context.insert(note)
    }
    for device in [a, b] {
      var failures = 0
      for attempt in 0..<40 {
        let budget = Budget(parts: 2)
        server.traffic.visit.withLock { $0 = { try budget.take($0) } }
        do {
          try await device.sync.syncNow()
          break
        } catch {
          failures += 1
          #expect(attempt < 39)
          if attempt % 3 == 2 { try device.restart() }
          // The object is there, without what has not come.
          if device === b { #expect(try pictures(b)["1"] == .some(nil)) }
        }
      }
      #expect(failures > 2)
    }
    server.traffic.visit.withLock { $0 = { _ in } }
    #expect(server.traffic.sent == 3_000 && server.traffic.loaded == 3_000)
    #expect(try pictures(b) == ["1": picture])
  }

  /// How many parts come through.
  private final class Budget: Sendable {
    struct Spent: Error {}
    nonisolated(unsafe) private var left: Int

    init(parts: Int) { left = parts }

    func take(_ bytes: Int) throws {
      if bytes == 0 { return }
      guard left > 0 else { throw Spent() }
      left -= 1
    }
  }

  /// What the user does while a value is on its way.
  @Test func editsWhileAValueIsAwaited() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let pictures = (1...3).map { picture(1_000, seed: UInt64($0)) }
    try a.edit { context in
      for (index, picture) in pictures.enumerated() {
        let note = App.Note(uid: "\(index)", title: "t")
        note.picture = picture
        context.insert(note)
      }
    }
    try await a.sync.syncNow()
    server.traffic.visit.withLock { $0 = { if $0 > 0 { throw Budget.Spent() } } }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    #expect(try self.pictures(b) == ["0": nil, "1": nil, "2": nil])
    #expect(b.sync.status.pendingDownloads == 3 && b.sync.status.isFirstImportDone)
    // Another attribute, the picture itself, and a deletion.
    let mine = picture(700, seed: 9)
    try b.edit { context in
      try b.note("0", context)?.title = "mine"
      try b.note("1", context)?.picture = mine
      try b.note("2", context).map { context.delete($0) }
    }
    try b.restart()
    server.traffic.visit.withLock { $0 = { _ in } }
    for device in [b, a, b, a] { try await device.sync.syncNow() }
    #expect(try self.pictures(a) == ["0": pictures[0], "1": mine])
    #expect(try self.pictures(b) == ["0": pictures[0], "1": mine])
    #expect(try a.note("0", ModelContext(a.container))?.title == "mine")
  }

  /// The user replaces one of two values of an object that are both on their way: the other one still comes.
  @Test func oneOfTwoValuesIsReplaced() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let (picture, mine) = (picture(1_000), picture(700, seed: 2))
    let words = (0..<200).map { "word \($0)" }
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      (note.picture, note.words) = (picture, words)
      context.insert(note)
    }
    try await a.sync.syncNow()
    server.traffic.visit.withLock { $0 = { if $0 > 0 { throw Budget.Spent() } } }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    try b.edit { context in try b.note("1", context)?.picture = mine }
    server.traffic.visit.withLock { $0 = { _ in } }
    try await b.sync.syncNow()
    #expect(try b.note("1", ModelContext(b.container))?.words == words)
    for device in [a, b] { try await device.sync.syncNow() }
    for device in [a, b] {
      let note = try #require(try device.note("1", ModelContext(device.container)))
      #expect(note.picture == mine && note.words == words)
    }
    #expect(b.sync.status.pendingDownloads == 0)
  }

  /// A device whose files beside the state are gone must not take a missing picture for one that was removed.
  @Test(arguments: [false, true]) func theFolderIsRemoved(looksAtAll: Bool) async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let picture = picture(2_000)
    try a.edit { context in
      for uid in ["1", "2"] {
        let note = App.Note(uid: uid, title: "t")
        note.picture = picture
        context.insert(note)
      }
    }
    try await a.sync.syncNow()
    server.traffic.visit.withLock { $0 = { if $0 > 0 { throw Budget.Spent() } } }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    try b.replaceFiles { try FileManager.default.removeItem(at: $0.appendingPathComponent("state.values")) }
    if looksAtAll {
      // The history that sync has not read is gone, so it looks at all objects.
      try b.edit { context in
        try b.note("1", context)?.title = "u"
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      }
      try b.edit { try $0.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
    }
    server.traffic.visit.withLock { $0 = { _ in } }
    for device in [b, a, b] { try await device.sync.syncNow() }
    #expect(try pictures(a) == ["1": picture, "2": picture])
    #expect(try pictures(b) == ["1": picture, "2": picture])
    // A folder that is gone while all is here costs no transfer.
    server.traffic.reset()
    try a.replaceFiles { try FileManager.default.removeItem(at: $0.appendingPathComponent("state.values")) }
    try await a.sync.syncNow()
    #expect(server.traffic.loaded == 0 && a.sync.status.pendingDownloads == 0)
  }

  /// A server that comes from a backup has none of the values since: the devices that show them bring them back.
  @Test func aRestoredServerGetsValuesBack() async throws {
    let first = try database()
    let server = ReplacedServer(FileServer(database: first, clock: clock))
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    for device in [a, b] { try await device.sync.syncNow() }
    let copy = folder.appendingPathComponent("copy.sqlite")
    try ServerStore.backUp(first, of: folder.appendingPathComponent("server.sqlite"), to: copy)
    let picture = picture(2_000)
    try a.edit { context in try a.note("1", context)?.picture = picture }
    for device in [a, b] { try await device.sync.syncNow() }
    try first.close()
    let place = folder.appendingPathComponent("restored.sqlite")
    try ServerStore.restore(copy, as: place)
    let restored = FileServer(database: try ServerStore.open(place), clock: clock)
    server.replace(by: restored)
    let c = try Device(3, server, clock: clock)
    for device in [b, c] { try await device.sync.syncNow() }
    #expect(try pictures(c) == ["1": picture])
    #expect(restored.traffic.sent == picture.count)
  }

  @Test func aFullAccount() async throws {
    let server = FileServer(database: try database(AccountQuota(bytes: 5_000)), clock: clock)
    let device = try Device(1, server, clock: clock)
    try device.edit { context in
      for index in 0..<3 {
        let note = App.Note(uid: "\(index)", title: "t")
        note.picture = picture(1_500, seed: UInt64(index))
        context.insert(note)
      }
    }
    try await device.sync.syncNow()
    let full = device.sync.status.setAside
    #expect(!full.isEmpty && full.allSatisfy { $0.cause == .accountIsFull })
    #expect(try server.database.space(of: "ann").usage.bytes <= 5_000)
    #expect(try server.database.space(of: "ann").usage == server.database.countedUsage(of: "ann"))
    try server.database.setQuota(AccountQuota(records: 0, bytes: 0), of: "ann")
    try await device.sync.retrySetAside()
    try await device.sync.syncNow()
    #expect(device.sync.status.setAside.isEmpty)
    let other = try Device(2, server, clock: clock)
    try await other.sync.syncNow()
    #expect(try pictures(other).values.compactMap { $0 }.count == 3)
  }

  @Test func aValueThatIsTooLarge() async throws {
    let server = FileServer(database: try database(AccountQuota(), 2_000), clock: clock)
    let device = try Device(1, server, clock: clock)
    try device.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = picture(2_001)
      context.insert(note)
      context.insert(App.Note(uid: "2", title: "t"))
    }
    try await device.sync.syncNow()
    #expect(device.sync.status.setAside.map(\.cause) == [.refusedByServer])
    #expect(device.sync.status.setAside.first?.reason.contains("more than the server takes") == true)
    try device.edit { context in try device.note("1", context)?.picture = picture(2_000) }
    try await device.sync.syncNow()
    #expect(device.sync.status.setAside.isEmpty)
  }

  /// Takes no value of one size, whatever the reason is.
  private struct Objecting: SyncTransport {
    let server: FileServer
    let size: Int
    var carriesLargeValues: Bool { true }

    func send(_ message: Data) async throws(SyncError) -> Data { try await server.send(message) }

    func upload(_ part: Data, of value: SyncLargeValue, at offset: Int, zone: String) async throws(SyncError) -> Int {
      guard value.size != size else { throw .server(status: 400, reason: "the value has another size") }
      return try await server.upload(part, of: value, at: offset, zone: zone)
    }

    func download(_ value: SyncLargeValue, from offset: Int, count: Int, zone: String) async throws(SyncError) -> Data {
      try await server.download(value, from: offset, count: count, zone: zone)
    }
  }

  @Test func aValueThatTheServerDoesNotTakeKeepsNothingElseBack() async throws {
    let server = Objecting(server: FileServer(database: try database(), clock: clock), size: 2_001)
    let device = try Device(1, server, clock: clock)
    try device.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = picture(2_001)
      context.insert(note)
      context.insert(App.Note(uid: "2", title: "t"))
    }
    try await device.sync.syncNow()
    #expect(device.sync.status.setAside.map(\.cause) == [.refusedByServer])
    #expect(device.sync.status.setAside.first?.reason.contains("the value has another size") == true)
    #expect(try server.server.database.space(of: "ann").usage.records == 1)
  }

  /// A model that cannot be without its picture waits for it, and so does what needs that object.
  @Test func anObjectThatNeedsItsValue() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (
      try Device(1, server, clock: clock, synced: Album.all, all: Album.all),
      try Device(2, server, clock: clock, synced: Album.all, all: Album.all)
    )
    let picture = picture(2_000)
    try a.edit { context in
      let photo = Album.Photo(uid: "1", image: picture)
      context.insert(photo)
      context.insert(Album.Remark(text: "nice", photo: photo))
    }
    try await a.sync.syncNow()
    server.traffic.visit.withLock { $0 = { if $0 > 0 { throw Budget.Spent() } } }
    await #expect(throws: SyncError.self) { try await b.sync.syncNow() }
    #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<Album.Photo>()) == 0)
    #expect(b.sync.status.setAside.allSatisfy { $0.modelName == "Remark" })
    server.traffic.visit.withLock { $0 = { _ in } }
    try await b.sync.syncNow()
    let context = ModelContext(b.container)
    #expect(try context.fetch(FetchDescriptor<Album.Photo>()).map(\.image) == [picture])
    #expect(try context.fetch(FetchDescriptor<Album.Remark>()).map(\.photo.uid) == ["1"])
    #expect(b.sync.status.setAside.isEmpty && b.sync.status.pendingDownloads == 0)
  }

  enum Album {
    @Model final class Photo {
      var uid: String
      @Attribute(.externalStorage) var image: Data

      init(uid: String, image: Data) { (self.uid, self.image) = (uid, image) }
    }

    @Model final class Remark {
      var text: String
      var photo: Photo

      init(text: String, photo: Photo) { (self.text, self.photo) = (text, photo) }
    }

    static let all: [any PersistentModel.Type] = [Photo.self, Remark.self]
  }

  /// Another picture comes before the whole of one: nothing is left of that.
  @Test func aPictureThatIsReplacedWhileItComes() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = picture(2_000)
      context.insert(note)
    }
    try await a.sync.syncNow()
    b.crash.arm(.receivedPart)
    _ = try? await b.sync.syncNow()
    #expect(try staged(b).contains { $0.hasSuffix(".part") })
    let other = picture(2_000, seed: 2)
    try a.edit { context in try a.note("1", context)?.picture = other }
    try await a.sync.syncNow()
    try b.restart()
    try await b.sync.syncNow()
    #expect(try pictures(b) == ["1": other])
    #expect(try !staged(b).contains { $0.hasSuffix(".part") })
  }

  /// After a power failure, the file that says what is still to come may be there without its contents.
  @Test func aMarkThatIsEmpty() async throws {
    let server = FileServer(database: try database(), clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    let picture = picture(2_000)
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = picture
      context.insert(note)
    }
    try await a.sync.syncNow()
    b.crash.arm(.receivedPart)
    _ = try? await b.sync.syncNow()
    let folder = b.folder.appendingPathComponent("state.values")
    let marks = try staged(b).filter { $0.hasSuffix(".wanted") }
    #expect(marks.count == 1)
    for mark in marks { try Data().write(to: folder.appendingPathComponent(mark)) }
    try b.restart()
    try await b.sync.syncNow()
    #expect(try pictures(b) == ["1": picture])
  }
}
