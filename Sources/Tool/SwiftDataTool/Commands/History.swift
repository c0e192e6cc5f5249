// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the saves of a store and their changes, newest first.")

  @OptionGroup var store: StoreArgument

  @Option(help: "Only changes of this entity.")
  var entity: String?

  @Option(help: "Only saves since then: 2024-07-08, 2024-07-08T12:00:00Z.")
  var since: String?

  @Option(name: [.long, .customShort("l")], help: "How many saves at most.")
  var limit: Int?

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    if let since, DateText.date(since) == nil {
      throw ValidationError("--since needs a date such as 2024-07-08 or 2024-07-08T12:00:00Z.")
    }
  }

  func run() throws {
    try store.requireFile("history", "In a program: context.fetchHistory.")
    let store = try store.open()
    var options = HistoryCursor.Options()
    options.entity = entity
    options.since = since.flatMap(DateText.date)
    options.limit = limit
    options.isReversed = true
    let cursor = try store.history(options)
    var isFirst = true
    if answer.json { StandardOutput.write("[") }
    while let transaction = try cursor.next() {
      if answer.json {
        StandardOutput.write((isFirst ? "\n  " : ",\n  ") + "\(json(transaction, store))")
      } else {
        write(transaction, store)
      }
      isFirst = false
    }
    if answer.json {
      StandardOutput.line(isFirst ? "]" : "\n]")
    } else if isFirst {
      StandardOutput.note("There are no saves to list.")
    }
  }

  private func write(_ transaction: StoredTransaction, _ store: Store) {
    let style = Style.output
    var title = "\(transaction.number)"
    if let date = transaction.date { title += "  " + DateText.text(date) }
    let names = [
      transaction.process ?? transaction.bundle, transaction.context, transaction.author,
    ]
    for name in names.compactMap({ $0 }) { title += "  " + Store.oneLine(name) }
    StandardOutput.line(style.apply(.bold, title))
    for change in transaction.changes {
      let entity = change.entity ?? "?"
      var line = "\(entity)/p\(change.key)"
      if !change.properties.isEmpty { line += "  " + change.properties.joined(separator: ", ") }
      for field in change.tombstone { line += "  \(field.name): \(store.text(field.value))" }
      let (sign, colour): (String, Style.Colour) =
        switch change.kind {
        case .insert: ("+", .green)
        case .update: ("~", .yellow)
        case .delete: ("-", .red)
        case .unknown: ("?", .dim)
        }
      StandardOutput.line("  " + style.apply(colour, sign) + " " + line)
    }
  }

  private func json(_ transaction: StoredTransaction, _ store: Store) -> JSONValue {
    let changes = transaction.changes.map { change in
      var members: [JSONValue.Member] = [
        .init("kind", .string(change.kind.rawValue)), .init("entity", .text(change.entity)),
        .init("key", .integer(change.key)),
      ]
      if !change.properties.isEmpty {
        members.append(.init("properties", .array(change.properties.map { .string($0) })))
      }
      if !change.tombstone.isEmpty {
        members.append(
          .init(
            "tombstone", .object(change.tombstone.map { .init($0.name, store.json($0.value)) })))
      }
      return JSONValue.object(members)
    }
    return .object([
      .init("transaction", .integer(transaction.number)),
      .init("date", .text(transaction.date.map(DateText.text))),
      .init("author", .text(transaction.author)), .init("bundle", .text(transaction.bundle)),
      .init("process", .text(transaction.process)), .init("context", .text(transaction.context)),
      .init("changes", .array(changes)),
    ])
  }
}
