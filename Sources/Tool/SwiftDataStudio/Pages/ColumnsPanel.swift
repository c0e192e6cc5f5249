// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Which columns are shown, in which order, and how wide: for the keyboard, too.
struct ColumnsPanel: View {
  let model: StudioModel
  let grid: GridModel

  var body: some View {
    Markup(.section, "st-columns", [.init(.label, "Columns")]) {
      Markup(
        MarkupPart(
          .box, "st-actions",
          parts: [
            Parts.text(.strong, "", "Columns"),
            Parts.button("st-button st-small", text: "Reset") { change { $0 = ColumnLayout() } },
          ]))
      Markup(.bulletedList, "st-columns-list") {
        ForEach(layout.sorted(grid.columns)) { column in Markup(row(column)) }
      }
    }
  }

  private var entity: String { grid.request.entity }
  private var layout: ColumnLayout { model.layout(of: entity) }

  private func change(_ body: (inout ColumnLayout) -> Void) { model.changeLayout(of: entity, body) }

  private func row(_ column: GridColumn) -> MarkupPart {
    let name = column.name
    let columns = grid.columns
    let isHidden = layout.hidden.contains(name)
    let width = layout.width(of: name) ?? GridView.usualWidth(column)
    func button(_ icon: String, _ what: String, _ action: @escaping @MainActor () -> Void) -> MarkupPart {
      Parts.button("st-icon-button", parts: [Parts.icon(icon)], [.init(.label, "\(what) \(name)")], action)
    }
    return MarkupPart(
      .item, "st-columns-row",
      parts: [
        MarkupPart(
          .label, "st-columns-name",
          parts: [
            MarkupPart(
              .toggle, "", [Element.Attribute(.isOn, !isHidden)],
              on: [(.change, { value in change { $0.setHidden(value != "true", name) } })]),
            Parts.text(.text, "", name),
          ]),
        button("arrow.up", "Move left:") { change { $0.move(name, by: -1, among: columns) } },
        button("arrow.down", "Move right:") { change { $0.move(name, by: 1, among: columns) } },
        button("minus", "Narrower:") { change { $0.setWidth(width - 24, of: name) } },
        button("plus", "Wider:") { change { $0.setWidth(width + 24, of: name) } },
        Parts.text(.text, "st-faint st-number", "\(width)"),
      ])
  }
}
