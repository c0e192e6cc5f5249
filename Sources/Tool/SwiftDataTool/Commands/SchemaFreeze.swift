// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct SchemaFreeze: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Writes the models of the present version to a text file, which is committed.",
    discussion: "'schema check' compares the models with it, and 'schema diff' says what a migration will do.")

  @OptionGroup var input: SchemaInput

  @Option(
    name: [.long, .customShort("o")], help: "The file to write; Schema.frozen, or with --swift, the name with .swift.",
    completion: .file())
  var output: String?

  @Option(
    help: "Write the models of the sources as Swift: a VersionedSchema of this name, which stays while they change.")
  var swift: String?

  @Flag(help: "Replace a file even if the models of its version have changed.")
  var force = false

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    let reading = try input.read()
    if let swift { return try writeSource(VersionSource(swift, reading), swift, reading.schema.version) }
    let schema = reading.schema
    let output = output ?? "Schema.frozen"
    let url = URL(fileURLWithPath: output)
    if !force, FileManager.default.fileExists(atPath: url.path) {
      let old = try FrozenSchema(reading: url)
      guard old.version != schema.version || SchemaChange.changes(from: old, to: schema).isEmpty else {
        throw StoreError(
          .alreadyExists, "The models have changed, but their version is still \(schema.version).", file: output,
          advice:
            "Declare the next version first; 'schema check' says what has changed. Nobody has this version yet: --force."
        )
      }
    }
    try write(schema.checkedText(file: output), to: output)
    report(output, version: schema.version, models: schema.models.count)
  }

  private func writeSource(_ source: VersionSource, _ name: String, _ version: String) throws {
    let output = output ?? "\(name).swift"
    guard force || !FileManager.default.fileExists(atPath: output) else {
      throw StoreError(
        .alreadyExists, "The file exists already, and a version that stores have must stay as it is.", file: output,
        advice: "Name another file (-o); or replace it by --force.")
    }
    try write(source.text, to: output)
    report(output, version: version, models: source.count)
  }

  private func write(_ text: String, to output: String) throws {
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic) } catch {
      throw StoreError(
        .notWritable, "The file cannot be written.", file: output,
        advice: "Check that its folder exists, and its rights.")
    }
  }

  private func report(_ output: String, version: String, models: Int) {
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("file", .string(output)), .init("version", .string(version)), .init("models", .integer(models)),
        ]).pretty)
    } else {
      StandardOutput.line("Froze version \(version) with \(countText(models, "model")) in \(output).")
    }
  }
}
