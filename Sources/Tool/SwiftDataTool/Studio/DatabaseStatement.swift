// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import Foundation
  import SwiftDataPostgres
  import SwiftDataStudio

  /// Runs a SELECT of the user's own, on a connection of its own.
  ///
  /// The transaction is read-only, and is rolled back; the server takes one statement, which must be a SELECT; rows,
  /// their sizes and the time are limited. What functions do outside of transactions is left to the rights of the user.
  struct DatabaseStatement {
    let limits: SQLLimits
    /// Rows of one step, which are in memory together.
    private static let mostAtOnce = 2_000
    /// What they should not exceed, in bytes.
    private static let stepSize = 4_000_000

    func run(_ sql: String, _ address: DatabaseAddress) throws -> SQLResult {
      guard sql.utf8.count <= SQLLimits.longestStatement else { throw StudioError("The statement is too long.") }
      guard sql.contains(where: { !$0.isWhitespace && $0 != ";" }) else {
        throw StudioError("There is no statement.", advice: "Write a SELECT.")
      }
      guard !sql.utf8.contains(0) else { throw StudioError("The statement has the character U+0000.") }
      return try address.reporting {
        let session = try DatabaseSession(url: address.url, namespace: address.namespace)
        defer { session.close() }
        let start = DispatchTime.now()
        session.deadline = start + limits.timeLimit
        return try session.trial {
          // From the first reading on, no setting makes the transaction one that writes.
          _ = try session.rows("SELECT 1")
          // Tables are named without their namespace.
          _ = try session.rows("SET LOCAL search_path TO \(DatabaseSession.quoted(address.namespace)), public")
          do { return try answer(sql, session, start) } catch let refusal as DatabaseSession.Refusal {
            throw error(refusal)
          }
        }
      }
    }

    private func answer(_ sql: String, _ session: DatabaseSession, _ start: DispatchTime) throws -> SQLResult {
      try session.declare(sql)
      var columns: [String] = []
      var rows: [[SQLResult.Value]] = []
      var size = 0
      // The first row says how large others may be.
      var step = 1
      while rows.count <= limits.rowLimit, size < limits.sizeLimit {
        let part = try session.fetch(
          min(step, limits.rowLimit + 1 - rows.count), longestText: limits.longestText,
          includesBytes: limits.includesBytes)
        columns = part.columns
        guard !part.rows.isEmpty else { break }
        rows += part.rows.map { $0.map(Self.value) }
        size += part.size + 16 * part.rows.count * max(1, columns.count)
        let usual = max(1, part.size / part.rows.count)
        step = min(step * 8, Self.mostAtOnce, max(1, Self.stepSize / usual))
      }
      let isCut = rows.count > limits.rowLimit || size >= limits.sizeLimit
      let time = (DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000
      return SQLResult(
        columns: columns, rows: Array(rows.prefix(limits.rowLimit)), isCut: isCut, time: Int(clamping: time))
    }

    private static func value(_ value: DatabaseSession.Answered) -> SQLResult.Value {
      switch value {
      case .null: .null
      case .number(let text): .number(text)
      case .text(let text): .text(text)
      case .bytes(_, let content?): .data(Data(content))
      case .bytes(let count, nil): .bytes(UInt64(count))
      }
    }

    private func error(_ refusal: DatabaseSession.Refusal) -> StudioError {
      let reading = "Only SELECT is allowed here, and nothing that writes or locks."
      switch refusal.code {
      case "57014": return TimeLimit.error(limits.timeLimit)
      // Something that writes; a cursor of something that writes.
      case "25006", "0A000", "42P11":
        return StudioError("The statement would do more than read (\(refusal.message)).", advice: reading)
      case "42601": return StudioError("The server says: \(refusal.message).", advice: "Write one SELECT.")
      case nil: return StudioError("The connection to the server was lost.", advice: "Run the statement again.")
      default: return StudioError("The server says: \(refusal.message).")
      }
    }
  }
#endif
