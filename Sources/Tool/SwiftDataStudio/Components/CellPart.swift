// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// A value as an element.
@MainActor struct CellPart {
  let model: StudioModel
  /// Of links.
  var attributes: [Element.Attribute] = []

  /// Text on one line.
  func part(
    _ cell: GridCell, _ kind: Element.Kind = .cell, names: String = "", row: ObjectReference, column: GridColumn
  )
    -> MarkupPart
  {
    switch cell {
    case .none: return MarkupPart(kind, names + " st-nil", text: "nil")
    case .text(let text):
      return text.isEmpty
        ? MarkupPart(kind, names + " st-nil", text: "empty") : MarkupPart(kind, names, [.init(.help, text)], text: text)
    case .number(let text): return MarkupPart(kind, names + " st-number", text: text)
    case .boolean(let value):
      return MarkupPart(kind, names + (value ? " st-yes" : " st-no"), text: value ? "true" : "false")
    case .date(let text):
      return MarkupPart(kind, names + " st-date", [.init(.help, text)], text: Self.short(text))
    case .bytes(let size, let isExternal):
      return MarkupPart(
        kind, names + " st-bytes", [.init(.help, isExternal ? "in a file of its own" : "in the row")],
        text: ByteCount.text(size))
    case .missingFile(let name):
      return MarkupPart(kind, names + " st-missing", [.init(.help, name)], text: "missing file")
    case .code(let text): return MarkupPart(kind, names + " st-code", [.init(.help, text)], text: text)
    case .object(let reference, let title):
      return MarkupPart(
        kind, names, parts: [Parts.link(model, .row(reference), "st-link", text: title ?? "\(reference)", attributes)])
    case .objects(let count):
      guard count > 0 else { return MarkupPart(kind, names + " st-nil st-number", text: "0") }
      var request = GridRequest(entity: column.destination ?? "")
      request.relation = .targets(of: row, relationship: column.name)
      return MarkupPart(
        kind, names + " st-number",
        parts: [
          Parts.link(model, .rows(request, selected: nil), "st-link st-count", text: Parts.number(count), attributes)
        ])
    }
  }

  /// `2024-07-08T12:00:00Z` as people read it; fractions of seconds are left to the title.
  static func short(_ text: String) -> String {
    guard text.hasSuffix("Z"), let middle = text.firstIndex(of: "T") else { return text }
    let time = text[text.index(after: middle)...].dropLast().prefix { $0 != "." }
    return text[..<middle] + " " + time
  }
}
