// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// Pictures and long texts of encrypted fields: their bytes travel beside the record, encrypted.
@Suite struct EncryptedLargeValueTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Encryption-\(UUID().uuidString)")
  private let clock = TestClock()
  private let server: FileServer
  private let a: Device
  private let b: Device

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = FileServer(
      database: try ServerStore.open(folder.appendingPathComponent("server.sqlite")), clock: clock)
    a = try Vault.device(1, server, clock)
    b = try Vault.device(2, server, clock)
  }

  private let photo = Data(String(repeating: "nobody else sees this picture. ", count: 100).utf8)
  private let secret = String(repeating: "nor this text. é ", count: 100)

  private func diary(_ device: Device) throws -> Vault.Diary? {
    try ModelContext(device.container).fetch(FetchDescriptor<Vault.Diary>()).first
  }

  private func insert() throws {
    try a.edit { context in
      let diary = Vault.Diary(uid: "1", title: "t", secret: secret)
      diary.photo = photo
      context.insert(diary)
    }
  }

  private func pair() async throws -> RecoveryCode {
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    return code
  }

  private func settle(_ devices: [Device]) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync.syncNow() } }
  }

  private func staged(_ device: Device) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: device.folder.appendingPathComponent("state.values").path)
  }

  /// All that the server has of an account: records and large values.
  private func contents() throws -> Data {
    var all = Data()
    _ = try server.database.export(account: "ann") { all += $0 }
    _ = try server.database.exportBlobs(account: "ann") { all += $1 }
    return all
  }

  @Test func theBytesTravelEncrypted() async throws {
    let code = try await pair()
    try insert()
    try await a.sync.syncNow()
    #expect(server.traffic.sent > photo.count + secret.utf8.count)
    let all = try contents()
    for trace in [photo.prefix(31), Data("nor this text".utf8)] {
      #expect(all.range(of: trace) == nil)
      #expect(all.range(of: Data(trace.base64EncodedString().dropLast(4).utf8)) == nil)
    }
    // The record itself is short.
    _ = try server.database.export(account: "ann") { #expect($0.count < 3_000) }
    try await b.sync.syncNow()
    #expect(try diary(b)?.photo == photo && diary(b)?.secret == secret)
    #expect(b.sync.status.pendingDownloads == 0 && b.sync.status.setAside.isEmpty)
    #expect(try staged(a) == [] && staged(b) == [])
    // Another round sends nothing, and neither does an edit of something else.
    server.traffic.reset()
    try b.edit { try $0.fetch(FetchDescriptor<Vault.Diary>()).first?.mood = 3 }
    try await settle([b, a])
    #expect(server.traffic.sent == 0 && server.traffic.loaded == 0)
    #expect(try diary(a)?.mood == 3)
    // Who has no key yet has the value when it comes.
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    #expect(try diary(c) == nil)
    try await c.sync.unlockEncryption(with: code)
    try await c.sync.syncNow()
    #expect(try diary(c)?.photo == photo && diary(c)?.secret == secret)
    try c.edit { try $0.fetch(FetchDescriptor<Vault.Diary>()).first?.photo = nil }
    try await settle([c, a, b])
    #expect(try diary(a)?.photo == nil && diary(b)?.photo == nil)
  }

  /// Values that the user has saved before there are keys.
  @Test func keysThatComeLater() async throws {
    try insert()
    try await a.sync.syncNow()
    #expect(server.traffic.sent == 0 && a.sync.status.pendingUploads == 1)
    _ = try await pair()
    try await settle([a, b])
    #expect(try diary(b)?.photo == photo && diary(b)?.secret == secret)
    #expect(try contents().range(of: photo.prefix(31)) == nil)
    #expect(try staged(a) == [])
  }

  /// A rotation renews the envelopes, and sends no picture again.
  @Test func rotation() async throws {
    _ = try await pair()
    try insert()
    try await settle([a, b])
    server.traffic.reset()
    try await a.sync.rotateEncryptionKey()
    try await settle([a, b])
    #expect(server.traffic.sent == 0 && server.traffic.loaded == 0)
    // A device that comes later reads them with the new key.
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(withAccountKey: b.sync.accountKey())
    try await c.sync.syncNow()
    #expect(try diary(c)?.photo == photo && diary(c)?.secret == secret)
    #expect(c.sync.status.setAside.isEmpty)
  }

  /// The server has lost the bytes: the object has them.
  @Test func aRestoredServer() async throws {
    let file = folder.appendingPathComponent("first.sqlite")
    let first = try ServerStore.open(file)
    let server = ReplacedServer(FileServer(database: first, clock: clock))
    let (a, b) = (try Vault.device(3, server, clock), try Vault.device(4, server, clock))
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    for device in [a, b] { try await device.sync.syncNow() }
    try await b.sync.unlockEncryption(with: code)
    let copy = folder.appendingPathComponent("copy.sqlite")
    try ServerStore.backUp(first, of: file, to: copy)
    try a.edit { context in
      let diary = Vault.Diary(uid: "1", title: "t", secret: secret)
      diary.photo = photo
      context.insert(diary)
    }
    try await settle([a, b])
    try first.close()
    let place = folder.appendingPathComponent("restored.sqlite")
    try ServerStore.restore(copy, as: place)
    let restored = FileServer(database: try ServerStore.open(place), clock: clock)
    server.replace(by: restored)
    let c = try Vault.device(5, server, clock)
    for device in [b, c] { try await device.sync.syncNow() }
    try await c.sync.unlockEncryption(with: code)
    try await c.sync.syncNow()
    #expect(try diary(c)?.photo == photo && diary(c)?.secret == secret)
    #expect(restored.traffic.sent > photo.count + secret.utf8.count)
  }

  /// Somebody with access to the server gives a record the bytes of another one, or a plain value.
  @Test(arguments: [false, true]) func bytesThatWereExchanged(isPlain: Bool) async throws {
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Vault.device(3, server, clock), try Vault.device(4, server, clock))
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    for device in [a, b] { try await device.sync.syncNow() }
    try await b.sync.unlockEncryption(with: code)
    try a.edit { context in
      for (uid, letter) in [("1", UInt8(1)), ("2", 2)] {
        let diary = Vault.Diary(uid: uid, title: uid, secret: "s")
        diary.photo = Data(repeating: letter, count: 3_000)
        context.insert(diary)
      }
    }
    try await a.sync.syncNow()
    func stored(_ uid: String) throws -> (id: RecordID, photo: SealedBlob) {
      let found = try #require(server.value("Diary", "photo") { $0.fields["uid"]?.value == .text(uid) })
      guard case .sealedBlob(let sealed) = found.1 else { throw CancellationError() }
      return (found.0, sealed)
    }
    let (first, second) = (try stored("1"), try stored("2"))
    let forged = SealedBlob(blob: second.photo.blob, envelope: isPlain ? Data("?".utf8) : first.photo.envelope)
    try server.write(first.id, "photo", .sealedBlob(forged), clock: clock)
    for _ in 0..<2 { for device in [b, a] { try await device.sync.syncNow() } }
    for device in [a, b] {
      // The envelope is that of the picture which the first device has.
      let isNoticed = isPlain || device.number == 4
      #expect(device.sync.status.setAside.map(\.cause) == (isNoticed ? [.alteredValue] : []))
      let diaries = try ModelContext(device.container).fetch(
        FetchDescriptor<Vault.Diary>(sortBy: [SortDescriptor(\.uid)]))
      #expect(diaries.map(\.uid) == ["1", "2"])
      #expect(diaries.last?.photo == Data(repeating: 2, count: 3_000))
      #expect(diaries.first?.photo != diaries.last?.photo)
    }
    // The user's next value replaces it.
    try a.edit { context in
      let diaries = try context.fetch(FetchDescriptor<Vault.Diary>(sortBy: [SortDescriptor(\.uid)]))
      diaries.first?.photo = Data(repeating: 3, count: 3_000)
    }
    for _ in 0..<2 { for device in [a, b] { try await device.sync.syncNow() } }
    #expect(a.sync.status.setAside.isEmpty && b.sync.status.setAside.isEmpty)
    let photos = try ModelContext(b.container).fetch(FetchDescriptor<Vault.Diary>()).compactMap { $0.photo?.first }
    #expect(photos.sorted() == [2, 3])
  }

  /// An attribute that is encrypted no more.
  @Test func theOptionIsRemoved() async throws {
    var options = SyncOptions()
    options.encryptedProperties = ["Note": ["picture"]]
    let (a, b) = (
      try Device(3, server, clock: clock, options: options), try Device(4, server, clock: clock, options: options)
    )
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    for device in [a, b] { try await device.sync.syncNow() }
    try await b.sync.unlockEncryption(with: code)
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      note.picture = photo
      context.insert(note)
    }
    try await settle([a, b])
    try a.restart(options: SyncOptions())
    try await a.sync.syncNow()
    try b.restart(options: SyncOptions())
    try await settle([b, a])
    let c = try Device(5, server, clock: clock)
    try await c.sync.syncNow()
    for device in [a, b, c] {
      #expect(try device.note("1", ModelContext(device.container))?.picture == photo)
    }
    #expect(try contents().range(of: photo.prefix(31)) != nil)
  }
}
