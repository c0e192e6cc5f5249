// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Shows the model of a store, or its tables.")

  enum Format: String, EnumerableFlag {
    case swift, sql, mermaid, json

    static func help(for value: Format) -> ArgumentHelp? {
      switch value {
      case .swift: "As @Model classes that open the store."
      case .sql: "As the statements that made its tables."
      case .mermaid: "As a Mermaid diagram."
      case .json: "As JSON, with the columns of each property."
      }
    }
  }

  @OptionGroup var store: StoreArgument
  @Flag(exclusivity: .exclusive) var format: Format?

  func run() throws {
    let store = try store.open()
    switch format {
    case .swift: StandardOutput.write(try ModelSource(store).text())
    case .sql: StandardOutput.write(try store.tableStatements())
    case .mermaid: StandardOutput.write(ModelMermaid(store).text)
    case .json: StandardOutput.line(ModelJSON(store).value.pretty)
    case nil: StandardOutput.text(ModelOutline(store).text)
    }
  }
}
