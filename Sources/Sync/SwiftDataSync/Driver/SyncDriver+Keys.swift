// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore

extension SyncDriver {
  var encryption: SyncStatus.Encryption {
    guard client.schema.hasSealedFields || !ring.accounts.isEmpty else { return .unused }
    if ring.accounts.isEmpty { return .notSetUp }
    return ring.isOpen ? .ready : .recoveryCodeNeeded
  }

  /// Opens what the zone has of keys with what the device has.
  func readKeys() throws {
    let rows = zone.rows.filter { KeyRecords.isKey($0.key) }
    guard Cipher.isAvailable else {
      ring = KeyRing(zone: options.zone, records: Array(rows.keys))
      return
    }
    guard !rows.isEmpty || client.schema.hasSealedFields else { return }
    var stored = try storedKeys()
    ring = KeyRing(
      zone: options.zone, records: rows.compactMapValues { $0.local ?? $0.base },
      uploaded: Set(rows.filter { $0.value.base != nil }.keys), stored: stored)
    let known = Set(stored.keys.map(\.id))
    let new = ring.keys.values.filter { !known.contains($0.id.hex) }
    if !new.isEmpty {
      stored.keys += new.sorted { $0.id < $1.id }.map { key in
        StoredKeys.Key(
          id: key.id.hex, account: key.account, zone: options.zone, number: key.number, secret: key.secret)
      }
      try keep(stored)
    }
    client.schema.open = { [ring] value, field, id in
      if case .value(let content) = ring.open(value, field, id) { content } else { nil }
    }
    client.schema.move = { [ring] value, field, from, to in
      ring.move(value, field, from: from, to: to, with: ring.current)
    }
    // The store has lost them.
    if let shown = state.header.shownKeys { state.header.shownKeys = shown.intersection(ring.keys.keys) }
    try shareKeys()
  }

  /// Wraps keys of other beginnings for the account that all are to use: who can open that reads everything.
  private func shareKeys() throws {
    guard let account = ring.accounts.first, let accountKey = account.secret else { return }
    let edits = ring.keys.values.sorted { $0.id < $1.id }.compactMap { key -> LocalEdit? in
      let id = KeyRecords.keyRecord(key.id, account: account.id)
      guard key.account != account.id, !ring.wrapped.contains(id) else { return nil }
      return .insert(
        id,
        KeyRecords.keyFields(
          key.id, key.secret, number: 0, account: account.id, accountKey: accountKey, zone: options.zone))
    }
    if !edits.isEmpty { try change(edits) }
  }

  /// Changes records of keys, which the app does not see.
  private func change(_ edits: [LocalEdit]) throws {
    _ = try handle(.edit(zone: options.zone, edits))
    // Nothing else can have changed: all that came was taken when it came.
    forgetVisible()
    try write()
  }

