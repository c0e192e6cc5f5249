// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation
import Synchronization

/// A program's migration as a step of its deployment.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Starts a program for the migration of its stores alone, or prints what that would change.",
    discussion: """
      The models and the stages are in the program, so the program is what migrates: it is started with a variable of the \
      environment that makes the library end it as soon as its first container is open. Nothing of the program runs after \
      that. With --dry-run it ends before a store is opened, and the SQL for databases is printed.

        swiftdata migrate --dry-run .build/release/Server
        swiftdata migrate .build/release/Server serve --port 8080

      What the program prints goes to the standard error output. Without this command: SWIFTDATA_MIGRATION=run, or dry-run, \
      before the program's name.

      Exit codes: 0 if the stores are migrated, or would not change; 1 if a dry run found something to change; 2 if the \
      migration failed, or the program opened no store.
      """)

  @Flag(help: "Changes nothing.")
  var dryRun = false

  @Option(help: "Seconds after which a program that has not opened a container is ended.")
  var timeout = 3600.0

  @OptionGroup var answer: AnswerOptions

  @Argument(parsing: .captureForPassthrough, help: "The program, with its arguments.", completion: .file())
  var program: [String]

  func validate() throws {
    if program.isEmpty { throw ValidationError("Name the program.") }
    if !(timeout > 0 && timeout < 1e9) { throw ValidationError("The time-out must be a number of seconds.") }
  }

  /// What the library reports for each store.
  private struct StoreReport: Decodable {
    var store: String
    var from: String?
    var to: String?
    var stages: [String]?
    var statements: [String]?
    var note: String?
    var error: String?

    var changes: Bool { !(stages ?? []).isEmpty || !(statements ?? []).isEmpty }
  }

  func run() throws {
    let report = FileManager.default.temporaryDirectory.appending(path: "swiftdata-migration-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: report) }
    let end = try start(report)
    let text = (try? String(contentsOf: report, encoding: .utf8)) ?? ""
    let stores = try text.split(separator: "\n").map { line in
      do { return try JSONDecoder().decode(StoreReport.self, from: Data(line.utf8)) } catch {
        throw StoreError(
          .invalidInput, "The program's report cannot be read: \(line)", file: program[0],
          advice: "Build the program and this command from the same version of the library.")
      }
    }
    guard !stores.isEmpty else {
      throw StoreError(
        .invalidInput, "The program ended \(end) without opening a store.", file: program[0],
        advice: "It must make its ModelContainer when it starts, with a version of the library that has this command.")
    }
    answer.json ? writeJSON(stores) : stores.forEach(write)
    if let error = stores.lazy.compactMap(\.error).first {
      StandardOutput.flush()
      throw StoreError(.invalidInput, error, file: program[0])
    }
    if dryRun, stores.contains(where: \.changes) { throw ExitCode(ExitCodes.findings) }
  }

  /// Runs the program to its end.
  ///
  /// - Returns: How it ended.
  private func start(_ report: URL) throws -> String {
    let process = Process()
    process.executableURL = try executable()
    process.arguments = Array(program.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFTDATA_MIGRATION": dryRun ? "dry-run" : "run", "SWIFTDATA_MIGRATION_REPORT": report.path,
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.standardError
    do { try process.run() } catch {
      throw StoreError(.unreadable, "The program cannot be started: \(error.localizedDescription)", file: program[0])
    }
    let isLate = Atomic(false)
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + timeout)
    timer.setEventHandler {
      isLate.store(true, ordering: .relaxed)
      process.terminate()
    }
    timer.resume()
    process.waitUntilExit()
    timer.cancel()
    if isLate.load(ordering: .relaxed) { return "after \(timeout) seconds, by this command," }
    return process.terminationReason == .exit
      ? "with status \(process.terminationStatus)" : "by signal \(process.terminationStatus)"
  }

  /// As a shell finds it.
  private func executable() throws -> URL {
    let name = program[0]
    let folders =
      name.contains("/")
      ? [""] : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
    for folder in folders where FileManager.default.isExecutableFile(atPath: folder + name) {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder), !isFolder.boolValue {
        return URL(fileURLWithPath: folder + name)
      }
    }
    throw StoreError(
      .fileNotFound, "There is no such program.", file: name, advice: "Build it first: swift build -c release")
  }

  // MARK: Output

  private func write(_ store: StoreReport) {
    var head = store.store
    if let to = store.to {
      head += store.from.map { $0 == to ? ": version \(to)" : ": version \($0) to \(to)" } ?? ": new"
    }
    StandardOutput.line(head)
    for stage in store.stages ?? [] { StandardOutput.line("  \(stage)") }
    for statement in store.statements ?? [] { StandardOutput.line("  \(statement);") }
    if let note = store.note { StandardOutput.line("  \(note)") }
    guard store.error == nil else { return }
    if !dryRun {
      StandardOutput.line("  Migrated.")
    } else if !store.changes, store.note == nil {
      StandardOutput.line("  Nothing changes.")
    }
  }

  private func writeJSON(_ stores: [StoreReport]) {
    let all = stores.map { store in
      JSONValue.object([
        .init("store", .string(store.store)), .init("from", .text(store.from)), .init("to", .text(store.to)),
        .init("stages", .array((store.stages ?? []).map { .string($0) })),
        .init("statements", .array((store.statements ?? []).map { .string($0) })), .init("note", .text(store.note)),
        .init("error", .text(store.error)),
      ])
    }
    StandardOutput.line(JSONValue.object([.init("dryRun", .bool(dryRun)), .init("stores", .array(all))]).pretty)
  }
}
