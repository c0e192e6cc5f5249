// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

/// The file that a command looks into.
struct StoreArgument: ParsableArguments {
  @Argument(
    help: "A store: default.store, Model.sqlite, …", completion: .file())
  var file: String

  var url: URL { URL(fileURLWithPath: file) }

  func open() throws -> Store {
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
