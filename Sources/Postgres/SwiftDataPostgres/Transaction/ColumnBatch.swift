// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows on their way to the server, column by column: each column becomes one array.
  ///
  /// Models write their properties into it as they would bind them to a statement.
  final class ColumnBatch {
    struct Column {
      let name: String
      /// Without a collation.
      let type: String
      /// Of the row's table.
      let property: Int
      /// Of a column of another program's table.
      let form: ExistingForm?
      /// Whether an index of the store has it.
      let isIndexed: Bool
      var values: ArrayBuilder

      init(_ column: ColumnLayout, _ property: Int, isIndexed: Bool = false) {
        name = column.name
        type = column.declaredType.components(separatedBy: " COLLATE").first ?? column.declaredType
        self.property = property
        self.isIndexed = isIndexed
        form = column.existing
        values = ArrayBuilder(element: Self.number(type))
      }

      /// What the column is set to for a value of the type.
      func assigned(_ value: String) -> String { form?.assigned(value) ?? value }

      /// Whether a row can be without a value for a while.
      var mayBeEmpty: Bool { form.map { !$0.isNeverNull && !$0.isGenerated } ?? true }

      private static func number(_ type: String) -> UInt32 { ColumnForm.number(type) ?? TypeNumber.text }
    }

    let entity: _Entity
    let mask: PropertyMask
    private(set) var columns: [Column]
    private(set) var rowCount: Int32 = 0
    private var failure: SwiftDataError?
    private let keyTable: KeyTable?
    /// Where the property is that has the row's key, if that is no whole number.
    let keyColumn: Int?
    /// The key that the last row has there.
    private(set) var lastKey: [UInt8]?

    /// How many bytes the values have.
    var byteCount: Int { columns.reduce(0) { $0 + $1.values.byteCount } }

    /// A statement that has more bytes takes no more rows: the server ends a connection that sends a gigabyte at once.
    static let most = 16 << 20

    /// Values of more bytes than that are refused by the server.
    private static let longest = 1 << 30 - 1024

    /// The columns of an entity's properties, without values; made once for each set of properties.
    struct Shape {
      let mask: PropertyMask
      let columns: [Column]
      let keyColumn: Int?
    }

    init(_ entity: _Entity, _ shape: Shape, _ keyTable: KeyTable?) {
      self.entity = entity
      self.keyTable = keyTable
      keyColumn = shape.keyColumn
      columns = shape.columns
      mask = shape.mask
    }

    static func shape(_ entity: _Entity, _ mask: PropertyMask, _ layout: StoreLayout) -> Shape {
      var columns: [Column] = []
      var mask = mask
      let table = layout.table(of: entity)
      // What another program has made need not be an index of all rows.
      let indexed = Set(
        table.existing == nil ? layout.indexes.filter { $0.table == table.name }.flatMap(\.columns) : [])
      for property in entity.properties where mask.contains(property.index) {
        if !property.isRelationship, !property.hasColumns {
          if property.index < PropertyMask.sharedBit { mask.bits &= ~PropertyMask.bit(property.index) }
          continue
        }
        if property.isToMany { continue }
        columns += layout.columns(of: property).map {
          Column($0, property.index, isIndexed: indexed.contains($0.name))
        }
      }
      let keyColumn = table.keyType == .integer ? nil : columns.firstIndex { $0.name == table.key }
      return Shape(mask: mask, columns: columns, keyColumn: keyColumn)
    }

    private init(_ property: _Property, _ column: ColumnLayout, _ keyTable: KeyTable?) {
      entity = property.entity
      self.keyTable = keyTable
      keyColumn = nil
      mask = .none
      columns = [Column(column, property.index)]
    }

    /// Adds a row.
    func append(_ model: any PersistentModel) throws {
      var writer = _RowWriter(
        statement: OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), functions: Self.functions,
        firstParameter: 0, mask: mask, description: entity.description)
      let start = keyColumn.map { columns[$0].values.byteCount }
      model._$store(&writer)
      rowCount += 1
      // A relationship to a store of another kind has no column, and binds none.
      for index in columns.indices where columns[index].values.count < rowCount { columns[index].values.appendNull() }
      if let failure = writer.failure ?? failure { throw failure }
      if let keyColumn, let start { lastKey = columns[keyColumn].values.element(after: start) }
    }

    /// One value in the form of a column.
    static func parameter(
      _ value: ColumnConstant, _ column: ColumnLayout, of property: _Property, _ keyTable: KeyTable? = nil
    ) throws -> Parameter {
      let batch = ColumnBatch(property, column, keyTable)
      switch value {
      case .null: batch.columns[0].values.appendNull()
      case .integer(let value): batch.set(0, value)
      case .real(let value): batch.set(0, value)
      case .text(var value): value.withUTF8 { batch.set(0, text: $0) }
      case .bytes(let value): value.withUnsafeBytes { batch.set(0, bytes: $0) }
      }
      if let failure = batch.failure { throw failure }
      return batch.columns[0].values.single
    }

    private func refuse(_ column: Int, _ reason: String, _ advice: String) {
      guard failure == nil else { return }
      failure = SwiftDataError(
        .valueOutOfRange, reason, entity: entity.name, property: entity.properties[columns[column].property].name,
        advice: advice)
    }

    // MARK: Binding

    private static func bind(_ statement: OpaquePointer?, _ index: Int32, _ body: (ColumnBatch, Int) -> Void) -> Int32 {
      guard let statement else { return 0 }
      // `append` has put it there, and keeps it alive.
      let batch = Unmanaged<ColumnBatch>.fromOpaque(UnsafeRawPointer(statement)).takeUnretainedValue()
      if batch.columns.indices.contains(Int(index)) { body(batch, Int(index)) }
      return 0
    }

    private func set(_ column: Int, _ value: Int64) {
      switch columns[column].values.element {
      case TypeNumber.boolean: columns[column].values.append(UInt8(value == 0 ? 0 : 1))
      case TypeNumber.integer16: narrow(column, Int16(exactly: value))
      case TypeNumber.integer32: narrow(column, Int32(exactly: value))
      case TypeNumber.real64: columns[column].values.append(Double(value).bitPattern)
      case TypeNumber.real32: narrow(column, Double(value))
      case TypeNumber.numeric: number(column, "\(value)")
      case TypeNumber.timestamp, TypeNumber.localTimestamp: moment(column, Double(value))
      // A reference.
      case TypeNumber.uuid, TypeNumber.text, TypeNumber.bytes, TypeNumber.blankPadded:
        if keyTable?.bytes(of: value) == nil {
          refuse(column, "The row that it leads to has no key yet.", "Save the other model first.")
        }
        columns[column].values.append(key: value, keyTable)
      default: columns[column].values.append(value)
      }
    }

    private func moment(_ column: Int, _ seconds: Double) {
      if let microseconds = Moment.microseconds(seconds) {
        columns[column].values.append(microseconds)
      } else {
        columns[column].values.appendNull()
        refuse(column, "The date is beyond what a timestamp has.", "Use dates from 4713 BC to the year 294276.")
      }
    }

    private func narrow<I: FixedWidthInteger>(_ column: Int, _ value: I?) {
      if let value {
        columns[column].values.append(value)
      } else {
        columns[column].values.appendNull()
        refuse(column, "The number does not fit the column.", "Declare the property as Int.")
      }
    }

    private func narrow(_ column: Int, _ value: Double) {
      columns[column].values.append(Float(value).bitPattern)
      guard value.isFinite, !Float(value).isFinite else { return }
      refuse(
        column, "The number is beyond what a column of the type real has.", "Widen the column to double precision.")
    }

    /// NaN is NULL, as in files: it equals nothing, and sorts first.
    private func set(_ column: Int, _ value: Double) {
      switch columns[column].values.element {
      case _ where value.isNaN: columns[column].values.appendNull()
      case TypeNumber.numeric: number(column, "\(value)")
      case TypeNumber.timestamp, TypeNumber.localTimestamp: moment(column, value)
      case TypeNumber.real32: narrow(column, value)
      default: columns[column].values.append(value.bitPattern)
      }
    }

    private func number(_ column: Int, _ digits: String) {
      if let bytes = NumericFormat.bytes(digits) {
        bytes.withUnsafeBytes { columns[column].values.append($0) }
      } else {
        columns[column].values.appendNull()
      }
    }

    private func set(_ column: Int, text: UnsafeBufferPointer<UInt8>) {
      switch columns[column].values.element {
      case TypeNumber.numeric: number(column, String(decoding: text, as: UTF8.self))
      case TypeNumber.binaryJSON: set(column, json: Array(text))
      default:
        if text.contains(0) {
          refuse(
            column, "PostgreSQL has no text with the character U+0000.",
            "Leave the character out, or declare the property as Data.")
        }
        if let most = columns[column].form?.most, text.count > most { refuse(column, text.count, most) }
        checkIndex(column, text.count)
        columns[column].values.append(UnsafeRawBufferPointer(text))
      }
    }

    private func checkIndex(_ column: Int, _ count: Int) {
      guard columns[column].isIndexed, count > PostgresLimits.indexedBytes else { return }
      refuse(
        column,
        "The value has \(count) bytes, and the entry of its index has room for 2,704: no compression makes it so small.",
        "Index a short value that is made of it, or leave the index out.")
    }

    private func refuse(_ column: Int, _ count: Int, _ most: Int) {
      refuse(
        column, "The text has \(count) bytes, and the column has room for \(most).",
        "Shorten the text, or widen the column.")
    }

    private func set(_ column: Int, bytes: UnsafeRawBufferPointer) {
      if columns[column].values.element == TypeNumber.binaryJSON {
        let archive = Array(bytes)
        guard ValueArchive.isArchive(archive) else { return set(column, json: archive) }
        do {
          set(column, json: Array(try ArchivedValue(keyedArchive: Data(archive)).jsonText().utf8))
        } catch {
          columns[column].values.appendNull()
          refuse(column, "The value has no form in JSON.", "Declare the property as Data.")
        }
        return
      }
      checkIndex(column, bytes.count)
      columns[column].values.append(bytes)
    }

    private func set(_ column: Int, json: [UInt8]) {
      // The escape of U+0000, unless its backslash is escaped itself.
      if String(decoding: json, as: UTF8.self).replacing("\\\\", with: "").contains("\\u0000") {
        refuse(
          column, "PostgreSQL has no text with the character U+0000.",
          "Leave the character out, or declare the property as Data.")
      }
      if let form = columns[column].form, !form.function.isEmpty, !form.hasJSONElements, Self.isNested(json) {
        refuse(
          column,
          "The array has arrays or objects as elements, and the column is written as an array of one dimension.",
          "Change the column in the database, or by a statement of your own.")
      }
      if let most = columns[column].form?.most, let longest = ElementLength.longest(json), longest > most {
        refuse(column, longest, most)
      }
      let bytes = [1] + json
      bytes.withUnsafeBytes { columns[column].values.append($0) }
    }

    /// Whether an element of an array is one itself, or an object.
    private static func isNested(_ json: [UInt8]) -> Bool {
      var (isText, isEscaped, hasBegun) = (false, false, false)
      for byte in json {
        if isEscaped {
          isEscaped = false
        } else if isText {
          if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isText = false }
        } else if byte == UInt8(ascii: "\"") {
          isText = true
        } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
          if hasBegun { return true }
          hasBegun = true
        }
      }
      return false
    }

    /// Written once, before anybody has the address, and never freed.
    nonisolated(unsafe) private static let functions: UnsafePointer<BindFunctions> = {
      let pointer = UnsafeMutablePointer<BindFunctions>.allocate(capacity: 1)
      pointer.initialize(
        to: BindFunctions(
          null: { ColumnBatch.bind($0, $1) { $0.columns[$1].values.appendNull() } },
          integer: { statement, index, value in ColumnBatch.bind(statement, index) { $0.set($1, value) } },
          real: { statement, index, value in ColumnBatch.bind(statement, index) { $0.set($1, value) } },
          text: { statement, index, text, count in
            guard count < ColumnBatch.longest else { return 1 }
            return ColumnBatch.bind(statement, index) {
              $0.set($1, text: UnsafeBufferPointer(start: text, count: text == nil ? 0 : count))
            }
          },
          blob: { statement, index, blob, count in
            guard count < ColumnBatch.longest else { return 1 }
            return ColumnBatch.bind(statement, index) {
              $0.set($1, bytes: UnsafeRawBufferPointer(start: blob, count: blob == nil ? 0 : count))
            }
          }))
      return UnsafePointer(pointer)
    }()
  }
#endif
