// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Standbys that answer what only reads.
  extension PostgresTests {
    @Suite(
      .serialized,
      .enabled(if: TestServer.socket?.hasPrefix(TestServer.folder) == true, "the server is somebody else's"))
    struct ReplicaTests {
      private func container(_ pair: ServerPair, replica: String? = nil, namespace: String) throws -> ModelContainer {
        let schema = Schema([Customer.self])
        var configuration = PostgresConfiguration(url: pair.primary, schema: schema, namespace: namespace)
        configuration.replicaURL = replica ?? pair.standby
        configuration.maximumConnections = 2
        return try ModelContainer(for: schema, configurations: [configuration])
      }

      private var namespace: String { "r_" + UUID().uuidString.prefix(8).lowercased() }

      /// Whether a standby has answered.
      private func readsFromStandby(_ container: ModelContainer) throws -> Bool {
        let answers = try ModelContext(container).query(
          "SELECT pg_is_in_recovery()::int, count(*) FROM \(Customer.self)", as: Int.self, Int.self)
        return answers.first?.0 == 1
      }

      /// Waits until a condition holds, and fails after a minute.
      private func wait(_ condition: () throws -> Bool) throws {
        let end = Date() + 60
        while try !condition() {
          try #require(Date() < end, "The condition does not hold after a minute.")
          Thread.sleep(forTimeInterval: 0.001)
        }
      }

      /// Waits until the standby answers. It must have the primary's log up to its end, which the server's own records
      /// move, and these may reach the disk, and the standby, seconds later.
      private func awaitReplay(_ container: ModelContainer) throws {
        try wait { try readsFromStandby(container) }
      }

      @Test func aContainerFindsWhatItHasWritten() throws {
        let pair = try ServerPair()
        defer { pair.remove() }
        let container = try container(pair, namespace: namespace)
        let writer = ModelContext(container)
        let standby = try TestConnection(pair.standby)
        for round in 0..<10 {
          writer.insert(Customer("\(round)@example.com", "name"))
          try writer.save()
          try awaitReplay(container)

          // It has the log, and does not take it over.
          try standby.run("SELECT pg_wal_replay_pause()")
          try wait { try standby.run("SELECT pg_get_wal_replay_pause_state()")[0][0] == "paused" }
          writer.insert(Customer("\(round)@example.org", "name"))
          try writer.save()
          #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == round * 2 + 2)
          #expect(try !readsFromStandby(container))
          let mail = "\(round)@example.org"
          let found = try ModelContext(container).fetch(
            FetchDescriptor<Customer>(predicate: #Predicate { $0.mail == mail }))
          #expect(found.count == 1)
          try standby.run("SELECT pg_wal_replay_resume()")
        }
      }

      @Test func changesOfAStandbysRowsMeetThoseOfOthers() throws {
        let pair = try ServerPair()
        defer { pair.remove() }
        let namespace = namespace
        let one = try container(pair, namespace: namespace)
        let other = try container(pair, namespace: namespace)
        let context = ModelContext(one)
        context.insert(Customer("a@example.com", "first"))
        try context.save()
        try awaitReplay(one)
        let standby = try TestConnection(pair.standby)
        try standby.run("SELECT pg_wal_replay_pause()")
        let theirs = ModelContext(other)
        try #require(try theirs.fetch(FetchDescriptor<Customer>()).first).name = "second"
        try theirs.save()
        // The row is an old one, and the standby has no newer.
        let stale = ModelContext(one)
        let customer = try #require(try stale.fetch(FetchDescriptor<Customer>()).first)
        #expect(customer.name == "first")
        customer.score = 7
        #expect(throws: SwiftDataError.optimisticLockFailure) { try stale.save() }
        // What is read from then on is what the row was changed to.
        stale.rollback()
        #expect(customer.name == "second")
        customer.score = 7
        try stale.save()
        let both = try #require(try ModelContext(one).fetch(FetchDescriptor<Customer>()).first)
        #expect(both.name == "second" && both.score == 7)
        try standby.run("SELECT pg_wal_replay_resume()")
      }

      @Test func thePrimaryAnswersWhereNoStandbyDoes() throws {
        let pair = try ServerPair()
        defer { pair.remove() }
        let container = try container(pair, namespace: namespace)
        let context = ModelContext(container)
        context.insert(Customer("a@example.com", "A"))
        try context.save()
        try awaitReplay(container)
        try pair.letGo()
        try pair.stopStandby()
        for _ in 0..<3 { #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 1) }
        #expect(try !readsFromStandby(container))
        // It comes back, and is found again.
        try pair.startStandby()
        try awaitReplay(container)
        // A standby that was promoted goes its own way.
        try pair.promoteStandby()
        #expect(try !readsFromStandby(container))
        let apart = try TestConnection(pair.standby)
        #expect(try apart.run("SELECT pg_is_in_recovery()")[0][0] == "f")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 1)
      }

      @Test func aReplicaOfAnotherServerIsRefused() throws {
        let pair = try ServerPair()
        defer { pair.remove() }
        let schema = Schema([Customer.self])
        var configuration = try PostgresConfiguration.test(schema)
        configuration.replicaURL = pair.standby
        let container = try ModelContainer(for: schema, configurations: [configuration])
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
          try ModelContext(container).fetchCount(FetchDescriptor<Customer>())
        }
      }

      /// Of an address with several hosts, saves take the one that may be written to, although it says nothing about it.
      @Test func savesFindThePrimaryAmongHosts() throws {
        let pair = try ServerPair()
        defer { pair.remove() }
        let hosts = [pair.standby, pair.primary].map { address in
          address.components(separatedBy: "host=")[1].components(separatedBy: "&")[0]
        }
        let schema = Schema([Customer.self])
        let configuration = PostgresConfiguration(
          url: "postgres:///postgres?host=\(hosts.joined(separator: ","))&user=postgres", schema: schema,
          namespace: namespace)
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        context.insert(Customer("a@example.com", "A"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 1)
      }
    }
  }
#endif
