// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// A table of which the browser has only the rows in sight, and some around them.
struct GridView: View {
  let model: StudioModel
  let grid: GridModel

  var body: some View {
    Markup(.box, "st-grid", [.init(.isFocusable, true)]) {
      Markup(.table, "st-table", [.styles(.width(width)), .init(.rowCount, "\(grid.total ?? -1)")]) {
        Markup(MarkupPart(.columns, parts: columnWidths))
        Markup(MarkupPart(.tableHead, parts: [MarkupPart(.tableRow, parts: titles)]))
        Markup(.tableBody) {
          Markup(before)
          ForEach(grid.page.rows) { row in
            GridRowView(
              model: model, columns: grid.columns, row: row, isSelected: model.selected == row.reference,
              isDeleted: model.drafts.deletions.contains(row.reference), draft: model.drafts.updates[row.reference])
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
      parts: [Parts.button("st-column", parts: title("key", "", nil)) { model.sort(by: nil) }])
    return [key]
      + grid.columns.map { column in
        // Above numbers, which are at the end of their cells.
        let place = column.kind == .number ? "st-number" : ""
        guard column.order != nil else {
          return MarkupPart(
            .columnHeader, place, [.init(.isRowHeader, false)],
            parts: [MarkupPart(.box, "st-column", parts: title(column))])
        }
        return MarkupPart(
          .columnHeader, request.order == column.order ? "st-sorted \(place)" : place,
          [.init(.isRowHeader, false), .init(.order, sorting(column))],
          parts: [Parts.button("st-column", parts: title(column)) { model.sort(by: column) }])
      } + [MarkupPart(.cell, "st-filler")]
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

  private static let keyWidth = 84

  private var columnWidths: [MarkupPart] {
    // The last one takes the room that is left.
    ([Self.keyWidth] + grid.columns.map(Self.width)).map { MarkupPart(.column, "", [.styles(.width($0))]) }
      + [MarkupPart(.column)]
  }

  private var width: Int { grid.columns.reduce(Self.keyWidth) { $0 + Self.width($1) } }

  private static func width(_ column: GridColumn) -> Int {
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
  let columns: [GridColumn]
  let row: DataGridRow
  let isSelected: Bool
  let isDeleted: Bool
  let draft: [String: DraftValue]?

  var body: some View {
    Markup(
      MarkupPart(
        .tableRow, "st-row" + (isSelected ? " st-selected" : "") + (isDeleted ? " st-deleted" : ""),
        [.init(.isSelected, isSelected)], parts: [key] + cells + [MarkupPart(.cell, "st-filler")],
        on: [(.click, { _ in model.select(row.reference) })]))
  }

  private var key: MarkupPart {
    let name = "\(row.reference.key)"
    return MarkupPart(
      .columnHeader, "st-key", [.init(.isRowHeader, true)],
      parts: [
        Parts.button("st-row-button", text: name, [.init(.label, "Row \(row.reference)")]) {
          model.select(isSelected ? nil : row.reference)
        }
      ])
  }

  private var cells: [MarkupPart] {
    let maker = CellPart(model: model)
    return zip(columns, row.cells).map { column, cell in
      switch draft?[column.name] {
      case DraftValue.none?: MarkupPart(.cell, "st-changed st-nil", text: "nil")
      case .text(let text)?: MarkupPart(.cell, "st-changed", [.init(.help, text)], text: text)
      case nil: maker.part(cell, row: row.reference, column: column)
      }
    }
  }
}
