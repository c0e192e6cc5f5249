// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ToolSupport

/// `swiftdata migrate`, with real programs.
@Suite struct MigrateTests {
  private static func program(_ name: String) throws -> String {
    try Tool.executable().deletingLastPathComponent().appending(path: name).path
  }

  #if Postgres
    @Test(.enabled(if: DatabaseServer.address != nil, "There is no PostgreSQL server."))
    func aDatabaseIsMigratedByItsProgram() throws {
      let address = DatabaseServer.address ?? "", namespace = "m_" + UUID().uuidString.prefix(8).lowercased()
      let program = try Self.program("PostgresProcess")
      let first = [program, "write", address, namespace, "1", "5"], second = [program, "open", address, namespace]

      // Nothing is made by a dry run, nor by the program after it.
      let plan = try Tool.run(["migrate", "--dry-run"] + first)
      #expect(plan.code == 1, "\(plan.errors)")
      #expect(
        plan.output.contains(": new") && plan.output.contains("CREATE TABLE") && !plan.output.contains("Migrated"))
      #expect(try Tool.run("inspect", address, "--namespace", namespace).errors.contains("has no store"))

      // The program ends when its tables are there: it saves nothing.
      let made = try Tool.run(["migrate"] + first)
      #expect(made.code == 0 && made.output.contains("Migrated."), "\(made.errors)")
      #expect(!made.errors.contains("ready"))
      let again = try Tool.run(["migrate", "--dry-run"] + first)
      #expect(again.code == 0 && again.output.contains("Nothing changes."), "\(again.output)")
      let count = try Tool.run("query", address, "Booking", "--count", "--namespace", namespace)
      #expect(count.output.trimmingCharacters(in: .whitespacesAndNewlines) == "0", "\(count.errors)")

      let next = try Tool.run(["migrate", "--dry-run", "--json"] + second)
      #expect(next.code == 1 && next.output.contains("ADD COLUMN") && next.output.contains("\"dryRun\": true"))
      #expect(next.output.contains("CREATE INDEX CONCURRENTLY"))
      #expect(try Tool.run(["migrate", "--dry-run"] + first).code == 0)
      #expect(try Tool.run(["migrate"] + second).code == 0)
      #expect(try Tool.run(["migrate", "--dry-run"] + second).code == 0)
    }

    @Test func aDatabaseThatIsNotThereIsSaidWithoutItsAddress() throws {
      let program = try Self.program("PostgresProcess")
      let address = "postgres://me:secret@127.0.0.1:1/none"
      for options in [["--dry-run"], []] {
        let answer = try Tool.run(["migrate"] + options + [program, "write", address, "public", "1", "5"])
        #expect(answer.code == 2 && !answer.errors.isEmpty)
        #expect(!(answer.output + answer.errors).contains("secret"))
      }
    }
  #endif

  @Test func aFileIsMadeByItsProgramOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "places.store").path
    let program = [try Self.program("StoreProcess"), "spatial", file]
    let plan = try Tool.run(["migrate", "--dry-run"] + program)
    #expect(plan.code == 0 && plan.output.contains("on a copy"), "\(plan.errors)")
    #expect(!FileManager.default.fileExists(atPath: file))
    let made = try Tool.run(["migrate"] + program)
    #expect(made.code == 0 && made.output.contains("Migrated.") && !made.errors.contains("opened"), "\(made.errors)")
    #expect(try Tool.run("inspect", file).output.contains("Place"))

    // A word that is none is an error of the container.
    let own = try Tool.run(["migrate", "/usr/bin/env", "SWIFTDATA_MIGRATION=walk"] + program)
    #expect(own.code == 2 && own.errors.contains("'run' or 'dry-run'"), "\(own.errors)")
  }

  @Test func programsThatOpenNothingAreNamed() throws {
    let none = try Tool.run("migrate", "/bin/echo", "--dry-run")
    #expect(none.code == 2 && none.errors.contains("with status 0 without opening a store"), "\(none.errors)")
    // Its own arguments are the program's.
    #expect(none.errors.contains("--dry-run"))
    let late = try Tool.run("migrate", "--timeout", "0.2", "/bin/sleep", "600")
    #expect(late.code == 2 && late.errors.contains("after 0.2 seconds"), "\(late.errors)")
    let missing = try Tool.run("migrate", "no-such-program")
    #expect(missing.code == 2 && missing.errors.contains("Build it first"))
    #expect(try Tool.run("migrate").code == 64)
    #expect(try Tool.run("migrate", "--timeout", "-1", "/bin/echo").code == 64)
  }
}
