// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// Text in which capitals, or marks on letters, make no difference.
enum TextFolding {
  static func name(ignoresCase: Bool, ignoresMarks: Bool) -> String {
    "swiftdata_fold_" + (ignoresCase ? "c" : "") + (ignoresMarks ? "d" : "")
  }

  static func fold(_ text: String, ignoresCase: Bool, ignoresMarks: Bool) -> String {
    var options: String.CompareOptions = []
    if ignoresCase { options.insert(.caseInsensitive) }
    if ignoresMarks { options.insert(.diacriticInsensitive) }
    return text.folding(options: options, locale: nil)
  }

  /// Gives SQL the functions.
  static func register(on connection: Connection) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    for bits in 1...3 {
      let name = name(ignoresCase: bits & 1 != 0, ignoresMarks: bits & 2 != 0)
      sqlite3_create_function_v2(
        connection.handle, name, 1, flags, UnsafeMutableRawPointer(bitPattern: bits),
        { context, count, values in
          let bits = Int(bitPattern: sqlite3_user_data(context))
          guard count == 1, let value = values?[0],
            sqlite3_value_type(value) != SQLITE_NULL, let bytes = sqlite3_value_text(value)
          else {
            sqlite3_result_null(context)
            return
          }
          let text = String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))),
            as: UTF8.self)
          let folded = TextFolding.fold(
            text, ignoresCase: bits & 1 != 0, ignoresMarks: bits & 2 != 0)
          sqlite3_result_text(
            context, folded, Int32(clamping: folded.utf8.count),
            // SQLITE_TRANSIENT
            unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }, nil, nil, nil)
    }
  }
}
