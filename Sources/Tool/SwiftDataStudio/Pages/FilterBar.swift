// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// A condition in the language of the command line, with completions below it.
///
/// The arrow keys choose one, Return and the Tab key take it, Escape hides them. Without a chosen one, Return filters.
struct FilterBar: View {
  let model: StudioModel
  let request: GridRequest
  @State private var text: String?
  @State private var isCompleting = false
  @State private var chosen: Int?
  @State private var occurring: [String] = []
  @State private var isBuilding = false
  @State private var isNaming = false

  var body: some View {
    Markup(.box, "st-filter-area") {
      Markup(.box, "st-filter") {
        Markup(Parts.icon("line.3.horizontal.decrease.circle"))
        Markup(field)
        if let text, text != request.condition {
          Markup(Parts.button("st-button st-small st-primary", text: "Filter") { filter(text) })
        }
        if !request.condition.isEmpty {
          Markup(
            Parts.button("st-button st-small", text: "Clear") {
              text = nil
              model.filter("")
            })
        }
        Markup(
          Parts.button("st-button st-small", text: "Build…", [.init(.isExpanded, isBuilding)]) { isBuilding.toggle() })
        Markup(
          Parts.button(
            "st-button st-small", text: "Save…", [.init(.label, "Save the query"), .init(.isExpanded, isNaming)]
          ) { isNaming.toggle() })
      }
      if !items.isEmpty { Markup(completions) }
      if isBuilding {
        ConditionBuilder(model: model, entity: request.entity) { condition, word in
          let before = (text ?? request.condition).trimmingCharacters(in: .whitespacesAndNewlines)
          let all =
            before.isEmpty
            ? condition : "\(before.hasWord("or") && word == "and" ? "(\(before))" : before) \(word) \(condition)"
          text = all
          filter(all)
        }
      }
      if isNaming {
        QueryNamer(suggested: request.entity + (request.condition.isEmpty ? "" : ": \(request.condition)")) { name in
          model.saveQuery(name, model.place)
          isNaming = false
        }
      }
    }
    .onChange(of: [request.entity, request.condition]) { _, _ in
      text = nil
      isCompleting = false
    }
    .task(id: [completion.owner ?? "", completion.column?.name ?? "", "\(isCompleting) \(model.revision)"]) {
      // Enums and texts of few values: those that occur.
      guard isCompleting, let owner = completion.owner, let column = completion.column,
        column.hasRawValues || column.kind == .text
      else { return occurring = [] }
      occurring = (try? await model.store.values(column.name, of: owner)) ?? []
    }
  }

  private var completion: ConditionCompletion {
    ConditionCompletion(text ?? request.condition, entity: request.entity, model.schema)
  }

  private var items: [ConditionCompletion.Item] { isCompleting ? completion.items(occurring) : [] }

  private func filter(_ condition: String) {
    isCompleting = false
    chosen = nil
    model.filter(condition)
  }

  private func take(_ item: ConditionCompletion.Item) {
    text = item.result
    chosen = nil
  }

  private func pressed(_ key: String?) {
    let items = items
    switch key {
    case "ArrowDown" where !isCompleting: isCompleting = true
    case "ArrowDown" where !items.isEmpty: chosen = min((chosen ?? -1) + 1, items.count - 1)
    case "ArrowUp": chosen = chosen.flatMap { $0 > 0 ? $0 - 1 : nil }
    case "Escape":
      isCompleting = false
      chosen = nil
    default: break
    }
  }

  private var field: MarkupPart {
    MarkupPart(
      .textField, "st-filter-field",
      [
        .init(.value, text ?? request.condition),
        .init(.placeholder, "name contains \"sum\" and count > 3"),
        .init(.label, "Condition"), .init(.checksSpelling, false), .init(.capitalization, "off"),
        .init(.contentType, "off"), .init(.keys, "ArrowDown ArrowUp Escape"),
        .init(.hint, "Arrow keys choose a completion, Return takes it"),
      ],
      on: [
        (
          .input,
          {
            text = $0 ?? ""
            isCompleting = true
            chosen = nil
          }
        ),
        (.key, { pressed($0) }),
        (
          .submit,
          {
            let items = items
            if let chosen, chosen < items.count { take(items[chosen]) } else { filter($0 ?? text ?? "") }
          }
        ),
      ])
  }

  private var completions: MarkupPart {
    let items = items
    let said = chosen.flatMap { $0 < items.count ? items[$0] : nil }
    return MarkupPart(
      .box, "st-completions",
      parts: items.enumerated().map { index, item in
        Parts.button(
          index == chosen ? "st-completion st-chosen" : "st-completion",
          parts: [Parts.text(.text, "", item.title), Parts.text(.text, "st-faint", item.note)],
          [.init(.isFocusable, false)]
        ) { take(item) }
      } + [
        // What a screen reader says: the field keeps the focus.
        Parts.text(
          .text, "st-said", said.map { "\($0.title), \($0.note)" } ?? Parts.count(items.count, "completion"),
          [.init(.status)])
      ])
  }
}

extension String {
  /// Whether a word stands in it by itself.
  fileprivate func hasWord(_ word: String) -> Bool {
    ConditionToken.all(self).contains {
      $0.kind == .word && $0.text.lowercased() == word || word == "or" && $0.text == "||"
    }
  }
}

/// Asks for the name of a query.
struct QueryNamer: View {
  let suggested: String
  let save: @MainActor (String) -> Void
  @State private var name: String?

  var body: some View {
    Markup(
      MarkupPart(
        .box, "st-builder",
        parts: [
          MarkupPart(
            .textField, "st-input st-builder-value",
            [.init(.label, "Name of the query"), .init(.value, name ?? suggested), .init(.checksSpelling, false)],
            on: [(.input, { name = $0 ?? "" }), (.submit, { save($0 ?? name ?? suggested) })]),
          Parts.button("st-button st-small st-primary", text: "Save") { save(name ?? suggested) },
        ]))
  }
}
