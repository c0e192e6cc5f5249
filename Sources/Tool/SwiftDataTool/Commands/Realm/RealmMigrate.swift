// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation
import RealmTransfer

/// `swiftdata realm migrate`
struct RealmMigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Copies the objects of a Realm file into a store of SwiftData, or into a database.",
    discussion: """
      A store that does not exist is made, for the classes that 'schema --swift' writes. One that \
      exists is filled as its model says: names decide what goes where, unless --rename or --skip \
      say something else. The Realm file is never changed.

      A migration that was interrupted or killed goes on where it stopped when it is started again. \
      When the file has changed since, all of it is compared with the store, and what differs is \
      written. Until --finish, --rollback makes the store as it was before.

      A database (--to postgres://user@host/database) must have the tables of the models, without \
      rows. The objects go into a temporary file first, and from there into the database, in one \
      transaction.

      Exit codes: 1 if the comparison at the end finds a difference.
      """)

  @OptionGroup var realm: RealmArgument
  @OptionGroup var names: RealmNamesArguments

  @Flag(help: "Make the store as it was before the migration; nothing is migrated.")
  var rollback = false

  @Flag(help: "End a finished migration: its ledger and the copy of the former store go.")
  var finish = false

  @Flag(inversion: .prefixedNo, help: "Compare the file with the store afterwards.")
  var verify = true

  @Option(help: "How many objects are written in one transaction.")
  var batch = 2000

  @Flag(help: "The file is the one that was migrated before, at another place.")
  var moved = false

  @Flag(help: "Add objects without a primary key once more, after --finish.")
  var again = false

  @Flag(help: "Keep rows of objects that the file had before, and has no more.")
  var keepMissing = false

  @Option(help: "Of a database: what PostgreSQL calls a schema.")
  var namespace = "public"

  @OptionGroup var reports: RealmReportArguments

  func validate() throws {
    if batch < 1 { throw ValidationError("--batch must be at least 1.") }
    if rollback, finish { throw ValidationError("Give either --rollback or --finish.") }
    if !verify, !reports.report.isEmpty {
      throw ValidationError("A report needs the comparison: leave out --no-verify.")
    }
  }

  func run() throws {
    if let database = DatabaseAddress(names.to, namespace: namespace) { return try migrate(into: database) }
    let store = names.store
    if rollback || finish {
      if rollback {
        try RealmImporter.rollBack(store)
      } else if let left = try RealmImporter.end(store) {
        StandardOutput.note("Nothing was removed beside the store. \(left.what)")
      }
      StandardOutput.line(rollback ? "The store is as it was before." : "The migration is ended.")
      return
    }
    try migrate(to: store)
  }

  /// The file that the objects are collected in is compared with the Realm file, and the database with that one.
  private func migrate(into database: DatabaseAddress) throws {
    if rollback || finish {
      throw database.refuse(
        rollback ? "--rollback" : "--finish",
        "A migration into a database is one transaction, which leaves nothing to end.")
    }
    let bar = ProgressBar("Comparing with the database")
    defer { bar.finish() }
    try database.receive(
      author: RealmImporter(url: realm.url).author, verifies: verify, { try migrate(to: $0, isPassing: true) },
      { bar.update($0, of: $1) })
    bar.finish()
    StandardOutput.line(
      verify ? "All of it is in the database, which has been compared with the file." : "All of it is in the database.")
  }

  /// - Parameter isPassing: Whether the store is a temporary file, whose rows go on to a database.
  private func migrate(to store: URL, isPassing: Bool = false) throws {
    var importer = try names.importer(realm)
    importer.keepsAllDigits = isPassing
    importer.batchSize = batch
    importer.removesMissing = !keepMissing
    importer.hasMoved = moved
    importer.addsAgain = again
    let start = Date()
    let bar = ProgressBar("Migrating")
    Interruption.watch()
    let summary: RealmSummary
    do {
      defer { bar.finish() }
      summary = try importer.migrate(to: store, isCancelled: { Interruption.isWanted }) {
        bar.update($0.done, of: $0.total, detail: Self.detail($0))
      }
    } catch is CancellationError {
      StandardOutput.note(
        isPassing
          ? "Interrupted. Nothing is in the database."
          : "Interrupted. Run the same command again: it goes on where it stopped.")
      throw ExitCode(130)
    }
    let seconds = Date().timeIntervalSince(start)
    StandardOutput.line(
      "\(summary.inserted) inserted, \(summary.updated) updated, \(summary.deleted) deleted"
        + " in \(String(format: "%.1f", seconds)) s.")
    for omission in summary.omissions {
      let name = omission.className + (omission.property.map { "." + $0 } ?? "")
      StandardOutput.line("Left out: \(name) (\(omission.objects) objects). \(omission.reason)")
    }
    for loss in summary.losses {
      StandardOutput.line(
        "Lost: \(loss.className).\(loss.property), \(loss.count) times. \(loss.reason.explanation)")
    }
    guard verify else { return }
    try reports.verify(importer, store)
  }

  private static func detail(_ progress: RealmProgress) -> String {
    guard let rate = progress.rate, let remaining = progress.remaining else { return "" }
    let left = Int(remaining.rounded(.up))
    let time = left >= 60 ? "\(left / 60) min \(left % 60) s" : "\(left) s"
    return "\(Int(rate)) objects/s, \(time) left"
  }
}

