// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that wait for the next `COPY`.
  struct Copying {
    /// The table with its columns, as statements name them.
    let target: String
    let table: String
    /// By their plain names.
    let columns: [String]
    /// What is sent for each.
    let types: [UInt32]
    let entity: _Entity
    var rows = CopyRows()

    /// In bytes: what is sent together.
    static let most = 4 << 20

    var statement: String { "COPY \(target) FROM STDIN (FORMAT binary)" }

    /// Whether `COPY` does what an `INSERT` would. It is refused to users for whom policies of row security count, and
    /// takes the bytes of a value for one of the column's type, whatever type they are of: an integer for the beginning of
    /// a `numeric`, where a newer program has changed the column. Until the transaction ends, nobody can change it.
    var questions: [PostgresStatement] {
      [
        PostgresStatement("SELECT 1 FROM \(table) LIMIT 0"),
        PostgresStatement(
          "SELECT NOT row_security_active($1::regclass) AND (SELECT count(*) FROM unnest($2, $3) AS u(n, t) "
            + "JOIN pg_attribute AS a ON a.attrelid = $1::regclass AND a.attname = u.n AND a.attnum > 0 "
            + "AND NOT a.attisdropped WHERE a.atttypid::bigint = u.t) = cardinality($3)",
          [Parameter(table), Parameter(columns), Parameter(types.map { Int64($0) })]),
      ]
    }

    /// The same rows as an `INSERT`, for which policies hold, and which converts values as assignments do.
    var insertion: PostgresStatement {
      let places = types.indices.map { "$\($0 + 1)" }
      return PostgresStatement(
        "INSERT INTO \(target) SELECT * FROM unnest(\(places.joined(separator: ", ")))", rows.arrays(types))
    }
  }

  extension PostgresTransaction {
    /// Sends the rows that wait.
    func flushCopy() throws {
      guard var waiting = copying else { return }
      copying = nil
      guard try isCopied(waiting) else {
        _ = try send([waiting.insertion], waiting.entity)
        return
      }
      waiting.rows.end()
      let statistics = store.database.statistics
      statistics.noteStatement()
      let begin = statistics.isObserved ? ContinuousClock.now : nil
      do {
        try connection.copy(waiting.statement, waiting.rows)
      } catch {
        throw report(error, waiting.entity)
      }
      guard let begin else { return }
      statistics.observer?.didRun(
        PostgresShape.text(of: waiting.statement), waiting.rows.count, ContinuousClock.now - begin)
    }

    /// Asks once in a transaction, in the round trip that begins it.
    private func isCopied(_ waiting: Copying) throws -> Bool {
      if let known = mayCopy[waiting.target] { return known }
      let answer = try send(waiting.questions, waiting.entity)[1]
      let isCopied = answer.count > 0 && answer.integer(0, 0) != 0
      mayCopy[waiting.target] = isCopied
      return isCopied
    }
  }

  extension CopyRows {
    /// The rows as arrays of their columns.
    func arrays(_ types: [UInt32]) -> [Parameter] {
      var columns = types.map { ArrayBuilder(element: $0) }
      for piece in content {
        var place = piece.startIndex
        func length<I: FixedWidthInteger>(_: I.Type) -> I? {
          guard piece.endIndex - place >= MemoryLayout<I>.size else { return nil }
          defer { place += MemoryLayout<I>.size }
          return piece[place..<place + MemoryLayout<I>.size].reduce(0) { $0 << 8 | I(truncatingIfNeeded: $1) }
        }
        while length(Int16.self) != nil {
          for index in columns.indices {
            guard let count = length(Int32.self), count >= 0, piece.endIndex - place >= Int(count) else {
              columns[index].appendNull()
              continue
            }
            piece[place..<place + Int(count)].withUnsafeBytes { columns[index].append($0) }
            place += Int(count)
          }
        }
      }
      return columns.map(\.parameter)
    }
  }
#endif
