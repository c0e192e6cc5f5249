// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import Testing

  /// A primary server and a standby that it waits for at each commit. They change places.
  final class ServerPair {
    private let folder: String
    /// The first is the primary.
    private var folders: [String]

    init() throws {
      folder = "\(TestServer.folder)-pair"
      folders = ["\(folder)/a", "\(folder)/b"]
      do {
        try run("start", folders[0])
        try run("standby", folders[1], folders[0])
      } catch {
        remove()
        throw error
      }
    }

    /// Leads to the one that takes changes.
    var address: String {
      "postgres:///postgres?host=\(folder)/a/socket,\(folder)/b/socket&user=postgres&target_session_attrs=read-write"
    }

    private func address(_ folder: String) -> String { "postgres:///postgres?host=\(folder)/socket&user=postgres" }

    var primary: String { address(folders[0]) }
    var standby: String { address(folders[1]) }

    /// Commits wait for nobody any more.
    func letGo() throws {
      let connection = try TestConnection(primary)
      try connection.run("ALTER SYSTEM SET synchronous_standby_names = ''")
      try connection.run("SELECT pg_reload_conf()")
    }

    func stopStandby() throws { try run("stop", folders[1]) }
    func startStandby() throws { try run("start", folders[1]) }
    func promoteStandby() throws { try run("promote", folders[1]) }

    /// Stops the primary in the middle of its work, and promotes the standby.
    func failOver() throws {
      try run("stop", folders[0])
      try run("promote", folders[1])
      folders.swapAt(0, 1)
    }

    /// Stops the primary, and promotes the standby, which was stopped before: it does not have what was committed since.
    func failOverAndLose() throws {
      try run("stop", folders[0])
      try run("start", folders[1])
      try run("promote", folders[1])
      folders.swapAt(0, 1)
    }

    /// Makes the server that was stopped the standby of the other one, while that one is at work.
    func repair() throws { try run("standby", folders[1], folders[0]) }

    func remove() {
      for folder in folders { _ = try? TestServer.run("remove", folder) }
      try? FileManager.default.removeItem(atPath: folder)
    }

    private func run(_ arguments: String...) throws {
      let result =
        arguments.count == 2
        ? try TestServer.run(arguments[0], arguments[1], options: "-c fsync=off")
        : try TestServer.run(arguments[0], arguments[1], arguments[2], options: "-c fsync=off")
      try #require(result.status == 0, "\(arguments): \(result.output)")
    }
  }
#endif
