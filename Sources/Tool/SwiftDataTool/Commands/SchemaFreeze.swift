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

  @Option(name: [.long, .customShort("o")], help: "The file to write.", completion: .file())
  var output = "Schema.frozen"

  @Flag(help: "Replace a file even if the models of its version have changed.")
  var force = false

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    let schema = try input.read().schema
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
    do { try Data(schema.text.utf8).write(to: url, options: .atomic) } catch {
      throw StoreError(
        .notWritable, "The file cannot be written.", file: output,
        advice: "Check that its folder exists, and its rights.")
    }
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("file", .string(output)), .init("version", .string(schema.version)),
          .init("models", .integer(schema.models.count)),
        ]).pretty)
    } else {
      StandardOutput.line(
        "Froze version \(schema.version) with \(countText(schema.models.count, "model")) in \(output).")
    }
  }
}
