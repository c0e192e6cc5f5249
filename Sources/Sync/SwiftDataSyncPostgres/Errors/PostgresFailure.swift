// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq

  /// What libpq or the server has reported, without values: what repeats them is left out.
  struct PostgresFailure: Error, Sendable {
    /// Five characters, as PostgreSQL's documentation lists them; nil: the connection has failed.
    let code: String?
    let message: String
    /// Whether the connection can be used no more.
    var isConnectionLost = false

    init(lost message: String) {
      (code, self.message, isConnectionLost) = (nil, message, true)
    }

    init(_ result: OpaquePointer) {
      func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
      code = field(Int32(UInt8(ascii: "C")))
      let text = field(Int32(UInt8(ascii: "M"))) ?? ""
      // Messages about wrong data repeat what was wrong.
      message = code?.hasPrefix("22") == true ? String(text.prefix { $0 != ":" && $0 != "\"" }) : text
      // Ended by an administrator, or by the server's own end.
      isConnectionLost = code == nil || ["57P01", "57P02", "57P03"].contains(code)
    }

    /// Whether the same transaction may succeed if it is done again: it was in the way of another one, or somebody else
    /// has just made what it wanted to make, which it sees then.
    var isTransient: Bool { ["40001", "40P01", "23505"].contains(code) }
  }
#endif
