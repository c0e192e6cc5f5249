// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncHTTP
import SwiftDataSyncServer

/// `swiftdata-server`: devices sync with this one.
@main
struct SyncServerTool {
  static let usage = """
    swiftdata-server serve FILE --tokens FILE [--address 127.0.0.1] [--port 8080]
        Answers devices. The file is made if it is not there. Each line of the tokens' file has an account
        and a token of it, separated by a space; an empty line, or one that begins with #, says nothing.
    swiftdata-server backup FILE COPY
        Copies the file while a server works with it. A server that serves the copy tells devices that it
        comes from a backup, and they bring what it lacks.
    swiftdata-server compact FILE DAYS
        Forgets what was deleted longer ago, and what records were then. Devices that were away for longer
        compare all they have.
    swiftdata-server deleted FILE ACCOUNT [--zone main] [--since TIME]
        Lists what is deleted, the latest first. A time is one such as 2026-11-26T14:00:00Z.
    swiftdata-server history FILE ACCOUNT RECORD [--zone main]
        Lists when a record was changed, by which device, and what, without values. A record is its model
        and its name, as 'deleted' writes it: Trip:9b2f…
    swiftdata-server undelete FILE ACCOUNT RECORD [--zone main] [--dry-run yes]
        Brings a record back, with what the same upload has deleted or cut off from it.
    swiftdata-server restore FILE ACCOUNT --to TIME [--zone main] [--dry-run yes]
        Brings all records back to what they were. What was made since stays. Devices take it as an edit;
        what they edit meanwhile, or have not sent yet, is merged with it.
    swiftdata-server accounts FILE
        Lists the zones of all accounts, with what they have.
    swiftdata-server export FILE ACCOUNT OUTPUT
        Writes all records of an account that are there, one in a line of JSON.
    swiftdata-server erase FILE ACCOUNT
        Removes all of an account, and writes the file anew. Remove its tokens before, and restart the server:
        a device that still has one uploads all that it has.
    """

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as UsageError {
      fail("\(error.text)\n\n\(usage)", status: 64)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ text: String, status: Int32) {
    FileHandle.standardError.write(Data("swiftdata-server: \(text)\n".utf8))
    exit(status)
  }

  private static func run(_ arguments: [String]) async throws {
    var arguments = Arguments(arguments)
    switch try arguments.next("a command") {
    case "serve": try await serve(&arguments)
    case "backup":
      let (file, copy) = (try arguments.existingFile(), URL(fileURLWithPath: try arguments.next("the copy's path")))
      try arguments.finish()
      guard !FileManager.default.fileExists(atPath: copy.path) else {
        throw UsageError(text: "\(copy.path) is there already")
      }
      try SyncDatabase(file: file).backUp(to: copy)
    case "compact":
      let file = try arguments.existingFile()
      guard let days = Int(try arguments.next("a number of days")), (0...100_000).contains(days) else {
        throw UsageError(text: "the days are no number")
      }
      try arguments.finish()
      let now = Int64(Date().timeIntervalSince1970 * 1_000)
      try SyncDatabase(file: file).compact(before: now - Int64(days) * 86_400_000)
    case "deleted": try RestoringCommands.deleted(&arguments)
    case "history": try RestoringCommands.history(&arguments)
    case "undelete": try RestoringCommands.undelete(&arguments)
    case "restore": try RestoringCommands.restore(&arguments)
    case "accounts": try AccountCommands.list(&arguments)
    case "export": try AccountCommands.export(&arguments)
    case "erase": try AccountCommands.erase(&arguments)
    case "help", "--help", "-h": print(usage)
    case let other: throw UsageError(text: "there is no command '\(other)'")
    }
  }

  private static func serve(_ arguments: inout Arguments) async throws {
    let file = URL(fileURLWithPath: try arguments.next("the path of the server's file"))
    let options = try arguments.options(["--tokens", "--address", "--port"])
    guard let path = options["--tokens"] else { throw UsageError(text: "--tokens is missing") }
    guard let port = Int(options["--port", default: "8080"]), (0...65_535).contains(port) else {
      throw UsageError(text: "the port is no number of 0 to 65535")
    }
    let accounts = try TokenFile(path: path).accounts
    #if SyncServer
      var host = SyncHost(database: try SyncDatabase(file: file)) { token in accounts[token] }
      host.address = options["--address", default: "127.0.0.1"]
      host.port = port
      try await host.run { address in
        print(address)
        fflush(nil)
      }
    #else
      _ = (file, port, accounts)
      throw UsageError(text: "built without the trait 'SyncServer'")
    #endif
  }
}

struct UsageError: Error {
  var text: String
}
