// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The store, its entities, and what else can be looked at.
struct Sidebar: View {
  let model: StudioModel
  @State private var search = ""

  var body: some View {
    Markup(.navigation, "st-side", [.init(.label, "Store")]) {
      Markup(heading)
      Markup(tools)
      Markup(.box, "st-side-title") {
        Markup(Parts.text(.text, "", "Entities"))
        if entities.count > 12 {
          TextField("Find", text: $search)
        }
      }
      Markup(.box, "st-side-list") {
        ForEach(shown) { entity in Markup(row(entity)) }
      }
      if !model.kept.queries.isEmpty {
        Markup(.box, "st-side-title") { Markup(Parts.text(.text, "", "Saved queries")) }
        Markup(.box, "st-side-queries") {
          ForEach(model.kept.queries) { query in Markup(row(query)) }
        }
      }
      Markup(
        Parts.text(.paragraph, "st-side-note", model.store.isWritable ? "Open for changing" : "Open for reading only"))
    }
  }

  private var entities: [StoreOverview.Entity] { model.overview.value?.entities ?? [] }

  private var shown: [StoreOverview.Entity] {
    search.isEmpty ? entities : entities.filter { $0.name.lowercased().contains(search.lowercased()) }
  }

  private var heading: MarkupPart {
    Parts.link(
      model, .overview, "st-side-head",
      parts: [
        Parts.icon("cylinder.split.1x2"),
        MarkupPart(
          .text, "st-side-name",
          parts: [
            Parts.text(.strong, "", model.store.access.name),
            Parts.text(
              .small, "",
              model.overview.value.map { "\(ByteCount.text($0.size)) · \(Parts.count($0.entities.count, "entity"))" }
                .map { $0.replacing("entitys", with: "entities") } ?? "…"),
          ]),
      ], [.init(.help, model.store.access.place)])
  }

  private var tools: MarkupPart {
    let all: [(Place, String)] = [
      (.diagram, "point.3.connected.trianglepath.dotted"), (.history(entity: nil), "clock.arrow.circlepath"),
      (.sql(statement: nil), "curlybraces"), (.health, "stethoscope"), (.schema, "doc.text"),
    ]
    return MarkupPart(
      .box, "st-side-tools",
      parts: all.map { place, icon in
        let isCurrent = place.title == model.place.title
        return Parts.link(
          model, place, isCurrent ? "st-side-row st-current" : "st-side-row",
          parts: [Parts.icon(icon), Parts.text(.text, "", place.title)],
          isCurrent ? [.init(.isCurrent, true)] : [])
      })
  }

  private func row(_ query: StudioSettings.Query) -> MarkupPart {
    MarkupPart(
      .box, "st-side-query",
      parts: [
        Parts.link(
          model, Place(path: query.path), "st-side-row",
          parts: [Parts.icon("bookmark"), Parts.text(.text, "st-side-entity", query.name)], [.init(.help, query.path)]),
        Parts.button(
          "st-icon-button", parts: [Parts.icon("xmark")], [.init(.label, "Remove the query \(query.name)")]
        ) { model.removeQuery(query.name) },
      ])
  }

  private func row(_ entity: StoreOverview.Entity) -> MarkupPart {
    var isCurrent = false
    if case .rows(let request, _) = model.place { isCurrent = request.entity == entity.name }
    let count = entity.allRows.map(entity.text) ?? "?"
    return Parts.link(
      model, .rows(of: entity.name),
      "st-side-row" + (isCurrent ? " st-current" : "") + (entity.isAbstract ? " st-abstract" : ""),
      parts: [
        Parts.icon(entity.depth > 0 ? "arrow.right" : "tablecells"),
        Parts.text(.text, "st-side-entity", entity.name), Parts.text(.text, "st-side-count", count),
      ],
      [Element.Attribute.styles(.depth(min(entity.depth, 6)))].adding(.isCurrent, if: isCurrent))
  }
}
