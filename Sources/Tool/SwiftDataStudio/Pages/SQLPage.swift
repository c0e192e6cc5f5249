// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataUI

/// A page for the user's own SELECT.
struct SQLPage: View {
  let model: StudioModel
  /// That of the address.
  let statement: String
  @State private var sql: String
  @State private var result: Loaded<SQLResult>?
  @State private var run = 0
  @State private var isNaming = false

  init(model: StudioModel, statement: String) {
    self.model = model
    self.statement = statement
    _sql = State(initialValue: statement)
  }

  var body: some View {
    Markup(.box, "st-page st-sql") {
      Markup(.header, "st-head") {
        Markup(
          MarkupPart(
            .box, "st-head-title",
            parts: [
              Parts.text(.title, "st-title", "SQL"),
              Parts.text(.text, "st-head-count", "reading only, 1,000 rows and 5 seconds at most"),
            ]))
      }
      Markup(
        MarkupPart(
          .textArea, "st-input st-editor",
          [
            .init(.label, "Statement"), .init(.placeholder, "SELECT …"), .init(.checksSpelling, false),
            .init(.value, sql),
            .init(.lines, "6"),
          ], on: [(.input, { sql = $0 ?? "" })]))
      Markup(
        MarkupPart(
          .box, "st-actions",
          parts: [
            Parts.button(
              "st-button st-primary", parts: [Parts.icon("play.fill"), Parts.text(.text, "", "Run")],
              [.init(.shortcut, "Meta+Enter"), .init(.help, "Ctrl+Return")]
            ) { start() },
            Parts.button(
              "st-button", text: "Save…", [.init(.label, "Save the statement"), .init(.isExpanded, isNaming)]
            ) { isNaming.toggle() },
          ] + examples))
      if isNaming {
        QueryNamer(suggested: String(sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(60))) {
          name in
          model.saveQuery(name, .sql(statement: sql))
          isNaming = false
        }
      }
      switch result {
      case nil: EmptyView()
      case .loading?: Markup(Parts.loading)
      case .failed(let error)?: Markup(Parts.error(error))
      case .value(let result)?: Markup(table(result))
      }
    }
    // Back leads to the statement before, unless the address has none since it would be too long.
    .onChange(of: statement) { _, statement in
      if statement != sql, !statement.isEmpty || sql.utf8.count <= Place.longest { sql = statement }
    }
  }

  private var examples: [MarkupPart] {
    let tables = model.overview.value?.entities.compactMap(\.table) ?? []
    let unique = tables.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return unique.prefix(24).map { table in
      Parts.button("st-button st-small", text: table) {
        sql = "SELECT * FROM \(table.inDoubleQuotes) LIMIT 100"
        start()
      }
    }
  }

  private func start() {
    run += 1
    let (number, statement) = (run, sql)
    model.go(.sql(statement: statement.isEmpty ? nil : statement))
    result = .loading
    Task {
      let answer = await Loaded.of { try await model.store.run(statement) }
      if number == run { result = answer }
    }
  }

  private func table(_ result: SQLResult) -> MarkupPart {
    let note =
      "\(result.isCut ? "the first " : "")\(Parts.count(result.rows.count, "row")) in \(result.time) ms"
    return MarkupPart(
      .box, "st-result",
      parts: [
        MarkupPart(
          .box, "st-actions",
          parts: [
            Parts.text(.text, "st-faint", note),
            Parts.download(ExportRequest(.csv, result: result.token), "Result as CSV"),
            Parts.download(ExportRequest(.json, result: result.token), "Result as JSON"),
          ]),
        MarkupPart(
          .box, "st-grid",
          [.init(.isFocusable, true)],
          parts: [
            MarkupPart(
              .table, "st-table st-free",
              parts: [
                MarkupPart(
                  .tableHead,
                  parts: [
                    MarkupPart(
                      .tableRow,
                      parts: result.columns.enumerated().map { index, name in
                        MarkupPart(
                          .columnHeader, isNumber(index, result) ? "st-number" : "", [.init(.isRowHeader, false)],
                          parts: [MarkupPart(.box, "st-column", parts: [Parts.text(.text, "st-column-name", name)])])
                      })
                  ]),
                MarkupPart(
                  .tableBody,
                  parts: result.rows.map { row in MarkupPart(.tableRow, "st-row", parts: row.map(cell)) }),
              ])
          ]),
      ])
  }

  /// Whether the first value of a column is a number.
  private func isNumber(_ index: Int, _ result: SQLResult) -> Bool {
    let first = result.rows.lazy.compactMap { index < $0.count ? $0[index] : nil }.first {
      if case .null = $0 { false } else { true }
    }
    if case .number? = first { return true }
    return false
  }

  private func cell(_ value: SQLResult.Value) -> MarkupPart {
    switch value {
    case .null: MarkupPart(.cell, "st-nil", text: "NULL")
    case .number(let text): MarkupPart(.cell, "st-number", text: text)
    case .text(let text): MarkupPart(.cell, "", [.init(.help, text)], text: text)
    case .bytes, .data: MarkupPart(.cell, "st-bytes", text: value.text)
    }
  }
}
