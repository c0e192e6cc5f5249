// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import GRDBSQLite

/// SQLite's functions that search in text, in bounded time.
///
/// SQLite asks whether a statement has taken too long between its steps, never within a function. Its own `instr`,
/// `trim` and `replace` compare every place of one text with every place of another, which can take hours for two texts
/// that each may have; these are linear. `like` and `glob` are SQLite's, for as much as a second of work, and so are
/// `json_patch`, `jsonb_patch` and `unhex` (see ``CostlyFunction``).
enum BoundedFunctions {
  private typealias Call = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The most characters of a text times those of a pattern.
  static let mostComparisons = 1_000_000_000

  /// - Throws: ``StudioError``
  static func register(on connection: Connection) throws {
    let functions: [(name: String, arguments: Int32, body: Call)] = [
      ("instr", 2, instr), ("trim", 2, trim), ("ltrim", 2, trimLeft), ("rtrim", 2, trimRight), ("replace", 3, replace),
      ("like", 2, like), ("like", 3, like), ("glob", 2, glob),
    ]
    for function in functions {
      let code = sqlite3_create_function_v2(
        connection.handle, function.name, function.arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function.body,
        nil, nil, nil)
      guard code == SQLITE_OK else { throw StudioError("SQLite does not accept the function '\(function.name)'.") }
    }
    try CostlyFunction.register(on: connection)
  }

  // MARK: Values

  /// Calls `body` with the arguments, unless one is missing or `NULL`, which makes the result `NULL`.
  private static func call(
    _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: ([OpaquePointer]) -> Void
  ) {
    guard let arguments else { return sqlite3_result_null(context) }
    let values = (0..<Int(count)).compactMap { arguments[$0] }
    guard values.count == count, values.allSatisfy({ sqlite3_value_type($0) != SQLITE_NULL }) else {
      return sqlite3_result_null(context)
    }
    body(values)
  }

