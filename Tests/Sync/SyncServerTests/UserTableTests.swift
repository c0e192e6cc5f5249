// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer
import SyncStores
import Testing

/// Users and tokens in the server's file.
@Suite struct UserTableTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "UserTableTests-\(UUID().uuidString)")
  private let database: SyncDatabase
  private let table: UserTable

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"))
    table = try UserTable(database)
  }

  private func account(_ token: String, at time: Int64 = 0) async throws -> String? {
    try await table.account(of: token, now: Date(timeIntervalSince1970: Double(time) / 1_000))
  }

  private func end() throws {
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func tokensAreIssuedExpireAndAreRevoked() async throws {
    #expect(throws: SyncDatabaseError.noUser("ann")) {
      try database.issueToken(for: "ann", device: "phone", now: 0, expires: nil)
    }
    try database.addUser("ann", now: 5)
    #expect(throws: SyncDatabaseError.userExists("ann")) { try database.addUser("ann", now: 6) }
    try database.addUser("bob", now: 7)
    let phone = try database.issueToken(for: "ann", device: "phone", now: 10, expires: nil)
    let pad = try database.issueToken(for: "ann", device: "pad", now: 11, expires: 1_000)
    let other = try database.issueToken(for: "bob", device: "phone", now: 12, expires: nil)
    #expect(Set([phone.token, pad.token, other.token]).count == 3)
    #expect(try await account(phone.token) == "ann")
    #expect(try await account(other.token) == "bob")
    #expect(try await account(pad.token, at: 999) == "ann")
    #expect(try await account(pad.token, at: 1_000) == nil)
    #expect(try await account("") == nil)
    #expect(try await account("sdsync_") == nil)
    #expect(try await account(phone.token + " ") == nil)
    #expect(try await account(phone.token.uppercased()) == nil)
    #expect(try database.users(now: 2_000).map(\.tokens) == [1, 1])
    #expect(try database.tokens(of: "ann").map(\.device) == ["phone", "pad"])
    #expect(throws: SyncDatabaseError.noToken(other.number)) {
      try database.revokeToken(other.number, of: "ann")
    }
    #expect(try !table.refresh())
    #expect(try database.revokeToken(phone.number, of: "ann") == 1)
    // Who listens is asked again.
    #expect(try table.refresh() && !table.refresh())
    #expect(try await account(phone.token) == nil)
    #expect(try await account(pad.token) == "ann")
    // The numbers of tokens are not used twice, so that the wrong one cannot be revoked.
    let next = try database.issueToken(for: "ann", device: "phone", now: 13, expires: nil)
    #expect(next.number > other.number)
    #expect(try database.revokeToken(nil, of: "ann") == 2)
    #expect(try table.refresh() && !table.refresh())
    #expect(try await account(next.token) == nil)
    #expect(try await account(other.token) == "bob")
    try database.removeUser("bob")
    #expect(try await account(other.token) == nil)
    #expect(throws: SyncDatabaseError.noUser("bob")) { try database.removeUser("bob") }
    // Another user of that name begins without tokens.
    try database.addUser("bob", now: 20)
    #expect(try await account(other.token) == nil)
    #expect(try database.tokens(of: "bob").isEmpty)
    try end()
  }

  @Test(.enabled(if: ServerStore.isFile)) func tokensAreNotInTheFile() throws {
    try database.addUser("ann", now: 5)
    let token = try database.issueToken(for: "ann", device: "phone", now: 10, expires: nil).token
    let random = try #require(token.split(separator: "_").last)
    #expect(random.count == 64)
    for suffix in ["", "-wal"] {
      let file = URL(fileURLWithPath: folder.appendingPathComponent("server.sqlite").path + suffix)
      let data = (try? Data(contentsOf: file)) ?? Data()
      #expect(data.range(of: Data(random.utf8)) == nil)
    }
    try end()
  }

  @Test(arguments: ["", String(repeating: "é", count: 128), "a\nb", "a\u{7f}"])
  func badNames(name: String) throws {
    #expect(throws: SyncDatabaseError.badName(String(name.prefix(40)))) { try database.addUser(name, now: 0) }
    try database.addUser("ann", now: 0)
    #expect(throws: SyncDatabaseError.badName(String(name.prefix(40)))) {
      try database.issueToken(for: "ann", device: name, now: 0, expires: nil)
    }
    try end()
  }

  /// Who is erased is signed out in the same moment: a device that could still come would upload all that it has.
  @Test func erasingSignsOut() async throws {
    try database.addUser("ann", now: 5)
    let token = try database.issueToken(for: "ann", device: "phone", now: 10, expires: nil).token
    _ = try table.refresh()
    #expect(try database.erase(account: "ann") == 0)
    #expect(try await account(token) == nil)
    #expect(try table.refresh())
    #expect(try database.users(now: 0).isEmpty)
    try end()
  }

  /// A backup has the tokens of its time, those that were revoked since included.
  @Test func aBackupHasTheTokensOfItsTime() async throws {
    try database.addUser("ann", now: 5)
    let first = try database.issueToken(for: "ann", device: "phone", now: 10, expires: nil)
    let copy = folder.appendingPathComponent("copy.sqlite")
    try ServerStore.backUp(database, of: folder.appendingPathComponent("server.sqlite"), to: copy)
    let second = try database.issueToken(for: "ann", device: "pad", now: 11, expires: nil)
    _ = try database.revokeToken(first.number, of: "ann")
    let place = folder.appendingPathComponent("restored.sqlite")
    try ServerStore.restore(copy, as: place)
    let restored = try ServerStore.open(place)
    let old = try UserTable(restored)
    #expect(try await old.account(of: first.token, now: Date()) == "ann")
    #expect(try await old.account(of: second.token, now: Date()) == nil)
    try restored.close()
    try end()
  }

  @Test func aFileOfTokensIsReadAgain() throws {
    let path = folder.appendingPathComponent("tokens")
    func write(_ text: String) throws { try Data(text.utf8).write(to: path, options: .atomic) }
    try write("# two\r\n\nann secret\r\nann second\n")
    let file = try TokenFile(path: path.path)
    #expect(file.account(of: "secret", now: Date()) == "ann" && file.account(of: "#", now: Date()) == nil)
    #expect(try !file.refresh())
    try write("ann second\nbob third\n")
    #expect(try file.refresh())
    #expect(file.account(of: "secret", now: Date()) == nil && file.account(of: "third", now: Date()) == "bob")
    for text in ["ann\n", "ann a b\n", "ann a\nbob a\n"] {
      try write(text)
      let error = #expect(throws: ServerFileError.self) { try file.refresh() }
      #expect(error?.text.contains("line") == true)
      #expect(file.account(of: "third", now: Date()) == "bob")
    }
    try FileManager.default.removeItem(at: path)
    #expect(throws: ServerFileError.self) { try file.refresh() }
    #expect(file.account(of: "third", now: Date()) == "bob")
    try write("")
    #expect(try file.refresh() && file.account(of: "third", now: Date()) == nil)
    try end()
  }
}
