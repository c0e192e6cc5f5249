// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Tells what sources of views use that is missing here, or has no effect.",
    subcommands: [ViewsCheck.self])
}

struct ViewsCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Lists modules, views and modifiers that are missing here, and those without an effect.",
    discussion: """
      Before an app is ported: reads its sources without compiling them. What is named as missing may come from a \
      package that the app depends on. Clauses of '#if' for other systems, or for modules that are not here, are left \
      out.

      Exit codes: 0 if nothing is missing; 1 if something is; 2 if a source cannot be read.
      """)

  @Argument(help: "Swift sources, or folders that contain some.", completion: .file())
  var sources: [String]

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    let check = try ViewCheck(sources)
    guard check.fileCount > 0 else {
      throw StoreError(
        .invalidInput, "There are no Swift sources.", file: sources.joined(separator: ", "),
        advice: "Name a folder with files that end in '.swift'.")
    }
    if answer.json { StandardOutput.line(json(check).pretty) } else { report(check) }
    if check.hasFindings { throw ExitCode(ExitCodes.findings) }
  }

  private func report(_ check: ViewCheck) {
    StandardOutput.line("Files: \(check.fileCount), uses of modifiers: \(check.modifierCount).")
    section("Modules that are not here", check.modules)
    section("Missing, unless a package of the app's has it", check.missing)
    section("Shown as its name only", check.placeholders)
    section("In part: the log says what they do not do", check.inPart)
    section("Without an effect in the browser", check.withoutEffect)
    if !check.hasFindings { StandardOutput.line("Nothing is missing.") }
  }

  private func section(_ title: String, _ findings: [ViewCheck.Finding]) {
    guard !findings.isEmpty else { return }
    StandardOutput.line("")
    StandardOutput.line("\(title):")
    var table = TextTable([("name", .left), ("uses", .right), ("first", .left)])
    for finding in findings { table.add([finding.name, "\(finding.places.count)", finding.places[0].text]) }
    for line in table.lines(indent: "  ", Style.output) { StandardOutput.line(line) }
  }

  private func json(_ check: ViewCheck) -> JSONValue {
    func list(_ findings: [ViewCheck.Finding]) -> JSONValue {
      .array(
        findings.map { finding in
          .object([
            .init("name", .string(finding.name)), .init("uses", .array(finding.places.map { .string($0.text) })),
          ])
        })
    }
    return .object([
      .init("files", .integer(Int64(check.fileCount))), .init("modifiers", .integer(Int64(check.modifierCount))),
      .init("modules", list(check.modules)), .init("missing", list(check.missing)),
      .init("placeholders", list(check.placeholders)), .init("inPart", list(check.inPart)),
      .init("withoutEffect", list(check.withoutEffect)),
    ])
  }
}
