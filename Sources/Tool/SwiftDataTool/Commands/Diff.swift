// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the differences between two stores, in their models and rows.",
    discussion: "Exit codes: 0 if there is no difference, 1 if there is one.")

  @Argument(help: "A store: a file, or postgres://user@host/database.", completion: .file()) var first: String
  @Argument(help: "The store to compare it with.", completion: .file()) var second: String

  @Option(help: "Only rows of this entity; may be given several times.")
  var entity: [String] = []

  @Option(name: [.long, .customShort("l")], help: "How many rows to list at most.")
  var limit = 100

  @Option(help: "Of a database: what PostgreSQL calls a schema.")
  var namespace = "public"

  @Option(help: "The namespace of the second database, if it differs.")
  var secondNamespace: String?

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must not be negative.") }
  }

  func run() throws {
    let stores = (try open(first, namespace), try open(second, secondNamespace ?? namespace))
    let comparison = StoreComparison(stores.0, stores.1)
    let schema = comparison.schema()
    if !answer.json { write(schema) }
    var counts: [String: [StoreComparison.RowDifference.Kind: Int]] = [:]
    var listed: [JSONValue] = []
    var total = 0
    let bar = ProgressBar("Comparing")
    try comparison.rows(of: entity, progress: bar.update) { difference in
      counts[difference.reference.entity, default: [:]][difference.kind, default: 0] += 1
      total += 1
      guard total <= limit else { return }
      if answer.json {
        listed.append(json(difference, stores))
      } else {
        bar.finish()
        write(difference, stores)
      }
    }
    bar.finish()
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("equal", .bool(schema.isEmpty && total == 0)),
          .init("schema", .array(schema.map(json))), .init("counts", json(counts)),
          .init("rows", .array(listed)),
        ]).pretty)
    } else {
      summarize(schema, counts, total)
    }
    if !schema.isEmpty || total > 0 { throw ExitCode(ExitCodes.findings) }
  }

  private func open(_ text: String, _ namespace: String) throws -> Store {
    if let database = DatabaseAddress(text, namespace: namespace) { return try database.copy(rows: .all) }
    return try Store(reading: URL(fileURLWithPath: text))
  }

  private typealias Counts = [String: [StoreComparison.RowDifference.Kind: Int]]

  private func write(_ schema: [StoreComparison.SchemaDifference]) {
    for difference in schema {
      if let old = difference.first { sign("-", .red, "\(difference.name): \(old)") }
      if let new = difference.second { sign("+", .green, "\(difference.name): \(new)") }
    }
  }

  private func sign(_ sign: String, _ colour: Style.Colour, _ text: String) {
    StandardOutput.line(Style.output.apply(colour, sign) + " " + text)
  }

  private func write(_ difference: StoreComparison.RowDifference, _ stores: (Store, Store)) {
    switch difference.kind {
    case .added: sign("+", .green, "\(difference.reference)")
    case .removed: sign("-", .red, "\(difference.reference)")
    case .changed:
      sign("~", .yellow, "\(difference.reference)")
      for value in difference.values {
        StandardOutput.line(
          "    \(value.name): \(cut(stores.0.text(value.first))) → \(cut(stores.1.text(value.second)))"
        )
      }
    }
  }

  private func cut(_ text: String) -> String {
    text.isEmpty ? "nil" : text.count > 80 ? text.prefix(79) + "…" : text
  }

  private func summarize(
    _ schema: [StoreComparison.SchemaDifference], _ counts: Counts, _ total: Int
  ) {
    if total > limit { StandardOutput.line("… and \(total - limit) rows more") }
    for entity in counts.keys.sorted() {
      let parts = [StoreComparison.RowDifference.Kind.added, .removed, .changed].compactMap {
        kind in
        counts[entity]?[kind].map { "\($0) \(kind.rawValue)" }
      }
      StandardOutput.line(Style.output.apply(.bold, entity) + ": " + parts.joined(separator: ", "))
    }
    if schema.isEmpty && total == 0 { StandardOutput.line("No difference.") }
  }

  private func json(_ difference: StoreComparison.SchemaDifference) -> JSONValue {
    .object([
      .init("name", .string(difference.name)), .init("first", .text(difference.first)),
      .init("second", .text(difference.second)),
    ])
  }

  private func json(_ counts: Counts) -> JSONValue {
    .object(
      counts.keys.sorted().map { entity in
        .init(
          entity,
          .object(
            [StoreComparison.RowDifference.Kind.added, .removed, .changed].map {
              .init($0.rawValue, .integer(counts[entity]?[$0] ?? 0))
            }))
      })
  }

  private func json(
    _ difference: StoreComparison.RowDifference, _ stores: (Store, Store)
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("kind", .string(difference.kind.rawValue)),
      .init("object", .string("\(difference.reference)")),
    ]
    if !difference.values.isEmpty {
      let values = difference.values.map { value in
        JSONValue.Member(
          value.name,
          .object([
            .init("first", stores.0.json(value.first)),
            .init("second", stores.1.json(value.second)),
          ]))
      }
      members.append(.init("values", .object(values)))
    }
    return .object(members)
  }
}
