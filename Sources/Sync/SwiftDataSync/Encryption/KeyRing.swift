// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// The keys of a zone's encrypted fields, as far as this device has them.
struct KeyRing: Sendable {
  /// An account key as the zone has it: wrapped.
  struct Account: Sendable {
    var id: String
    /// Which beginning this is: a later one replaces the earlier ones.
    var number: Int64
    var created: Stamp
    var wrapped: SyncValue?
    /// Nil: this device cannot open it.
    var secret: Data?
  }

  struct DataKey: Sendable {
    var id: UniqueNumber
    /// The account that it was made for; others may have it, for reading.
    var account: String
    /// The generation; 0: an account has it for reading only.
    var number: Int64
    var secret: Data
    var cipher: Cipher
  }

  enum Opened: Equatable {
    case value(SyncValue)
    /// The key is missing.
    case locked
    /// The key is there, and the value was changed, cut, or is another record's or field's.
    case altered
  }

  let zone: String
  /// The one to use first.
  private(set) var accounts: [Account] = []
  private(set) var keys: [UniqueNumber: DataKey] = [:]
  /// Those for writing, the best one first.
  private(set) var writing: [DataKey] = []
  /// Keys of accounts of the latest beginning that this device cannot open.
  private(set) var missing: Set<UniqueNumber> = []
  private(set) var wrapped: Set<RecordID> = []
  /// The numbers of all keys that the zone has records of, whether this device can open them or not.
  private(set) var numbers: Set<UniqueNumber> = []
  /// Whether records of keys wait for the server. Nothing is encrypted with a key before the server has it: if this device
  /// were lost then, nobody could read the values.
  private(set) var isWaiting = false

  /// - Parameter records: Those of `KeyRecords`.
  init(zone: String, records: [RecordID] = []) {
    self.zone = zone
    numbers = Self.numbers(records)
  }

  /// - Parameter records: Those of `KeyRecords`. Deleted ones count: nothing is deleted by rule, and a server that says so
  ///   must not take keys away.
  /// - Parameter uploaded: Those of them that the server has.
  init(zone: String, records: [RecordID: SyncRecord], uploaded: Set<RecordID>, stored: StoredKeys) {
    self.zone = zone
    numbers = Self.numbers(records.keys)
    isWaiting = records.keys.contains { !uploaded.contains($0) }
    accounts = records.compactMap { Self.account($0.key, $0.value, zone: zone, stored) }.sorted(by: Self.isBefore)
    for key in stored.keys where key.zone == zone {
      guard let id = UniqueNumber(hex: key.id) else { continue }
      add(id, account: key.account, number: key.number, key.secret)
    }
    let latest = accounts.first?.number
    for (id, record) in records.sorted(by: { $0.key < $1.key }) where id.type == KeyRecords.key {
      let parts = id.name.split(separator: "-")
      guard parts.count == 2, let key = UniqueNumber(hex: parts[0]),
        let account = accounts.first(where: { $0.id == parts[1] })
      else { continue }
      wrapped.insert(id)
      guard let accountKey = account.secret else {
        if account.number == latest { missing.insert(key) }
        continue
      }
      if let (secret, number) = KeyRecords.dataKey(
        record, key, account: account.id, accountKey: accountKey, zone: zone)
      {
        add(key, account: account.id, number: number, secret)
      }
    }
    missing.subtract(keys.keys)
    if let account = accounts.first(where: { $0.secret != nil }) {
      writing = keys.values.filter { key in
        key.account == account.id && key.number > 0
          && uploaded.contains(KeyRecords.keyRecord(key.id, account: account.id))
      }.sorted { a, b in
        a.number == b.number ? a.id < b.id : a.number > b.number
      }
    }
  }

  private static func numbers(_ records: some Sequence<RecordID>) -> Set<UniqueNumber> {
    Set(
      records.compactMap { id in
        id.type == KeyRecords.key ? id.name.split(separator: "-").first.flatMap { UniqueNumber(hex: $0) } : nil
      })
  }

