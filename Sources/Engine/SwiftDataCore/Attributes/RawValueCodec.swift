// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An enum stored by its raw value.
///
/// A raw value that no case has is an error: the first case in its place would pass for what was
/// stored. NULL, which a migration leaves in the rows of a new property without a default, reads as
/// the first case.
final class RawValueCodec<Value: RawRepresentable, Raw: _ColumnValue>:
  AttributeCodec<Value>
{
  init() { super.init(layout: .rawValue(Raw._columnType)) }

  override func decode(_ row: inout _RowReader) throws -> Value {
    defer { row.column &+= 1 }
    guard let raw = Raw._read(row, row.column) as? Value.RawValue else {
      if let first = Placeholder.enumCase(Value.self) { return first }
      throw SwiftDataError(.storeIsCorrupted, "No raw value is stored.")
    }
    guard let value = Value(rawValue: raw) else {
      throw SwiftDataError(
        .storeIsCorrupted, "No case has the stored raw value.", value: raw,
        advice: "Add the case: a newer version of the app may have written it. "
          + "Where raw values may be unknown, store them as \(Raw.self).")
    }
    return value
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    guard let raw = value.rawValue as? Raw else {
      throw SwiftDataError(.valueOutOfRange, "The raw value of \(Value.self) is not a \(Raw.self).")
    }
    raw._bind(&writer)
  }
}
