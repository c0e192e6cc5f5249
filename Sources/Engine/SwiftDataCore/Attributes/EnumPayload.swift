// SPDX-License-Identifier: Apache-2.0

/// The associated values of one case, each in columns of its own.
///
/// Like the fields of a struct (`CompositeCodec`), they are read and written in place.
struct EnumPayload {
  private struct Part {
    let name: String
    let offset: Int
    let codec: AnyAttributeCodec
    /// Whether its column is never NULL, so that NULL in it is no value.
    let isRequired: Bool
  }

  private let parts: [Part]
  let elements: [LayoutElement]
  /// Of all values together: a tuple, if there are several or if they have labels.
  let valueType: any Any.Type
  let columnCount: Int
  /// Whether there are values with NULL in all columns.
  let mayBeNull: Bool

  /// - Returns: `nil` if the case has no associated values, or some that cannot be stored on their own.
  init?(case index: Int, of type: any Any.Type) {
    guard let (payload, fields) = TypeReflection.payload(ofCase: index, of: type), !fields.isEmpty else { return nil }
    var parts: [Part] = []
    var elements: [LayoutElement] = []
    var mayBeNull = true
    for field in fields {
      guard field.type is any Codable.Type, let codec = AttributeCodecs.make(field.type)?.element else { return nil }
      let isOptional = field.type is any OptionalValue.Type
      if !isOptional, !codec.layout.mayBeNull { mayBeNull = false }
      var isRequired = false
      if !isOptional, case .scalar = codec.layout { isRequired = !codec.layout.mayBeNull }
      parts.append(Part(name: field.name, offset: field.offset, codec: codec, isRequired: isRequired))
      elements.append(
        LayoutElement(name: field.name, isOptional: isOptional, layout: codec.layout, valueType: field.type))
    }
    self.parts = parts
    self.elements = elements
    valueType = payload
    self.mayBeNull = mayBeNull
    columnCount = elements.reduce(0) { $0 + $1.layout.columnCount }
  }

  /// Decodes into the uninitialised memory of a case.
  func decode(into memory: UnsafeMutableRawPointer, _ row: inout _RowReader) throws {
    for (index, part) in parts.enumerated() {
      do {
        if part.isRequired, row.isNull(row.column) {
          throw SwiftDataError(
            .storeIsCorrupted, "The associated value \(part.name) is not stored.",
            advice: "Declare it as optional: the store has cases that were saved without it.")
        }
        try part.codec.decode(into: memory + part.offset, &row)
      } catch {
        for done in parts[..<index] { done.codec.deinitialize(memory + done.offset) }
        throw error
      }
    }
  }

  func encode(from memory: UnsafeRawPointer, _ writer: inout _RowWriter) throws {
    guard mayBeNull else { return try bind(memory, &writer) }
    let columns = try ConstantColumns.collect(columnCount, writer.description) { try bind(memory, &$0) }
    guard columns.allSatisfy(\.isStoredAsNull) else {
      for column in columns { writer.bind(column) }
      return
    }
    // Nothing in any column: that the case was chosen would be lost.
    let isBytes = elements.first?.layout.isBytes == true
    writer.bind(isBytes ? .text("") : .bytes([]))
    for _ in 1..<columnCount { writer.bindNull() }
  }

  private func bind(_ memory: UnsafeRawPointer, _ writer: inout _RowWriter) throws {
    for part in parts { try part.codec.encode(from: memory + part.offset, &writer) }
  }

  /// Whether the first column says that the case was chosen, with nothing in all of them: text without characters
  /// where a value is bytes, and no bytes where it is something else. No value is stored like this.
  func isEmpty(_ row: _RowReader, _ first: Int32) -> Bool {
    mayBeNull && row.isEmptyMark(first, ofBytes: elements.first?.layout.isBytes == true)
  }
}

extension AttributeLayout {
  /// Whether a value that is not optional may have NULL in all columns: a number that is none has.
  fileprivate var mayBeNull: Bool {
    switch self {
    case .scalar(let type), .rawValue(let type): type == .double || type == .float
    case .enumeration, .archive: false
    case .composite(let elements): elements.allSatisfy { $0.isOptional || $0.layout.mayBeNull }
    case .transformable: true
    }
  }

  /// Whether the first column is declared for bytes.
  fileprivate var isBytes: Bool {
    switch self {
    case .scalar(let type), .rawValue(let type): type == .data || type == .uuid
    case .enumeration(let elements), .composite(let elements): elements.first?.layout.isBytes ?? false
    case .archive, .transformable: true
    }
  }
}

extension ColumnConstant {
  /// Whether the column will be NULL: SQLite keeps a number that is none like this.
  fileprivate var isStoredAsNull: Bool {
    switch self {
    case .null: true
    case .real(let value): value.isNaN
    case .integer, .text, .bytes: false
    }
  }
}

extension _RowReader {
  /// Whether a column holds something of no length, of the kind that its values are not.
  fileprivate func isEmptyMark(_ column: Int32, ofBytes: Bool) -> Bool {
    let (text, bytes): (Int32, Int32) = (3, 4)
    return functions.pointee.type(row, column) == (ofBytes ? text : bytes)
      && functions.pointee.byteCount(row, column) == 0
  }
}

extension _RowWriter {
  /// Binds what was collected.
  mutating func bind(_ constant: ColumnConstant) {
    switch constant {
    case .null: bindNull()
    case .integer(let value): bind(value)
    case .real(let value): bind(value)
    case .text(let value): bind(value)
    case .bytes(let value): value.withUnsafeBytes { bind(bytes: $0) }
    }
  }
}
