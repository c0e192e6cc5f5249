// SPDX-License-Identifier: Apache-2.0

/// Stands for names by digits that say nothing of them, in what is shown to somebody else.
///
/// The same name has the same digits wherever the key is the same. Who lacks the key cannot try names out, however few
/// there are.
package struct Pseudonyms: Sendable {
  private let key: [UInt8]

  /// - Parameter secret: Random numbers that what is shown does not have.
  package init(secret: [UInt64]) {
    key = SHA2.sha256(Array("OpenSwiftData pseudonyms".utf8) + secret.flatMap(Self.bytes))
  }

  /// 16 hexadecimal digits for a name of one or more texts.
  package func callAsFunction(_ name: String...) -> String {
    var message = key
    for text in name { message += Self.bytes(UInt64(text.utf8.count)) + Array(text.utf8) }
    // Twice, so that nobody goes on where a hash has ended.
    let digits = Array("0123456789abcdef".utf8)
    let hash = SHA2.sha256(key + SHA2.sha256(message)).prefix(8)
    return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xf)]] }, as: UTF8.self)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }
}
