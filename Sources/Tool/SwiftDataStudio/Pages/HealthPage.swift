// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataUI

/// What is wrong with a store, and where its bytes are.
struct HealthPage: View {
  let model: StudioModel
  @State private var findings: Loaded<[Finding]> = .loading
  @State private var sizes: Loaded<TableSizes> = .loading

  var body: some View {
    Markup(.box, "st-page") {
      Markup(.header, "st-head") {
        Markup(MarkupPart(.box, "st-head-title", parts: [Parts.text(.title, "st-title", "Health")]))
      }
      switch findings {
      case .loading: Markup(Parts.loading)
      case .failed(let error): Markup(Parts.error(error))
      case .value(let findings): Markup(list(findings))
      }
      Markup(Parts.text(.heading, "st-subtitle", "Sizes"))
      switch sizes {
      case .loading: Markup(Parts.loading)
      case .failed(let error): Markup(Parts.error(error))
      case .value(let sizes): Markup(bars(sizes))
      }
    }
    .task(id: model.revision) {
      findings = await Loaded.of { try await model.store.check() }
      sizes = await Loaded.of { try await model.store.sizes() }
    }
  }

  private var checked: String {
    switch model.store.access.kind {
    case .file: "SQLite's integrity, keys, references, inverses, values, hashes, files and history."
    case .database: "Tables, columns, keys, references, inverses, values, indexes and foreign keys."
    }
  }

  private func list(_ findings: [Finding]) -> MarkupPart {
    if findings.isEmpty {
      return MarkupPart(
        .box, "st-well",
        parts: [
          Parts.icon("checkmark.seal.fill"),
          MarkupPart(
            .box, "",
            parts: [
              Parts.text(.strong, "", "No problems found."),
              Parts.text(
                .paragraph, "", checked),
            ]),
        ])
    }
    return MarkupPart(
      .bulletedList, "st-findings",
      parts: findings.map { finding in
        var place = finding.table ?? ""
        if let key = finding.key { place += " row \(key)" }
        return MarkupPart(
          .item, finding.severity == .error ? "st-finding st-is-error" : "st-finding",
          parts: [
            Parts.icon(finding.severity == .error ? "xmark.circle.fill" : "exclamationmark.triangle"),
            MarkupPart(
              .box, "",
              parts: [
                Parts.text(.paragraph, "st-finding-what", finding.what),
                Parts.text(.paragraph, "st-faint", finding.advice),
              ]), Parts.text(.code, "", place),
          ])
      })
  }

  private func bars(_ sizes: TableSizes) -> MarkupPart {
    let largest = max(1, sizes.tables.first?.all ?? 1)
    func width(_ bytes: UInt64) -> Element.Attribute {
      .styles(.size(.width, .part((Double(bytes) / Double(largest) * 1_000).rounded(.down) / 1_000)))
    }
    return MarkupPart(
      .box, "st-sizes",
      parts: [
        MarkupPart(
          .paragraph, "st-faint",
          parts: [
            MarkupPart(.text, "st-key-table"), Parts.text(.text, "", "rows"), MarkupPart(.text, "st-key-index"),
            Parts.text(.text, "", "indexes · \(ByteCount.text(sizes.total)) in all"),
          ])
      ]
        + sizes.tables.map { table in
          MarkupPart(
            .box, "st-size",
            parts: [
              Parts.text(
                .text, "st-size-name", table.entities.isEmpty ? table.name : table.entities.joined(separator: ", ")),
              MarkupPart(
                .text, "st-size-bars", [.init(.help, table.name)],
                parts: [
                  MarkupPart(.text, "st-bar-table", [width(table.table)]),
                  MarkupPart(.text, "st-bar-index", [width(table.indexes)]),
                ]), Parts.text(.text, "st-number", ByteCount.text(table.all)),
            ])
        })
  }
}
