// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a store, with its large values, while its app may be running.",
    discussion: """
      A damaged store is copied as it is; then the command says so, and the exit code is 1.
      """)

  @OptionGroup var store: StoreArgument

  @Argument(help: "The file to make.", completion: .file())
  var target: String

  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try store.requireFile("backup", "For a database: pg_dump, or the tools of its server.")
    let store = try store.open()
    let url = URL(fileURLWithPath: target)
    let bar = ProgressBar("Copying")
    let result = try Backup.copy(store, to: url, progress: bar.update)
    bar.finish()
    let size = (try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)?
      .uint64Value
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("file", .string(url.path)), .init("bytes", .integer(size ?? 0)),
          .init("damage", .text(result.damage)),
          .init("notes", .array(result.notes.map { .string($0) })),
        ]).pretty)
    } else {
      for note in result.notes { StandardOutput.line(note) }
      StandardOutput.line("Wrote \(target), \(byteText(size ?? 0)).")
    }
    if let damage = result.damage {
      StandardOutput.flush()
      StandardOutput.complain(
        "\(store.url.path): The database is damaged, and so is the copy (\(damage))."
          + " 'swiftdata check' lists what can still be read.")
      throw ExitCode(ExitCodes.findings)
    }
  }
}
