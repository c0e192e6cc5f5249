// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A Swift type that occupies one column of its own type.
///
/// The conformances are Apple's attribute types: `Bool`, the integers,
/// `Float`, `Double`, `Decimal`, `String`, `Date`, `Data`, `URL`, `UUID`.
public protocol _ColumnValue: Codable, Sendable {
  static var _columnType: _ColumnType { get }
  /// The value of a non-optional property where another program has left NULL.
  static var _absentValue: Self { get }
  /// `nil` for NULL.
  static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Self?
  /// Whether the column holds what the value just read is not: a number that
  /// the type has no room for.
  static func _isMisread(_ value: Self?, _ row: borrowing _RowReader, _ column: Int32) -> Bool
  func _bind(_ writer: inout _RowWriter)
}

extension _ColumnValue {
  @inlinable
  public static func _isMisread(
    _ value: Self?, _ row: borrowing _RowReader, _ column: Int32
  ) -> Bool { false }
}

extension _ColumnValue where Self: FixedWidthInteger {
  @inlinable
  public static var _absentValue: Self { 0 }

  @inlinable
  public static func _isMisread(
    _ value: Self?, _ row: borrowing _RowReader, _ column: Int32
  ) -> Bool {
    if Self.isSigned, Self.bitWidth >= 64 { return false }
    // Where it was clamped to, only.
    guard let value, value == Self.min || value == Self.max else { return false }
    return Self(exactly: row.functions.pointee.integer(row.row, column)) == nil
  }

  @inlinable
  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Self? {
    let value = row.functions.pointee.integer(row.row, column)
    if value == 0, row.functions.pointee.type(row.row, column) == RowFunctions.null { return nil }
    return Self(clamping: value)
  }

  @inlinable
  public func _bind(_ writer: inout _RowWriter) {
    if let value = Int64(exactly: self) {
      writer.bind(value)
    } else {
      writer.fail("\(self) is larger than a 64-bit signed column can hold.")
      writer.bindNull()
    }
  }
}

extension Int: _ColumnValue { public static var _columnType: _ColumnType { .integer64 } }
extension Int8: _ColumnValue { public static var _columnType: _ColumnType { .integer16 } }
extension Int16: _ColumnValue { public static var _columnType: _ColumnType { .integer16 } }
extension Int32: _ColumnValue { public static var _columnType: _ColumnType { .integer32 } }
extension Int64: _ColumnValue { public static var _columnType: _ColumnType { .integer64 } }
extension UInt: _ColumnValue { public static var _columnType: _ColumnType { .integer64 } }
extension UInt8: _ColumnValue { public static var _columnType: _ColumnType { .integer16 } }
extension UInt16: _ColumnValue { public static var _columnType: _ColumnType { .integer32 } }
extension UInt32: _ColumnValue { public static var _columnType: _ColumnType { .integer64 } }
extension UInt64: _ColumnValue { public static var _columnType: _ColumnType { .integer64 } }

extension Bool: _ColumnValue {
  public static var _columnType: _ColumnType { .boolean }
  @inlinable public static var _absentValue: Bool { false }

  @inlinable
  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Bool? {
    let value = row.functions.pointee.integer(row.row, column)
    if value == 0, row.functions.pointee.type(row.row, column) == RowFunctions.null { return nil }
    return value != 0
  }

  @inlinable
  public func _bind(_ writer: inout _RowWriter) { writer.bind(self ? 1 : 0 as Int64) }
}

// SQLite has no NaN: it stores NULL. A non-optional floating-point property
// therefore reads NULL as NaN, which keeps the value over a round trip.

extension Double: _ColumnValue {
  public static var _columnType: _ColumnType { .double }
  @inlinable public static var _absentValue: Double { .nan }

  @inlinable
  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Double? {
    let value = row.functions.pointee.real(row.row, column)
    if value == 0, row.functions.pointee.type(row.row, column) == RowFunctions.null { return nil }
    return value
  }

  @inlinable
  public func _bind(_ writer: inout _RowWriter) { writer.bind(self) }
}

