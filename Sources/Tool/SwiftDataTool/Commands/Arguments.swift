// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

/// The store that a command looks into: a file, or, where the command works on them, a database.
struct StoreArgument: ParsableArguments {
  @Argument(
    help: "A store: default.store, Model.sqlite, postgres://user@host/database, …", completion: .file())
  var file: String

  @Option(help: "Of a database: what PostgreSQL calls a schema.")
  var namespace = "public"

  var url: URL { URL(fileURLWithPath: file) }

  /// `nil` for a file.
  var database: DatabaseAddress? { DatabaseAddress(file, namespace: namespace) }

  /// - Throws: `StoreError` if the store is a database.
  func requireFile(_ command: String, _ advice: String) throws {
    if let database { throw database.refuse(command, advice) }
  }

  /// - Parameter rows: Those of a database that are looked at.
  func open(rows: DatabaseRows = .all) throws -> Store {
    if let database { return try database.copy(rows: rows) }
    let store = try Store(reading: url)
    if let problem = store.metadata.problem { StandardOutput.note("warning: \(problem)") }
    if case .tables(let reason) = store.modelOrigin {
      StandardOutput.note(
        "note: \(reason) Names and types are taken from the tables, so names are in upper case.")
    }
    return store
  }
}

/// How a command answers.
struct AnswerOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer as JSON.")
  var json = false
}
