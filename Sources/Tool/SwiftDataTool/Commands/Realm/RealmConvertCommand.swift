// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RealmSourceConverter
import SwiftDataRealm

/// `swiftdata realm convert`
struct RealmConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Rewrites Swift sources that use Realm for SwiftData.",
    discussion: """
      Classes become @Model classes, with their comments; queries, writes and views follow where their meaning is \
      plain. What has no counterpart stays, with a comment 'TODO(realm):' that says why. The sources are not changed. \
      Exits with 1 if '--file' shows a difference, or '--check' an error.
      """)

  @Argument(help: "The folder with the sources.", completion: .directory)
  var folder: String

  @Option(help: "The folder for the converted files, which must be empty.", completion: .directory)
  var to: String

  @Option(help: "Where to write the report on the sources' use of Realm: as Markdown, and as JSON beside it.")
  var report: String?

  @Option(help: "A Realm file of the app, whose classes are compared with those of the sources.", completion: .file())
  var file: String?

  @Flag(
    help: ArgumentHelp(
      "Type-check the converted files, and put a note at each error.",
      discussion: "Needs the compiler in PATH, and this package's build beside the tool, or at '--modules'."))
  var check = false

  @Option(help: "Where SwiftData was built, for '--check': .build/debug, …", completion: .directory)
  var modules: String?

  @Flag(help: "Replace files that are in the folder already.")
  var overwrite = false

  func run() throws {
    do {
      let isSound = try convert()
      StandardOutput.flush()
      if !isSound { throw ExitCode(ExitCodes.findings) }
    } catch let error as RealmSourceError {
      StandardOutput.flush()
      StandardOutput.complain(error.description)
      throw ExitCode(ExitCodes.failure)
    }
  }

  private func convert() throws -> Bool {
    let sources = try RealmSourceFolder(URL(fileURLWithPath: folder))
    // A file that cannot be read is known before anything is written.
    let schema = try file.map { try RealmFile(url: URL(fileURLWithPath: $0)).schema }
    let checker = try check ? SourceChecker(products: products) : nil
    var conversion = RealmSourceConverter(sources.sources).convert()
    let checked = try checker.map { try conversion.check(with: $0) }
    try sources.write(conversion.files, to: URL(fileURLWithPath: to), overwrites: overwrite)
    let changed = conversion.files.count(where: \.isChanged)
    StandardOutput.line(
      "Classes: \(conversion.audit.types.count), source files: \(sources.sources.count), changed: \(changed).")
    let open = conversion.audit.open
    if !open.isEmpty { StandardOutput.line("\(open.count) places are marked with 'TODO(realm):'.") }
    if let checked { describe(checked) }
    if let report { try write(conversion.audit, to: URL(fileURLWithPath: report)) }
    let compiles = checked.map { $0.errors == 0 } ?? true
    guard let schema else { return compiles }
    let differences = conversion.schema.differences(from: schema)
    if differences.isEmpty { StandardOutput.line("The sources and the file have the same classes.") }
    for difference in differences { StandardOutput.line(difference.description) }
    return differences.isEmpty && compiles
  }

  /// Where the modules are: beside the tool, if nothing else is said.
  private var products: URL {
    if let modules { return URL(fileURLWithPath: modules) }
    let tool = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tool.resolvingSymlinksInPath().deletingLastPathComponent()
  }

  private func describe(_ result: SourceChecker.Result) {
    if !result.missingModules.isEmpty {
      StandardOutput.line(
        "Not checked, since they import \(result.missingModules.joined(separator: ", ")): "
          + result.uncheckedFiles.joined(separator: ", ") + ".")
    }
    StandardOutput.line(
      result.errors == 0
        ? "The compiler found no errors." : "The compiler found \(result.errors) errors; each is marked.")
  }

  private func write(_ audit: RealmAudit, to url: URL) throws {
    let isJSON = url.pathExtension == "json"
    let base = url.deletingPathExtension()
    let markdown = isJSON ? base.appendingPathExtension("md") : url
    let json = isJSON ? url : base.appendingPathExtension("json")
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(audit.markdown.utf8).write(to: markdown, options: .atomic)
      try audit.json().write(to: json, options: .atomic)
    } catch {
      throw ValidationError("\(url.path): The report cannot be written: \(error.localizedDescription)")
    }
  }
}