/// `swiftdata realm verify`
struct RealmVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compares a Realm file with the store that it was migrated into.",
    discussion: """
      Every value and every link is compared, unique values and links that lead nowhere are \
      looked for. Neither file is changed.

      Exit codes: 1 if there is a difference, or a fetch takes longer than '--fetch-limit'.
      """)

  @OptionGroup var realm: RealmArgument
  @OptionGroup var names: RealmNamesArguments
  @OptionGroup var reports: RealmReportArguments

  func run() throws {
    if let database = DatabaseAddress(names.to, namespace: "public") {
      throw database.refuse("realm verify", "'realm migrate' compares the database with the file before it commits.")
    }
    try reports.verify(try names.importer(realm), names.store)
  }
}

/// The store, and what goes where.
struct RealmNamesArguments: ParsableArguments {
  @Option(help: "The store: a file; to migrate also postgres://user@host/database.", completion: .file())
  var to: String

  @Option(
    help: ArgumentHelp(
      "Another name in the store: Class=Entity, or Class.property=name. May be repeated.",
      valueName: "name=name"))
  var rename: [String] = []

  @Option(help: "What to omit: Class, or Class.property. May be repeated.")
  var skip: [String] = []

  @Option(help: "A name for the file, if several files with the same classes go into one store.")
  var source: String?

  @Flag(help: "Omit what has no counterpart, instead of stopping before anything is written.")
  var skipUnmatched = false

  var store: URL { URL(fileURLWithPath: to) }

  func importer(_ realm: RealmArgument) throws -> RealmImporter {
    var importer = RealmImporter(url: realm.url, key: try realm.realmKey())
    importer.mapping = try mapping(try realm.open().schema)
    importer.source = source
    return importer
  }

  /// A class may have a dot in its name: the longest name of a class counts.
  private func mapping(_ schema: RealmSchema) throws -> RealmMapping {
    var mapping = RealmMapping()
    mapping.skipsUnmatched = skipUnmatched
    let classes = schema.classes.map(\.name).sorted { $0.count > $1.count }
    func split(_ name: String) throws -> (String, String?) {
      if classes.contains(name) { return (name, nil) }
      guard let type = classes.first(where: { name.hasPrefix($0 + ".") }) else {
        throw ValidationError("The file has no class in '\(name)'.")
      }
      return (type, String(name.dropFirst(type.count + 1)))
    }
    var targets: [String: String] = [:]
    var renames: [String: [(String, String)]] = [:]
    var skips: [String: [String]] = [:]
    for text in rename {
      guard let sign = text.lastIndex(of: "="), sign != text.startIndex else {
        throw ValidationError("--rename takes a name, '=' and another name, not '\(text)'.")
      }
      let name = String(text[text.index(after: sign)...])
      let (type, property) = try split(String(text[..<sign]))
      if let property {
        renames[type, default: []].append((property, name))
      } else {
        targets[type] = name
      }
    }
    for text in skip {
      let (type, property) = try split(text)
      if let property { skips[type, default: []].append(property) } else { mapping.skip(type) }
    }
    let models = ModelPlan(schema)
    for type in Set(renames.keys).union(skips.keys).union(targets.keys).sorted() {
      var entry = RealmClassMapping(type, to: targets[type] ?? models[type]?.name ?? type)
      for (property, name) in renames[type] ?? [] { entry = entry.rename(property, to: name) }
      for property in skips[type] ?? [] { entry = entry.skip(property) }
      mapping.add(entry)
    }
    return mapping
  }
}

/// Where reports go.
struct RealmReportArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Writes a report: .md, .html or .json says in which form. May be repeated.",
      valueName: "file"), completion: .file(extensions: ["md", "html", "json"]))
  var report: [String] = []

  @Option(help: "How many seconds a fetch of all rows of an entity may take, sorted by its first text: 2, …")
  var fetchLimit: Double?

  func validate() throws {
    for path in report where format(path) == nil {
      throw ValidationError("A report ends in .md, .html or .json, not as '\(path)'.")
    }
  }

  private func format(_ path: String) -> RealmReport.Format? {
    RealmReport.Format(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  /// Compares, says what was found, and writes the reports.
  func verify(_ importer: RealmImporter, _ store: URL) throws {
    let bar = ProgressBar("Comparing")
    let verification: RealmVerification
    do {
      defer { bar.finish() }
      verification = try importer.verify(store) { bar.update($0, of: $1) }
    }
    let document = RealmReport(verification)
    StandardOutput.line(document.conclusion)
    for path in report {
      guard let format = format(path) else { continue }
      do {
        try document.text(format).write(toFile: path, atomically: true, encoding: .utf8)
      } catch {
        throw StoreError(
          .notWritable, "The report cannot be written.", file: path,
          advice: "Check that the folder exists and may be written to.")
      }
      StandardOutput.note("Wrote \(path).")
    }
    let slow = fetchLimit.map { verification.slowFetches(limit: $0) } ?? []
    for fetch in slow {
      StandardOutput.line(
        "\(fetch.entity): all \(fetch.rows) rows, sorted by \(fetch.sortedBy ?? "key"), took "
          + String(format: "%.2f s.", fetch.seconds))
    }
    if verification.isClean, slow.isEmpty { return }
    for difference in verification.differences.prefix(10) {
      StandardOutput.line(
        "\(difference.className) \(difference.object)"
          + (difference.property.map { ".\($0)" } ?? "")
          + ": \(difference.expected) became \(difference.found)")
    }
    throw ExitCode(ExitCodes.findings)
  }
}

/// Ctrl-C: the batch that is being written is finished first.
enum Interruption {
  // Unsafe: written by the signal's handler, one word.
  nonisolated(unsafe) private static var count: sig_atomic_t = 0

  static var isWanted: Bool { Interruption.count != 0 }

  static func watch() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // The second time, at once.
        if Interruption.count != 0 { _exit(128 + number) }
        Interruption.count = 1
      }
    }
  }
}
