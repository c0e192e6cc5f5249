// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct SchemaCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fails if models have changed without a new version and a stage that leads to it.",
    discussion: """
      For continuous integration. Exit codes: 0 if the models are the frozen ones, or a new version with its stages; \
      1 if not, and the output says what has changed; 2 if something cannot be read.
      """)

  @OptionGroup var input: SchemaInput

  @Option(help: "The file that 'schema freeze' has written.", completion: .file())
  var frozen = "Schema.frozen"

  @OptionGroup var answer: AnswerOptions

  private enum Verdict: String {
    case unchanged, newVersion, changedWithoutVersion, changedFormerVersion, missingStage, olderVersion

    var isWell: Bool { self == .unchanged || self == .newVersion }
  }

  func run() throws {
    let old = try FrozenSchema(reading: URL(fileURLWithPath: frozen))
    let reading = try input.read()
    let new = reading.schema
    guard old.origin == new.origin else {
      throw StoreError(
        .invalidInput, "The schema was frozen from \(old.origin == .sources ? "sources" : "a store"), not from this.",
        file: frozen, advice: "Compare it with its like, or freeze it again.")
    }
    var changes = SchemaChange.changes(from: old, to: new)
    var verdict = Verdict.unchanged
    if old.version != new.version {
      let edits = try reading.versions(old.version).map { SchemaChange.changes(from: old, to: $0) }
      if let edited = edits.first, edits.allSatisfy({ !$0.isEmpty }) {
        (verdict, changes) = (.changedFormerVersion, edited)
      }
    }
    if verdict == .unchanged, !changes.isEmpty || old.version != new.version {
      let (before, now) = (SchemaVersionNumber(old.version), SchemaVersionNumber(new.version))
      if old.version == new.version {
        verdict = .changedWithoutVersion
      } else if let before, let now, now < before {
        verdict = .olderVersion
      } else {
        verdict = reading.hasStages(from: old.version) ? .newVersion : .missingStage
      }
    }
    report(verdict, changes, old, new, hasVersions: reading.hasVersions)
    if !verdict.isWell { throw ExitCode(ExitCodes.findings) }
  }

  private func report(
    _ verdict: Verdict, _ changes: [SchemaChange], _ old: FrozenSchema, _ new: FrozenSchema, hasVersions: Bool
  ) {
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("ok", .bool(verdict.isWell)), .init("verdict", .string(verdict.rawValue)),
          .init("frozen", .string(old.version)), .init("version", .string(new.version)),
          .init("changes", .array(changes.map { .string($0.text) })),
        ]).pretty)
      return
    }
    for change in changes { StandardOutput.line(change.text) }
    switch verdict {
    case .unchanged: StandardOutput.line("The models are those of the frozen version \(old.version).")
    case .newVersion:
      StandardOutput.line(
        "Version \(new.version) follows \(old.version). Freeze it when it is released: swiftdata schema freeze.")
    case .changedWithoutVersion:
      StandardOutput.line("The models have changed, but their version is still \(old.version).")
      StandardOutput.line(
        hasVersions
          ? "Declare a VersionedSchema with a higher number, and a stage that leads to it."
          : "Keep the frozen models in a VersionedSchema, and declare another one, with a higher number, and a stage.")
    case .changedFormerVersion:
      StandardOutput.line(
        "The declaration of version \(old.version), which is frozen, has changed: stores have what it was.")
      StandardOutput.line("Restore it, and change the models of the next version.")
    case .missingStage:
      StandardOutput.line("No stage of a SchemaMigrationPlan leads from \(old.version) to \(new.version).")
      StandardOutput.line("Add one: .lightweight(fromVersion:toVersion:), or .custom.")
    case .olderVersion:
      StandardOutput.line("The version \(new.version) is older than the frozen one, \(old.version).")
    }
  }
}
