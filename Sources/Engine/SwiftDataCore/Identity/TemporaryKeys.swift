// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Keys of models that have not been saved: negative, unique in the process,
/// and, in text, unique among processes.
enum TemporaryKeys {
  private static let last = Atomic<Int64>(0)
  private static let process = UUID().uuidString.prefix(19)  // 8-4-4 digits and separators

  static func next() -> Int64 {
    last.wrappingSubtract(1, ordering: .relaxed).newValue
  }

  /// `t` and a UUID whose last two groups are the key.
  static func text(of key: Int64) -> String {
    let digits = String(UInt64(bitPattern: -key), radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    return "t\(process.prefix(18))-\(padded.prefix(4))-\(padded.suffix(12))"
  }

  static func key(fromText text: String) -> Int64? {
    guard text.first == "t", text.count == 37,
      text.dropFirst().prefix(18) == process.prefix(18),
      let value = Int64(text.suffix(17).replacing("-", with: ""), radix: 16)
    else { return nil }
    return -value
  }
}
