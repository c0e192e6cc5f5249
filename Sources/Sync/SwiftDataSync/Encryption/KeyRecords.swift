// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// The records that carry wrapped keys. To the server, and to the core, they are records like any other.
///
/// `$Account`, named by the account key: the account key, wrapped by a recovery code. `$Key`, named by the data key and the
/// account: the data key, wrapped by the account key.
package enum KeyRecords {
  static let account = "$Account"
  static let key = "$Key"

  /// What the core must know of them: no class of an app can have such a name.
  static var models: [String: SyncSchema.Model] {
    var account = SyncSchema.Model()
    account.fields = ["number", "wrapped", "proof"]
    var key = SyncSchema.Model()
    key.fields = ["number", "wrapped"]
    return [Self.account: account, Self.key: key]
  }

  static func isKey(_ id: RecordID) -> Bool { id.type == account || id.type == key }

  static func cipher(ofAccountKey secret: Data) -> Cipher { Cipher(secret, purpose: "account key") }

  private static func cipher(of code: RecoveryCode) -> Cipher { Cipher(code.secret, purpose: "recovery code") }

  /// An account is named after its key: another key cannot be passed off as it.
  package static func identifier(ofAccountKey secret: Data) -> String {
    cipher(ofAccountKey: secret).code(SealContext.identifier).prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  static func wrap(accountKey secret: Data, _ id: String, number: Int64, zone: String, _ code: RecoveryCode)
    -> SyncValue
  {
    wrapped(cipher(of: code).seal(secret, .accountKey(id, number: number, zone: zone)))
  }

  /// Nil: it is another code's.
  static func accountKey(_ account: KeyRing.Account, zone: String, _ code: RecoveryCode) -> Data? {
    guard let (nonce, body) = parts(account.wrapped),
      let secret = cipher(of: code).open(
        nonce: nonce, body: body, .accountKey(account.id, number: account.number, zone: zone)),
      identifier(ofAccountKey: secret) == account.id
    else { return nil }
    return secret
  }

  package static func accountFields(
    _ id: String, accountKey secret: Data, number: Int64, zone: String, _ code: RecoveryCode
  ) -> [String: SyncValue] {
    [
      "number": .integer(number), "wrapped": wrap(accountKey: secret, id, number: number, zone: zone, code),
      "proof": .bytes(proof(id, accountKey: secret, number: number, zone: zone)),
    ]
  }

  /// Only who has the account key can say which account is the latest one.
  static func proof(_ id: String, accountKey secret: Data, number: Int64, zone: String) -> Data {
    cipher(ofAccountKey: secret).code(.proof(id, number: number, zone: zone))
  }

  static func keyRecord(_ key: UniqueNumber, account: String) -> RecordID {
    RecordID(Self.key, "\(key.hex)-\(account)")
  }

  package static func keyFields(
    _ key: UniqueNumber, _ secret: Data, number: Int64, account: String, accountKey: Data, zone: String
  ) -> [String: SyncValue] {
    let context = SealContext.dataKey(key, number: number, account: account, zone: zone)
    return [
      "number": .integer(number), "wrapped": wrapped(cipher(ofAccountKey: accountKey).seal(secret, context)),
    ]
  }

  /// Nil: it was changed, or is of another account.
  static func dataKey(
    _ record: SyncRecord, _ key: UniqueNumber, account: String, accountKey: Data, zone: String
  ) -> (secret: Data, number: Int64)? {
    guard case .integer(let number)? = record.fields["number"]?.value,
      let (nonce, body) = parts(record.fields["wrapped"]?.value),
      let secret = cipher(ofAccountKey: accountKey).open(
        nonce: nonce, body: body, .dataKey(key, number: number, account: account, zone: zone)),
      secret.count == SealedLengths.secret
    else { return nil }
    return (secret, number)
  }

  private static func wrapped(_ sealed: (nonce: Data, body: Data)?) -> SyncValue {
    sealed.map { .bytes($0.nonce + $0.body) } ?? .null
  }

  private static func parts(_ value: SyncValue?) -> (nonce: Data, body: Data)? {
    guard case .bytes(let data)? = value, data.count > SealedLengths.nonce + SealedLengths.tag else { return nil }
    return (data.prefix(SealedLengths.nonce), data.dropFirst(SealedLengths.nonce))
  }
}
