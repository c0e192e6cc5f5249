// SPDX-License-Identifier: Apache-2.0

#if Web
  import CoreDataFormat
  import Foundation

  /// Compression of what browsers load (RFC 1952): a page and its files take a quarter of their bytes.
  ///
  /// A page says a secret, its name, beside what others may have written. That does not give the secret away by the
  /// length of the compressed page (as in the attack BREACH): each response has another one.
  enum Gzip {
    /// What is shorter stays as it is.
    static let least = 1_024

    /// The bytes of a file with the compressed content.
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
      // The kind of file and of compression; no name, no time, no system.
      var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
      file += Deflate.compress(Data(bytes))
      for number in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
        for shift in stride(from: 0, to: 32, by: 8) { file.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
      }
      return file
    }

    /// Whether a header `Accept-Encoding` allows it.
    static func isAccepted(_ header: String?) -> Bool {
      guard let header else { return false }
      for item in header.lowercased().split(separator: ",") {
        let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let name = parts.first, name == "gzip" || name == "x-gzip" else { continue }
        // With a weight of 0 it is refused.
        return parts.dropFirst().allSatisfy { !$0.hasPrefix("q=") || (Double($0.dropFirst(2)) ?? 0) > 0 }
      }
      return false
    }

    /// CRC-32, as the format demands.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
      ~bytes.reduce(~0) { (sum: UInt32, byte) in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    }
  }
#endif
