// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Saves and bulk changes that others are in the way of: deadlocks, and transactions that cannot be serialized.
  extension PostgresTests {
    @Suite struct RetryTests {
      @Model final class Shelf {
        @Attribute(.unique) var label: String
        var weight = 0

        init(_ label: String) { self.label = label }
      }

      enum Change: CaseIterable {
        case save, update, delete, insert

        /// What is in the table afterwards, if all goes well.
        var expected: [String] {
          switch self {
          case .save, .update: ["a 1", "b 1"]
          case .delete: []
          case .insert: ["a 0", "b 0", "c 0", "d 0"]
          }
        }

        func run(_ context: ModelContext) throws {
          switch self {
          case .save:
            for shelf in try context.fetch(FetchDescriptor<Shelf>()) { shelf.weight += 1 }
            try context.save()
          case .update: try context.update(Shelf.self, .set(\.weight, to: 1))
          case .delete:
            try context.delete(model: Shelf.self)
            try context.save()
          case .insert:
            try context.insertRows(of: Shelf.self, from: ["c", "d"]) { label, row in row.set(\.label, label) }
          }
        }
      }

      /// Two shelves, and a container that lets `patience` go by before it looks for a deadlock.
      private func made(patience: String = "2s") throws -> (namespace: String, container: ModelContainer) {
        let schema = Schema([Shelf.self])
        var address = try #require(TestServer.address)
        address += (address.contains("?") ? "&" : "?") + "options=-c%20deadlock_timeout%3D\(patience)"
        let namespace = "r_" + UUID().uuidString.prefix(8).lowercased()
        let container = try ModelContainer(
          for: schema, configurations: [PostgresConfiguration(url: address, schema: schema, namespace: namespace)])
        let context = ModelContext(container)
        for label in ["a", "b"] { context.insert(Shelf(label)) }
        try context.save()
        return (namespace, container)
      }

      private func stored(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map { "\($0.label) \($0.weight)" }.sorted()
      }

      /// Another session has the second row and then wants the first, which the change has by then.
      @Test(arguments: Change.allCases)
      func deadlocksBeginTheTransactionAnew(_ change: Change) async throws {
        let (namespace, container) = try made()
        let other = try TestConnection()
        // The store's session is the one that notices.
        try other.run("SET deadlock_timeout = '60s'")
        func lock(_ second: Bool) throws {
          try other.run(
            change == .insert
              ? "INSERT INTO \(namespace).shelf (pk, label, weight) VALUES (\(second ? 1001 : 1002), "
                + "'\(second ? "d" : "c")', 7)"
              : "SELECT 1 FROM \(namespace).shelf WHERE label = '\(second ? "b" : "a")' FOR UPDATE")
        }
        try other.run("BEGIN")
        try lock(true)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addThread { try change.run(ModelContext(container)) }
          let control = try TestConnection()
          while try control.run("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").isEmpty {
            try await Task.sleep(for: .milliseconds(2))
          }
          // Returns when the store's transaction has been ended by the server.
          try lock(false)
          try other.run("ROLLBACK")
          try await group.waitForAll()
        }
        #expect(try stored(container) == change.expected)
        try TestConnection().awaitHorizon()
        let history = try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count == 2)
        #expect(history.last?.changes.count == 2)
      }

      /// Another transaction has changed a row that a bulk change has found: what no longer matches is left alone.
      @Test(arguments: [false, true]) func aRowThatNoLongerMatches(isDeletion: Bool) async throws {
        let (namespace, container) = try made()
        let other = try TestConnection()
        try other.run("BEGIN")
        try other.run("UPDATE \(namespace).shelf SET weight = 5, opt = opt + 1 WHERE label = 'a'")
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addThread {
            let context = ModelContext(container)
            if isDeletion {
              try context.delete(model: Shelf.self, where: #Predicate { $0.weight == 0 })
              try context.save()
            } else {
              try context.update(Shelf.self, where: #Predicate { $0.weight == 0 }, .set(\.weight, to: 9))
            }
          }
          let control = try TestConnection()
          while try control.run("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").isEmpty {
            try await Task.sleep(for: .milliseconds(2))
          }
          try other.run("COMMIT")
          try await group.waitForAll()
        }
        #expect(try stored(container) == (isDeletion ? ["a 5"] : ["a 5", "b 9"]))
      }

      /// A trigger fails as often as it is told. Its count is a sequence's, which no rollback undoes.
      private func fail(_ count: Int, _ code: String, _ namespace: String, atCommit: Bool) throws {
        try TestConnection().run(
          """
          CREATE SEQUENCE \(namespace).tries;
          CREATE FUNCTION \(namespace).fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('\(namespace).tries') <= \(count) THEN RAISE 'not now' USING ERRCODE = '\(code)'; END IF;
          RETURN NULL; END $$;
          CREATE CONSTRAINT TRIGGER fail AFTER INSERT OR UPDATE OR DELETE ON \(namespace).shelf
          DEFERRABLE INITIALLY \(atCommit ? "DEFERRED" : "IMMEDIATE")
          FOR EACH ROW EXECUTE FUNCTION \(namespace).fail();
          """)
      }

      private func tries(_ namespace: String) throws -> String? {
        try TestConnection().run("SELECT last_value FROM \(namespace).tries")[0][0]
      }

      @Test(arguments: Change.allCases, ["40001", "40P01"])
      func failuresThatPass(_ change: Change, code: String) throws {
        for atCommit in [false, true] {
          let (namespace, container) = try made()
          try fail(3, code, namespace, atCommit: atCommit)
          try change.run(ModelContext(container))
          #expect(try stored(container) == change.expected)
          // Three attempts that ended with their first row, and one with two rows.
          #expect(try tries(namespace) == "5")
        }
      }

      @Test(arguments: Change.allCases)
      func failuresThatDoNotPass(_ change: Change) throws {
        let (namespace, container) = try made()
        try fail(1_000, "40001", namespace, atCommit: false)
        let error = #expect(throws: SwiftDataError.self) { try change.run(ModelContext(container)) }
        #expect(error == .storeIsBusy)
        #expect(try tries(namespace) == "10")
        #expect(try stored(container) == ["a 0", "b 0"])
        // What is no reason to start again: once.
        let (second, unlucky) = try made()
        try fail(1_000, "23514", second, atCommit: false)
        #expect(throws: SwiftDataError.modelValidationFailure) { try change.run(ModelContext(unlucky)) }
        #expect(try tries(second) == "1")
      }

      /// A sequence that can be read once is not read again.
      @Test func sequencesThatEndAreNotReadTwice() throws {
        let (namespace, container) = try made()
        try fail(1, "40P01", namespace, atCommit: false)
        var rest = ["c", "d"]
        let context = ModelContext(container)
        let once = AnyIterator { rest.isEmpty ? nil : rest.removeFirst() }
        #expect(throws: SwiftDataError.storeIsBusy) {
          try context.insertRows(of: Shelf.self, from: once) { label, row in row.set(\.label, label) }
        }
        #expect(try stored(container) == ["a 0", "b 0"])
      }
    }
  }
#endif
