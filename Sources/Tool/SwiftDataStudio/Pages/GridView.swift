// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// A table of which the browser has only the rows in sight, and some around them.
struct GridView: View {
  let model: StudioModel
  let grid: GridModel

  var body: some View {
    // Once, and not for each row.
    let columns = shown
    Markup(
      .box, "st-grid", classes: [.tableCells],
      [.init(.isFocusable, true), .init(.group), .init(.label, "Rows: arrow keys move between cells")]
    ) {
      Markup(
        .table, "st-table",
        [.styles(.width(width)), .init(.rowCount, "\(grid.total ?? -1)"), .init(.label, grid.request.entity)]
      ) {
        Markup(MarkupPart(.columns, parts: columnWidths))
        Markup(MarkupPart(.tableHead, parts: [MarkupPart(.tableRow, parts: titles)]))
        Markup(.tableBody) {
          Markup(before)
          ForEach(grid.page.rows) { row in
            GridRowView(
              model: model, columns: columns, row: row, isSelected: model.selected == row.reference,
              isDeleted: model.drafts.deletions.contains(row.reference), draft: model.drafts.updates[row.reference],
              relations: model.drafts.relations[row.reference].map { Set($0.keys) } ?? [],
              isMarked: model.marked.contains(row.reference),
              editing: model.editing?.reference == row.reference ? model.editing : nil)
          }
          Markup(after)
        }
      }
    }
  }

  // MARK: Rows that are not here

  private var before: MarkupPart {
    let first = grid.page.first
    return MarkupPart(
      .tableRow, "",
      [
        .init(.missingRows, "\(first)"), .init(.firstRow, "\(first)"),
        .init(.lastRow, "\(first + grid.page.rows.count - 1)"),
        .init(.allRows, "\(grid.shownTotal)"), .init(.isHidden, true), .styles(.missingRows(first)),
      ], parts: [MarkupPart(.cell)],
      on: [
        (
          .window,
          { value in
            let bounds = (value ?? "").split(separator: "-", maxSplits: 1).compactMap { Int($0) }
            guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] < GridModel.most else { return }
            grid.want(bounds[0]..<(bounds[1] + 1))
          }
        )
      ], isGap: true)
  }

  private var after: MarkupPart {
    let left = max(0, grid.shownTotal - grid.page.first - grid.page.rows.count)
    return MarkupPart(
      .tableRow, "", [.init(.missingRows, "\(left)"), .init(.isHidden, true), .styles(.missingRows(left))],
      parts: [MarkupPart(.cell)], isGap: true)
  }

  // MARK: Columns

  private var titles: [MarkupPart] {
    let request = grid.request
    let key = MarkupPart(
      .columnHeader, "st-key", [.init(.isRowHeader, false), .init(.order, sorting(nil))],
      parts: mark + [Parts.button("st-column", parts: title("key", "", nil), Parts.inTable) { model.sort(by: nil) }])
    return [key]
      + shown.map(\.column).map { column in
        // Above numbers, which are at the end of their cells.
        let place = column.kind == .number ? "st-number" : ""
        guard column.order != nil else {
          return MarkupPart(
            .columnHeader, place, [.init(.isRowHeader, false)],
            parts: [MarkupPart(.box, "st-column", parts: title(column)), edge(column)])
        }
        return MarkupPart(
          .columnHeader, request.order == column.order ? "st-sorted \(place)" : place,
          [.init(.isRowHeader, false), .init(.order, sorting(column))],
          parts: [
            Parts.button("st-column", parts: title(column), Parts.inTable) { model.sort(by: column) }, edge(column),
          ])
      } + [MarkupPart(.cell, "st-filler")]
  }

  /// Marks all rows.
  private var mark: [MarkupPart] {
    guard model.canWrite else { return [] }
    let isAll = !model.marked.isEmpty && model.marked.count == grid.total
    return [
      MarkupPart(
        .toggle, "st-mark", [.init(.label, "Mark all rows"), .init(.isOn, isAll), .init(.isFocusable, false)],
        on: [(.change, { value in if value == "true" { model.markAll() } else { model.marked = [] } })])
    ]
  }

  /// For the mouse; the panel of columns does the same for keys.
  private func edge(_ column: GridColumn) -> MarkupPart {
    let entity = grid.request.entity
    return MarkupPart(
      .text, classes: [.columnEdge], [.init(.isHidden, true)],
      on: [
        (
          .change,
          { value in
            guard let width = value.flatMap({ Int($0) }) else { return }
            model.changeLayout(of: entity) { $0.setWidth(width, of: column.name) }
          }
        )
      ])
  }

  private func sorting(_ column: GridColumn?) -> String {
    guard grid.request.order == column?.order else { return "none" }
    return grid.request.isDescending ? "descending" : "ascending"
  }

  private func title(_ column: GridColumn) -> [MarkupPart] {
    title(column.name, column.type + (column.isUnique ? " · unique" : ""), column)
  }

  private func title(_ name: String, _ type: String, _ column: GridColumn?) -> [MarkupPart] {
    var parts = [Parts.text(.text, "st-column-name", name)]
    if grid.request.order == column?.order, grid.request.order != nil || grid.request.isDescending {
      parts.append(Parts.icon(grid.request.isDescending ? "arrow.down" : "arrow.up"))
    }
    parts.append(Parts.text(.text, "st-column-type", type))
    return parts
  }

  private var keyWidth: Int { model.canWrite ? 104 : 84 }

  private var layout: ColumnLayout { model.layout(of: grid.request.entity) }

  /// The columns in sight, with their places in a row.
  private var shown: [ShownColumn] {
    let places = Dictionary(grid.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return layout.shown(grid.columns).compactMap { column in
      places[column.name].map { ShownColumn(column: column, place: $0) }
    }
  }

  private func width(_ column: GridColumn) -> Int { layout.width(of: column.name) ?? Self.usualWidth(column) }

  private var columnWidths: [MarkupPart] {
    // The last one takes the room that is left.
    ([keyWidth] + shown.map { width($0.column) }).map { MarkupPart(.column, "", [.styles(.width($0))]) }
      + [MarkupPart(.column)]
  }

  private var width: Int { shown.reduce(keyWidth) { $0 + width($1.column) } }

  static func usualWidth(_ column: GridColumn) -> Int {
    let title = 28 + column.name.count * 8
    let content =
      switch column.kind {
      case .number: 110
      case .boolean: 84
      case .date: 170
      case .data: 104
      case .identifier: 300
      case .toOne: 180
      case .toMany: 96
      case .composite, .code: 260
      case .choice: 130
      case .text: 220
      }
    return min(max(title, content), 340)
  }
}

