// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore

  extension DatabaseSession {
    /// A value that a statement has answered, of any type.
    package enum Answered: Sendable {
      case null
      /// As the server writes it.
      case number(String)
      case text(String)
      /// - content: `nil` if only the number of bytes was asked for.
      case bytes(count: Int, content: [UInt8]?)
    }

    /// Some rows of an answer.
    package struct Answer: Sendable {
      package let columns: [String]
      package let rows: [[Answered]]
      /// In bytes, as they were sent.
      package let size: Int
    }

    /// What the server says about a statement that it refuses.
    package struct Refusal: Error, Sendable {
      /// As PostgreSQL's documentation lists them; `nil` if the connection failed.
      package let code: String?
      package let message: String
    }

    /// Makes a SELECT that somebody has typed ready to be fetched from; within ``snapshot(_:)``.
    ///
    /// The server takes nothing but a SELECT there, and one statement: there is no other text that ends up in a cursor.
    ///
    /// - Throws: ``Refusal``
    package func declare(_ sql: String) throws {
      try refusing { () throws(PostgresFailure) in
        // How bytes are written is a setting.
        _ = try run("SET LOCAL bytea_output = 'hex'")
        // Behind a line of its own: the statement may end with a comment.
        _ = try run("DECLARE swiftdata_answer NO SCROLL CURSOR FOR\n\(sql)")
      }
    }

    /// The next rows of ``declare(_:)``; none at the end.
    ///
    /// - Parameter longestText: Longer texts are cut, in bytes.
    /// - Throws: ``Refusal``
    package func fetch(_ count: Int, longestText: Int, includesBytes: Bool) throws -> Answer {
      let result = try refusing { () throws(PostgresFailure) in
        try run("FETCH \(max(count, 0)) FROM swiftdata_answer", inText: true)
      }
      var size = 0
      var rows: [[Answered]] = []
      rows.reserveCapacity(Int(result.count))
      for row in 0..<result.count {
        rows.append(
          (0..<result.width).map { column in
            guard !result.isNull(row, column) else { return .null }
            let bytes = result.bytes(row, column)
            size += bytes.count
            return Self.value(bytes, result.type(column), longestText, includesBytes)
          })
      }
      return Answer(columns: (0..<result.width).map { result.name($0) }, rows: rows, size: size)
    }

    private static func value(
      _ bytes: UnsafeRawBufferPointer, _ type: UInt32, _ longest: Int, _ includesBytes: Bool
    ) -> Answered {
      switch type {
      case TypeNumber.integer16, TypeNumber.integer32, TypeNumber.integer64, TypeNumber.real32, TypeNumber.real64,
        TypeNumber.numeric:
        return .number(String(decoding: bytes, as: UTF8.self))
      case TypeNumber.boolean: return .text(bytes.first == UInt8(ascii: "t") ? "true" : "false")
      case TypeNumber.bytes:
        // '\x', then two digits for each.
        let digits = bytes.dropFirst(2)
        return .bytes(count: digits.count / 2, content: includesBytes ? content(digits) : nil)
      default:
        guard bytes.count > longest else { return .text(String(decoding: bytes, as: UTF8.self)) }
        return .text(String(decoding: bytes.prefix(longest), as: UTF8.self) + "…")
      }
    }

    private static func content(_ digits: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
      func value(_ digit: UInt8) -> UInt8 {
        digit >= UInt8(ascii: "a") ? digit - UInt8(ascii: "a") + 10 : digit &- UInt8(ascii: "0")
      }
      var content: [UInt8] = []
      content.reserveCapacity(digits.count / 2)
      var high: UInt8?
      for digit in digits {
        if let first = high {
          content.append(first << 4 | value(digit))
          high = nil
        } else {
          high = value(digit)
        }
      }
      return content
    }

    private func refusing<T>(_ body: () throws(PostgresFailure) -> T) throws -> T {
      do { return try body() } catch { throw Refusal(code: error.code, message: error.message) }
    }

    // MARK: What went wrong

    /// Whether the connection can be used; an idle one is looked at.
    package var isOpen: Bool { connection.isInTransaction ? connection.isUsable : connection.isStillOpen() }

    /// PostgreSQL's code of what an error was caused by; `nil` if it was something else.
    package static func code(of error: any Error) -> String? {
      ((error as? SwiftDataError)?.underlying as? PostgresFailure)?.code
    }
  }
#endif
