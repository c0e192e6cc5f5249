// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport

/// A private PostgreSQL server for all tests of the process, removed when it ends.
public enum PrivatePostgres {
  /// Where it is; nil: this build has no libpq, or no server is installed.
  public static let address: String? = {
    #if Postgres
      if let address = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_URL"] { return address }
      guard let output = run("start"), output.hasPrefix("postgres") else {
        print("There is no PostgreSQL server: the tests of sync servers that need one are skipped.")
        return nil
      }
      atexit { _ = PrivatePostgres.run("remove") }
      return output
    #else
      return nil
    #endif
  }()

  public static var isThere: Bool { address != nil }

  /// The folder of its Unix socket; nil: it is reached in another way.
  public static var socketFolder: String? {
    guard let host = address?.components(separatedBy: "host=").last?.split(separator: "&").first, host.hasPrefix("/")
    else { return nil }
    return String(host)
  }

  /// Its folder, if it was started here.
  public static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("swiftdata-sync-pg-\(ProcessInfo.processInfo.processIdentifier)").path

  /// Runs a command of `Scripts/postgres` on its folder.
  ///
  /// - Returns: What it prints; nil: it has failed.
  public static func run(_ command: String, folder: String = folder, _ arguments: String...) -> String? {
    let result = try? ChildProcess.run(
      script, [command, folder] + arguments,
      environment: ProcessInfo.processInfo.environment.merging(
        ["POSTGRES_OPTIONS": "-c fsync=off -c max_connections=300"]) { $1 })
    guard let result, result.status == 0 else { return nil }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs one of PostgreSQL's own programs, such as `pg_dump`.
  ///
  /// - Returns: What it prints.
  public static func program(_ name: String, _ arguments: String...) throws -> String {
    try program(name, arguments)
  }

  public static func program(_ name: String, _ arguments: [String]) throws -> String {
    let bin = try ChildProcess.run(script, ["find"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    let result = try ChildProcess.run(URL(fileURLWithPath: bin).appendingPathComponent(name), arguments)
    guard result.status == 0 else { throw ProgramFailure(name: name, errors: result.errors) }
    return result.output
  }

  public struct ProgramFailure: Error {
    public var name: String
    public var errors: String
  }

  private static var script: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scripts/postgres")
  }
}
