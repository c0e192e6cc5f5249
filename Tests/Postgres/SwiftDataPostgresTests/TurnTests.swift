// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// As a server has them: one for each request.
  @ModelActor actor Clerk {
    /// Inserts an order and asks for it.
    func work(_ number: Int) async throws -> Int {
      modelContext.insert(Order(number))
      try await saveInTurn()
      let found = try await fetchInTurn(FetchDescriptor<Order>(predicate: #Predicate { $0.number == number }))
      return try await found.count
        + fetchCountInTurn(FetchDescriptor<Order>(predicate: #Predicate { $0.number == number }))
    }

    /// How many orders there are, page after page.
    func countOfPages() async throws -> Int {
      let descriptor = FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number, order: .reverse)])
      var page = try await fetchPageInTurn(descriptor, size: 30)
      var count = page.models.count
      while let next = page.next {
        page = try await fetchPageInTurn(descriptor, size: 30, after: next)
        count += page.models.count
      }
      return count
    }

    func count() async throws -> Int { try await fetchInTurn(FetchDescriptor<Order>()).count }

    func add(_ number: Int) async throws {
      modelContext.insert(Order(number))
      try await saveInTurn()
    }
  }

  /// Many contexts over few connections.
  extension PostgresTests {
    @Suite struct TurnTests {
      private static let contexts = 1_000
      /// What the system and the tests have for themselves, generously: what must not be is a thread for each context.
      private static let slack = 40

      /// How many threads the process has; `nil` where the system does not tell.
      private static var threads: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        return status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
          .flatMap { Int($0.dropFirst(8).trimmingCharacters(in: .whitespaces)) }
      }

      @Test func aThousandContextsShareEightConnections() async throws {
        let container = try postgresContainer(Customer.self)
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<Self.contexts {
            group.addTask { try await Clerk(modelContainer: container).work(number) }
          }
          return try await group.reduce(0, +)
        }
        #expect(found == Self.contexts * 2)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Order>()) == Self.contexts)
      }

      @Test func pagesWaitForTheirTurn() async throws {
        let container = try postgresContainer(Customer.self, connections: 2)
        let limit = container._fetchTurns.limit
        #expect(limit == 1)
        let context = ModelContext(container)
        for number in 0..<100 { context.insert(Order(number)) }
        try context.save()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<50 { group.addTask { try await Clerk(modelContainer: container).countOfPages() } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 100, count: 50))
        #expect(container._fetchTurns.waiting == 0)
      }

      /// The server answers nobody for a while, and all wait: those that have a connection with a thread, the others
      /// without one.
      @Test func whoWaitsForAConnectionHasNoThread() async throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let limit = container._fetchTurns.limit
        #expect(limit == configuration.maximumConnections - 1)
        let before = Self.threads
        let lock = try TestConnection()
        try lock.run("BEGIN; LOCK TABLE \(configuration.namespace).\"order\" IN ACCESS EXCLUSIVE MODE")
        let fetches = (0..<Self.contexts).map { _ in Task { try await Clerk(modelContainer: container).count() } }
        while container._fetchTurns.waiting < Self.contexts - limit { await Task.yield() }
        let saves = (0..<Self.contexts).map { number in
          Task { try await Clerk(modelContainer: container).add(number) }
        }
        while container.waitingSaves < Self.contexts - 1 { await Task.yield() }
        if let before, let now = Self.threads {
          #expect(now - before <= configuration.maximumConnections + Self.slack, "\(before) threads, then \(now)")
        }
        try lock.run("COMMIT")
        for fetch in fetches { #expect(try await fetch.value <= Self.contexts) }
        for save in saves { try await save.value }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Order>()) == Self.contexts)
      }
    }
  }
#endif
