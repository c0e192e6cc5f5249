// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct CloudCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloud",
    abstract: "Tells whether models can be synchronized.",
    subcommands: [CloudCheck.self])
}

struct CloudCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Lists all that CloudKit would refuse in models, with how to mend it.",
    discussion: """
      Reads sources without compiling them, or the model of a store or a database. A container of SwiftData's stops at \
      the first of these findings, on a device, when the app starts.

      Exit codes: 0 if there is no error; 1 if there is one; 2 if something cannot be read.
      """)

  @OptionGroup var input: SchemaInput

  @Flag(
    help: """
      The records go to a swiftdata-server, not to iCloud: unique attributes are merged there, and what only CloudKit \
      refuses is a warning.
      """)
  var ownServer = false

  @Flag(help: "Warnings are errors.")
  var strict = false

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    let reading = try input.read()
    var findings = CloudRules(reading.schema, isOwnServer: ownServer).findings
    if strict { for index in findings.indices { findings[index].severity = .error } }
    if answer.json { StandardOutput.line(json(findings, reading).pretty) } else { report(findings, reading) }
    if findings.contains(where: { $0.severity == .error }) { throw ExitCode(ExitCodes.findings) }
  }

  private func report(_ findings: [CloudFinding], _ reading: SchemaInput.Reading) {
    for finding in findings {
      // As compilers do, so that editors find the line.
      let place = reading.place(of: finding.property, in: finding.model).map { "\($0.text): " } ?? ""
      StandardOutput.line("\(place)\(finding.severity.rawValue): \(finding.model): \(finding.text)")
      StandardOutput.line("  \(finding.fix)")
    }
    let errors = findings.count { $0.severity == .error }
    let models = count(reading.schema.models.count, "model")
    let place = ownServer ? "a server of your own" : "CloudKit"
    if findings.isEmpty {
      StandardOutput.line("\(models): \(place) takes all of them.")
    } else {
      StandardOutput.line(
        "\(models): \(count(errors, "error")), \(count(findings.count - errors, "warning")).")
    }
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private func json(_ findings: [CloudFinding], _ reading: SchemaInput.Reading) -> JSONValue {
    .object([
      .init("ok", .bool(!findings.contains { $0.severity == .error })),
      .init("models", .integer(Int64(reading.schema.models.count))),
      .init(
        "findings",
        .array(
          findings.map { finding in
            let place = reading.place(of: finding.property, in: finding.model)
            return .object([
              .init("severity", .string(finding.severity.rawValue)), .init("rule", .string(finding.rule.rawValue)),
              .init("model", .string(finding.model)), .init("property", finding.property.map { .string($0) } ?? .null),
              .init("text", .string(finding.text)), .init("fix", .string(finding.fix)),
              .init("file", place.map { .string($0.file) } ?? .null),
              .init("line", place.map { .integer(Int64($0.line)) } ?? .null),
            ])
          })),
    ])
  }
}
