// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation
import SwiftDataRealm

/// `swiftdata realm export`
struct RealmExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the objects of a Realm file as JSON.")

  @OptionGroup var realm: RealmArgument

  @Option(name: .customLong("class"), help: "Only this class; may be given several times.")
  var classes: [String] = []

  @Option(
    name: [.long, .customShort("o")], help: "The file to make; otherwise standard output.",
    completion: .file())
  var output: String?

  func run() throws {
    let file = try realm.open()
    // A bar among the output would be in the way.
    let bar = ProgressBar("Exporting", isWanted: output != nil || isatty(1) == 0)
    defer { bar.finish() }
    let export = try RealmJSONExport(file, classes: classes)
    let sink = try output.map { try FileSink(URL(fileURLWithPath: $0), from: realm.url) }
    try export.write(progress: bar.update) { text in
      if let sink { try sink.write(text) } else { StandardOutput.write(text) }
    }
    try file.checkUnchanged()
    guard let sink, let output else { return }
    try sink.finish()
    bar.finish()
    StandardOutput.note("Wrote \(output).")
  }
}
