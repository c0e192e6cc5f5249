// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds out why an app cannot open a store, and salvages the readable rows of a damaged one.",
    discussion: """
      Looks whether the file opens, which of the given schemas it has, what a migration would change, and what is \
      damaged. A schema is given as a store that an app of that version made, such as that of a new installation.

      --salvage makes a new store of the rows that can be read; the damaged one stays as it is. --quarantine moves the \
      store into a new folder with a report, so that an app begins anew; with both, the new store may have the name of \
      the old one. The app must not be running.

      Exit codes: 0 if the store opens and nothing is damaged, or everything was salvaged; 1 otherwise.
      """)

  @OptionGroup var store: StoreArgument

  @Option(help: "A store of the schema that the app has; may be given several times.", completion: .file())
  var schema: [String] = []

  @Option(help: "Make a new store at this path of the rows that can be read.", completion: .file())
  var salvage: String?

  @Option(
    help: "Take metadata and tables that cannot be read from this sound store of the same version.", completion: .file()
  )
  var like: String?

  @Option(help: "Move the store into a new folder in this one, with a report.", completion: .directory)
  var quarantine: String?

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if like != nil, salvage == nil { throw ValidationError("--like is of use with --salvage only.") }
  }

  func run() throws {
    try store.requireFile("doctor", "'check' looks for errors in databases.")
    var report = DoctorReport(file: store.url.path)
    examine(&report)
    for path in schema { try compare(path, &report) }
    try treat(&report)
    if answer.json {
      StandardOutput.line(report.json.pretty)
    } else {
      for line in report.lines(Style.output) { StandardOutput.line(line) }
    }
    if !report.isWell { throw ExitCode(ExitCodes.findings) }
  }

  private func examine(_ report: inout DoctorReport) {
    do {
      let opened = try Store(reading: store.url)
      report.version = opened.metadata.versionIdentifiers.filter { !$0.isEmpty }.joined(separator: ", ")
      report.writtenBy = opened.metadata.era
      report.findings = try StoreIntegrityCheck(opened).run()
    } catch let error as StoreError {
      report.failure = error
      if error.code == .damaged { report.findings = StoreIntegrityCheck.findings(in: store.url, notOpenedFor: error) }
    } catch {
      report.failure = StoreError(.unreadable, "\(error)", file: store.url.path)
    }
  }

  private func compare(_ path: String, _ report: inout DoctorReport) throws {
    let other = try Store(reading: URL(fileURLWithPath: path))
    guard report.failure == nil, let opened = try? Store(reading: store.url) else { return }
    report.fits.append((path, try SchemaFit(opened, schema: other)))
  }

  private func treat(_ report: inout DoctorReport) throws {
    guard let salvage else {
      if let quarantine { report.quarantine = try move(into: quarantine, report) }
      return
    }
    let target = URL(fileURLWithPath: salvage)
    let isReplaced = target.standardizedFileURL == store.url.standardizedFileURL
    guard !isReplaced || quarantine != nil else {
      throw StoreError(
        .alreadyExists, "The new store would replace the damaged one.", file: store.url.path,
        advice: "Give another path, or --quarantine FOLDER, which moves the damaged store away first.")
    }
    let place = isReplaced ? target.appendingPathExtension("salvaged") : target
    report.salvage = try StoreSalvage.salvage(
      store.url, into: place, like: like.map { URL(fileURLWithPath: $0) })
    report.salvaged = target.path
    guard let quarantine else { return }
    do {
      report.quarantine = try move(into: quarantine, report, replacedBy: isReplaced ? place : nil)
    } catch {
      Backup.remove(place)
      throw error
    }
  }

  private func move(into folder: String, _ report: DoctorReport, replacedBy new: URL? = nil) throws -> String {
    let text = report.lines(Style.plain).joined(separator: "\n") + "\n"
    let folder = URL(fileURLWithPath: folder)
    guard let new else { return try StoreQuarantine.move(store.url, into: folder, report: text).path }
    return try StoreQuarantine.replace(store.url, with: new, into: folder, report: text).path
  }
}
