// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// Encrypted fields: what leaves a device, and who can read it.
@Suite struct EncryptionTests {
  let clock = TestClock()
  let server: MemoryServer
  let a: Device
  let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    a = try Vault.device(1, server, clock)
    b = try Vault.device(2, server, clock)
  }

  /// Two devices that can read each other's fields.
  func pair() async throws -> RecoveryCode {
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    #expect(a.sync.status.encryption == .ready && b.sync.status.encryption == .ready)
    return code
  }

  /// The text, and what base64 makes of it, wherever it begins.
  private static func traces(_ text: String) -> [Data] {
    let bytes = Data(text.utf8)
    return [bytes]
      + (0..<3).map { start in
        // Without the characters at the ends, which the neighbors have a part in.
        let encoded = (Data(count: start) + bytes).base64EncodedString()
        return Data(encoded.dropFirst(4).dropLast(4).utf8)
      }
  }

  @Test(.enabled(if: ServerStore.isFile)) func nothingOfAnEncryptedFieldIsOnTheServer() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Encryption-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    let server = RecordingServer(database, clock)
    let (a, b) = (try Vault.device(1, server, clock), try Vault.device(2, server, clock))
    let texts = (1...5).map { "top secret number \($0), for nobody else" }
    try a.edit { context in
      let diary = Vault.Diary(uid: "1", title: "a title that is no secret", secret: texts[0])
      diary.remark = texts[1]
      diary.photo = Data(String(repeating: texts[2], count: 1_000).utf8)
      context.insert(diary)
    }
    // Before there are keys, all but the encrypted fields is uploaded.
    try await a.sync.syncNow()
    #expect(a.sync.status.encryption == .notSetUp && a.sync.status.pendingUploads == 1)
    let code = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    #expect(a.sync.status.pendingUploads == 0 && a.sync.status.encryption == .ready)
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    #expect(try Vault.dump(a) == Vault.dump(b))
    try b.edit { context in
      try context.fetch(FetchDescriptor<Vault.Diary>()).first?.secret = texts[3]
      context.insert(Vault.Card(uid: "2", name: "card", pin: texts[4]))
    }
    try await b.sync.syncNow()
    try await a.sync.rotateEncryptionKey()
    for device in [a, b, a] { try await device.sync.syncNow() }
    #expect(try Vault.dump(a) == Vault.dump(b) && Vault.dump(a).contains { $0.contains(texts[3]) })
    try a.edit { context in try context.fetch(FetchDescriptor<Vault.Card>()).forEach(context.delete) }
    try await a.sync.syncNow()
    var searched = 0
    var found: Set<String> = []
    func search(_ data: Data, _ name: String) {
      searched += data.count
      for text in texts {
        for trace in Self.traces(text) where data.range(of: trace) != nil { Issue.record("\(text) is in \(name)") }
      }
      for trace in Self.traces("a title that is no secret") where data.range(of: trace) != nil { found.insert(name) }
    }
    // With the write-ahead log, the records of the past, and then all of it in one file.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.contains { $0.hasSuffix("-wal") })
    for name in names { search(try Data(contentsOf: folder.appendingPathComponent(name)), name) }
    search(server.messages, "the messages")
    let copy = folder.appendingPathComponent("copy.sqlite")
    try database.backUp(to: copy)
    search(try Data(contentsOf: copy), "copy.sqlite")
    let card = try #require(try database.deletions(account: "ann", zone: "main").map(\.id).first { $0.type == "Card" })
    #expect(try database.history(account: "ann", zone: "main", card).count > 2)
    // The search finds what is there.
    #expect(found.contains("the messages") && found.contains("copy.sqlite") && found.count >= 3)
    #expect(searched > 100_000)
    try database.close()
  }

  @Test func aDeviceWithoutTheKeysShowsTheRest() async throws {
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try a.edit { context in
      context.insert(Vault.Diary(uid: "1", title: "title", secret: "hidden"))
      context.insert(Vault.Card(uid: "2", name: "card", pin: "1234"))
    }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    // A required value that cannot be read: set aside. One with a default: shown with it.
    #expect(try Vault.dump(b) == ["Card 2 card none"])
    #expect(b.sync.status.encryption == .recoveryCodeNeeded)
    let item = try #require(b.sync.status.setAside.first)
    #expect(item.cause == .recoveryCodeNeeded && item.modelName == "Diary" && item.reason.contains("recovery code"))
    // Other fields can be edited, and what is saved in a field that cannot be read stays on the device.
    try b.edit { context in
      let card = try b.card("2", context)
      card?.name = "renamed"
      card?.pin = "typed blindly"
    }
    try await settleVault([b, a], server)
    #expect(try Vault.dump(a) == ["Card 2 renamed 1234", "Diary 1 title hidden 0 - 0"])
    #expect(try b.pin("2") == "typed blindly")
    // A wrong code, a mistyped one, and the right one.
    await #expect(throws: SyncError.wrongRecoveryCode) {
      try await b.sync.unlockEncryption(with: RecoveryCode(secret: Data(repeating: 7, count: 20)))
    }
    #expect(b.sync.status.encryption == .recoveryCodeNeeded)
    try await b.sync.unlockEncryption(with: RecoveryCode(code.text.lowercased()))
    #expect(b.sync.status.encryption == .ready && b.sync.status.setAside.isEmpty)
    #expect(try Vault.dump(a) == Vault.dump(b))
    try await settleVault([b, a], server)
    // From now on it writes them, too; also after the process has begun again.
    try b.restartVault()
    try b.edit { context in try b.card("2", context)?.pin = "5678" }
    try await settleVault([b, a], server)
    #expect(try a.pin("2") == "5678")
  }

  @Test func aKeyThatTheAppBrings() async throws {
    _ = try await pair()
    let c = try Vault.device(3, server, clock)
    await #expect(throws: SyncError.encryptionNotSetUp) {
      try await c.sync.unlockEncryption(with: RecoveryCode(secret: Data(count: 20)))
    }
    try await c.sync.syncNow()
    await #expect(throws: SyncError.recoveryCodeNeeded) { try await c.sync.accountKey() }
    await #expect(throws: SyncError.wrongRecoveryCode) {
      try await c.sync.unlockEncryption(withAccountKey: Data(count: 32))
    }
    try await c.sync.unlockEncryption(withAccountKey: await a.sync.accountKey())
    #expect(c.sync.status.encryption == .ready)
    await #expect(throws: SyncError.encryptionAlreadySetUp) { try await c.sync.setUpEncryption() }
  }

  @Test func keysAreInAFileOfTheUser() async throws {
    _ = try await pair()
    let file = a.folder.appendingPathComponent("state.keys")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Without it the device is as one that never had the keys, and takes nothing away.
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "1234")) }
    try await settleVault([a, b], server)
    let keys = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    try a.restartVault()
    try a.edit { context in
      try a.card("1", context)?.pin = "typed blindly"
      try a.card("1", context)?.name = "m"
    }
    try await a.sync.syncNow()
    #expect(a.sync.status.encryption == .recoveryCodeNeeded)
    try await settleVault([b, a], server)
    #expect(try Vault.dump(b) == ["Card 1 m 1234"])
    try keys.write(to: file)
    try a.restartVault()
    try await settleVault([a, b], server)
    #expect(try Vault.dump(a) == Vault.dump(b) && a.sync.status.encryption == .ready)
    // What is no list of keys is said.
    try Data("?".utf8).write(to: file)
    try a.restartVault()
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    guard case .keyStore? = a.sync.status.lastError else {
      Issue.record("\(String(describing: a.sync.status.lastError))")
      return
    }
  }

  /// A file as an earlier version of this library has written it, if it is to say of nobody's.
  private func keys(_ file: URL, isOwned: Bool) throws -> Data {
    let data = try Data(contentsOf: file)
    guard var object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw CancellationError() }
    #expect(object["owner"] as? String == "ann")
    if !isOwned { object["owner"] = nil }
    return try JSONSerialization.data(withJSONObject: object)
  }

  /// One user has signed out, and left the keys; another one begins at the same place.
  @Test(arguments: [false, true]) func keysOfAnotherAccount(isOwned: Bool) async throws {
    let server = SharingMemoryServer(clock)
    let devices = try ["ann", "bob"].enumerated().map { index, account in
      try Device(
        UInt64(5 + index), server.transport(account), clock: clock, account: account, synced: Vault.all, all: Vault.all)
    }
    let (ann, bob) = (devices[0], devices[1])
    try await ann.sync.syncNow()
    _ = try await ann.sync.setUpEncryption()
    try await ann.sync.syncNow()
    let theirs = try keys(ann.folder.appendingPathComponent("state.keys"), isOwned: isOwned)
    try theirs.write(to: bob.folder.appendingPathComponent("state.keys"))
    try await bob.sync.syncNow()
    #expect(bob.sync.status.encryption == .notSetUp)
    _ = try await bob.sync.setUpEncryption()
    try bob.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "1234")) }
    try await bob.sync.syncNow()
    #expect(try Data(contentsOf: bob.folder.appendingPathComponent("state.keys")) == theirs)
    let files = try FileManager.default.contentsOfDirectory(atPath: bob.folder.path).filter { $0.hasSuffix(".keys") }
    let own = try #require(files.first { $0 != "state.keys" })
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: bob.folder.appendingPathComponent(own)))
    let kept = try #require(object as? [String: Any])
    #expect(kept["owner"] as? String == "bob")
    #expect((kept["accounts"] as? [Any])?.count == 1 && (kept["keys"] as? [Any])?.count == 1)
    try bob.restartVault()
    try await bob.sync.syncNow()
    #expect(bob.sync.status.encryption == .ready)
    // Who signs out takes the own keys along, and nobody else's.
    try await bob.sync.signOut(keepingData: true)
    let left = try FileManager.default.contentsOfDirectory(atPath: bob.folder.path).filter { $0.hasSuffix(".keys") }
    #expect(left == ["state.keys"])
  }

  /// The account's own keys, from before the file said whose they are.
  @Test func keysWithoutAnOwner() async throws {
    _ = try await pair()
    let file = a.folder.appendingPathComponent("state.keys")
    try keys(file, isOwned: false).write(to: file)
    try a.restartVault()
    try await a.sync.syncNow()
    #expect(a.sync.status.encryption == .ready)
    try await a.sync.rotateEncryptionKey()
    try await settleVault([a, b], server)
    _ = try keys(file, isOwned: true)
    #expect(a.sync.status.encryption == .ready)
  }

  enum Wrong {
    @Model final class Both {
      @Attribute(.unique, .allowsCloudEncryption) var code: String
      init(code: String) { self.code = code }
    }

    @Model final class Pair {
      #Unique<Pair>([\.shelf, \.code])
      var shelf: Int = 0
      @Attribute(.allowsCloudEncryption) var code: String = ""
      init(code: String) { self.code = code }
    }
  }

  @Test func uniqueAttributesCannotBeEncrypted() throws {
    let types: [any PersistentModel.Type] = [Wrong.Both.self, Wrong.Pair.self]
    for type in types {
      #expect(throws: SyncError.encryptedUnique(model: "\(type)", property: "code")) {
        _ = try Device(9, server, clock: clock, synced: [type], all: [type])
      }
    }
    var options = SyncOptions()
    options.encryptedProperties = ["Tag": ["name"]]
    #expect(throws: SyncError.encryptedUnique(model: "Tag", property: "name")) {
      _ = try Device(9, server, clock: clock, options: options)
    }
    // What stays on the device may be both.
    options.localProperties = ["Tag": ["name"]]
    _ = try Device(9, server, clock: clock, options: options)
  }

  @Test func undoOfAnEncryptedField() async throws {
    _ = try await pair()
    try a.edit { $0.insert(Vault.Card(uid: "1", name: "n", pin: "old")) }
    try await settleVault([a, b], server)
    let context = ModelContext(a.container)
    context.autosaveEnabled = false
    let undo = UndoManager()
    undo.groupsByEvent = false
    context.undoManager = undo
    let card = try #require(try a.card("1", context))
    undo.beginUndoGrouping()
    card.pin = "mine"
    context.processPendingChanges()
    undo.endUndoGrouping()
    try context.save()
    try b.edit { context in try b.card("1", context)?.name = "m" }
    try await settleVault([a, b], server)
    #expect(try b.pin("1") == "mine")
    undo.undo()
    try context.save()
    try await settleVault([a, b], server)
    #expect(try Vault.dump(a) == ["Card 1 m old"] && Vault.dump(b) == Vault.dump(a))
  }

  /// Two objects with one unique value become one, and it has the later encrypted value, which was another record's. A device
  /// without the keys cannot take that over when it merges the two; another one does.
  @Test(arguments: [false, true], [1, 300])
  func uniqueValuesThatCollide(mergedWithoutKeys: Bool, size: Int) async throws {
    // A long one travels beside its record.
    let (later, last) = (String(repeating: "later", count: size), String(repeating: "last", count: size))
    let code = try await pair()
    let c = try Vault.device(3, server, clock)
    try a.edit { $0.insert(Vault.Label(name: "y", color: "early")) }
    try await settleVault([a, b, c], server)
    if !mergedWithoutKeys { try await c.sync.unlockEncryption(with: code) }
    try a.edit { $0.insert(Vault.Label(name: "x", color: later)) }
    try a.edit { context in
      try context.fetch(FetchDescriptor<Vault.Label>(predicate: #Predicate { $0.name == "x" })).first?.color = last
    }
    try await a.sync.syncNow()
    // Knows nothing of that.
    try c.edit { context in try context.fetch(FetchDescriptor<Vault.Label>()).first?.name = "x" }
    try await c.sync.syncNow()
    let count = try ModelContext(c.container).fetchCount(FetchDescriptor<Vault.Label>())
    #expect(count == 1)
    try await settleVault([a, b, c], server)
    #expect(try Vault.dump(a) == ["Label x \(last)"] && Vault.dump(b) == Vault.dump(a))
    if mergedWithoutKeys {
      try await c.sync.unlockEncryption(with: code)
      try await c.sync.syncNow()
    }
    #expect(try Vault.dump(c) == Vault.dump(a))
  }
}
