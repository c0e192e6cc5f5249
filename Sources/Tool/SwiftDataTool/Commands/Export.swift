// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the objects of a store as JSON, CSV or SQL.",
    discussion: """
      JSON is one object with the objects of each entity, their identifiers and relationships; \
      CSV one file per entity in a folder (--output); SQL the statements that make the store anew.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, csv, sql
  }

  @OptionGroup var store: StoreArgument

  @Option(help: "The format: json, csv or sql.")
  var to: Format

  @Option(help: "Only this entity; may be given several times.")
  var entity: [String] = []

  @Option(
    name: [.long, .customShort("o")],
    help: "The file to make, or the folder of a CSV export; otherwise standard output.",
    completion: .file())
  var output: String?

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    if to == .sql { try store.requireFile("export --to sql", "For the SQL of a database: pg_dump.") }
    let store = try store.open()
    // A bar among the output would be in the way.
    let bar = ProgressBar("Exporting", isWanted: output != nil || isatty(1) == 0)
    defer { bar.finish() }
    if to == .csv, let output {
      let folder = URL(fileURLWithPath: output, isDirectory: true)
      let files = try CSVExport(store, entities: entity).write(into: folder, progress: bar.update)
      bar.finish()
      if answer.json {
        StandardOutput.line(JSONValue.array(files.map { .string($0.path) }).pretty)
      } else {
        StandardOutput.note("Wrote \(files.count) files into \(output).")
      }
      return
    }
    if to == .csv {
      guard entity.count == 1 else {
        throw ValidationError("CSV has a file per entity: give --output FOLDER, or one --entity.")
      }
      let export = try CSVExport(store, entities: entity)
      try export.write(try store.entity(named: entity[0]), to: OutputSink())
      return
    }
    if let output {
      let sink = try FileSink(URL(fileURLWithPath: output), from: store.url)
      try write(store, sink, bar)
      try sink.finish()
      bar.finish()
      if answer.json {
        StandardOutput.line(JSONValue.array([.string(output)]).pretty)
      } else {
        StandardOutput.note("Wrote \(output).")
      }
    } else {
      try write(store, OutputSink(), bar)
    }
  }

  private func write(_ store: Store, _ sink: some TextSink, _ bar: ProgressBar) throws {
    switch to {
    case .sql: try SQLExport(store, entities: entity).write(to: sink, progress: bar.update)
    default: try JSONExport(store, entities: entity).write(to: sink, progress: bar.update)
    }
  }
}
