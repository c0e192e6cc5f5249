// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// Keys that change, are made twice, are lost, or come back from a backup.
@Suite struct KeyTests {
  private let clock = TestClock()
  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    a = try Vault.device(1, server, clock)
    b = try Vault.device(2, server, clock)
  }

  private func pair() async throws -> RecoveryCode {
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    return code
  }

  /// The keys that values on the server are encrypted with.
  private var keys: Set<UniqueNumber> {
    Set(
      server.zone.records.values.filter { !$0.record.isDeleted }.flatMap { stored in
        stored.record.fields.values.compactMap { SealedValue($0.value)?.key }
      })
  }

  @Test func twoDevicesSetUpAtOnce() async throws {
    for device in [a, b] { try await device.sync.syncNow() }
    // Offline.
    let first = try await a.sync.setUpEncryption()
    clock.advance()
    let second = try await b.sync.setUpEncryption()
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "of a", pin: "1111")) }
    try b.edit { context in
      context.insert(Vault.Card(uid: "2", name: "of b", pin: "2222"))
      context.insert(Vault.Diary(uid: "3", title: "of b", secret: "b's"))
    }
    try await settleVault([a, b], server)
    // The one that came first is kept; the other one's user needs its code, and the values wait for that.
    #expect(b.sync.status.encryption == .recoveryCodeNeeded)
    #expect(try a.pin("2") == "none" && b.pin("1") == "none" && a.pin("1") == "1111" && b.pin("2") == "2222")
    #expect(keys.count == 2)
    // A third device may have either.
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(with: second)
    #expect(try c.pin("2") == "2222" && c.pin("1") == "none")
    try await b.sync.unlockEncryption(with: first)
    try await settleVault([b, a, c], server)
    #expect(try Vault.dump(a) == ["Card 1 of a 1111", "Card 2 of b 2222", "Diary 3 of b b's 0 - 0"])
    #expect(try Vault.dump(b) == Vault.dump(a))
    #expect(a.sync.status.encryption == .ready && b.sync.status.encryption == .ready)
    #expect(c.sync.status.encryption == .recoveryCodeNeeded)
    try await c.sync.unlockEncryption(with: first)
    #expect(try Vault.dump(c) == Vault.dump(a))
    // All has one key now.
    #expect(keys.count == 1)
  }

  /// Encrypting anew is no edit: it takes nothing from a device that was offline meanwhile, whatever the rules, and
  /// brings nothing back.
  @Test(arguments: [SyncOptions.SyncRule.newer, .server, .device]) func aRotationAndADeviceThatIsOffline(
    _ rule: SyncOptions.SyncRule
  ) async throws {
    var options = SyncOptions()
    options.rules = ["Card.pin": rule]
    let (a, b) = (
      try Vault.device(1, server, clock, options: options), try Vault.device(2, server, clock, options: options)
    )
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try a.edit { context in
      for uid in ["1", "2", "3"] { context.insert(Vault.Card(uid: uid, name: "n", pin: "old \(uid)")) }
    }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    let before = keys
    // Offline: an edit, a deletion.
    try b.edit { context in
      try b.card("1", context)?.pin = "new 1"
      try b.card("2", context).map { context.delete($0) }
    }
    clock.advance(by: 100_000)
    try await a.sync.rotateEncryptionKey()
    try await a.sync.syncNow()
    #expect(keys.count == 1 && keys.isDisjoint(with: before))
    try await settleVault([b, a], server)
    #expect(try Vault.dump(a) == ["Card 1 n new 1", "Card 3 n old 3"])
    #expect(try Vault.dump(b) == Vault.dump(a))
    #expect(keys.count == 1 && keys.isDisjoint(with: before))
    // And the other way round: the edit was there first.
    try b.edit { context in try b.card("3", context)?.pin = "new 3" }
    try await a.sync.rotateEncryptionKey()
    try await b.sync.syncNow()
    try await settleVault([a, b], server)
    #expect(try a.pin("3") == "new 3" && b.pin("3") == "new 3" && keys.count == 1)
  }

  /// A value is uploaded only when the server has its key: the device may be lost at any moment.
  @Test func noValueComesBeforeItsKey() async throws {
    _ = try await pair()
    try a.edit { context in
      for index in 0..<450 { context.insert(Vault.Card(uid: "\(index)", name: "n", pin: "pin \(index)")) }
    }
    try await settleVault([a, b], server)
    try await a.sync.rotateEncryptionKey()
    // The process ends after the first upload, and the device is never seen again.
    for count in 1...3 {
      a.crash.arm(.hasAnswer, after: count)
      do { try await a.sync.syncNow() } catch {}
      try a.restartVault()
      try await b.sync.syncNow()
      #expect(b.sync.status.encryption == .ready)
      #expect(try b.pin("449") == "pin 449")
    }
    // Another one finishes what it has begun.
    try b.restartVault()
    try await b.sync.syncNow()
    try await b.sync.syncNow()
    #expect(keys.count == 1)
  }

  @Test func theCodeIsReplaced() async throws {
    let old = try await pair()
    let new = try await a.sync.replaceRecoveryCode()
    try await a.sync.syncNow()
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    await #expect(throws: SyncError.wrongRecoveryCode) { try await c.sync.unlockEncryption(with: old) }
    try await c.sync.unlockEncryption(with: new)
    #expect(c.sync.status.encryption == .ready)
    try await settleVault([a, b, c], server)
    #expect(b.sync.status.encryption == .ready)
  }

  /// Nobody has the code, and the device that had the keys is gone.
  @Test(arguments: [false, true]) func theCodeIsLost(deleting: Bool) async throws {
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try a.edit { context in
      context.insert(Vault.Card(uid: "1", name: "n", pin: "lost"))
      context.insert(Vault.Card(uid: "2", name: "n", pin: "lost"))
      context.insert(Vault.Diary(uid: "3", title: "t", secret: "lost"))
    }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    await #expect(throws: SyncError.encryptionAlreadySetUp) { try await b.sync.setUpEncryption() }
    try b.edit { context in try b.card("1", context)?.pin = "anew" }
    let code = try await b.sync.beginEncryptionAnew(deletingUnreadable: deleting)
    try await b.sync.syncNow()
    #expect(b.sync.status.encryption == .ready)
    #expect(b.sync.status.setAside.map(\.modelName) == (deleting ? [] : ["Diary"]))
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(with: code)
    try await settleVault([b, c], server)
    #expect(try Vault.dump(c) == ["Card 1 n anew", "Card 2 n none"] && Vault.dump(b) == Vault.dump(c))
    // It turns up again, has the old keys, and needs the new code; then all can read what only it could.
    try a.edit { context in try a.card("2", context)?.pin = "found" }
    try await a.sync.syncNow()
    #expect(a.sync.status.encryption == .recoveryCodeNeeded)
    try await a.sync.unlockEncryption(with: code)
    try await settleVault([a, b, c], server)
    #expect(try Vault.dump(a) == Vault.dump(b) && Vault.dump(c) == Vault.dump(b))
    #expect(try Vault.dump(b).contains("Diary 3 t lost 0 - 0") == !deleting)
    #expect(try b.pin("2") == "found" && b.sync.status.setAside.isEmpty)
    #expect(keys.count == 1)
  }

  /// The server comes back from a backup from before the keys.
  @Test func aServerThatIsRestored() async throws {
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "1234")) }
    try await a.sync.syncNow()
    let backup = server.zone
    let code = try await a.sync.setUpEncryption()
    try await settleVault([a], server)
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    try await a.sync.rotateEncryptionKey()
    try await settleVault([a, b], server)
    server.change { server in
      server.zones["main"] = backup
      server.zones["main"]?.restored(generation: 77)
    }
    clock.advance()
    try b.edit { context in try b.card("1", context)?.pin = "5678" }
    try await settleVault([b, a], server)
    #expect(try a.pin("1") == "5678" && a.sync.status.encryption == .ready)
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(with: code)
    #expect(try Vault.dump(c) == Vault.dump(a) && keys.count == 1)
  }

  /// The zone is set back to a time before a rotation: old ciphertexts come as new edits.
  @Test func aZoneThatIsSetBack() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Encryption-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let server = RecordingServer(database, clock)
    let (a, b) = (try Vault.device(1, server, clock), try Vault.device(2, server, clock))
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "first")) }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    clock.advance()
    let time = clock.wall
    clock.advance()
    try await a.sync.rotateEncryptionKey()
    try a.edit { context in try a.card("1", context)?.pin = "second" }
    try await a.sync.syncNow()
    try b.edit { $0.insert(Vault.Card(uid: "2", name: "n", pin: "later")) }
    for device in [b, a, b] { try await device.sync.syncNow() }
    clock.advance()
    let report = try database.restore(account: "ann", zone: "main", to: time, now: clock.wall)
    #expect(report.changed.contains { $0.type == "Card" })
    for device in [a, b, a, b] { try await device.sync.syncNow() }
    #expect(try Vault.dump(a) == ["Card 1 n first", "Card 2 n later"] && Vault.dump(b) == Vault.dump(a))
    for device in [a, b] { #expect(device.sync.status.encryption == .ready && device.sync.status.setAside.isEmpty) }
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(with: code)
    #expect(try Vault.dump(c) == Vault.dump(a))
    try database.close()
  }

  /// What the server, or who has its file, does to values and keys.
  @Test func aServerThatChangesValues() async throws {
    _ = try await pair()
    try a.edit { context in
      context.insert(Vault.Card(uid: "1", name: "first", pin: "1111"))
      context.insert(Vault.Card(uid: "2", name: "second", pin: "2222"))
      context.insert(Vault.Diary(uid: "3", title: "t", secret: "mine"))
    }
    try await settleVault([a, b], server)
    let all = try Vault.dump(a)
    func card(_ name: String) throws -> (RecordID, SyncValue) {
      try #require(server.value("Card", "pin") { $0.fields["name"]?.value == .text(name) })
    }
    let (first, one) = try card("first")
    let (second, two) = try card("second")
    let (diary, mine) = try #require(server.value("Diary", "secret"))
    guard case .bytes(let data) = one else { throw CancellationError() }
    var flipped = data
    flipped[flipped.count - 1] ^= 1
    let attacks: [(RecordID, String, SyncValue)] = [
      (second, "pin", one),  // another record's
      (diary, "remark", mine),  // another field's
      (first, "pin", .bytes(flipped)), (first, "pin", .bytes(data.prefix(data.count - 1))),
      (first, "pin", .bytes(data.prefix(30))), (first, "pin", two),
    ]
    for (id, field, value) in attacks {
      try server.write(id, field, value, clock: clock)
      try await a.sync.syncNow()
      // What the app shows stays, and the status says it.
      #expect(try Vault.dump(a) == all, "\(field)")
      #expect(a.sync.status.setAside.contains { $0.cause == .alteredValue && $0.id == id.name }, "\(field)")
      // A new device shows nothing false either.
      let c = try Vault.device(7, server, clock)
      try await c.sync.syncNow()
      try await c.sync.unlockEncryption(withAccountKey: await a.sync.accountKey())
      #expect(try Vault.dump(c).allSatisfy { !$0.contains("second 1111") && !$0.contains("first 2222") })
      #expect(c.sync.status.setAside.contains { $0.cause == .alteredValue })
    }
    // Saving replaces it.
    try a.edit { context in
      try a.card("1", context)?.pin = "3333"
      try a.card("2", context)?.pin = "4444"
      try context.fetch(FetchDescriptor<Vault.Diary>()).first?.remark = "new"
    }
    try await settleVault([a, b], server)
    #expect(a.sync.status.setAside.isEmpty && b.sync.status.setAside.isEmpty)
    #expect(try Vault.dump(b) == Vault.dump(a) && b.pin("1") == "3333")
    // An old value comes again with its old time: the newer one is known here, and goes up again.
    try server.write(first, "pin", one, stamp: Stamp(wall: 1, node: 1), clock: clock)
    try await settleVault([a, b], server)
    #expect(try a.pin("1") == "3333" && b.pin("1") == "3333")
  }

  /// A server that makes up a value in the clear: taken by default, as of an older version of the app; or refused.
  @Test(arguments: [false, true]) func aServerThatMakesUpAValue(refuses: Bool) async throws {
    var options = SyncOptions()
    options.refusesUnencryptedValues = refuses
    let a = try Vault.device(1, server, clock, options: options)
    // Made before there are keys.
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "1111")) }
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try await settleVault([a], server)
    let (id, _) = try #require(server.value("Card", "pin"))
    try server.write(id, "pin", .text("forged"), clock: clock)
    try await settleVault([a], server)
    #expect(try a.pin("1") == (refuses ? "1111" : "forged"))
    #expect(a.sync.status.setAside.map(\.cause) == (refuses ? [.alteredValue] : []))
    try a.edit { context in try a.card("1", context)?.pin = "2222" }
    try await settleVault([a], server)
    #expect(try a.pin("1") == "2222" && a.sync.status.setAside.isEmpty)
    #expect(server.value("Card", "pin")?.1.isSealed == true)
  }

  /// Without the plaintext, no key can be passed off as the account's, and none taken away.
  @Test func aServerThatChangesKeys() async throws {
    let code = try await pair()
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "1111")) }
    try await settleVault([a, b], server)
    let records = server.zone.records.values.filter { $0.id.type.hasPrefix("$") }
    let account = try #require(records.first { $0.id.type == "$Account" }?.id)
    let key = try #require(records.first { $0.id.type == "$Key" })
    try server.write(key.id, "wrapped", .bytes(Data(repeating: 1, count: 60)), clock: clock)
    try await settleVault([a, b], server)
    try a.restartVault()
    try a.edit { context in try a.card("1", context)?.pin = "2222" }
    try await settleVault([a, b], server)
    #expect(try b.pin("1") == "2222" && a.sync.status.encryption == .ready)
    // The number of an account is its owner's word.
    try server.write(account, "number", .integer(99), clock: clock)
    try await settleVault([a, b], server)
    try a.edit { context in try a.card("1", context)?.pin = "3333" }
    try await settleVault([a, b], server)
    #expect(try b.pin("1") == "3333")
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    await #expect(throws: SyncError.wrongRecoveryCode) { try await c.sync.unlockEncryption(with: code) }
  }

  enum Shelf {
    @Model final class Novel {
      @Attribute(.allowsCloudEncryption) var secret: String
      @Relationship(inverse: \Chapter.novel) var chapters: [Chapter] = []
      init(secret: String) { self.secret = secret }
    }

    @Model final class Chapter {
      @Attribute(.allowsCloudEncryption) var secret: String
      var novel: Novel?
      init(secret: String, novel: Novel) {
        self.secret = secret
        self.novel = novel
      }
    }

    static let all: [any PersistentModel.Type] = [Chapter.self, Novel.self]
  }

  /// The code is lost, and of what nobody can read one record refers to another one.
  @Test func unreadableRecordsThatReferToEachOther() async throws {
    let (a, b) = (
      try Device(1, server, clock: clock, synced: Shelf.all, all: Shelf.all),
      try Device(2, server, clock: clock, synced: Shelf.all, all: Shelf.all)
    )
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try a.edit { context in
      let novel = Shelf.Novel(secret: "n")
      context.insert(novel)
      for text in ["1", "2"] { context.insert(Shelf.Chapter(secret: text, novel: novel)) }
    }
    try await settleVault([a], server)
    try await b.sync.syncNow()
    #expect(b.sync.status.setAside.count == 3)
    let code = try await b.sync.beginEncryptionAnew(deletingUnreadable: true)
    try await settleVault([b], server)
    #expect(b.sync.status.encryption == .ready && b.sync.status.setAside.isEmpty)
    #expect(server.zone.records.values.allSatisfy { $0.record.isDeleted || $0.id.type.hasPrefix("$") })
    // The code is that of the new account.
    let c = try Device(3, server, clock: clock, synced: Shelf.all, all: Shelf.all)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(with: code)
    #expect(c.sync.status.encryption == .ready)
  }

  /// A server that makes up how often an account has begun anew.
  @Test(arguments: [Int64.max, .min, 1 << 31, -1]) func aNumberThatNoAccountHas(_ number: Int64) async throws {
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "1111")) }
    try await settleVault([a], server)
    let account = try #require(server.zone.records.keys.first { $0.type == "$Account" })
    try server.write(account, "number", .integer(number), clock: clock)
    try await b.sync.syncNow()
    let code = try await b.sync.beginEncryptionAnew(deletingUnreadable: false)
    try await b.sync.syncNow()
    #expect(b.sync.status.encryption == .ready)
    let c = try Vault.device(3, server, clock)
    try await c.sync.syncNow()
    try await c.sync.unlockEncryption(with: code)
    #expect(c.sync.status.encryption == .ready)
  }
}
