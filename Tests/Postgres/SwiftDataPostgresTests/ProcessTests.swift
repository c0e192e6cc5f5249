// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// The models of the other processes.
  enum Bank {
    @Model final class Account {
      @Attribute(.unique) var name: String
      var balance = 0
      @Relationship(deleteRule: .cascade, inverse: \Booking.account) var bookings: [Booking] = []

      init(_ name: String) { self.name = name }
    }

    @Model final class Booking {
      var writer: Int
      var number: Int
      var account: Account?

      init(_ writer: Int, _ number: Int) {
        self.writer = writer
        self.number = number
      }
    }

    static func container(_ namespace: String) throws -> ModelContainer {
      let schema = Schema([Account.self, Booking.self])
      return try ModelContainer(for: schema, configurations: [PostgresConfiguration.test(schema, namespace: namespace)])
    }

    static func address() throws -> String { try #require(TestServer.address) }

    static func process(_ mode: String, _ namespace: String, _ arguments: Int...) throws -> SecondProcess {
      let texts = arguments.map { "\($0)" } + ["", ""]
      let process = try SecondProcess("PostgresProcess", mode, address(), namespace, texts[0], texts[1])
      #expect(process.line() == "ready")
      return process
    }
  }

  /// Several processes on one database.
  extension PostgresTests {
    @Suite struct ProcessTests {
      private var namespace: String { "p_" + UUID().uuidString.prefix(8).lowercased() }

      @Test func eightProcessesWantTheSameRows() throws {
        let namespace = namespace
        let container = try Bank.container(namespace)
        let context = ModelContext(container)
        for name in ["a", "b"] { context.insert(Bank.Account(name)) }
        try context.save()
        let count = TestServer.count("SAVES", 60, full: 2_000)
        let processes = try (0..<8).map { try Bank.process("conflict", namespace, $0, count) }
        for process in processes { process.say("go") }
        let conflicts = processes.map { process in
          let line = process.line() ?? "nothing"
          guard let number = Int(line) else {
            Issue.record("A process said: \(line)")
            return 0
          }
          return number
        }
        for process in processes { #expect(process.finish() == 0) }
        let all = 8 * count
        print("Conflicting saves: \(all), done anew \(conflicts.reduce(0, +)) times")
        let fresh = ModelContext(container)
        let accounts = try fresh.fetch(FetchDescriptor<Bank.Account>())
        #expect(accounts.map(\.balance).reduce(0, +) == all, "no update is lost")
        let bookings = try fresh.fetch(FetchDescriptor<Bank.Booking>())
        #expect(bookings.count == all)
        #expect(Set(bookings.map { [$0.writer, $0.number] }).count == all, "none is there twice")
        #expect(bookings.allSatisfy { $0.account != nil }, "none is an orphan")
        #expect(accounts.allSatisfy { $0.bookings.count == $0.balance })
        try TestConnection().awaitHorizon()
        let history = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count == all + 1)
      }

      /// Time is printed and not judged: the machine may be busy.
      @Test @MainActor func observersHearOfOtherProcesses() async throws {
        let namespace = namespace
        let container = try Bank.container(namespace)
        let observer = try HistoryObserver(modelContainer: container)
        let other = try Bank.process("once", namespace)
        var times: [Duration] = []
        for round in 1...20 {
          let before = observer.eventCounter
          other.say("save")
          #expect(other.line() == "saved")
          let clock = ContinuousClock()
          let start = clock.now
          while observer.eventCounter == before {
            try #require(clock.now - start < .seconds(60), "Nothing was heard of save \(round) for a minute.")
            try await Task.sleep(for: .milliseconds(1))
          }
          times.append(clock.now - start)
          #expect(try container.mainContext.fetchCount(FetchDescriptor<Bank.Booking>()) == round)
        }
        #expect(other.finish() == 0)
        times.sort()
        print("Heard of another process after \(times[times.count / 2]), at most \(times.last ?? .zero)")
      }

      /// What libpq's variables and a service file say counts for more than what this library would set.
      @Test func variablesAndServicesAreHeeded() throws {
        let namespace = namespace
        let address = try Bank.address()
        let services = FileManager.default.temporaryDirectory.appending(path: "services-\(namespace)")
        try "[ours]\napplication_name=from the service\n".write(to: services, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: services) }
        func name(_ variables: [String: String], _ more: String = "") throws -> String {
          let url = address + (address.contains("?") ? "&" : "?") + more
          let result = try ChildProcess.run(
            SecondProcess.executable("PostgresProcess"), ["name", more.isEmpty ? address : url, namespace],
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 })
          #expect(result.status == 0, "\(result.output)\(result.errors)")
          return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        #expect(try name([:]) == "PostgresProcess")
        #expect(try name(["PGAPPNAME": "from the variable"]) == "from the variable")
        #expect(try name(["PGSERVICEFILE": services.path], "service=ours") == "from the service")
        #expect(
          try name(["PGAPPNAME": "from the variable"], "application_name=from%20the%20address") == "from the address")
      }

      /// One of them changes the tables, the others wait, and none finds half of it.
      @Test func processesThatMigrateTogether() throws {
        for round in 0..<3 {
          let namespace = namespace
          let context = ModelContext(try Bank.container(namespace))
          for number in 0..<500 { context.insert(Bank.Booking(round, number)) }
          try context.save()
          let processes = try (0..<4).map { _ in try Bank.process("open", namespace) }
          for process in processes { process.say("go") }
          for process in processes { #expect(process.line() == "500") }
          for process in processes { #expect(process.finish() == 0) }
          let broken = try TestConnection().run(
            "SELECT count(*) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid "
              + "JOIN pg_namespace AS n ON n.oid = c.relnamespace "
              + "WHERE n.nspname = '\(namespace)' AND NOT i.indisvalid")
          #expect(broken == [["0"]])
        }
      }
    }
  }
#endif
