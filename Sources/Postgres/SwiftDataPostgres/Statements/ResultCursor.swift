// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// One row of a result after the other, for readers of columns.
  ///
  /// A reader has the cursor in place of SQLite's statement, which only ``functions`` look at.
  final class ResultCursor {
    let rows: ResultRows
    var row: Int32 = 0
    private let types: [UInt32]
    /// Whose rows' keys columns have, where keys are no whole numbers.
    private let keys: [_Entity?]
    /// A number as text, until the next one.
    private var digits: [UInt8] = []

    init(_ rows: ResultRows, keys: [_Entity?] = []) {
      self.rows = rows
      self.keys = keys
      types = (0..<rows.width).map { rows.type($0) }
    }

    var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    private static func cursor(_ row: OpaquePointer?) -> ResultCursor? {
      // Put there by `pointer`; whoever reads keeps the cursor.
      row.map { Unmanaged<ResultCursor>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    private func has(_ column: Int32) -> Bool { column >= 0 && column < rows.width && !rows.isNull(row, column) }

    private func type(_ column: Int32) -> Int32 {
      guard has(column) else { return RowFunctions.null }
      switch types[Int(column)] {
      case TypeNumber.integer64, TypeNumber.integer32, TypeNumber.integer16, TypeNumber.boolean, TypeNumber.transaction:
        return 1
      case TypeNumber.real64, TypeNumber.real32, TypeNumber.timestamp, TypeNumber.localTimestamp, TypeNumber.date:
        return 2
      case TypeNumber.bytes, TypeNumber.uuid, TypeNumber.binaryJSON: return 4
      default: return 3
      }
    }

    private func real(_ column: Int32) -> Double {
      guard has(column) else { return 0 }
      let bytes = rows.bytes(row, column)
      switch types[Int(column)] {
      case TypeNumber.real64 where bytes.count == 8:
        return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
      case TypeNumber.real32 where bytes.count == 4:
        return Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
      case TypeNumber.timestamp, TypeNumber.localTimestamp: return Moment.seconds(rows.integer(row, column))
      case TypeNumber.date: return Moment.seconds(days: rows.integer(row, column))
      case TypeNumber.numeric: return Double(NumericFormat.text(bytes)) ?? 0
      default: return Double(rows.integer(row, column))
      }
    }

    private func integer(_ column: Int32) -> Int64 {
      guard has(column) else { return 0 }
      switch types[Int(column)] {
      case TypeNumber.real64, TypeNumber.real32, TypeNumber.timestamp, TypeNumber.localTimestamp, TypeNumber.date:
        return Int64(exactly: real(column).rounded(.towardZero)) ?? 0
      // Toward zero, as for other numbers that have a fraction.
      case TypeNumber.numeric: return Int64(NumericFormat.text(rows.bytes(row, column)).prefix { $0 != "." }) ?? 0
      default:
        if !keys.isEmpty, Int(column) < keys.count, let entity = keys[Int(column)] {
          return rows.number(row, column, of: entity)
        }
        return rows.integer(row, column)
      }
    }

    private func content(_ column: Int32) -> UnsafeRawBufferPointer? {
      guard has(column) else { return nil }
      let bytes = rows.bytes(row, column)
      switch types[Int(column)] {
      // A number of its form comes before the text.
      case TypeNumber.binaryJSON: return UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
      case TypeNumber.numeric: return nil
      default: return bytes
      }
    }

    private func text(_ column: Int32) -> UnsafePointer<UInt8>? {
      guard has(column) else { return nil }
      if types[Int(column)] == TypeNumber.numeric {
        digits = Array(NumericFormat.text(rows.bytes(row, column)).utf8)
        // Valid until the next number is read, as SQLite's texts are until the next step.
        return digits.withUnsafeBufferPointer { $0.baseAddress }
      }
      return content(column)?.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }

    private func count(_ column: Int32) -> Int32 {
      if has(column), types[Int(column)] == TypeNumber.numeric { return Int32(digits.count) }
      return Int32(clamping: content(column)?.count ?? 0)
    }

    /// A column as a value of its own.
    func constant(_ column: Int32) -> ColumnConstant {
      switch type(column) {
      case 1: .integer(integer(column))
      case 2: .real(real(column))
      case 3:
        types[Int(column)] == TypeNumber.numeric
          ? .text(NumericFormat.text(rows.bytes(row, column))) : .text(rows.text(row, column))
      case 4: .bytes(content(column).map { Array($0) } ?? [])
      default: .null
      }
    }

    /// What orders a row. A moment is what the server has sent: seconds have no whole microseconds after the year 2286, and a
    /// page would go on at another moment than the row's.
    func position(_ column: Int32) -> ColumnConstant {
      guard has(column), [TypeNumber.timestamp, TypeNumber.localTimestamp].contains(types[Int(column)]) else {
        return constant(column)
      }
      return .bytes(Array(rows.bytes(row, column)))
    }

    /// Written once, before anybody has the address, and never freed.
    nonisolated(unsafe) static let functions: UnsafePointer<RowFunctions> = {
      let pointer = UnsafeMutablePointer<RowFunctions>.allocate(capacity: 1)
      pointer.initialize(
        to: RowFunctions(
          type: { ResultCursor.cursor($0)?.type($1) ?? RowFunctions.null },
          integer: { ResultCursor.cursor($0)?.integer($1) ?? 0 },
          real: { ResultCursor.cursor($0)?.real($1) ?? 0 },
          text: { ResultCursor.cursor($0)?.text($1) },
          blob: { ResultCursor.cursor($0)?.content($1)?.baseAddress },
          byteCount: { ResultCursor.cursor($0)?.count($1) ?? 0 }))
      return UnsafePointer(pointer)
    }()
  }
#endif
