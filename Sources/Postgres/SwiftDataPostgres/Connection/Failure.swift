// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq

  /// What libpq or the server has reported.
  ///
  /// It has no values: the detail of a violated constraint names them, and so do messages about malformed input.
  struct PostgresFailure: Error, Sendable, CustomStringConvertible {
    /// Five characters, as PostgreSQL's documentation lists them; `nil` if the connection failed.
    let code: String?
    let message: String
    var constraint: String?
    var column: String?
    /// Whether the connection can no longer be used.
    var isConnectionLost = false

    init(code: String?, message: String, isConnectionLost: Bool = false) {
      self.code = code
      self.message = message
      self.isConnectionLost = isConnectionLost
    }

    init(_ result: OpaquePointer) {
      func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
      code = field(Int32(UInt8(ascii: "C")))
      let text = field(Int32(UInt8(ascii: "M"))) ?? ""
      // Of wrong data, messages repeat what was wrong.
      message = code?.hasPrefix("22") == true ? String(text.prefix { $0 != ":" && $0 != "\"" }) : text
      constraint = field(Int32(UInt8(ascii: "n")))
      column = field(Int32(UInt8(ascii: "c")))
      isConnectionLost = code == nil || ["57P01", "57P02", "57P03"].contains(code)
    }

    var description: String { "\(code.map { "SQLSTATE \($0): " } ?? "")\(message)" }
  }
#endif
