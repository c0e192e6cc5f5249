// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What opens an account's encrypted fields on another device: nine groups of four characters.
///
/// ```swift
/// let code = try await sync.setUpEncryption()
/// print(code.text)  // e.g. 8Z4K-QT0M-…
/// ```
///
/// Nobody else has it, the server neither. **Who loses the code and all devices has lost the encrypted fields.** Show it to
/// the user, ask to keep it, and do not store or log it: ``description`` does not show it.
public struct RecoveryCode: Sendable, Hashable {
  package static let length = 20
  /// Crockford's base 32: without letters that look like others.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let checkCharacters = 4

  /// 160 random bits.
  package let secret: Data

  package init(secret: Data) { self.secret = secret }

  /// Reads what a user has typed: in any case, with or without spaces and hyphens, O for 0, and I or L for 1.
  ///
  /// ```swift
  /// let code = try RecoveryCode(field.text)
  /// ```
  ///
  /// - Throws: ``SyncError/malformedRecoveryCode(reason:)`` if a character is wrong or missing, which the last ones tell.
  public init(_ text: String) throws(SyncError) {
    var numbers: [UInt8] = []
    for (index, character) in text.uppercased().enumerated() where !character.isWhitespace && character != "-" {
      let plain: Character = character == "O" ? "0" : character == "I" || character == "L" ? "1" : character
      guard let number = Self.alphabet.firstIndex(of: plain) else {
        throw .malformedRecoveryCode(reason: "character \(index + 1) cannot be in a code")
      }
      numbers.append(UInt8(number))
    }
    let count = Self.length * 8 / 5
    guard numbers.count == count + Self.checkCharacters else {
      throw .malformedRecoveryCode(
        reason: "it has \(numbers.count) characters instead of \(count + Self.checkCharacters)")
    }
    let secret = Self.joined(numbers[..<count])
    guard Array(numbers[count...]) == Self.check(secret) else {
      throw .malformedRecoveryCode(reason: "a character is wrong, or two are exchanged")
    }
    self.secret = secret
  }

  /// The code in groups, for the user.
  ///
  /// ```swift
  /// Text(code.text).monospaced()
  /// ```
  public var text: String {
    let characters = (Self.split(secret) + Self.check(secret)).map { Self.alphabet[Int($0)] }
    return stride(from: 0, to: characters.count, by: 4).map { String(characters[$0..<min($0 + 4, characters.count)]) }
      .joined(separator: "-")
  }

  private static func check(_ secret: Data) -> [UInt8] {
    Array(split(Cipher.digest(Data("recovery code".utf8) + secret)).prefix(checkCharacters))
  }

  /// Five bits at a time.
  private static func split(_ data: Data) -> [UInt8] {
    var (numbers, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for byte in data {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        numbers.append(UInt8(bits >> count & 31))
      }
      bits &= 1 << count - 1
    }
    return numbers
  }

  private static func joined(_ numbers: some Sequence<UInt8>) -> Data {
    var (data, bits, count): (Data, UInt32, UInt32) = (Data(), 0, 0)
    for number in numbers {
      bits = bits << 5 | UInt32(number)
      count += 5
      if count >= 8 {
        count -= 8
        data.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= 1 << count - 1
      }
    }
    return data
  }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Not the code, which a log must not have: ``text`` is.
  public var description: String { "a recovery code" }

  /// As ``description``.
  public var debugDescription: String { description }

  /// Without the code.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
