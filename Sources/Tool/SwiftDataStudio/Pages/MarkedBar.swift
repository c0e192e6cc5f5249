// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// What is done with several rows at once: one property gets a value, or they are deleted. Both are drafts, so the preview
/// shows what they would do.
struct MarkedBar: View {
  let model: StudioModel
  @State private var property = ""
  @State private var value: DraftValue = .none

  var body: some View {
    if model.canWrite, !model.marked.isEmpty, let grid = model.grid {
      Markup(.section, "st-marked", [.init(.label, "Marked rows")]) {
        Markup(
          Parts.text(.text, "st-changes-text", "\(Parts.count(model.marked.count, "row")) marked", [.init(.status)]))
        Markup(choice(grid))
        if let column = column(grid) {
          Markup(
            FieldEditor(
              column: column, label: "Value for \(column.name)", shown: value,
              choices: model.choices(column, of: grid.request.entity), names: "st-input st-marked-value"
            ) { value = $0 }.part)
          Markup(
            Parts.button("st-button st-primary", text: "Set", [.init(.label, "Set \(column.name) of the marked rows")])
            {
              model.setMarked(column, value)
            })
        }
        Markup(
          Parts.action("Delete", "trash", "st-button st-danger", [.init(.label, "Delete the marked rows")]) {
            model.deleteMarked()
          })
        Markup(Parts.button("st-button", text: "Unmark") { model.marked = [] })
      }
      .task(id: "\(grid.request.entity).\(property) \(model.revision)") {
        if let column = column(grid), column.hasRawValues {
          await model.loadValues(column.name, of: grid.request.entity)
        }
      }
    }
  }

  /// Unique values cannot be the same in several rows, and bytes are chosen row by row.
  private func columns(_ grid: GridModel) -> [GridColumn] {
    grid.columns.filter { $0.isEditable && !$0.isUnique && $0.kind != .data }
  }

  private func column(_ grid: GridModel) -> GridColumn? { columns(grid).first { $0.name == property } }

  private func choice(_ grid: GridModel) -> MarkupPart {
    MarkupPart(
      .picker, "st-input st-marked-choice", [.init(.label, "Property to set"), .init(.value, property)],
      parts: [Parts.option("", "Set…", isChosen: property.isEmpty)]
        + columns(grid).map { Parts.option($0.name, $0.name, isChosen: $0.name == property) },
      on: [
        (
          .change,
          { chosen in
            property = chosen ?? ""
            value = .none
          }
        )
      ])
  }
}
