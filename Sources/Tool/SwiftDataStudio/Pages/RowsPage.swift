// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// The rows of an entity, and one of them beside.
struct RowsPage: View {
  let model: StudioModel
  @State private var showsColumns = false

  var body: some View {
    if let grid = model.grid {
      Markup(.box, model.selected == nil ? "st-rows" : "st-rows st-with-detail") {
        Markup(.box, "st-rows-main") {
          RowsHeader(model: model, grid: grid, showsColumns: $showsColumns)
          FilterBar(model: model, request: grid.request)
          if showsColumns { ColumnsPanel(model: model, grid: grid) }
          if let error = grid.error { Markup(Parts.error(error)) }
          if grid.columns.isEmpty {
            if grid.isLoading { Markup(Parts.loading) }
          } else if grid.page.rows.isEmpty, !grid.isLoading, grid.error == nil {
            Markup(nothing(grid))
          } else {
            GridView(model: model, grid: grid)
          }
          InsertionList(model: model, grid: grid)
        }
        if model.selected != nil { DetailPanel(model: model) }
      }
    }
  }

  private func nothing(_ grid: GridModel) -> MarkupPart {
    MarkupPart(
      .box, "st-nothing",
      parts: [
        Parts.icon("tray"),
        Parts.text(
          .paragraph, "",
          grid.request.isPlain ? "There are no rows of \(grid.request.entity)." : "No row meets the condition."
        ),
      ])
  }
}

/// What the rows are of, how many there are, and what can be done with them.
struct RowsHeader: View {
  let model: StudioModel
  let grid: GridModel
  @Binding var showsColumns: Bool

  var body: some View {
    Markup(.header, "st-head") {
      Markup(
        MarkupPart(
          .box, "st-head-title",
          parts: [
            Parts.text(.title, "st-title", grid.request.entity), Parts.text(.text, "st-head-count", count),
          ]))
      Markup(MarkupPart(.box, "st-actions", parts: actions))
    }
    if let relation { Markup(relation) }
  }

  private var count: String {
    guard let total = grid.total else { return grid.isLoading || grid.error == nil ? "counting…" : "" }
    let text = Parts.count(total, "row")
    return total > GridModel.most ? "\(text); the first \(Parts.number(GridModel.most)) can be scrolled to" : text
  }

  private var actions: [MarkupPart] {
    let entity = grid.request.entity
    var actions: [MarkupPart] = []
    if model.canWrite, let known = model.overview.value?.entities.first(where: { $0.name == entity }), !known.isAbstract
    {
      actions.append(Parts.action("New", "plus", "st-button st-primary") { model.insert(into: entity) })
    }
    actions.append(
      Parts.action(
        "Columns", "slider.horizontal.3", "st-button", [.init(.isExpanded, showsColumns)]
      ) { showsColumns.toggle() })
    // CSV and JSON have the rows as they are shown; SQL is a file of all of them, which makes the tables, too.
    let files = [(ExportRequest(.csv, rows: grid.request), "CSV"), (ExportRequest(.json, rows: grid.request), "JSON")]
    if files.allSatisfy({ $0.0.fitsAddress }) {
      actions += files.map { Parts.download($0, $1) }
    } else {
      actions.append(Parts.text(.text, "st-faint", "The condition is too long for a file of these rows."))
    }
    if model.store.access.kind == .file {
      actions.append(Parts.download(ExportRequest(.sql, entity: entity), grid.request.isPlain ? "SQL" : "All as SQL"))
    }
    if model.overview.value?.hasHistory == true {
      actions.append(
        Parts.link(
          model, .history(entity: entity), "st-button",
          parts: [Parts.icon("clock.arrow.circlepath"), Parts.text(.text, "", "History")]))
    }
    return actions
  }

  private var relation: MarkupPart? {
    let reference: ObjectReference
    let text: String
    switch grid.request.relation {
    case .targets(let owner, let name):
      reference = owner
      text = "'\(name)' of"
    case .owners(let target, let name):
      reference = target
      text = "'\(name)' leads to"
    case nil: return nil
    }
    var all = grid.request
    all.relation = nil
    return MarkupPart(
      .box, "st-relation",
      parts: [
        Parts.icon("link"), Parts.text(.text, "", text),
        Parts.link(model, .row(reference), "st-link", text: "\(reference)"),
        Parts.link(model, .rows(all, selected: nil), "st-button st-small", text: "Show all"),
      ])
  }
}