  private static func account(
    _ id: RecordID, _ record: SyncRecord, zone: String, _ stored: StoredKeys
  ) -> Account? {
    guard id.type == KeyRecords.account, UniqueNumber(hex: id.name) != nil,
      case .integer(var number)? = record.fields["number"]?.value
    else { return nil }
    let secret = stored.secret(of: id.name)
    if let secret {
      // A server that has changed the number would make devices go back to older keys.
      let proof = KeyRecords.proof(id.name, accountKey: secret, number: number, zone: zone)
      if record.fields["proof"]?.value != .bytes(proof) { number = 0 }
    } else if !(0..<1 << 31).contains(number) {
      // Nobody begins anew so often.
      number = 0
    }
    return Account(
      id: id.name, number: number, created: record.created, wrapped: record.fields["wrapped"]?.value, secret: secret)
  }

  /// The latest beginning; of those that were made at once, without knowing of each other, the first one.
  private static func isBefore(_ a: Account, _ b: Account) -> Bool {
    if a.number != b.number { return a.number > b.number }
    return a.created == b.created ? a.id < b.id : a.created < b.created
  }

  private mutating func add(_ id: UniqueNumber, account: String, number: Int64, _ secret: Data) {
    // The account that it was made for has its number.
    if let known = keys[id], known.number >= number { return }
    keys[id] = DataKey(
      id: id, account: account, number: number, secret: secret, cipher: Cipher(secret, purpose: "data key"))
  }

  /// Whether this device can open the account that all are to use.
  var isOpen: Bool { accounts.first?.secret != nil && missing.isEmpty }

  /// Whether the account has, or had, a key of this number.
  func knows(_ key: UniqueNumber) -> Bool { keys[key] != nil || numbers.contains(key) }

  /// The key that new values are encrypted with.
  var current: DataKey? { writing.first }

  /// The value; of a large one, what a record would have that is not encrypted.
  func open(_ value: SyncValue, _ field: String, _ id: RecordID) -> Opened {
    if case .sealedBlob = value {
      switch openEnvelope(value, field, id) {
      case .content(let content): return .value(.blob(content.reference))
      case .locked: return .locked
      case .altered: return .altered
      }
    }
    guard value.isSealed else { return .value(value) }
    guard let sealed = SealedValue(value) else { return .altered }
    guard let key = keys[sealed.key] else { return .locked }
    guard let content = plaintext(sealed, key, field, id).flatMap(PlainValue.value) else { return .altered }
    return .value(content)
  }

  enum OpenedEnvelope {
    case content(LargeContent)
    case locked
    case altered
  }

  func openEnvelope(_ value: SyncValue, _ field: String, _ id: RecordID) -> OpenedEnvelope {
    guard let sealed = SealedValue(value) else { return .altered }
    guard let key = keys[sealed.key] else { return .locked }
    guard let content = plaintext(sealed, key, field, id).flatMap(PlainValue.content) else { return .altered }
    return .content(content)
  }

  private func plaintext(_ sealed: SealedValue, _ key: DataKey, _ field: String, _ id: RecordID) -> Data? {
    let context = SealContext.field(field, of: id, zone: zone, key: key.id)
    return key.cipher.open(nonce: sealed.nonce, body: sealed.body, context)
  }

  /// Nil: there is no such key, or the value cannot be encrypted.
  func seal(_ value: SyncValue, _ field: String, _ id: RecordID, with key: DataKey?) -> SyncValue? {
    guard let key, let plain = PlainValue.bytes(value) else { return nil }
    return seal(plain, field, id, with: key)?.value
  }

  func seal(_ plain: Data, _ field: String, _ id: RecordID, with key: DataKey) -> SealedValue? {
    let context = SealContext.field(field, of: id, zone: zone, key: key.id)
    return key.cipher.seal(plain, context).map { SealedValue(key: key.id, nonce: $0.nonce, body: $0.body) }
  }
}
