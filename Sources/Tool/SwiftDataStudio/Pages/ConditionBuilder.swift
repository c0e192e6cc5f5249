// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Makes a condition of a property, a comparison and a value, for those who do not know the language.
struct ConditionBuilder: View {
  let model: StudioModel
  let entity: String
  /// Given the condition, and the word before it.
  let add: @MainActor (String, String) -> Void
  @State private var property = ""
  @State private var comparison = ""
  @State private var value: DraftValue = .text("")
  @State private var word = "and"

  var body: some View {
    Markup(.section, "st-builder", [.init(.label, "Condition by parts")]) {
      Markup(
        picker("Joined by", word, [("and", "and"), ("or", "or")]) { word = $0 })
      Markup(
        picker("Property", column?.name ?? "", columns.map { ($0.name, $0.name) }) {
          property = $0
          comparison = ""
          value = .text("")
        })
      Markup(picker("Comparison", chosen, comparisons.map { ($0, $0) }) { comparison = $0 })
      if needsValue, let column {
        Markup(
          FieldEditor(
            column: column, label: "Value", shown: shown, choices: model.choices(column, of: entity),
            names: "st-input st-builder-value", handlers: [(.submit, { _ in apply() })]
          ) { value = $0 }.part)
      }
      Markup(Parts.button("st-button st-small st-primary", text: "Add") { apply() })
    }
    .task(id: "\(entity).\(column?.name ?? "") \(model.revision)") {
      if let column, column.hasRawValues { await model.loadValues(column.name, of: entity) }
    }
    .onChange(of: entity) { _, _ in
      property = ""
      comparison = ""
      value = .text("")
    }
  }

  /// What can be compared with a value: bytes and structures only with nil.
  private var columns: [GridColumn] { model.schema[entity] ?? [] }
  private var column: GridColumn? { columns.first { $0.name == property } ?? columns.first }

  private var comparisons: [String] {
    guard let column else { return [] }
    let nothing = ["is nil", "is not nil"]
    return switch column.kind {
    case .data, .composite, .code, .toMany, .toOne: nothing
    default: ConditionCompletion.comparisons(of: column).map(\.name) + (column.isOptional ? nothing : [])
    }
  }

  /// A menu has something chosen from the start.
  private var shown: DraftValue {
    guard let column, value == .text("") else { return value }
    if column.kind == .boolean { return .text("true") }
    return model.choices(column, of: entity).first.map { .text($0) } ?? value
  }

  private var chosen: String { comparisons.contains(comparison) ? comparison : comparisons.first ?? "" }
  private var needsValue: Bool { !chosen.hasPrefix("is ") }

  private func apply() {
    guard let column else { return }
    let name = ConditionCompletion.written(column.name)
    if !needsValue { return add("\(name) \(chosen == "is nil" ? "==" : "!=") nil", word) }
    let text = shown.text
    let literal: String
    switch column.kind {
    // What is no number is left to the parser, which says so.
    case .number: literal = text.isEmpty ? "nil" : text
    case .boolean: literal = text == "true" ? "true" : "false"
    default: literal = shown == .none ? "nil" : ConditionCompletion.quoted(text)
    }
    add("\(name) \(chosen) \(literal)", word)
  }

  private func picker(
    _ label: String, _ value: String, _ options: [(String, String)], _ change: @escaping @MainActor (String) -> Void
  ) -> MarkupPart {
    MarkupPart(
      .picker, "st-input st-builder-part", [.init(.label, label), .init(.value, value)],
      parts: options.map { Parts.option($0.0, $0.1, isChosen: $0.0 == value) },
      on: [(.change, { change($0 ?? "") })])
  }
}
