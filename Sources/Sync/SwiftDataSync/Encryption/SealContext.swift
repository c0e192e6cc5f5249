// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

enum SealedLengths {
  static let nonce = SealedValue.nonceLength
  static let tag = SealedValue.tagLength
  static let secret = 32
}

/// What a ciphertext belongs to. It is authenticated with it, so that a server cannot move one to another place.
package struct SealContext: Sendable {
  let data: Data

  /// Each part with its length: no two lists of parts have the same bytes.
  private init(_ parts: [String]) {
    var data = Data()
    for part in parts {
      data.append(contentsOf: Self.bytes(UInt64(part.utf8.count)))
      data.append(contentsOf: part.utf8)
    }
    self.data = data
  }

  /// With its length, to be followed by something else.
  var framed: Data { Data(Self.bytes(UInt64(data.count))) + data }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }

  package static func field(_ field: String, of id: RecordID, zone: String, key: UniqueNumber) -> Self {
    SealContext(["field", zone, id.type, id.name, field, key.hex])
  }

  /// The key of a large value's bytes.
  package static func largeValue(_ field: String, of id: RecordID, zone: String, key: UniqueNumber) -> Self {
    SealContext(["large value", zone, id.type, id.name, field, key.hex])
  }

  /// The bytes of a large value, which have a key of their own.
  static let largeBytes = SealContext(["large value"])

  /// A data key, wrapped for an account.
  static func dataKey(_ key: UniqueNumber, number: Int64, account: String, zone: String) -> Self {
    SealContext(["data key", zone, account, key.hex, "\(number)"])
  }

  /// An account key, wrapped by a recovery code.
  static func accountKey(_ account: String, number: Int64, zone: String) -> Self {
    SealContext(["account key", zone, account, "\(number)"])
  }

  /// That who has the account key has given the account this number.
  static func proof(_ account: String, number: Int64, zone: String) -> Self {
    SealContext(["account", zone, account, "\(number)"])
  }

  static let identifier = SealContext(["identifier"])
}

extension UniqueNumber {
  /// Thirty-two digits.
  var hex: String { Self.digits(high) + Self.digits(low) }

  private static func digits(_ word: UInt64) -> String {
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  init?(hex: some StringProtocol) {
    guard hex.utf8.count == 32, hex.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
      let high = UInt64(hex.prefix(16), radix: 16), let low = UInt64(hex.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }
}
