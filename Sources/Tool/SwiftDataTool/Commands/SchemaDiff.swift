// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct SchemaDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Prints what a migration from the frozen schema will do, step by step.",
    discussion: """
      With --postgres, each step has the SQL of a PostgreSQL store, the strongest lock on a table that others use, \
      what it costs (changes of the catalogue only, an index that is built, or a table that is rewritten), and whether it \
      is additive: whether servers of the former version can go on reading and writing during a rolling deployment.

      Exit codes: 0 if there is no step, 1 if there is one, 2 if something cannot be read.
      """)

  @OptionGroup var input: SchemaInput

  @Option(help: "The file that 'schema freeze' has written.", completion: .file())
  var frozen = "Schema.frozen"

  @Flag(help: "For a PostgreSQL store, with SQL, locks and costs.")
  var postgres = false

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    let old = try FrozenSchema(reading: URL(fileURLWithPath: frozen))
    let new = try input.read().schema
    guard old.origin == new.origin else {
      throw StoreError(
        .invalidInput, "The schema was frozen from \(old.origin == .sources ? "sources" : "a store"), not from this.",
        file: frozen, advice: "Compare it with its like, or freeze it again.")
    }
    if postgres {
      #if !Postgres
        throw DatabaseAddress.missingTrait
      #endif
      guard old.origin == .sources else {
        throw StoreError(
          .unsupported,
          "The statements are made of schemas that were frozen from sources: a store has no types' names.",
          file: frozen, advice: "Freeze the sources.")
      }
    }
    let steps = SchemaStep.steps(from: old, to: new, postgres ? SchemaTables(old: old) : nil)
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("from", .string(old.version)), .init("to", .string(new.version)),
          .init("steps", .array(steps.map(json))),
        ]).pretty)
    } else {
      StandardOutput.line("From version \(old.version) to \(new.version):")
      for step in steps { write(step) }
      if steps.isEmpty { StandardOutput.line("  Nothing changes.") }
    }
    if !steps.isEmpty { throw ExitCode(ExitCodes.findings) }
  }

  private func write(_ step: SchemaStep) {
    StandardOutput.line("")
    StandardOutput.line(step.change.text)
    for statement in step.sql { StandardOutput.line("    " + statement + ";") }
    if postgres {
      StandardOutput.line("  cost: \(step.cost.rawValue)\(step.lock.map { "; lock: \($0)" } ?? "")")
      StandardOutput.line(
        step.isAdditive
          ? "  additive" : "  not additive: servers of the former version cannot go on; split it into two releases")
    } else if step.cost == .code {
      StandardOutput.line("  \(SchemaStep.Cost.code.rawValue)")
    }
    if let note = step.note { StandardOutput.line("  \(note)") }
  }

  private func json(_ step: SchemaStep) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("change", .string(step.change.text)), .init("needsStage", .bool(step.cost == .code)),
    ]
    if postgres {
      members += [
        .init("cost", .string(step.cost.rawValue)), .init("lock", .text(step.lock)),
        .init("sql", .array(step.sql.map { .string($0) })), .init("additive", .bool(step.isAdditive)),
      ]
    }
    members.append(.init("note", .text(step.note)))
    return .object(members)
  }
}
