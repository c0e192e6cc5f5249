// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// Makes cells of values.
struct CellMaker {
  let store: Store
  /// Longer texts are cut.
  let longestText: Int

  func cell(_ value: StoredValue) -> GridCell {
    switch value {
    case .null: .none
    case .bool(let value): .boolean(value)
    case .integer, .double, .float, .decimal: .number(store.text(value))
    case .date: .date(store.text(value))
    case .data(let bytes): .bytes(UInt64(bytes.count), isExternal: false)
    case .external(let file):
      file.size.map { .bytes($0, isExternal: true) } ?? .missingFile(file.name)
    case .string, .url, .uuid: .text(cut(store.text(value)))
    case .enumeration(_, nil): .text(cut(store.text(value)))
    case .array, .archived, .composite, .enumeration, .json: .code(cut(store.text(value)))
    case .object(let reference): .object(reference, title: nil)
    case .objects(let references): .objects(references.count)
    }
  }

  private func cut(_ text: String) -> String {
    text.utf8.count <= longestText ? text : String(text.prefix(longestText)) + "…"
  }
}
