// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import SwiftData
  @testable import SwiftDataPostgres
  import Synchronization
  import Testing

  /// The history is in the order of commits: whoever goes on from a token misses nothing.
  extension PostgresTests {
    @Suite struct HistoryTests {
      @Test func changesAreRecorded() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        context.author = "tester"
        let start = try context.latestHistoryToken()
        let customer = Customer("a", "first")
        context.insert(customer)
        try context.save()
        customer.name = "second"
        try context.save()
        let identifier = customer.persistentModelID
        context.delete(customer)
        try context.save()
        try TestConnection().awaitHorizon()
        let all = try transactions(context)
        #expect(all.map { $0.changes.count } == [1, 1, 1])
        #expect(all.allSatisfy { $0.author == "tester" })
        #expect(all.flatMap(\.changes).allSatisfy { $0.changedPersistentIdentifier == identifier })
        if case .update(let update) = try #require(all[1].changes.first) {
          let own = try #require(update as? DefaultHistoryUpdate<Customer>)
          #expect(own.updatedAttributes.contains(\Customer.name))
        } else {
          Issue.record("The second change is no update.")
        }
        if case .delete(let delete) = try #require(all[2].changes.first) {
          let own = try #require(delete as? DefaultHistoryDelete<Customer>)
          #expect(own.tombstone[\.mail] as? String == "a")
        } else {
          Issue.record("The third change is no deletion.")
        }
        if let start { #expect(try transactions(context, after: start).count == 3) }
        #expect(try transactions(context, after: all[0].token).count == 2)
        #expect(try transactions(context, after: all[2].token).isEmpty)
      }

      @Test func deletedHistoryIsNoticed() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        for number in 0..<3 {
          context.insert(Customer("\(number)", "name"))
          try context.save()
        }
        try TestConnection().awaitHorizon()
        let all = try transactions(context)
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(try transactions(context).isEmpty)
        #expect(throws: SwiftDataError.historyTokenExpired) { try transactions(context, after: all[0].token) }
        #expect(try transactions(context, after: all[2].token).isEmpty)
        context.insert(Customer("4", "name"))
        try context.save()
        try TestConnection().awaitHorizon()
        #expect(try transactions(context, after: all[2].token).count == 1)
      }

      /// A token expires where something after it is missing, also if older transactions are left.
      @Test func historyIsDeletedInBetween() throws {
        let schema = Schema([Customer.self])
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = ModelConfiguration("history", schema: schema, url: folder.appending(path: "history.store"))
        for container in [
          try ModelContainer(for: schema, configurations: [file]), try postgresContainer(Customer.self),
        ] {
          let context = ModelContext(container)
          for author in ["old", "kept", "noise", "new"] {
            context.author = author
            context.insert(Customer(author, "name"))
            try context.save()
          }
          try TestConnection().awaitHorizon()
          let all = try transactions(context)
          #expect(all.count == 4)
          func delete(_ author: String) throws {
            try context.deleteHistory(
              HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == author }))
          }
          try delete("noise")
          // Whoever has read up to here would miss what was deleted, in a file as in a database.
          for token in [all[0].token, all[1].token] {
            #expect(throws: SwiftDataError.historyTokenExpired) { try transactions(context, after: token) }
          }
          #expect(try transactions(context, after: all[2].token).map(\.author) == ["new"])
          try delete("old")
          try delete("kept")
          #expect(try transactions(context, after: all[2].token).map(\.author) == ["new"])
        }
      }

      /// Whoever merges what others save has missed it all the same.
      @Test func whatWasDeletedInBetweenIsMerged() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let customer = Customer("a", "first")
        one.insert(customer)
        try one.save()
        one.processPendingChanges()
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        two.author = "noise"
        try #require(try two.fetch(FetchDescriptor<Customer>()).first).name = "by the other"
        try two.save()
        try TestConnection().awaitHorizon()
        try two.deleteHistory(
          HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "noise" }))
        one.processPendingChanges()
        #expect(customer.name == "by the other")
      }

      /// Another program's transaction that began before the store was emptied, and writes after that, is not missed: not
      /// even if somebody deletes it from the history before anybody has looked.
      @Test(arguments: [false, true]) func whatBeganBeforeAnErasureIsMerged(isDeleted: Bool) throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        one.insert(Customer("old", "old"))
        try one.save()
        let open = try TestConnection()
        try open.run("BEGIN; SELECT pg_current_xact_id()")
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        try two.container.erase()
        two.insert(Customer("new", "first"))
        try two.save()
        one.processPendingChanges()
        let customer = try #require(try one.fetch(FetchDescriptor<Customer>()).first)
        #expect(customer.name == "first")
        // As the library records it.
        let namespace = configuration.namespace
        try open.run("UPDATE \(namespace).customer SET name = 'late', opt = opt + 1")
        try open.run(
          "INSERT INTO \(namespace).swiftdata_transaction (xid, at, author) VALUES (pg_current_xact_id(), now(), 'late')"
        )
        try open.run(
          "INSERT INTO \(namespace).swiftdata_change (xid, kind, entity, pk) "
            + "SELECT pg_current_xact_id(), 'u', entity, pk FROM \(namespace).swiftdata_change ORDER BY seq DESC LIMIT 1"
        )
        try open.run("COMMIT")
        try TestConnection().awaitHorizon()
        if isDeleted {
          try two.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "late" }))
        }
        one.processPendingChanges()
        #expect(customer.name == "late")
      }

      /// Of two that empty the store at the same time, the one that began first may end last.
      @Test func erasuresAtTheSameTimeAreBothNoticed() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let open = try TestConnection()
        let earlier = try #require(try open.run("BEGIN; SELECT pg_current_xact_id()")[0][0].flatMap { Int64($0) })
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        try two.container.erase()
        two.insert(Customer("new", "first"))
        try two.save()
        one.processPendingChanges()
        let customer = try #require(try one.fetch(FetchDescriptor<Customer>()).first)
        // As the library does where rows are deleted one by one.
        let namespace = configuration.namespace
        try open.run(
          """
          DELETE FROM \(namespace).customer; DELETE FROM \(namespace).swiftdata_transaction;
          DELETE FROM \(namespace).swiftdata_change;
          UPDATE \(namespace).swiftdata_store SET expired = greatest(expired, \(earlier)); COMMIT
          """)
        try TestConnection().awaitHorizon()
        one.processPendingChanges()
        #expect(customer.isDeleted)
      }

      /// Waits until somebody waits for a lock.
      private func awaitWaiting() throws {
        let control = try TestConnection()
        while try control.run("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").isEmpty {
          Thread.sleep(forTimeInterval: 0.002)
        }
      }

      /// Deletes a transaction while somebody is about to read the changes, as another process might.
      private func delete(_ author: String, in namespace: String, while body: @escaping @Sendable () throws -> Void)
        async throws
      {
        let other = try TestConnection()
        try other.run("BEGIN; LOCK TABLE \(namespace).swiftdata_change IN ACCESS EXCLUSIVE MODE")
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addThread(body)
          try awaitWaiting()
          try other.run(
            """
            WITH d AS (DELETE FROM \(namespace).swiftdata_transaction WHERE author = '\(author)' RETURNING xid),
            c AS (DELETE FROM \(namespace).swiftdata_change AS c USING d WHERE c.xid = d.xid)
            UPDATE \(namespace).swiftdata_store
            SET expired = greatest(expired, (SELECT max(xid::text::bigint) FROM d));
            COMMIT
            """)
          try await group.waitForAll()
        }
      }

      private func saved(_ authors: [String], _ container: ModelContainer) throws {
        let context = ModelContext(container)
        for author in authors {
          context.author = author
          context.insert(Customer(author, author))
          try context.save()
        }
        try TestConnection().awaitHorizon()
      }

      private struct WasMissed: Error {}

      /// A follower goes on from the last transaction that it gets: none may be missing before it.
      @Test func whatIsDeletedMeanwhileHasExpired() async throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        try saved(["known", "noise", "new"], container)
        let token = try #require(try transactions(ModelContext(container)).first?.token)
        try await delete("noise", in: configuration.namespace) {
          // On a thread that belongs to no test.
          do { _ = try transactions(ModelContext(container), after: token) } catch let error as SwiftDataError
            where error == .historyTokenExpired
          { return }
          throw WasMissed()
        }
      }

      /// The same for contexts that merge what others save.
      @Test func whatIsDeletedMeanwhileIsMerged() async throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        try saved(["known"], container)
        let one = ModelContext(container)
        one.processPendingChanges()
        let customer = try #require(try one.fetch(FetchDescriptor<Customer>()).first)
        let second = try ModelContainer(for: schema, configurations: [configuration])
        let two = ModelContext(second)
        two.author = "noise"
        try #require(try two.fetch(FetchDescriptor<Customer>()).first).name = "by the other"
        try two.save()
        try saved(["new"], second)
        try await delete("noise", in: configuration.namespace) {
          // All contexts of the container are told.
          ModelContext(container).processPendingChanges()
        }
        one.processPendingChanges()
        #expect(customer.name == "by the other")
      }

      /// What is told of row by row is bounded: after an import by another process, contexts compare what they have.
      @Test func largeChangesOfOthersAreMerged() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let customer = Customer("a", "first")
        one.insert(customer)
        try one.save()
        one.processPendingChanges()
        let other = try TestConnection()
        let namespace = configuration.namespace
        // As one that writes 110,000 rows records it.
        try other.run(
          """
          BEGIN;
          UPDATE \(namespace).customer SET name = 'second', opt = opt + 1;
          INSERT INTO \(namespace).swiftdata_transaction (xid, at) VALUES (pg_current_xact_id(), now());
          INSERT INTO \(namespace).swiftdata_change (xid, kind, entity, pk, more)
          SELECT pg_current_xact_id(), 'i', 'Customer', n * 10000, ARRAY(SELECT generate_series(n * 10000 + 1, n * 10000 + 9999))
          FROM generate_series(1, 11) AS n;
          COMMIT
          """)
        try TestConnection().awaitHorizon()
        #expect(try transactions(one).last?.changes.count == 110_000)
        one.processPendingChanges()
        // The record does not name the row.
        #expect(customer.name == "second")
      }

      /// Deleting some of a long history reads these only.
      @Test func transactionsAreDeletedByTheIndex() throws {
        let configuration = try PostgresConfiguration.test(Schema([Customer.self]))
        _ = try ModelContainer(for: Schema([Customer.self]), configurations: [configuration])
        let namespace = configuration.namespace
        let control = try TestConnection()
        try control.run(
          """
          INSERT INTO \(namespace).swiftdata_transaction (xid, at)
          SELECT n::text::xid8, '2001-01-01' FROM generate_series(3, 20002) AS n;
          ANALYZE \(namespace).swiftdata_transaction
          """)
        let deletion = PostgresRowStore.deletion(
          of: PostgresRowStore.isNumbered, "\(namespace).swiftdata_transaction", "\(namespace).swiftdata_change",
          noting: "\(namespace).swiftdata_store")
        let plan = try control.run("EXPLAIN " + deletion.replacing("$1", with: "'{5,6}'")).compactMap { $0[0] }
        #expect(!plan.contains { $0.contains("Seq Scan on swiftdata_transaction") }, "\(plan)")
      }

      private func transactions(_ context: ModelContext, after token: DefaultHistoryToken? = nil) throws
        -> [DefaultHistoryTransaction]
      {
        guard let token else { return try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
        return try context.fetchHistory(
          HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
      }

      /// A transaction in another database of the server holds the horizon back: nothing is skipped, it comes later.
      @Test func anOpenTransactionDelaysAndHidesNothing() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        let open = try TestConnection()
        try open.run("BEGIN; SELECT pg_current_xact_id()")
        context.insert(Customer("a", "first"))
        try context.save()
        #expect(try transactions(context).isEmpty)
        let token = try context.latestHistoryToken()
        try open.run("COMMIT")
        try TestConnection().awaitHorizon()
        #expect(try transactions(context).count == 1)
        if let token { #expect(try transactions(context, after: token).count == 1) }
      }

      /// A dump that is restored in a younger cluster brings numbers that will be given out again.
      @Test func theHistoryOfAnotherClusterIsForgotten() throws {
        let namespace = "r_" + UUID().uuidString.prefix(8).lowercased()
        let first = ModelContext(try Bank.container(namespace))
        first.insert(Bank.Account("a"))
        try first.save()
        try TestConnection().awaitHorizon()
        let known = try #require(try transactions(first).last?.token)
        for table in ["swiftdata_transaction", "swiftdata_change"] {
          // As if this cluster had not come that far yet.
          try TestConnection().run(
            "UPDATE \(namespace).\(table) SET xid = (xid::text::bigint + 1000 + n)::text::xid8 "
              + "FROM (SELECT pg_current_xact_id()::text::bigint - min(xid::text::bigint) AS n FROM \(namespace).\(table)) AS q"
          )
        }
        let second = ModelContext(try Bank.container(namespace))
        for name in ["b", "c", "d", "e", "f", "g"] {
          second.insert(Bank.Account(name))
          try second.save()
        }
        #expect(try second.fetchCount(FetchDescriptor<Bank.Account>()) == 7)
        try TestConnection().awaitHorizon()
        #expect(try transactions(second).count == 6)
        #expect(throws: SwiftDataError.historyTokenExpired) { try transactions(second, after: known) }
      }

      /// As a dump does that is restored: the store's table is another one, and still names the former.
      private func replaceStoreTable(_ namespace: String) throws {
        try TestConnection().run(
          """
          CREATE TABLE \(namespace).restored AS TABLE \(namespace).swiftdata_store;
          DROP TABLE \(namespace).swiftdata_store;
          ALTER TABLE \(namespace).restored RENAME TO swiftdata_store;
          """)
      }

      /// A dump that is restored where transactions have gone on: none of the history's numbers is ahead.
      @Test func aRestoredHistoryIsForgotten() throws {
        let namespace = "r_" + UUID().uuidString.prefix(8).lowercased()
        let first = ModelContext(try Bank.container(namespace))
        let account = Bank.Account("a")
        first.insert(account)
        try first.save()
        try TestConnection().awaitHorizon()
        let known = try #require(try transactions(first).last?.token)
        first.processPendingChanges()
        try replaceStoreTable(namespace)
        try TestConnection().run("UPDATE \(namespace).account SET balance = 7, opt = opt + 1")
        // Whoever has it open compares what it has in memory.
        first.processPendingChanges()
        #expect(account.balance == 7)
        let second = ModelContext(try Bank.container(namespace))
        #expect(throws: SwiftDataError.historyTokenExpired) { try transactions(second, after: known) }
        second.insert(Bank.Account("b"))
        try second.save()
        try TestConnection().awaitHorizon()
        let next = try transactions(second)
        #expect(next.count == 1)
        // Only once.
        let third = ModelContext(try Bank.container(namespace))
        #expect(try transactions(third, after: try #require(next.last?.token)).isEmpty)
      }

      /// A store of a former version does not say where it is: it keeps its history, and says so from now on.
      @Test func storesOfFormerVersionsAreTold() throws {
        let namespace = "r_" + UUID().uuidString.prefix(8).lowercased()
        let first = ModelContext(try Bank.container(namespace))
        first.insert(Bank.Account("a"))
        try first.save()
        try TestConnection().awaitHorizon()
        let known = try #require(try transactions(first).last?.token)
        try TestConnection().run("ALTER TABLE \(namespace).swiftdata_store DROP COLUMN place")
        try replaceStoreTable(namespace)
        let second = ModelContext(try Bank.container(namespace))
        #expect(try transactions(second, after: known).isEmpty)
        let place = "SELECT place LIKE '%/' || tableoid FROM \(namespace).swiftdata_store"
        #expect(try TestConnection().run(place) == [["t"]])
        try replaceStoreTable(namespace)
        let third = ModelContext(try Bank.container(namespace))
        #expect(throws: SwiftDataError.historyTokenExpired) { try transactions(third, after: known) }
        #expect(try TestConnection().run(place) == [["t"]])
      }

      // MARK: Eight writers, three readers

      private final class Found: Sendable {
        private let rows = Mutex<[Reader: [Int64]]>([:])
        var value: [Reader: [Int64]] { rows.withLock { $0 } }
        func note(_ reader: Reader, _ found: [Int64]) { rows.withLock { $0[reader] = found } }
      }

      private enum Reader: CaseIterable { case bySequence, bySequenceBelowTheHorizon, ours }

      /// What follows a sequence misses transactions, with and without a look at the horizon. Ours misses none.
      ///
      /// The writers are processes, and work between the first write of a save and its last, as programs do that run
      /// more than one statement: triggers wait there.
      @Test func eightProcessesAndThreeReaders() async throws {
        let namespace = "h_" + UUID().uuidString.prefix(8).lowercased()
        let container = try Bank.container(namespace)
        try TestConnection().run(
          """
          CREATE FUNCTION \(namespace).pause() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_sleep(random() * 0.008); RETURN NULL; END';
          CREATE TRIGGER pause AFTER INSERT ON \(namespace).booking EXECUTE FUNCTION \(namespace).pause();
          CREATE TRIGGER pause AFTER INSERT ON \(namespace).swiftdata_change EXECUTE FUNCTION \(namespace).pause()
          """)
        let perWriter = TestServer.count("TRANSACTIONS", 150, full: 2_000)
        let writers = try (0..<8).map {
          try SecondProcess("PostgresProcess", "write", Bank.address(), namespace, "\($0)", "\(perWriter)")
        }
        for writer in writers { #expect(writer.line() == "ready") }
        let isFinished = Mutex(false)
        let seen = Found()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for reader in Reader.allCases {
            group.addThread {
              var found: [Int64] = []
              var last: Int64 = 0
              var token: DefaultHistoryToken?
              let connection = try TestConnection()
              var rounds = 0
              while rounds < 3 {
                // Three looks after the last commit: what is found then was there to be found.
                if isFinished.withLock({ $0 }) { rounds += 1 }
                switch reader {
                case .ours:
                  let news = try transactions(ModelContext(container), after: token)
                  found += news.map { $0.transactionIdentifier }
                  token = news.last?.token ?? token
                case .bySequence, .bySequenceBelowTheHorizon:
                  let guarded = reader == .bySequence ? "" : " AND xid < pg_snapshot_xmin(pg_current_snapshot())"
                  let rows = try connection.run(
                    "SELECT seq, xid FROM \(namespace).swiftdata_change WHERE seq > \(last)\(guarded) ORDER BY seq")
                  found += rows.compactMap { $0[1].flatMap { Int64($0) } }
                  last = rows.last?[0].flatMap { Int64($0) } ?? last
                }
                Thread.sleep(forTimeInterval: 0.002)
              }
              seen.note(reader, found)
            }
          }
          for writer in writers { writer.say("go") }
          for writer in writers { #expect(writer.line() == "done") }
          for writer in writers { #expect(writer.finish() == 0) }
          try TestConnection().awaitHorizon()
          isFinished.withLock { $0 = true }
          try await group.waitForAll()
        }
        let all = try Set(
          TestConnection().run("SELECT xid FROM \(namespace).swiftdata_transaction").compactMap {
            $0[0].flatMap { Int64($0) }
          })
        #expect(all.count == 8 * perWriter)
        let found = seen.value
        let missed = Reader.allCases.map { all.subtracting(found[$0] ?? []).count }
        print(
          "History, \(all.count) transactions: by sequence \(missed[0]) missed, with the horizon \(missed[1]), ours \(missed[2])"
        )
        #expect(missed[0] > 0, "the test is too weak")
        #expect(missed[1] > 0, "the test is too weak")
        #expect(missed[2] == 0)
        let ours = found[.ours] ?? []
        #expect(ours.count == all.count, "none twice")
        #expect(ours == ours.sorted())
      }
    }

  }

  extension ThrowingTaskGroup where ChildTaskResult == Void, Failure == any Error {
    /// A task on a thread of its own: it blocks.
    mutating func addThread(_ body: @escaping @Sendable () throws -> Void) {
      addTask {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          Thread { continuation.resume(with: Result { try body() }) }.start()
        }
      }
    }
  }
#endif