extension Float: _ColumnValue {
  public static var _columnType: _ColumnType { .float }
  @inlinable public static var _absentValue: Float { .nan }

  @inlinable
  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Float? {
    Double._read(row, column).map { Float($0) }
  }

  @inlinable
  public func _bind(_ writer: inout _RowWriter) { writer.bind(Double(self)) }
}

extension String: _ColumnValue {
  public static var _columnType: _ColumnType { .string }
  @inlinable public static var _absentValue: String { "" }

  @inlinable
  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> String? {
    guard let pointer = row.functions.pointee.text(row.row, column) else { return nil }
    let count = Int(row.functions.pointee.byteCount(row.row, column))
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }

  @inlinable
  public func _bind(_ writer: inout _RowWriter) { writer.bind(self) }
}

/// Seconds since 1 January 2001, as Core Data stores dates.
extension Date: _ColumnValue {
  public static var _columnType: _ColumnType { .date }
  @inlinable public static var _absentValue: Date { Date(timeIntervalSinceReferenceDate: 0) }

  @inlinable
  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Date? {
    Double._read(row, column).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// SQLite has no NaN, and NULL would read as another date.
  @inlinable
  public func _bind(_ writer: inout _RowWriter) {
    let seconds = timeIntervalSinceReferenceDate
    if seconds.isNaN { writer.fail("A date whose seconds are NaN cannot be stored.") }
    writer.bind(seconds)
  }
}

extension Data: _ColumnValue {
  public static var _columnType: _ColumnType { .data }
  public static var _absentValue: Data { Data() }

  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Data? {
    if row.isNull(column) { return nil }
    return row.withBytes(column) { Data($0) }
  }

  public func _bind(_ writer: inout _RowWriter) {
    withUnsafeBytes { writer.bind(bytes: $0) }
  }
}

/// Sixteen bytes in RFC order.
extension UUID: _ColumnValue {
  public static var _columnType: _ColumnType { .uuid }
  public static var _absentValue: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> UUID? {
    row.withBytes(column) { bytes in
      guard bytes.count == 16 else { return nil }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }

  public func _bind(_ writer: inout _RowWriter) {
    withUnsafeBytes(of: uuid) { writer.bind(bytes: $0) }
  }
}

/// The absolute string.
extension URL: _ColumnValue {
  public static var _columnType: _ColumnType { .url }
  public static var _absentValue: URL { URL(fileURLWithPath: "/") }

  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> URL? {
    String._read(row, column).flatMap { URL(string: $0) }
  }

  public func _bind(_ writer: inout _RowWriter) { writer.bind(absoluteString) }
}

/// A number of SQLite's, as Core Data keeps it (``DecimalColumn``).
extension Decimal: _ColumnValue {
  public static var _columnType: _ColumnType { .decimal }
  public static var _absentValue: Decimal { 0 }

  public static func _read(_ row: borrowing _RowReader, _ column: Int32) -> Decimal? {
    switch row.functions.pointee.type(row.row, column) {
    case 1: return Decimal(row.functions.pointee.integer(row.row, column))
    case 2: return DecimalColumn.decimal(row.functions.pointee.real(row.row, column))
    case 3:
      return row.withText(column) { DecimalColumn.decimal(text: String(decoding: $0, as: UTF8.self)) }
    default: return nil
    }
  }

  /// PostgreSQL has infinite numbers, and larger ones than `Decimal`.
  public static func _isMisread(_ value: Decimal?, _ row: borrowing _RowReader, _ column: Int32) -> Bool {
    value == nil && row.functions.pointee.type(row.row, column) == 3
  }

  public func _bind(_ writer: inout _RowWriter) {
    switch DecimalColumn.Number(self) {
    case .integer(let value): writer.bind(value)
    case .real(let value): writer.bind(value)
    case .notANumber: writer.bind(DecimalColumn.notANumber)
    }
  }
}

/// The kinds of column that attributes use, named after Core Data's
/// attribute types.
public enum _ColumnType: String, Sendable, Hashable, CaseIterable {
  case integer16, integer32, integer64, boolean, double, float, decimal, string, date, data, uuid
  case url
}
