// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describes a store: its version, entities, rows, hashes and sizes.")

  @OptionGroup var store: StoreArgument
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    if let database = store.database { return try database.inspect(json: answer.json) }
    let store = try store.open()
    let inspection = try Inspection(of: store)
    if answer.json {
      StandardOutput.line(InspectionJSON(store, inspection).value.pretty)
    } else {
      for line in InspectionText(store, inspection).lines { StandardOutput.line(line) }
    }
  }
}
