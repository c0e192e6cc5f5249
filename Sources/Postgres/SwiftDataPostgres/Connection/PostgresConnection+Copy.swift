// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  extension PostgresConnection {
    /// Sends rows in PostgreSQL's binary form of `COPY`, which takes several times as many as an `INSERT` does.
    ///
    /// - Parameter statement: A `COPY … FROM STDIN (FORMAT binary)`.
    func copy(_ statement: String, _ rows: CopyRows) throws(PostgresFailure) {
      guard let handle else { throw lost() }
      statementCount += 1
      // Not in a pipeline, which has no COPY.
      guard PQsendQuery(handle, statement) == 1 else { throw lost() }
      try flush(handle)
      var failure: PostgresFailure?
      if let result = PQgetResult(handle) {
        if PQresultStatus(result) != PGRES_COPY_IN { failure = PostgresFailure(result) }
        PQclear(result)
      } else {
        throw lost()
      }
      if failure == nil { try send(rows, handle) }
      while let result = PQgetResult(handle) {
        if PQresultStatus(result) != PGRES_COMMAND_OK { failure = failure ?? PostgresFailure(result) }
        PQclear(result)
        if !isUsable { break }
      }
      guard isUsable else { throw failure ?? lost() }
      if let failure { throw failure }
    }

    private func send(_ rows: CopyRows, _ handle: OpaquePointer) throws(PostgresFailure) {
      for piece in rows.pieces {
        while true {
          let state = piece.withUnsafeBytes {
            PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count))
          }
          if state == 1 { break }
          guard state == 0 else { throw lost() }
          // The buffer is full.
          _ = wait(POLLOUT, timeout: -1)
        }
      }
      while true {
        switch PQputCopyEnd(handle, nil) {
        case 1: return try flush(handle)
        case 0: _ = wait(POLLOUT, timeout: -1)
        default: throw lost()
        }
      }
    }
  }

  /// Rows in the binary form of `COPY`.
  struct CopyRows {
    private(set) var count = 0
    private(set) var byteCount = 0
    private(set) var pieces: [[UInt8]] = []
    private var current: [UInt8]

    /// libpq takes so many bytes at a time, and more of a row that has more.
    private static let pieceSize = 1 << 16

    /// With no flags, and no extension.
    private static let header = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + [0, 0, 0, 0, 0, 0, 0, 0]

    init() { current = Self.header }

    /// The rows without what is around them: each piece has whole ones.
    var content: [ArraySlice<UInt8>] {
      let all = pieces + [current]
      return all.enumerated().map { $1.dropFirst($0 == 0 ? Self.header.count : 0) }
    }

    mutating func append(_ row: [Parameter]) {
      let before = current.count
      BigEndian.append(Int16(truncatingIfNeeded: row.count), to: &current)
      for value in row {
        guard let bytes = value.bytes else {
          BigEndian.append(Int32(-1), to: &current)
          continue
        }
        BigEndian.append(Int32(clamping: bytes.count), to: &current)
        current += bytes
      }
      count += 1
      byteCount += current.count - before
      guard current.count >= Self.pieceSize else { return }
      pieces.append(current)
      current = []
      current.reserveCapacity(Self.pieceSize + 1024)
    }

    /// After the last row.
    mutating func end() {
      BigEndian.append(Int16(-1), to: &current)
      pieces.append(current)
      current = []
    }
  }
#endif
