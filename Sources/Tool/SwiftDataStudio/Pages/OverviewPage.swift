// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// What is known of the store.
struct OverviewPage: View {
  let model: StudioModel

  var body: some View {
    Markup(.box, "st-page") {
      Markup(Parts.text(.title, "st-title", model.store.access.name))
      Markup(Parts.text(.paragraph, "st-path", model.store.access.place))
      if let overview = model.overview.value {
        if !overview.remarks.isEmpty { Markup(remarks(overview.remarks)) }
        Markup(cards(overview))
        Markup(Parts.text(.heading, "st-subtitle", "Facts"))
        Markup(
          MarkupPart(
            .terms, "st-facts",
            parts: overview.facts.flatMap { [Parts.text(.term, "", $0.name), Parts.text(.definition, "", $0.value)] }))
        Markup(Parts.text(.heading, "st-subtitle", "Export"))
        Markup(
          MarkupPart(
            .box, "st-actions",
            parts: [Parts.download(ExportRequest(.json), "All objects as JSON")]
              + (model.store.access.kind == .file ? [Parts.download(ExportRequest(.sql), "The database as SQL")] : [])
              + [Parts.download(ExportRequest(.swift), "The model as Swift")]))
      } else {
        Markup(Parts.loading)
      }
    }
  }

  private func remarks(_ remarks: [String]) -> MarkupPart {
    MarkupPart(
      .box, "st-remarks",
      parts: [Parts.icon("info.circle")]
        + [MarkupPart(.box, "", parts: remarks.prefix(20).map { Parts.text(.paragraph, "", $0) })])
  }

  private func cards(_ overview: StoreOverview) -> MarkupPart {
    let largest = max(1, overview.entities.compactMap(\.rows).max() ?? 1)
    return MarkupPart(
      .box, "st-cards",
      parts: overview.entities.map { entity in
        let share = Double(entity.rows ?? 0) / Double(largest)
        return Parts.link(
          model, .rows(of: entity.name), "st-card",
          parts: [
            Parts.text(.text, "st-card-name", entity.name),
            Parts.text(.text, "st-card-count", entity.rows.map(entity.text) ?? entity.unknown),
            Parts.text(
              .text, "st-card-note",
              entity.isAbstract
                ? "abstract" : entity.superentity.map { "is a \($0)" } ?? (entity.rows == 1 ? "row" : "rows")),
            MarkupPart(.text, "st-card-bar", [.styles(.size(.width, .part((share * 100).rounded(.down) / 100)))]),
          ])
      })
  }
}
