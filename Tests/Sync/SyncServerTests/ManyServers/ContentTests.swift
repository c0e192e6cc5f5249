// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncPostgres
  import SwiftDataSyncServer
  import SyncSimulation
  import SyncStores
  import Testing

  extension ManyServersTests {
    /// What a file takes, a database takes; and what is wrong with one is said, without its password.
    @Suite struct ContentTests {
      private static let texts = [
        "", "a", "\u{0}", "a\u{0}b", "é", "e\u{301}", "😀", "'\\\"$1?1%", String(repeating: "x", count: 3_000),
        String(repeating: "long and unique ", count: 1_000),
      ]

      /// The same uploads into a file and into a database: the same answers, U+0000 and long unique values included.
      @Test(arguments: Seeds.all(4)) func answersAreThoseOfAFile(seed: UInt64) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Content-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let shared = SharedDatabase()
        let file = try SyncDatabase(file: folder.appendingPathComponent("server.sqlite"), firstGeneration: { 1 })
        // With and without prepared statements: behind poolers there are none.
        let database = try shared.server(preparesStatements: seed % 2 == 0)
        var random = SeededRandom(seed)
        var versions: [RecordID: UInt64] = [:]
        for step in 0..<60 {
          let now = Int64(step + 1) * 1_000
          let stamp = Stamp(wall: now, node: 1)
          var changes: [RecordChange] = []
          for number in Set((0...random.below(4)).map { _ in random.below(12) }).sorted() {
            let id = RecordID("Note é", "\(number) '\\ e\u{301}")
            var change = RecordChange(id: id, base: versions[id] ?? 0, created: stamp)
            let text = Self.texts[random.below(Self.texts.count)]
            if versions[id] == nil { change.life = Life(isDeleted: false, stamp: stamp) }
            if versions[id] != nil, random.chance(20) {
              change.life = Life(isDeleted: true, stamp: stamp)
            } else {
              change.fields["text"] = Register(.text(text), stamp)
              change.fields["data"] = Register(.bytes(Data(text.utf8)), stamp)
              if random.chance(50) { change.claims = [UniqueClaim(type: id.type, field: "text", value: .text(text))] }
              if let other = versions.keys.sorted().first, random.chance(30) {
                change.fields["other"] = Register(.reference(other), stamp)
              }
            }
            changes.append(change)
          }
          let push = Push(id: UniqueNumber(using: &random), generation: 1, seen: 1 << 40, changes: changes)
          let request = SyncRequest(account: "ann", token: "", zone: "zone é", body: .push(push))
          let answer = try file.answer(request, now: now)
          try #require(try database.answer(request, now: now).body == answer.body, "seed \(seed), step \(step)")
          if case .pushed(let result) = answer.body, case .applied(let numbers, _) = result.outcome {
            for (change, number) in zip(changes, numbers) { versions[change.id] = number }
          }
          let pull = Pull(lineage: Lineage(generation: 1), after: 0, limit: 1_000)
          let question = SyncRequest(account: "ann", token: "", zone: "zone é", body: .pull(pull))
          #expect(
            try database.answer(question, now: now).body == file.answer(question, now: now).body,
            "seed \(seed), step \(step)")
          if step == 40 { for server in [file, database] { try server.compact(before: 20_000) } }
        }
        #expect(versions.count > 5)
        // What was before, too.
        let time: Int64 = 30_000
        for (id, _) in versions.sorted(by: { $0.key < $1.key }) {
          let (old, new) = (
            Result { try file.history(account: "ann", zone: "zone é", id) },
            Result { try database.history(account: "ann", zone: "zone é", id) }
          )
          #expect("\(old)" == "\(new)", "seed \(seed), \(id)")
        }
        let reports = try [file, database].map {
          try $0.restore(account: "ann", zone: "zone é", to: time, now: 100_000, dryRun: true)
        }
        #expect(reports[0] == reports[1], "seed \(seed)")
        #expect(try file.space(of: "ann") == database.space(of: "ann"))
        for server in [file, database] { try server.close() }
      }

      @Test func aTitleWithU0000() throws {
        let shared = SharedDatabase()
        let database = try shared.server()
        let zone = ServerShare.name(UniqueNumber(high: 1, low: 9))
        let create = ShareCommand.create(root: RecordID("List", "r"), title: "a\u{0}b")
        let request = SyncRequest(account: "ann", token: "", zone: zone, body: .share(create))
        guard case .shared(.shares(let shares, _)) = try database.answer(request, now: 1).body else {
          Issue.record("the share was refused")
          return
        }
        #expect(shares.map(\.title) == ["a\u{0}b"])
        try database.close()
      }

      @Test(arguments: [
        "postgres://ann:topsecret@/postgres?host=/nowhere", "postgres://ann:topsecret@127.0.0.1:1/postgres",
        "postgres://ann:topsecret@[", "host=/nowhere password=topsecret user=ann",
        "host=/nowhere password='topsecret", "postgres://ann:topsecret@host/db?topsecret=1",
        "postgres://ann:p@topsecret@127.0.0.1:1/postgres", "postgres://ann:topsecret/x@127.0.0.1/postgres",
        "postgres://ann:1/topsecret@127.0.0.1/postgres", "postgresql://127.0.0.1:topsecret/postgres",
        "postgres://ann:p@topsecret,@127.0.0.1:1/postgres",
      ])
      func errorsHaveNoPassword(address: String) throws {
        let error = #expect(throws: ServerDatabaseError.self) {
          try PostgresDatabase(PostgresDatabase.Configuration(address: address))
        }
        #expect(error.map { !"\($0) \(String(reflecting: $0))".contains("topsecret") } == true)
        #expect(error?.reason == .configuration || error?.reason == .unreachable)
      }

      @Test(arguments: ["", "pg_x", "a\u{0}b", "A", "a b", "a\"b", "a?b", String(repeating: "x", count: 64)])
      func namesOfSchemas(name: String) throws {
        var configuration = PostgresDatabase.Configuration(address: try #require(PrivatePostgres.address))
        configuration.schema = name
        let error = #expect(throws: ServerDatabaseError.self) { try PostgresDatabase(configuration) }
        #expect(error?.reason == .configuration)
      }

      @Test func otherDatabasesAreRefused() throws {
        let shared = SharedDatabase()
        var configuration = PostgresDatabase.Configuration(address: try #require(PrivatePostgres.address))
        configuration.schema = ServerStore.schema(shared.place)
        configuration.isNew = false
        // A command makes nothing.
        #expect(throws: SyncDatabaseError.self) { try PostgresDatabase(configuration) }
        configuration.isNew = true
        try PostgresDatabase(configuration).close()
        configuration.isNew = false
        try PostgresDatabase(configuration).close()
        try ServerStore.execute("UPDATE setting SET value = 9 WHERE name = 'version'", in: shared.place)
        #expect(throws: SyncDatabaseError.unknownVersion(9)) { try PostgresDatabase(configuration) }
        try ServerStore.execute("DROP TABLE setting CASCADE", in: shared.place)
        configuration.isNew = true
        #expect(throws: SyncDatabaseError.self) { try PostgresDatabase(configuration) }
        try ServerStore.execute("CREATE TABLE setting (name bytea, value bigint)", in: shared.place)
        #expect(throws: SyncDatabaseError.self) { try PostgresDatabase(configuration) }
      }

      /// A database from before the times of uploads gets them, and remembers what it did.
      @Test func anOlderDatabaseRemembersUploads() throws {
        let shared = SharedDatabase()
        let first = try shared.server()
        let number = UniqueNumber(high: 5, low: 5)
        _ = try first.page(after: 0)
        let outcome = try first.insert(["a"], number: number)
        #expect(outcome != nil)
        try first.close()
        try ServerStore.execute("ALTER TABLE outcome DROP COLUMN time", in: shared.place)
        try ServerStore.execute("UPDATE setting SET value = 5 WHERE name = 'version'", in: shared.place)
        for _ in 0..<2 {
          let opened = try shared.server()
          #expect(try opened.insert(["a"], number: number) == outcome)
          #expect(try opened.summaries().map(\.records) == [1])
          try opened.close()
        }
      }

      /// What a push changes is told to those who listen to the database, and to nobody else.
      @Test(.timeLimit(.minutes(2))) func serversTellEachOther() async throws {
        let shared = SharedDatabase()
        let (first, second) = (try shared.server(), try shared.server())
        let (monitor, own) = (try second.monitor(), try first.monitor())
        _ = try first.page(after: 0)
        // Whoever does not listen yet hears of the next one.
        let telling = Task {
          var random = SeededRandom(1)
          while !Task.isCancelled {
            let number = UniqueNumber(using: &random)
            _ = try first.insert(["\(number)"], number: number)
            try await Task.sleep(for: .milliseconds(20))
          }
        }
        for await _ in monitor.calls { break }
        telling.cancel()
        _ = await telling.result
        let told = try second.positions(ofNumbers: monitor.news())
        #expect(told.map(\.zone) == ["main"] && told.map(\.account) == ["ann"])
        #expect(own.news().isEmpty)
        try first.close()
        try second.close()
      }
    }
  }
#endif
