// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// Values on one line, without their store.
enum StoredText {
  static func text(_ value: StoredValue) -> String {
    let text: String
    switch value {
    case .null: text = "nil"
    case .bool(let value): text = value ? "true" : "false"
    case .integer(let value): text = "\(value)"
    case .double(let value): text = "\(value)"
    case .float(let value): text = "\(value)"
    case .decimal(let value): text = "\(value)"
    case .string(let value), .url(let value): text = Store.oneLine(value)
    case .date(let value): text = DateText.text(value)
    case .uuid(let value): text = value.uuidString
    case .data(let value): text = ByteCount.text(UInt64(value.count))
    case .external(let file): text = file.size.map(ByteCount.text) ?? "missing file"
    case .array(let values): text = "[" + values.map { self.text($0) }.joined(separator: ", ") + "]"
    case .archived: text = "archive"
    case .composite(let fields):
      text = "{" + fields.map { "\($0.name): \(self.text($0.value))" }.joined(separator: ", ") + "}"
    case .enumeration(let name, let payload): text = payload.map { "\(name)(\(self.text($0)))" } ?? name
    case .json(let value): text = Store.oneLine("\(value)")
    case .object(let reference): text = "\(reference)"
    case .objects(let references): text = references.map { "\($0)" }.joined(separator: ", ")
    }
    return text.count > 300 ? String(text.prefix(300)) + "…" : text
  }
}
