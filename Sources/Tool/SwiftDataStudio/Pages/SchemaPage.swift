// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The model as sources.
struct SchemaPage: View {
  let model: StudioModel
  @State private var kind = "swift"
  @State private var text: Loaded<String> = .loading

  var body: some View {
    Markup(.box, "st-page") {
      Markup(.header, "st-head") {
        Markup(MarkupPart(.box, "st-head-title", parts: [Parts.text(.title, "st-title", "Schema")]))
        Markup(.box, "st-actions") {
          Picker("Form", selection: $kind) {
            Text("Swift").tag("swift")
            Text("SQL").tag("sql")
          }
          .pickerStyle(.segmented)
          Markup(Parts.download(ExportRequest(.swift), "Swift"))
        }
      }
      switch text {
      case .loading: Markup(Parts.loading)
      case .failed(let error): Markup(Parts.error(error))
      case .value(let text): Markup(Parts.text(.preformatted, "st-source", text))
      }
    }
    .task(id: "\(model.revision) \(kind)") {
      let kind = kind
      text = await Loaded.of {
        kind == "swift" ? try await model.store.swift() : try await model.store.tableStatements()
      }
    }
  }
}
