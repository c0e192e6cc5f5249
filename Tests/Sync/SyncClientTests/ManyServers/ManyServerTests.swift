// SPDX-License-Identifier: Apache-2.0

#if SyncServer && Postgres
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataSync
  import SwiftDataSyncServer
  import SyncSimulation
  import SyncStores
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Two servers over one database, each with its own devices. One is killed, or stands still; devices go on with the other.
  @Suite(.serialized, .enabled(if: PrivatePostgres.isThere, "there is no PostgreSQL server"))
  struct ManyServerTests {
    private let servers: [RunningServer]

    init() throws {
      let first = try RunningServer(engine: .postgres)
      servers = [first, try RunningServer(besides: first)]
    }

    private func device(_ number: UInt64, first: Int, options: SyncOptions = SyncOptions()) throws -> Device {
      try Device(number, ChosenServer(servers.map(\.address), first: first), options: options)
    }

    /// Syncs as an app does that tries again.
    private static func syncs(_ sync: ModelSync) async throws {
      while true {
        do { return try await sync.syncNow() } catch let error as SyncError {
          switch error {
          case .unreachable, .timedOut, .tryLater: try await Task.sleep(for: .milliseconds(50))
          default: throw error
          }
        }
      }
    }

    /// All at once.
    ///
    /// - Parameter meanwhile: Called when they have begun.
    private func sync(_ devices: [Device], meanwhile: () -> Void = {}) async throws {
      let all = devices.map(\.sync)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for sync in all { group.addTask { try await Self.syncs(sync) } }
        meanwhile()
        try await group.waitForAll()
      }
    }

    private func converge(_ devices: [Device], _ comment: String) async throws {
      for _ in 0..<4 { try await sync(devices) }
      let dumps = try devices.map { try $0.dump() }
      #expect(Set(dumps).count == 1, "\(comment)")
      #expect(dumps.first?.isEmpty == false, "\(comment)")
    }

    @Test(.timeLimit(.minutes(5))) func eventsGoFromOneToTheOther() async throws {
      var options = SyncOptions()
      options.interval = .seconds(86_400)
      let (a, b) = (try device(1, first: 0), try device(2, first: 1, options: options))
      b.sync.resume()
      for await status in b.sync.statusUpdates where status.isFirstImportDone && !status.isSyncing { break }
      for round in 1...4 {
        try a.edit { $0.insert(App.Note(uid: "\(round)", title: "t")) }
        try await a.sync.syncNow()
        for await _ in b.sync.statusUpdates { if try b.dump().count == round { break } }
      }
      b.sync.pause()
    }

    /// `kill -9` of one server in whatever it does.
    @Test(.timeLimit(.minutes(10)), arguments: Seeds.all(2)) func oneIsKilled(seed: UInt64) async throws {
      let devices = [try device(1, first: 0), try device(2, first: 1), try device(3, first: 0)]
      var users = (0..<3).map { RandomUser(seed: seed * 10 + UInt64($0), name: "\($0)-") }
      var random = SeededRandom(seed)
      for round in 0..<6 {
        for (index, device) in devices.enumerated() {
          for _ in 0..<3 { try device.edit { try users[index].act($0) } }
        }
        let server = servers[random.below(2)]
        try await sync(devices) { if round % 2 == 0 { server.kill() } }
        if round % 2 == 0 { try server.restart() }
      }
      try await converge(devices, "seed \(seed)")
    }

    /// The database ends what a server that stands still has begun; the other server and its devices go on.
    @Test(.timeLimit(.minutes(10)), arguments: Seeds.all(1)) func oneStandsStill(seed: UInt64) async throws {
      let devices = [try device(1, first: 0), try device(2, first: 1)]
      var users = (0..<2).map { RandomUser(seed: seed * 10 + UInt64($0), name: "\($0)-") }
      try await sync(devices)
      for _ in 0..<2 {
        for (index, device) in devices.enumerated() {
          for _ in 0..<5 { try device.edit { try users[index].act($0) } }
        }
        try await sync(devices) { servers[0].signal(SIGSTOP) }
        servers[0].signal(SIGCONT)
      }
      try await converge(devices, "seed \(seed)")
    }

    /// Commands work with the database, too.
    @Test func commands() throws {
      let server = servers[0]
      #expect(try server.run("user", "add", account: "zoe") == ["'zoe' is a user: issue a token for each device"])
      #expect(try server.run("token", "issue", account: "zoe", "--device", "phone").first?.hasPrefix("sdsync_") == true)
      let quota = try server.run("quota", account: "zoe", "--records", "5")
      #expect(quota.last == "It may have 5 records and as many MiB as 'serve' says.")
      #expect(try server.run("erase", account: "zoe").count == 1)
      let words = ["backup"] + ServerStore.words(server.file, .postgres) + ["/nowhere/copy"]
      let backup = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"), arguments: words, saysErrors: true)
      #expect(backup.line()?.contains("pg_dump") == true)
      while backup.line() != nil {}
      #expect(backup.end() == 64)
      let secret = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: ["accounts", "--database", "postgres://ann:topsecret@/postgres?host=/nowhere"], saysErrors: true)
      var lines: [String] = []
      while let line = secret.line() { lines.append(line) }
      let text = lines.joined()
      #expect(secret.end() == 1 && text.contains("cannot be reached") && !text.contains("topsecret"))
    }
  }
#endif
