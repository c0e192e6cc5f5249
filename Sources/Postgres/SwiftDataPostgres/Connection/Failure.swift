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
    /// The table of the row that was refused, without its namespace.
    private(set) var table: String?
    /// Whether the connection can no longer be used.
    var isConnectionLost = false
    /// Whether a statement that was prepared before is no longer what the server has: a column has another type since,
    /// or somebody has dropped what was prepared. Prepared anew, it may succeed.
    var isOutdated = false
    /// Whether a transaction was committed by one of the statements before.
    var hasCommitted = false
    /// Whether a foreign key was violated by the row that is referred to, not by the one that refers.
    private(set) var isOfReferredRow = false

    init(code: String?, message: String, isConnectionLost: Bool = false) {
      self.code = code
      self.message = message
      self.isConnectionLost = isConnectionLost
    }

    /// - Parameter wasPrepared: Whether the statement was prepared by an earlier one.
    init(_ result: OpaquePointer, wasPrepared: Bool = false) {
      func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
      code = field(Int32(UInt8(ascii: "C")))
      let text = field(Int32(UInt8(ascii: "M"))) ?? ""
      // Of wrong data, messages repeat what was wrong.
      message = code?.hasPrefix("22") == true ? String(text.prefix { $0 != ":" && $0 != "\"" }) : text
      constraint = field(Int32(UInt8(ascii: "n")))
      column = field(Int32(UInt8(ascii: "c")))
      table = field(Int32(UInt8(ascii: "t")))
      // That the types are others has a code that says little, and a text in the server's language, but comes from one
      // function.
      if wasPrepared {
        isOutdated =
          code == "26000" || code == "0A000" && field(Int32(UInt8(ascii: "R"))) == "RevalidateCachedQuery"
      }
      if code == "23503" { isOfReferredRow = Self.namesReferredRow(text, constraint) }
      isConnectionLost = code == nil || ["57P01", "57P02", "57P03"].contains(code)
    }

    /// Both kinds of violations have the same code and the same fields. Their texts are in the server's language, but
    /// one names the constraint and the table that refers, the other one also the table that is referred to: three names
    /// in quotation marks, whichever these are.
    static func namesReferredRow(_ message: String, _ constraint: String?) -> Bool {
      // Names may have marks of their own.
      let text = constraint.map { message.replacing($0, with: "") } ?? message
      return text.count { quotationMarks.contains($0) } >= 6
    }

    private static let quotationMarks: Set<Character> = [
      "\"", "\u{AB}", "\u{BB}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{300C}", "\u{300D}",
    ]

    var description: String { "\(code.map { "SQLSTATE \($0): " } ?? "")\(message)" }
  }
#endif
