// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataSQL

  extension PostgresStatement {
    /// A translated statement, with its values as PostgreSQL takes them.
    ///
    /// - Parameter table: Has the keys that numbers stand for.
    init(_ sql: SQLStatement, _ table: KeyTable?) {
      text = sql.text
      var values = sql.bindings[...]
      parameters = []
      parameters.reserveCapacity(sql.parameters.count)
      for parameter in sql.parameters {
        switch parameter {
        case .value(let type):
          if let value = values.popFirst() { parameters.append(Parameter(value, type, table)) }
        case .list(let type, let count):
          parameters.append(Parameter(list: values.prefix(count), type, table))
          values = values.dropFirst(count)
        }
      }
    }
  }

  extension SQLParameterType {
    var number: UInt32 {
      switch self {
      case .boolean: TypeNumber.boolean
      case .integer: TypeNumber.integer64
      case .real: TypeNumber.real64
      case .numeric: TypeNumber.numeric
      case .text: TypeNumber.text
      case .bytes: TypeNumber.bytes
      case .uuid: TypeNumber.uuid
      case .instant: TypeNumber.timestamp
      case .wallClock: TypeNumber.localTimestamp
      case .key(let key): key.number
      }
    }
  }

  extension Parameter {
    init(_ value: SQLValue, _ type: SQLParameterType, _ table: KeyTable?) {
      self.init(type: type.number, bytes: Self.bytes(value, type, table))
    }

    init(list values: some Sequence<SQLValue>, _ type: SQLParameterType, _ table: KeyTable?) {
      var array = ArrayBuilder(element: type.number)
      for value in values {
        if let bytes = Self.bytes(value, type, table) {
          bytes.withUnsafeBytes { array.append($0) }
        } else {
          array.appendNull()
        }
      }
      self = array.parameter
    }

    /// `nil` for NULL, and for what is not of the type.
    private static func bytes(_ value: SQLValue, _ type: SQLParameterType, _ table: KeyTable?) -> [UInt8]? {
      switch (type, value) {
      case (.boolean, .integer(let value)): [value == 0 ? 0 : 1]
      case (.integer, .integer(let value)): BigEndian.bytes(value)
      case (.real, .real(let value)): value.isNaN ? nil : BigEndian.bytes(value.bitPattern)
      case (.real, .integer(let value)): BigEndian.bytes(Double(value).bitPattern)
      case (.numeric, .integer(let value)): NumericFormat.bytes("\(value)")
      case (.numeric, .real(let value)): NumericFormat.bytes("\(value)")
      case (.numeric, .text(let value)): NumericFormat.bytes(value)
      case (.text, .text(let value)): Array(value.utf8)
      case (.bytes, .blob(let value)): value
      case (.uuid, .blob(let value)): value.count == 16 ? value : nil
      // Before the first moment there is none, and after the last one.
      case (.instant, .real(let value)), (.wallClock, .real(let value)):
        value.isNaN ? nil : BigEndian.bytes(Moment.microseconds(value) ?? (value < 0 ? .min : .max))
      case (.instant, .integer(let value)), (.wallClock, .integer(let value)):
        BigEndian.bytes(Moment.microseconds(Double(value)) ?? (value < 0 ? .min : .max))
      // As a row has it.
      case (.instant, .blob(let value)), (.wallClock, .blob(let value)): value.count == 8 ? value : nil
      case (.key, .integer(let number)): table?.bytes(of: number)
      case (.key, .text(let value)): Array(value.utf8)
      case (.key(let key), .blob(let value)): key == .uuid && value.count != 16 ? nil : value
      default: nil
      }
    }
  }
#endif
