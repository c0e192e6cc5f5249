// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

/// A PostgreSQL server of one's own, to develop with.
struct PostgresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postgres",
    abstract: "Runs a private PostgreSQL server on this machine.",
    discussion: """
      The server's files lie in a folder, and it answers on a Unix socket in the same folder, to programs of the same \
      user: no port, no password, nothing for others to find. It is meant for development and tests, and needs \
      PostgreSQL's programs (Debian: apt-get install postgresql; macOS: brew install postgresql@16). POSTGRES_BIN names \
      their folder where it is not found.

        export DATABASE_URL=$(swiftdata postgres start)
      """,
    subcommands: [Start.self, Status.self, Stop.self])

  struct Folder: ParsableArguments {
    @Argument(help: "The folder of the server's files.", completion: .directory)
    var folder = ".postgres"

    func server() throws -> PrivateServer {
      try PrivateServer(folder: URL(fileURLWithPath: folder).standardizedFileURL)
    }
  }

  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: "Starts the server, after making its files if there are none, and prints its address.",
      discussion: "The address of one that runs already is printed as well.")

    @OptionGroup var folder: Folder

    @Option(
      name: .customLong("set"), parsing: .singleValue,
      help: "A setting of postgresql.conf, as 'synchronous_commit=off'. Can be given several times.")
    var settings: [String] = []

    func validate() throws {
      for setting in settings {
        let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
          parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._".contains($0)) })
        else { throw ValidationError("Write a setting as NAME=VALUE, not '\(setting)'.") }
      }
    }

    func run() throws {
      let server = try folder.server()
      try server.start(settings: settings)
      StandardOutput.line(server.address)
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Prints the server's address, or says that it does not run.",
      discussion: "Exit codes: 0 if it runs, 1 if it does not, 2 if that cannot be found out.")

    @OptionGroup var folder: Folder

    func run() throws {
      let server = try folder.server()
      guard try server.isRunning() else {
        StandardOutput.line(server.exists ? "The server is stopped." : "There is no server in \(folder.folder).")
        throw ExitCode(ExitCodes.findings)
      }
      StandardOutput.line(server.address)
    }
  }

  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "Stops the server. Its databases stay.",
      discussion: "Transactions that run are rolled back. A server that is stopped already is none to complain about.")

    @OptionGroup var folder: Folder

    func run() throws {
      let server = try folder.server()
      if try server.isRunning() { try server.stop() }
    }
  }
}
