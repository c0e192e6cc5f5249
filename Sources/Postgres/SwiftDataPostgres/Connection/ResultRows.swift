// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq

  /// The rows that a statement has given, in binary form unless it asked for text.
  final class ResultRows {
    let pointer: OpaquePointer
    let count: Int32
    let width: Int32
    /// Who has answered; `nil` if the server does not tell.
    let cluster: Cluster?
    /// Where keys are no whole numbers: what they are known by.
    var keyTable: KeyTable?
    /// When it was there, if somebody wants to know.
    var arrival: ContinuousClock.Instant?

    init(_ pointer: OpaquePointer, of cluster: Cluster?) {
      self.pointer = pointer
      self.cluster = cluster
      count = PQntuples(pointer)
      width = PQnfields(pointer)
    }

    deinit { PQclear(pointer) }

    /// How many rows a statement without result has changed.
    var changes: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

    /// What the server says that it has done: `COMMIT`, or `ROLLBACK` where a commit was asked for.
    var command: String { String(cString: PQcmdStatus(pointer)) }

    func name(_ column: Int32) -> String { PQfname(pointer, column).map { String(cString: $0) } ?? "" }

    /// The number of a column's type.
    func type(_ column: Int32) -> UInt32 { PQftype(pointer, column) }

    func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(pointer, row, column) != 0 }

    func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
    }

    /// An integer of any width, or a boolean. For keys there is ``number(_:_:of:)``.
    func integer(_ row: Int32, _ column: Int32) -> Int64 {
      let bytes = bytes(row, column)
      switch bytes.count {
      case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      case 1: return Int64(bytes[0])
      default: return 0
      }
    }

    /// The elements of an array of `bigint`; none for NULL.
    func integers(_ row: Int32, _ column: Int32) -> [Int64] {
      let bytes = bytes(row, column)
      // The number of dimensions, whether there is NULL, the type, and of the only dimension its length and first index.
      let header = 20
      guard bytes.count > header else { return [] }
      return stride(from: header, through: bytes.count - 12, by: 12).map {
        // Behind its length.
        Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0 + 4, as: Int64.self))
      }
    }

    func text(_ row: Int32, _ column: Int32) -> String {
      String(decoding: bytes(row, column), as: UTF8.self)
    }

    func optionalText(_ row: Int32, _ column: Int32) -> String? {
      isNull(row, column) ? nil : text(row, column)
    }
  }
#endif
