// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// All properties of a row, and what leads where.
struct DetailPanel: View {
  let model: StudioModel

  var body: some View {
    Markup(.aside, "st-detail", [.init(.label, "Row")]) {
      switch model.detail {
      case .loading: Markup(Parts.loading)
      case .failed(let error):
        Markup(close)
        Markup(Parts.error(error))
      case .value(nil):
        Markup(close)
        Markup(Parts.text(.paragraph, "st-nothing", "There is no such row any more."))
      case .value(let detail?):
        Markup(header(detail))
        Markup(.box, "st-fields") {
          ForEach(detail.properties) { PropertyField(model: model, reference: detail.reference, property: $0) }
        }
        if !detail.incoming.isEmpty { Markup(incoming(detail)) }
      }
    }
  }

  private var close: MarkupPart {
    Parts.button("st-close", parts: [Parts.icon("xmark")], [.init(.label, "Close")]) { model.select(nil) }
  }

  private func header(_ detail: RowDetail) -> MarkupPart {
    var actions: [MarkupPart] = []
    if model.canWrite {
      let isDeleted = model.drafts.deletions.contains(detail.reference)
      actions.append(
        Parts.action(isDeleted ? "Keep" : "Delete", isDeleted ? "arrow.uturn.backward" : "trash", "st-button st-danger")
        {
          model.delete(detail.reference)
        })
    }
    return MarkupPart(
      .header, "st-detail-head",
      parts: [
        MarkupPart(
          .box, "",
          parts: [
            Parts.text(.heading, "", detail.title ?? "\(detail.reference)"),
            Parts.text(
              .paragraph, "st-detail-id",
              "\(detail.reference)" + (detail.version.map { " · version \($0)" } ?? "")),
          ]), MarkupPart(.box, "st-actions", parts: actions + [close]),
      ])
  }

  private func incoming(_ detail: RowDetail) -> MarkupPart {
    MarkupPart(
      .section, "st-incoming",
      parts: [Parts.text(.subheading, "", "Leads here, without inverse")]
        + detail.incoming.map { item in
          var request = GridRequest(entity: item.entity)
          request.relation = .owners(of: detail.reference, relationship: "\(item.entity).\(item.relationship)")
          return Parts.link(
            model, .rows(request, selected: nil), "st-link", text: "\(item.entity).\(item.relationship): \(item.count)")
        })
  }
}
