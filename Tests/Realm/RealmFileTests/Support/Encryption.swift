// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

@testable import RealmFile
@testable import RealmWriting

/// Encrypts files as Realm does.
enum Encryption {
  static let key = (0..<64).map { UInt8($0 * 3 + 1) }

  /// - Parameters:
  ///   - unwritten: pages that the file has room for, but no record of.
  ///   - interrupted: a page whose newer record was written, but not itself.
  static func encrypt(
    _ content: [UInt8], unwritten: Set<Int> = [], interrupted: Int? = nil
  ) throws -> [UInt8] {
    let cipher = SymmetricKey(data: key.prefix(32))
    let signature = PageSignature(key: Array(key.suffix(32)))
    let count = (content.count + 4095) / 4096
    let blocks = (count + 63) / 64
    var file = [UInt8](repeating: 0, count: (count + blocks) * 4096)
    for page in 0..<count where !unwritten.contains(page) {
      var plain = Array(content[page * 4096..<min(content.count, (page + 1) * 4096)])
      plain += [UInt8](repeating: 0, count: 4096 - plain.count)
      let number = UInt32(page + 5)
      var vector = [UInt8](repeating: 0, count: 16)
      vector.replaceSubrange(0..<4, with: RealmWriter.bytes(number))
      vector.replaceSubrange(4..<12, with: RealmWriter.bytes(UInt64(page * 4096)))
      let encrypted = Array(
        try AES._CBC.encrypt(
          plain, using: cipher, iv: .init(ivBytes: vector), noPadding: true))
      let signed = encrypted.withUnsafeBytes { signature.sign($0) }
      var record = RealmWriter.bytes(number) + signed + [UInt8](repeating: 0, count: 32)
      if page == interrupted {
        // The newer record, then that of the page as it is.
        record =
          RealmWriter.bytes(number + 1) + [UInt8](repeating: 9, count: 28)
          + RealmWriter.bytes(number) + signed
      }
      let place = page / 64 * 65 * 4096 + page % 64 * 64
      file.replaceSubrange(place..<place + 64, with: record)
      let start = (page + page / 64 + 1) * 4096
      file.replaceSubrange(start..<start + 4096, with: encrypted)
    }
    return file
  }
}
