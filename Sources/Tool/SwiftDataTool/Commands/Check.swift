// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Looks for errors in a store, and repairs a copy of it on request.",
    discussion: """
      Checks SQLite's own integrity, tables, columns and indexes, key counters, the entities of \
      rows, references to rows that do not exist, inverses, required and unique values, archives, \
      version hashes, files of large values, and the history. A damaged page is an error; what \
      lies elsewhere in the file is still checked.

      Exit codes: 0 if there is no error, 1 if there is one (with --repair: if one is left).
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: "Make a copy at this path, and repair everything in it that has only one solution.", completion: .file())
  var repair: String?

  @Flag(help: "Exit with 1 if there are warnings, too.")
  var strict = false

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    if let database = store.database {
      if repair != nil {
        throw database.refuse("check --repair", "Correct what was found with SQL, or through the program's models.")
      }
      return try report(database.findings(), actions: nil)
    }
    guard let repair else {
      try report(findings(), actions: nil)
      return
    }
    let store = try store.open()
    let target = URL(fileURLWithPath: repair)
    let bar = ProgressBar("Copying")
    let result = try StoreRepair.repair(store, into: target, progress: bar.update)
    bar.finish()
    try report(findings(try Store(reading: target)), actions: result.actions)
  }

  private func findings() throws -> [Finding] {
    do {
      return try findings(store.open())
    } catch let error as StoreError where error.code == .damaged {
      return StoreIntegrityCheck.findings(in: store.url, notOpenedFor: error)
    }
  }

  private func findings(_ store: Store) throws -> [Finding] {
    let bar = ProgressBar("Checking")
    defer { bar.finish() }
    return try StoreIntegrityCheck(store).run(progress: bar.update)
  }

  private func report(_ findings: [Finding], actions: [String]?) throws {
    let hasFailed = strict ? !findings.isEmpty : findings.contains { $0.severity == .error }
    if answer.json {
      var members: [JSONValue.Member] = [
        .init("ok", .bool(!hasFailed)), .init("findings", .array(findings.map(json))),
      ]
      if let actions {
        members.append(.init("repairs", .array(actions.map { .string($0) })))
      }
      StandardOutput.line(JSONValue.object(members).pretty)
    } else {
      for action in actions ?? [] { StandardOutput.line(action) }
      for finding in findings { write(finding) }
      if findings.isEmpty {
        StandardOutput.line(
          Style.output.apply(.green, actions == nil ? "No problems found." : "No problems left."))
      }
    }
    if hasFailed { throw ExitCode(ExitCodes.findings) }
  }

  private func write(_ finding: Finding) {
    let colour: Style.Colour = finding.severity == .error ? .red : .yellow
    var place = finding.table ?? ""
    if let key = finding.key { place += " row \(key)" }
    if !place.isEmpty { place += ": " }
    StandardOutput.line(
      Style.output.apply(colour, finding.severity.rawValue) + " " + place + finding.what)
    StandardOutput.line("  " + Style.output.apply(.dim, finding.advice))
  }

  private func json(_ finding: Finding) -> JSONValue {
    .object([
      .init("severity", .string(finding.severity.rawValue)),
      .init("kind", .string(finding.kind.rawValue)), .init("table", .text(finding.table)),
      .init("key", finding.key.map { .integer($0) } ?? .null), .init("what", .string(finding.what)),
      .init("advice", .string(finding.advice)),
    ])
  }
}
