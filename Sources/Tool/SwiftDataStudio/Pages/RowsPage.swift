// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// The rows of an entity, and one of them beside.
struct RowsPage: View {
  let model: StudioModel

  var body: some View {
    if let grid = model.grid {
      Markup(.box, model.selected == nil ? "st-rows" : "st-rows st-with-detail") {
        Markup(.box, "st-rows-main") {
          RowsHeader(model: model, grid: grid)
          FilterBar(model: model, request: grid.request)
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
    // CSV has the rows as they are shown; the others are files of all of them, which can be read in again.
    let all = grid.request.isPlain ? "" : "All as "
    actions.append(Parts.download(ExportRequest(csvOf: grid.request), "CSV"))
    actions.append(Parts.download(ExportRequest(.json, entity: entity), all + "JSON"))
    actions.append(Parts.download(ExportRequest(.sql, entity: entity), all + "SQL"))
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

/// A condition in the language of the command line.
struct FilterBar: View {
  let model: StudioModel
  let request: GridRequest
  @State private var text: String?

  var body: some View {
    Markup(.box, "st-filter") {
      Markup(Parts.icon("line.3.horizontal.decrease.circle"))
      Markup(
        MarkupPart(
          .textField, "st-filter-field",
          [
            .init(.value, text ?? request.condition),
            .init(.placeholder, "name contains \"sum\" and count > 3"),
            .init(.label, "Condition"), .init(.checksSpelling, false), .init(.capitalization, "off"),
            .init(.contentType, "off"),
          ],
          on: [
            (.input, { text = $0 ?? "" }),
            (.submit, { model.filter($0 ?? text ?? "") }),
          ]))
      if let text, text != request.condition {
        Markup(Parts.button("st-button st-small st-primary", text: "Filter") { model.filter(text) })
      }
      if !request.condition.isEmpty {
        Markup(
          Parts.button("st-button st-small", text: "Clear") {
            text = nil
            model.filter("")
          })
      }
    }
    .onChange(of: [request.entity, request.condition]) { _, _ in text = nil }
  }
}
