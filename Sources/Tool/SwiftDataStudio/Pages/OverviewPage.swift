// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// What is known of the store.
struct OverviewPage: View {
  let model: StudioModel

  var body: some View {
    Markup("div", "st-page") {
      Markup(Parts.text("h1", "st-title", model.store.url.lastPathComponent))
      Markup(Parts.text("p", "st-path", model.store.url.path))
      if let overview = model.overview.value {
        if !overview.remarks.isEmpty { Markup(remarks(overview.remarks)) }
        Markup(cards(overview))
        Markup(Parts.text("h2", "st-subtitle", "Facts"))
        Markup(
          MarkupPart(
            "dl", "st-facts",
            parts: overview.facts.flatMap { [Parts.text("dt", "", $0.name), Parts.text("dd", "", $0.value)] }))
        Markup(Parts.text("h2", "st-subtitle", "Export"))
        Markup(
          MarkupPart(
            "div", "st-actions",
            parts: [
              Parts.download(ExportRequest(.json), "All objects as JSON"),
              Parts.download(ExportRequest(.sql), "The database as SQL"),
              Parts.download(ExportRequest(.swift), "The model as Swift"),
            ]))
      } else {
        Markup(Parts.loading)
      }
    }
  }

  private func remarks(_ remarks: [String]) -> MarkupPart {
    MarkupPart(
      "div", "st-remarks",
      parts: [Parts.icon("info.circle")]
        + [MarkupPart("div", "", parts: remarks.prefix(20).map { Parts.text("p", "", $0) })])
  }

  private func cards(_ overview: StoreOverview) -> MarkupPart {
    let largest = max(1, overview.entities.compactMap(\.rows).max() ?? 1)
    return MarkupPart(
      "div", "st-cards",
      parts: overview.entities.map { entity in
        let share = Double(entity.rows ?? 0) / Double(largest)
        return Parts.link(
          model, .rows(of: entity.name), "st-card",
          parts: [
            Parts.text("span", "st-card-name", entity.name),
            Parts.text("span", "st-card-count", entity.rows.map(Parts.number) ?? "damaged"),
            Parts.text(
              "span", "st-card-note",
              entity.isAbstract
                ? "abstract" : entity.superentity.map { "is a \($0)" } ?? (entity.rows == 1 ? "row" : "rows")),
            MarkupPart("span", "st-card-bar", [("style", "width:\(Int(share * 100))%")]),
          ])
      })
  }
}
