// SPDX-License-Identifier: Apache-2.0

/// How the columns of one row are read: a store's own C-like functions,
/// called without a protocol witness or an allocation in between.
///
/// SQLite puts its `sqlite3_column_…` functions here as they are.
@usableFromInline
package struct RowFunctions: Sendable {
  @usableFromInline package typealias Row = OpaquePointer

  /// The type of a column without value.
  @inlinable
  package static var null: Int32 { 5 }

  /// 1 integer, 2 real, 3 text, 4 bytes, 5 null (SQLite's numbers).
  @usableFromInline package let type: @convention(c) @Sendable (Row?, Int32) -> Int32
  @usableFromInline package let integer: @convention(c) @Sendable (Row?, Int32) -> Int64
  @usableFromInline package let real: @convention(c) @Sendable (Row?, Int32) -> Double
  @usableFromInline package let text: @convention(c) @Sendable (Row?, Int32) -> UnsafePointer<UInt8>?
  @usableFromInline package let blob: @convention(c) @Sendable (Row?, Int32) -> UnsafeRawPointer?
  @usableFromInline package let byteCount: @convention(c) @Sendable (Row?, Int32) -> Int32

  package init(
    type: @escaping @convention(c) @Sendable (Row?, Int32) -> Int32,
    integer: @escaping @convention(c) @Sendable (Row?, Int32) -> Int64,
    real: @escaping @convention(c) @Sendable (Row?, Int32) -> Double,
    text: @escaping @convention(c) @Sendable (Row?, Int32) -> UnsafePointer<UInt8>?,
    blob: @escaping @convention(c) @Sendable (Row?, Int32) -> UnsafeRawPointer?,
    byteCount: @escaping @convention(c) @Sendable (Row?, Int32) -> Int32
  ) {
    self.type = type
    self.integer = integer
    self.real = real
    self.text = text
    self.blob = blob
    self.byteCount = byteCount
  }
}

/// How the parameters of one statement are bound; text and bytes are copied
/// by the callee before it returns.
///
/// The results are zero, also for a parameter that the statement does not use,
/// or say that the value was refused, as one is that is too large.
@usableFromInline
package struct BindFunctions: Sendable {
  @usableFromInline package typealias Statement = OpaquePointer

  @usableFromInline package let null: @convention(c) @Sendable (Statement?, Int32) -> Int32
  @usableFromInline package let integer: @convention(c) @Sendable (Statement?, Int32, Int64) -> Int32
  @usableFromInline package let real: @convention(c) @Sendable (Statement?, Int32, Double) -> Int32
  @usableFromInline package let text: @convention(c) @Sendable (Statement?, Int32, UnsafePointer<UInt8>?, Int) -> Int32
  @usableFromInline package let blob: @convention(c) @Sendable (Statement?, Int32, UnsafeRawPointer?, Int) -> Int32

  package init(
    null: @escaping @convention(c) @Sendable (Statement?, Int32) -> Int32,
    integer: @escaping @convention(c) @Sendable (Statement?, Int32, Int64) -> Int32,
    real: @escaping @convention(c) @Sendable (Statement?, Int32, Double) -> Int32,
    text: @escaping @convention(c) @Sendable (Statement?, Int32, UnsafePointer<UInt8>?, Int) -> Int32,
    blob: @escaping @convention(c) @Sendable (Statement?, Int32, UnsafeRawPointer?, Int) -> Int32
  ) {
    self.null = null
    self.integer = integer
    self.real = real
    self.text = text
    self.blob = blob
  }
}

/// A row in which every column is NULL: what values are made from where there is no row.
enum NullRow {
  static var reader: _RowReader {
    _RowReader(
      row: nil, functions: functions, firstColumn: 0, mask: .all,
      description: EmptySchemaModel._$description)
  }

  /// Written once, before anybody has the address, and never freed.
  nonisolated(unsafe) private static let functions: UnsafePointer<RowFunctions> = {
    let pointer = UnsafeMutablePointer<RowFunctions>.allocate(capacity: 1)
    pointer.initialize(
      to: RowFunctions(
        type: { _, _ in RowFunctions.null }, integer: { _, _ in 0 }, real: { _, _ in 0 }, text: { _, _ in nil },
        blob: { _, _ in nil }, byteCount: { _, _ in 0 }))
    return UnsafePointer(pointer)
  }()
}
