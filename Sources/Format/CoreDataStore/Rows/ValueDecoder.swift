// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Makes values of what columns hold.
///
/// Nothing that lies in a column is an error: what does not fit the model is
/// given as it is.
package struct ValueDecoder: Sendable {
  let externalFiles: LargeValueFiles
  /// Without a model it is not known which columns may refer to files.
  let seeksReferences: Bool
  /// Whether JSON that an import would write in another way is given as bytes.
  var keepsBytes = false

  /// - Parameter columns: those of the attribute, from left to right.
  package func value(
    _ attribute: AttributeDescription, _ columns: ArraySlice<SQLiteValue>
  ) -> StoredValue {
    guard attribute.type == .composite else {
      return scalar(attribute, columns.first ?? .null, isElement: false)
    }
    var rest = columns
    return composite(attribute, &rest, depth: 0)
  }

  private func composite(
    _ attribute: AttributeDescription, _ columns: inout ArraySlice<SQLiteValue>, depth: Int
  ) -> StoredValue {
    var fields: [StoredValue.Field] = []
    var isNull = true
    for element in attribute.elements {
      let value: StoredValue
      if attribute.isCaseWithColumns(element), Self.isEmptyCase(element, columns) {
        columns.removeFirst(element.leaves.count)
        value = .composite(element.elements.map { .init($0.name, .null) })
      } else if element.type == .composite, depth < AttributeDescription.maximumDepth {
        value = composite(element, &columns, depth: depth + 1)
      } else {
        value = scalar(element, columns.popFirst() ?? .null, isElement: true)
      }
      if !value.isNull { isNull = false }
      fields.append(.init(element.name, value))
    }
    if isNull { return .null }
    guard attribute.isEnumeration else { return .composite(fields) }
    if attribute.hasRawValues { return fields[0].value }
    guard let chosen = fields.first(where: { !$0.value.isNull }) else { return .null }
    if case .string(chosen.name) = chosen.value { return .enumeration(chosen.name, payload: nil) }
    return .enumeration(chosen.name, payload: chosen.value)
  }

  /// Whether the columns say that the case was chosen, with nothing in any of them.
  private static func isEmptyCase(
    _ element: AttributeDescription, _ columns: ArraySlice<SQLiteValue>
  ) -> Bool {
    let count = element.leaves.count
    // A case without elements has no column that could say so.
    guard count > 0, columns.count >= count, let first = columns.first,
      columns.dropFirst().prefix(count - 1).allSatisfy({ $0 == .null })
    else { return false }
    return first == SQLiteValue.emptyCaseMark(isText: element.marksEmptyCaseByText)
  }

  private func scalar(
    _ attribute: AttributeDescription, _ value: SQLiteValue, isElement: Bool
  ) -> StoredValue {
    switch (attribute.type, value) {
    case (_, .null): return .null
    case (.boolean, .integer(let number)) where number == 0 || number == 1:
      return .bool(number == 1)
    case (.float, .real(let number)): return .float(Float(number))
    case (.float, .integer(let number)): return .float(Float(number))
    case (.double, .integer(let number)): return .double(Double(number))
    case (.decimal, .integer(let number)): return .decimal(Decimal(number))
    case (.decimal, .real(let number)):
      let decimal = DecimalColumn.decimal(number)
      return decimal.isNaN ? .double(number) : .decimal(decimal)
    case (.decimal, .text(let text)):
      return DecimalColumn.decimal(text: text).map { .decimal($0) } ?? .string(text)
    case (.date, _):
      if let seconds = value.number { return .date(Date(timeIntervalSinceReferenceDate: seconds)) }
    case (.uuid, .blob(let bytes)) where bytes.count == 16: return .uuid(UUID(bytes))
    case (.uri, .text(let text)): return .url(text)
    case (.binaryData, .blob(let bytes)): return data(attribute, bytes, isElement: isElement)
    case (.transformable, .blob(let bytes)): return transformable(attribute, bytes)
    default: break
    }
    return plain(value)
  }

  private func plain(_ value: SQLiteValue) -> StoredValue {
    switch value {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .double(value)
    case .text(let value): .string(value)
    case .blob(let value): .data(value)
    }
  }

  private func data(
    _ attribute: AttributeDescription, _ bytes: Data, isElement: Bool
  ) -> StoredValue {
    if attribute.allowsExternalStorage || seeksReferences {
      switch ExternalColumn(bytes) {
      case .file(let name): return .external(externalFiles.file(name))
      case .inline(let start) where start > 0 && attribute.allowsExternalStorage:
        return .data(Data(bytes.dropFirst(start)))
      case .inline: break
      }
    }
    // Within a struct, arrays and Codable values are JSON. So may an app's own bytes be, written in another way.
    if isElement, let json = Self.json(bytes), !keepsBytes || Data(json.compact.utf8) == bytes { return .json(json) }
    return .data(bytes)
  }

  /// What was written by a value transformer; the common one archives.
  ///
  /// What another transformer has made is passed on as it is: it may look like
  /// an archive or like JSON, and would not come back as the same bytes.
  private func transformable(_ attribute: AttributeDescription, _ bytes: Data) -> StoredValue {
    guard attribute.hasArchivingTransformer else {
      return data(attribute, bytes, isElement: false)
    }
    guard let content = content(of: attribute, bytes) else {
      return data(attribute, bytes, isElement: false)
    }
    return ArchiveDecoding.value(content, attribute) ?? Self.json(content).map { .json($0) }
      ?? .data(content)
  }

  /// The bytes of a value, wherever they lie; `nil` if their file is missing.
  func content(of attribute: AttributeDescription, _ bytes: Data) -> Data? {
    guard attribute.allowsExternalStorage else { return bytes }
    guard let name = ExternalColumn(bytes).file else {
      return ExternalColumn.inlineValue(of: bytes).map { Data($0) }
    }
    let file = externalFiles.file(name)
    return file.size == nil ? nil : try? Data(contentsOf: file.url)
  }

  /// `nil` if the bytes are no JSON, or a number, which any digit is.
  static func json(_ bytes: Data) -> JSONValue? {
    guard let first = bytes.first,
      first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        || first == UInt8(ascii: "\"")
    else { return nil }
    return try? JSONValue(parsing: bytes)
  }
}

extension UUID {
  /// - Parameter bytes: sixteen.
  init(_ bytes: Data) {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes.prefix(16)) }
    self.init(uuid: uuid)
  }

  var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}

extension SQLiteValue {
  /// What says that a case was chosen whose associated values are all NULL.
  static func emptyCaseMark(isText: Bool) -> SQLiteValue { isText ? .text("") : .blob(Data()) }
}
