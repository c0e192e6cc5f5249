// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The key of an encrypted Realm file: 64 bytes.
///
/// It is the `encryptionKey` that the app passed to Realm. Errors and descriptions never contain it.
///
/// ```swift
/// let file = try RealmFile(url: url, key: RealmKey(keychainData))
/// ```
public struct RealmKey: Sendable {
  let cipher: [UInt8]
  let signature: [UInt8]

  /// Takes the 64 bytes.
  ///
  /// - Throws: ``RealmFileError/Code/invalidKey`` for another number of them.
  public init(_ bytes: some Collection<UInt8>) throws {
    guard bytes.count == 64 else {
      throw RealmFileError(
        .invalidKey, "A key has 64 bytes, this one \(bytes.count).",
        advice: "Give the bytes that the app opens the file with.")
    }
    cipher = Array(bytes.prefix(32))
    signature = Array(bytes.suffix(32))
  }

  /// Reads a text: 128 hexadecimal digits, or Base64.
  ///
  /// - Throws: ``RealmFileError/Code/invalidKey`` if it is neither, or not of
  ///   64 bytes.
  public init(text: String) throws {
    let text = text.filter { !$0.isWhitespace && $0 != ":" }
    if text.utf8.count == 128, let bytes = Self.bytes(hexadecimal: text) {
      try self.init(bytes)
    } else if let data = Data(base64Encoded: text) {
      try self.init(data)
    } else {
      throw RealmFileError(
        .invalidKey, "The key is neither 128 hexadecimal digits nor Base64.",
        advice: "Give the 64 bytes that the app opens the file with in one of these forms.")
    }
  }

  private static func bytes(hexadecimal text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard let digit = character.hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    return bytes
  }
}

extension RealmKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "RealmKey" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