  /// Valid until the value is asked for another form of itself.
  private static func text(_ value: OpaquePointer) -> Bytes {
    let start = sqlite3_value_text(value)
    return Bytes(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  private static func blob(_ value: OpaquePointer) -> Bytes {
    let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
    return Bytes(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  private static func give(_ bytes: some Collection<UInt8>, _ context: OpaquePointer?) {
    let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
    guard bytes.count <= limit else { return sqlite3_result_error_toobig(context) }
    // SQLITE_TRANSIENT: SQLite makes a copy before the call returns.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    ContiguousArray(bytes).withUnsafeBytes { bytes in
      // No address would make a NULL of an empty text.
      let empty: StaticString = ""
      let start = bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
      sqlite3_result_text64(
        context, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  // MARK: Searching

  private static let instr: Call = { context, count, arguments in
    call(context, count, arguments) { values in
      let areBlobs = values.allSatisfy { sqlite3_value_type($0) == SQLITE_BLOB }
      let (text, needle) =
        areBlobs
        ? (blob(values[0]), blob(values[1])) : (BoundedFunctions.text(values[0]), BoundedFunctions.text(values[1]))
      guard !needle.isEmpty else { return sqlite3_result_int64(context, 1) }
      let pattern = BytePattern(needle)
      var place = pattern.first(in: text, from: 0)
      // Within a character nothing begins.
      while !areBlobs, let found = place, found > 0, isContinuation(text[found]) {
        place = pattern.first(in: text, from: found + 1)
      }
      guard let place else { return sqlite3_result_int64(context, 0) }
      let before =
        areBlobs
        ? place
        : text[..<place].enumerated().reduce(0) {
          $0 + ($1.offset == 0 || !isContinuation($1.element) ? 1 : 0)
        }
      sqlite3_result_int64(context, Int64(before + 1))
    }
  }

  private static let replace: Call = { context, count, arguments in
    // Without a pattern, what it would be replaced by does not matter.
    call(context, min(count, 2), arguments) { values in
      let (text, pattern) = (BoundedFunctions.text(values[0]), BoundedFunctions.text(values[1]))
      guard !pattern.isEmpty else { return sqlite3_result_value(context, values[0]) }
      guard let third = arguments?[2], sqlite3_value_type(third) != SQLITE_NULL else {
        return sqlite3_result_null(context)
      }
      let search = BytePattern(pattern)
      let replacement = BoundedFunctions.text(third)
      let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
      var result: ContiguousArray<UInt8> = []
      var start = 0
      while let found = search.first(in: text, from: start) {
        result += text[start..<found]
        result += replacement
        start = found + pattern.count
        guard result.count <= limit else { return sqlite3_result_error_toobig(context) }
      }
      result += text[start...]
      give(result, context)
    }
  }

  // MARK: Trimming

  private static let trim: Call = { trim($0, $1, $2, left: true, right: true) }
  private static let trimLeft: Call = { trim($0, $1, $2, left: true, right: false) }
  private static let trimRight: Call = { trim($0, $1, $2, left: false, right: true) }

  private static func trim(
    _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, left: Bool,
    right: Bool
  ) {
    call(context, count, arguments) { values in
      let (text, characters) = (BoundedFunctions.text(values[0]), BoundedFunctions.text(values[1]))
      var set: Set<ArraySlice<UInt8>> = []
      let all = Array(characters)
      var start = 0
      while start < all.count {
        var end = start + 1
        while all[start] >= 0xC0, end < all.count, isContinuation(all[end]) { end += 1 }
        set.insert(all[start..<end])
        start = end
      }
      let bytes = Array(text)
      var (lower, upper) = (0, bytes.count)
      while left, lower < upper {
        var end = lower + 1
        while bytes[lower] >= 0xC0, end < upper, isContinuation(bytes[end]) { end += 1 }
        guard set.contains(bytes[lower..<end]) else { break }
        lower = end
      }
      while right, lower < upper {
        var first = upper - 1
        while first > lower, isContinuation(bytes[first]) { first -= 1 }
        guard set.contains(bytes[first..<upper]) else { break }
        upper = first
      }
      give(bytes[lower..<upper], context)
    }
  }

  // MARK: Patterns

  /// How this SQLite was built.
  private static let blobsDoNotMatch = sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") != 0

  private static let like: Call = { context, count, arguments in
    match(context, count, arguments) { pattern, text, escape in sqlite3_strlike(pattern, text, escape) }
  }

  private static let glob: Call = { context, count, arguments in
    match(context, count, arguments) { pattern, text, _ in sqlite3_strglob(pattern, text) }
  }

  /// - Parameter isDifferent: Not zero unless the text matches the pattern.
  private static func match(
    _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
    _ isDifferent: (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt32) -> Int32
  ) {
    if blobsDoNotMatch, let arguments,
      (0..<2).contains(where: { sqlite3_value_type(arguments[$0]) == SQLITE_BLOB })
    {
      return sqlite3_result_int(context, 0)
    }
    call(context, count, arguments) { values in
      // The pattern comes first.
      let (pattern, text) = (BoundedFunctions.text(values[0]), BoundedFunctions.text(values[1]))
      guard pattern.count <= sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1),
        !pattern.count.multipliedReportingOverflow(by: text.count).overflow,
        pattern.count * text.count <= mostComparisons
      else {
        return sqlite3_result_error(context, "The pattern, or the text that is compared with it, is too long here", -1)
      }
      var escape: UInt32 = 0
      if values.count > 2 {
        let scalars = String(decoding: BoundedFunctions.text(values[2]), as: UTF8.self).unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1, scalar != "%", scalar != "_" else {
          return sqlite3_result_error(context, "ESCAPE must be a single character, and not a wildcard", -1)
        }
        escape = scalar.value
      }
      // Both end with a zero, as all texts of SQLite's do.
      let isMatch = isDifferent(cString(pattern), cString(text), escape) == 0
      sqlite3_result_int(context, isMatch ? 1 : 0)
    }
  }

  private static func cString(_ bytes: Bytes) -> UnsafePointer<CChar>? {
    bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
  }
}