  private func randomData(_ count: Int) -> Data {
    var data = Data()
    while data.count < count { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
    return data.prefix(count)
  }

  /// The first keys of the zone, or the first ones of a new beginning.
  private func begin(number: Int64) throws -> RecoveryCode {
    let code = RecoveryCode(secret: randomData(RecoveryCode.length))
    let secret = randomData(SealedLengths.secret)
    let id = KeyRecords.identifier(ofAccountKey: secret)
    var stored = try storedKeys()
    stored.accounts.append(StoredKeys.Account(id: id, secret: secret))
    try keep(stored)
    try change([
      .insert(
        RecordID(KeyRecords.account, id),
        KeyRecords.accountFields(id, accountKey: secret, number: number, zone: options.zone, code))
    ])
    try addKey(number: 1, account: id, accountKey: secret)
    return code
  }

  private func addKey(number: Int64, account id: String, accountKey: Data) throws {
    let key = UniqueNumber(using: &random)
    let secret = randomData(SealedLengths.secret)
    try change([
      .insert(
        KeyRecords.keyRecord(key, account: id),
        KeyRecords.keyFields(key, secret, number: number, account: id, accountKey: accountKey, zone: options.zone))
    ])
    try readKeys()
    sealsEverything = true
    // Nothing has a value under it yet.
    state.header.shownKeys = (state.header.shownKeys ?? []).union([key])
    try show([])
  }

  private func opened() throws {
    try open()
    try drain()
    guard Cipher.isAvailable else { throw SyncError.encryptionNotSetUp }
  }

  private func openAccount() throws -> (account: KeyRing.Account, secret: Data) {
    try opened()
    guard let account = ring.accounts.first else { throw SyncError.encryptionNotSetUp }
    guard let secret = account.secret else { throw SyncError.recoveryCodeNeeded }
    return (account, secret)
  }

  func setUpEncryption() throws -> RecoveryCode {
    try opened()
    guard ring.accounts.isEmpty else { throw SyncError.encryptionAlreadySetUp }
    defer { tell() }
    return try begin(number: 1)
  }

  func unlock(_ secretOf: (KeyRing.Account) -> Data?) throws {
    try opened()
    guard !ring.accounts.isEmpty else { throw SyncError.encryptionNotSetUp }
    var stored = try storedKeys()
    let found = ring.accounts.compactMap { account in
      secretOf(account).map { StoredKeys.Account(id: account.id, secret: $0) }
    }
    guard !found.isEmpty else { throw SyncError.wrongRecoveryCode }
    for account in found where !stored.accounts.contains(account) { stored.accounts.append(account) }
    try keep(stored)
    try readKeys()
    sealsEverything = true
    try show([])
    tell()
  }

  func accountKey() throws -> Data { try openAccount().secret }

  func rotateKey() throws {
    let (account, secret) = try openAccount()
    let latest = ring.keys.values.filter { $0.account == account.id }.map(\.number).max() ?? 0
    try addKey(number: Self.next(after: latest), account: account.id, accountKey: secret)
    tell()
  }

  func replaceRecoveryCode() throws -> RecoveryCode {
    let (account, secret) = try openAccount()
    let code = RecoveryCode(secret: randomData(RecoveryCode.length))
    let wrapped = KeyRecords.wrap(
      accountKey: secret, account.id, number: account.number, zone: options.zone, code)
    try change([.set(RecordID(KeyRecords.account, account.id), field: "wrapped", wrapped)])
    try readKeys()
    return code
  }

  func beginAnew(deletingUnreadable: Bool) throws -> RecoveryCode {
    try opened()
    guard let latest = ring.accounts.map(\.number).max() else { throw SyncError.encryptionNotSetUp }
    // Before anything is written: who cannot be given the code must not be left with its account.
    let edits = try replacingUnreadable(deleting: deletingUnreadable)
    let code = try begin(number: Self.next(after: latest))
    if !edits.isEmpty {
      _ = try handle(.save(edits))
      try show(takeVisible())
    }
    tell()
    return code
  }

  /// A number may come from a server that has made it up.
  private static func next(after number: Int64) -> Int64 { min(max(number, 0), .max - 1) + 1 }

  /// What nobody can read any more gets the values that the objects have here, which are the default ones unless the
  /// user has changed them.
  private func replacingUnreadable(deleting: Bool) throws -> [LocalEdit] {
    let (zone, space) = (zone, space)
    let locked = zone.rows.filter { id, row in
      row.isAlive && schema.models[id.type] != nil && space.home(of: id) == options.zone
        && row.local?.fields.contains { ring.open($0.value.value, $0.key, id) == .locked } == true
    }.keys.sorted()
    let objects = try find(Set(locked.compactMap { state.identities[$0] }), ModelContext(container))
    let shown = locked.filter { id in state.identities[id].map { objects[$0] != nil } ?? false }
    var edits: [LocalEdit] = []
    if deleting {
      // All at once: one of them may refer to another one, and to what is deleted nothing can be added.
      let gone = Set(locked).subtracting(shown)
      var changes = localChanges([:])
      edits += changes.delete(gone.sorted())
    }
    for id in shown {
      guard let object = state.identities[id].flatMap({ objects[$0] }) else { continue }
      for attribute in schema.models[id.type]?.attributes ?? [] {
        guard let value = zone.rows[id]?.local?.fields[attribute.field]?.value,
          ring.open(value, attribute.field, id) == .locked, let own = try? attribute.access.read(object)
        else { continue }
        edits.append(.set(id, field: attribute.field, try large.outgoing(own)))
      }
    }
    return edits
  }
}
