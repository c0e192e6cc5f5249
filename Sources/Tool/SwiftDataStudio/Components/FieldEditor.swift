// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The field for a value: a menu, a date, lines or a line of text, by its kind.
@MainActor struct FieldEditor {
  let column: GridColumn
  /// What the field is called.
  let label: String
  let shown: DraftValue
  /// What a menu offers; none for no menu.
  var choices: [String] = []
  /// Whether it is a line of text even where there is a menu or a date.
  var isPlain = false
  var ends = LineEnds.feeds
  var names = "st-input"
  var attributes: [Element.Attribute] = []
  var handlers: [Handler] = []
  let change: @MainActor (DraftValue) -> Void

  typealias Handler = (Event.Kind, @MainActor (String?) -> Void)

  enum Form { case menu, date, lines, line }

  var form: Form {
    if column.kind == .boolean { return .menu }
    if isPlain { return LineEnds.hasLines(shown.text) ? .lines : .line }
    if !choices.isEmpty { return .menu }
    if column.kind == .date, shown.text.isEmpty || DateInput.field(shown.text) != nil { return .date }
    return LineEnds.hasLines(shown.text) || column.kind == .code || column.kind == .composite ? .lines : .line
  }

  var part: MarkupPart {
    switch form {
    case .menu: menu
    case .date: date
    case .lines: text(.textArea)
    case .line: text(.textField)
    }
  }

  private func hearing(_ kind: Event.Kind, _ action: @escaping @MainActor (String?) -> Void) -> [Handler] {
    [(kind, action)] + handlers
  }

  private var common: [Element.Attribute] { [.init(.label, label)] + attributes }

  private func text(_ kind: Element.Kind) -> MarkupPart {
    let ends = ends
    return MarkupPart(
      kind, names,
      common + [
        .init(.placeholder, shown == .none ? "nil" : ""), .init(.checksSpelling, false), .init(.value, shown.text),
      ],
      on: hearing(.input) { value in
        // A field that held nothing and is left as it is still holds nothing.
        guard let value, !value.isEmpty || shown != .none else { return }
        change(.text(ends.restored(value)))
      })
  }

  private var date: MarkupPart {
    MarkupPart(
      .dateTimeField, names,
      common + [
        .init(.value, DateInput.field(shown.text) ?? ""), .init(.step, "1"), .init(.help, "UTC"),
        // Without it, a year has six digits, and the fourth one does not lead on.
        .init(.maximum, "9999-12-31T23:59:59"),
      ],
      on: hearing(.input) { value in
        // While a part of it is missing, the field holds nothing: that is neither a date nor no value.
        guard let value, !value.isEmpty || shown != .none else { return }
        change(.text(value.isEmpty ? "" : value + "Z"))
      })
  }

  private var menu: MarkupPart {
    // A value begins with a sign: no value is not the empty text.
    let chosen = shown == .none ? "" : "=" + shown.text
    var options: [(String, String)] = column.isOptional || shown == .none ? [("", "nil")] : []
    var known = column.kind == .boolean ? ["true", "false"] : choices
    if shown != .none, !known.contains(shown.text) { known.append(shown.text) }
    options += known.map { ("=" + $0, $0.isEmpty ? "empty" : $0) }
    return MarkupPart(
      .picker, names, common + [.init(.value, chosen)],
      parts: options.map { Parts.option($0, $1, isChosen: $0 == chosen) },
      on: hearing(.change) { value in
        guard let value else { return }
        change(value.isEmpty ? .none : .text(String(value.dropFirst())))
      })
  }
}
