// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Shows the model of a store, or its tables; freezes and compares schemas.",
    subcommands: [SchemaShow.self, SchemaFreeze.self, SchemaCheck.self, SchemaDiff.self],
    defaultSubcommand: SchemaShow.self)
}

struct SchemaShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the model of a store, or its tables.")

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
    if format == .sql {
      try store.requireFile("schema --sql", "For the tables of a database: pg_dump --schema-only.")
    }
    if let database = store.database, try database.isForeign() { return try show(database) }
    // What JSON in columns looks like, their values say.
    let store = try store.open(rows: format == .swift ? .some : .none)
    switch format {
    case .swift: StandardOutput.write(try ModelSource(store).text())
    case .sql: StandardOutput.write(try store.tableStatements())
    case .mermaid: StandardOutput.write(ModelMermaid(store).text)
    case .json: StandardOutput.line(ModelJSON(store).value.pretty)
    case nil: StandardOutput.text(ModelOutline(store).text)
    }
  }

  /// The tables of another program.
  private func show(_ database: DatabaseAddress) throws {
    switch format {
    case .swift: StandardOutput.write(try database.existingSource())
    case nil: StandardOutput.text(try database.existingOutline())
    case .sql, .mermaid, .json:
      throw StoreError(
        .unsupported, "The tables of the \(database.name) are another program's: they are shown as Swift, or listed.",
        advice: "swiftdata schema --swift postgres://…")
    }
  }
}
