// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Which rows the temporary identifiers have become that were handed out before a save.
///
/// Every context of the container resolves them: an identifier may have been sent to another actor before its model was
/// saved. The latest 65,536 are kept; a program that holds an older one finds no model by it.
final class PermanentKeys: Sendable {
  private struct Contents {
    var rows: [Int64: (entity: _Entity, key: Int64)] = [:]
    /// Temporary keys in the order in which they came; the first ``first`` are forgotten.
    var order: [Int64] = []
    var first = 0
  }

  private static let limit = 65_536
  private let contents = Mutex(Contents())

  func note(_ temporary: Int64, _ entity: _Entity, _ key: Int64) {
    contents.withLock { contents in
      guard contents.rows.updateValue((entity, key), forKey: temporary) == nil else { return }
      contents.order.append(temporary)
      guard contents.order.count - contents.first > Self.limit else { return }
      contents.rows[contents.order[contents.first]] = nil
      contents.first += 1
      // Now and then, so that forgetting one costs a constant.
      if contents.first > Self.limit {
        contents.order.removeFirst(contents.first)
        contents.first = 0
      }
    }
  }

  subscript(temporary: Int64) -> (entity: _Entity, key: Int64)? { contents.withLock { $0.rows[temporary] } }
}

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