/// One row: one view, whatever its columns.
struct GridRowView: View {
  let model: StudioModel
  let columns: [ShownColumn]
  let row: DataGridRow
  let isSelected: Bool
  let isDeleted: Bool
  let draft: [String: DraftValue]?
  /// To-many relationships that change.
  let relations: Set<String>
  let isMarked: Bool
  let editing: CellEditing?

  var body: some View {
    Markup(
      MarkupPart(
        .tableRow, "st-row" + (isSelected ? " st-selected" : "") + (isDeleted ? " st-deleted" : ""),
        [.init(.isSelected, isSelected)], parts: [key] + cells + [MarkupPart(.cell, "st-filler")],
        on: [(.click, { _ in model.select(row.reference) })]))
  }

  private var key: MarkupPart {
    let name = "\(row.reference.key)"
    var parts = [
      Parts.button("st-row-button", text: name, [.init(.label, "Row \(row.reference)")] + Parts.inTable) {
        model.select(isSelected ? nil : row.reference)
      }
    ]
    if model.canWrite {
      parts.insert(
        MarkupPart(
          .toggle, "st-mark",
          [.init(.label, "Mark row \(row.reference)"), .init(.isOn, isMarked), .init(.isFocusable, false)],
          on: [(.change, { model.mark(row.reference, $0 == "true") })]), at: 0)
    }
    return MarkupPart(.columnHeader, "st-key", [.init(.isRowHeader, true)], parts: parts)
  }

  private var cells: [MarkupPart] { columns.map(cell) }

  private func cell(_ shown: ShownColumn) -> MarkupPart {
    let column = shown.column
    if let editing, editing.column.name == column.name { return editor(editing) }
    let value = shown.place < row.cells.count ? row.cells[shown.place] : .none
    let part: MarkupPart =
      switch draft?[column.name] {
      case DraftValue.none?: MarkupPart(.cell, "st-changed st-nil", text: "nil")
      case .text(let text)?: MarkupPart(.cell, "st-changed", [.init(.help, text)], text: text)
      case .data(let data)?: MarkupPart(.cell, "st-changed st-bytes", text: ByteCount.text(UInt64(data.count)))
      case nil:
        CellPart(model: model, attributes: Parts.inTable).part(
          value, names: relations.contains(column.name) ? "st-changed" : "", row: row.reference, column: column)
      }
    guard model.canWrite, !isDeleted, StudioModel.isTypedInCell(column) else { return part }
    return part.hearing(.doubleClick) { _ in model.beginEditing(row.reference, column) }
  }

  /// What is typed is a draft at once; leaving the field keeps it, Escape takes it back.
  private func editor(_ cell: CellEditing) -> MarkupPart {
    let name = cell.column.name
    var editor = FieldEditor(
      column: cell.column, label: name, shown: draft?[name] ?? cell.original,
      choices: model.choices(cell.column, of: cell.reference.entity), ends: cell.ends, names: "st-cell-input"
    ) { value in model.draft(cell.reference, name, value, was: cell.original) }
    editor.attributes = [.init(.keys, "Escape")]
    editor.handlers = [
      (.key, { _ in model.endEditing(keeping: false) }), (.submit, { _ in model.endEditing(keeping: true) }),
      (.blur, { _ in if model.editing == cell { model.endEditing(keeping: true) } }),
    ]
    return MarkupPart(.cell, "st-editing", parts: [editor.part])
  }
}

/// A column in sight, and its place among the cells of a row.
struct ShownColumn: Equatable {
  let column: GridColumn
  let place: Int
}
