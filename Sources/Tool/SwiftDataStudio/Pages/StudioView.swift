// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The whole window: what there is on the left, what is chosen beside it.
struct StudioView: View {
  let model: StudioModel

  var body: some View {
    Markup(.box, model.isSidebarOpen ? "st-app st-open" : "st-app", grows: [.horizontal, .vertical]) {
      Markup(topBar)
      Sidebar(model: model)
      // The page itself is what is called the main part.
      Markup(.box, "st-main") {
        content
        MarkedBar(model: model)
        ChangesBar(model: model)
      }
    }
    .sheet(isPresented: isPreviewing) { PreviewSheet(model: model) }
    .alert(
      "This was not done", isPresented: hasMessage,
      actions: { Button("OK", role: .cancel) {} }, message: { Text(verbatim: model.message?.description ?? "") })
  }

  @ViewBuilder private var content: some View {
    if let error = model.overview.error {
      Markup(Parts.error(error))
      Markup(
        MarkupPart(
          .box, "st-page", parts: [Parts.action("Try Again", "arrow.clockwise") { Task { await model.refresh() } }]))
    } else {
      switch model.place {
      case .overview: OverviewPage(model: model)
      case .rows: RowsPage(model: model)
      case .diagram: DiagramPage(model: model)
      case .history(let entity): HistoryView(model: model, entity: entity)
      case .sql(let statement): SQLPage(model: model, statement: statement ?? "")
      case .health: HealthPage(model: model)
      case .schema: SchemaPage(model: model)
      }
    }
  }

  private var topBar: MarkupPart {
    MarkupPart(
      .header, "st-top",
      parts: [
        Parts.button(
          "st-menu-button", parts: [Parts.icon("line.3.horizontal")],
          [.init(.label, "Menu"), .init(.isExpanded, model.isSidebarOpen)]
        ) { model.isSidebarOpen.toggle() },
        Parts.text(.text, "st-top-title", model.place.title),
        Parts.text(.text, "st-top-file", model.store.access.name),
      ])
  }

  private var isPreviewing: Binding<Bool> {
    Binding(get: { model.preview != nil }, set: { if !$0 { model.cancelPreview() } })
  }

  private var hasMessage: Binding<Bool> {
    Binding(get: { model.message != nil }, set: { if !$0 { model.message = nil } })
  }
}
