// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Store {
  /// A value as JSON, as `export` writes it and `import` reads it.
  ///
  /// Dates are ISO 8601, bytes base64, decimals text (so that no digit is
  /// lost), objects their identifiers. A text that was stored as JSON within
  /// a struct is `{"$json": …}`, as it could be taken for bytes; and so is JSON
  /// with what could be taken for a mark, of `ArchivedJSON` or of this.
  package func json(_ value: StoredValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .float(let value):
      value.isFinite ? .number("\(value)") : .double(Double(value))
    case .decimal(let value): .string("\(value)")
    case .string(let value): .string(value)
    case .date(let value): Self.json(value)
    case .uuid(let value): .string(value.uuidString)
    case .url(let value): .string(value)
    case .data(let value): .string(value.base64EncodedString())
    case .external(let file):
      if let data = try? data(of: file) {
        .string(data.base64EncodedString())
      } else {
        .object([.init("$missingFile", .string(file.name))])
      }
    case .array(let values): .array(values.map(json))
    case .archived(let value): ArchivedJSON.root(value)
    case .composite(let fields):
      .object(fields.map { .init($0.name, json($0.value)) })
    case .enumeration(let name, nil): .string(name)
    case .enumeration(let name, let payload?): .object([.init(name, json(payload))])
    case .json(.string(let text)): .object([.init("$json", .string(text))])
    case .json(let value) where CodableJSON.isAmbiguous(value) || value.isMark: .object([.init("$json", value)])
    case .json(let value): value
    case .object(let object): .string(uri(of: object))
    case .objects(let objects): .array(objects.map { .string(uri(of: $0)) })
    }
  }

  private static func json(_ date: Date) -> JSONValue {
    let text = DateText.text(date)
    return text.contains("T") ? .string(text) : .double(date.timeIntervalSinceReferenceDate)
  }

  /// The bytes of a file beside the store.
  package func data(of file: ExternalFile) throws -> Data {
    guard file.size != nil, let data = try? Data(contentsOf: file.url) else {
      throw StoreError(
        .fileNotFound, "The file of a large value is missing.", file: file.url.path,
        advice: "Copy the store's folder '.…_SUPPORT' with it.")
    }
    return data
  }
}

extension JSONValue {
  /// Whether an import would take the value for something else.
  fileprivate var isMark: Bool {
    guard case .object(let members) = self, members.count == 1 else { return false }
    return members[0].name == "$json" || members[0].name == "$missingFile"
  }
}
