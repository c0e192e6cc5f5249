// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds objects from a JSON or CSV file to a store.",
    discussion: """
      Reads what 'export' writes. The file is validated first; then everything is written in one \
      transaction, or nothing. The objects get new keys; their "$id" only connects them with each \
      other. Identifiers that are not in the file are those of objects in the store.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, csv
  }

  enum Conflicts: String, ExpressibleByArgument, CaseIterable {
    case fail, skip, update
  }

  @OptionGroup var store: StoreArgument

  @Argument(
    help: "The file to read, or a folder of CSV files; standard input if it is left out.",
    completion: .file())
  var source: String?

  @Option(help: "The format: json or csv.")
  var from: Format

  @Option(help: "What to do if a row has the same unique values: fail, skip or update.")
  var onConflict = Conflicts.fail

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    let importer = Importer(policy: .init(rawValue: onConflict.rawValue) ?? .fail)
    let format = Importer.Format(rawValue: from.rawValue) ?? .json
    if source == nil, from == .csv {
      throw ValidationError("CSV is read from a file <entity>.csv, or a folder of them.")
    }
    let bar = ProgressBar("Importing")
    defer { bar.finish() }
    let file = source.map { URL(fileURLWithPath: $0) }
    let result =
      if let database = store.database {
        try database.import(file, format, importer, bar.update)
      } else {
        try importer.import(file, format, into: store.url, progress: bar.update)
      }
    bar.finish()
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("inserted", json(result.inserted)), .init("updated", json(result.updated)),
          .init("skipped", json(result.skipped)),
        ]).pretty)
      return
    }
    let parts = [
      ("inserted", result.inserted), ("updated", result.updated), ("skipped", result.skipped),
    ]
    for (word, counts) in parts {
      for entity in counts.keys.sorted() {
        StandardOutput.line("\(entity): \(counts[entity] ?? 0) \(word)")
      }
    }
    if parts.allSatisfy({ $0.1.isEmpty }) { StandardOutput.line("The file holds no objects.") }
  }

  private func json(_ counts: [String: Int]) -> JSONValue {
    .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .integer($0.value)) })
  }
}
