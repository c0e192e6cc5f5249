// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore

  /// Makes parameters of values as files keep them, by the type of the column that they are for.
  enum ColumnForm {
    /// Why a value does not fit a column, without the value.
    struct Unfit: Error {
      let reason: String
    }

    static func number(_ type: String) -> UInt32? {
      switch type {
      case "boolean": TypeNumber.boolean
      case "smallint": TypeNumber.integer16
      case "integer": TypeNumber.integer32
      case "bigint": TypeNumber.integer64
      case "real": TypeNumber.real32
      case "double precision": TypeNumber.real64
      case "numeric": TypeNumber.numeric
      case "bytea": TypeNumber.bytes
      case "uuid": TypeNumber.uuid
      case "jsonb": TypeNumber.binaryJSON
      case "text": TypeNumber.text
      case "bpchar": TypeNumber.blankPadded
      case "timestamp with time zone": TypeNumber.timestamp
      case "timestamp without time zone": TypeNumber.localTimestamp
      default: nil
      }
    }

    /// - Parameter type: As `format_type` calls it.
    static func parameter(_ value: ColumnConstant, type: String) throws(Unfit) -> Parameter {
      guard let number = number(type) else { throw Unfit(reason: "Columns of the type \(type) are not written.") }
      func made(_ bytes: [UInt8]?) -> Parameter { Parameter(type: number, bytes: bytes) }
      switch (number, value) {
      case (_, .null): return made(nil)
      case (TypeNumber.boolean, .integer(let value)): return made([value == 0 ? 0 : 1])
      case (TypeNumber.integer16, .integer(let value)):
        if let value = Int16(exactly: value) { return made(BigEndian.bytes(value)) }
      case (TypeNumber.integer32, .integer(let value)):
        if let value = Int32(exactly: value) { return made(BigEndian.bytes(value)) }
      case (TypeNumber.integer64, .integer(let value)): return made(BigEndian.bytes(value))
      case (TypeNumber.real64, .integer(let value)): return made(BigEndian.bytes(Double(value).bitPattern))
      case (TypeNumber.real32, .integer(let value)): return made(BigEndian.bytes(Float(value).bitPattern))
      case (TypeNumber.real64, .real(let value)):
        return made(value.isNaN ? nil : BigEndian.bytes(value.bitPattern))
      case (TypeNumber.real32, .real(let value)):
        if value.isNaN { return made(nil) }
        if !value.isFinite || Float(value).isFinite { return made(BigEndian.bytes(Float(value).bitPattern)) }
      case (TypeNumber.numeric, .integer(let value)): return made(NumericFormat.bytes("\(value)"))
      case (TypeNumber.numeric, .real(let value)): return made(NumericFormat.bytes("\(value)"))
      case (TypeNumber.numeric, .text(let value)):
        if let bytes = NumericFormat.bytes(value) { return made(bytes) }
      case (TypeNumber.text, .text(let value)):
        guard !value.utf8.contains(0) else { throw zero }
        return made(Array(value.utf8))
      case (TypeNumber.timestamp, .real(let value)), (TypeNumber.localTimestamp, .real(let value)):
        if value.isNaN { return made(nil) }
        if let value = Moment.microseconds(value) { return made(BigEndian.bytes(value)) }
      case (TypeNumber.bytes, .bytes(let value)): return made(value)
      case (TypeNumber.bytes, .text(let value)): return made(Array(value.utf8))
      case (TypeNumber.uuid, .bytes(let value)):
        if value.count == 16 { return made(value) }
      case (TypeNumber.binaryJSON, .bytes(let value)): return made([1] + (try json(value)))
      case (TypeNumber.binaryJSON, .text(let value)): return made([1] + (try json(Array(value.utf8))))
      default: break
      }
      throw Unfit(reason: "The value does not fit a column of the type \(type).")
    }

    private static var zero: Unfit { Unfit(reason: "PostgreSQL has no text with the character U+0000.") }

    private static func json(_ bytes: [UInt8]) throws(Unfit) -> [UInt8] {
      var text = String(decoding: bytes, as: UTF8.self)
      if ValueArchive.isArchive(bytes) {
        do { text = try ArchivedValue(keyedArchive: Data(bytes)).jsonText() } catch {
          throw Unfit(reason: "The value has no form in JSON.")
        }
      }
      // The escape of U+0000, unless its backslash is escaped itself.
      guard !text.replacing("\\\\", with: "").contains("\\u0000") else { throw zero }
      return Array(text.utf8)
    }
  }
#endif
