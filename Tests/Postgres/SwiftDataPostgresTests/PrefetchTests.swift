// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  @testable import SwiftDataPostgres
  import Synchronization
  import Testing

  /// Relationships that come with a fetch.
  extension PostgresTests {
    @Suite struct PrefetchTests {
      private func container() throws -> ModelContainer {
        let schema = Schema(PrefetchedTrees.types)
        return try ModelContainer(for: schema, configurations: [PostgresConfiguration.test(schema)])
      }

      /// Runs `body`, and tells how often it waited for the server.
      private func trips(_ container: ModelContainer, _ body: () throws -> Void) throws -> Int {
        let store = try #require(container._stores.first?.store as? PostgresRowStore)
        let before = store.database.roundTrips.load(ordering: .relaxed)
        try body()
        return store.database.roundTrips.load(ordering: .relaxed) - before
      }

      /// Random chains of relationships, of shows that are found in different ways.
      @Test(arguments: 1...6 as ClosedRange<UInt64>) func chainsArePrefetched(seed: UInt64) throws {
        let container = try container()
        var trees = try PrefetchedTrees(container, seed: seed)
        for _ in 0..<25 { try trees.fetch() }
        let context = ModelContext(container)
        for _ in 0..<10 { try trees.fetch(context) }
      }

      @Test func aTreeTakesOneRoundTrip() throws {
        let container = try container()
        _ = try PrefetchedTrees(container, seed: 5)
        var descriptor = FetchDescriptor<Show>()
        descriptor.relationshipKeyPathsForPrefetching = [\.original, \.posters]
        descriptor.prefetch { $0.castings.player.agent }
        descriptor.prefetch { $0.genres.films.castings.player }
        // Whatever the condition is: the shows, then all of the tree.
        #expect(try trips(container) { _ = try ModelContext(container).fetch(descriptor) } == 2)
        let slugs = ["film-1", "film-4", "film-7"]
        descriptor.predicate = #Predicate { slugs.contains($0.slug) }
        var shows: [Show] = []
        let context = ModelContext(container)
        #expect(try trips(container) { shows = try context.fetch(descriptor) } == 1)
        #expect(shows.count == 3)
        let identifier = shows[0].persistentModelID
        descriptor.predicate = #Predicate { $0.persistentModelID == identifier }
        #expect(try trips(container) { _ = try ModelContext(container).fetch(descriptor) } == 1)
        descriptor.predicate = #Predicate { $0.slug == "film-4" && $0.year > 1000 }
        #expect(try trips(container) { _ = try ModelContext(container).fetch(descriptor) } == 1)
        // A scan is not repeated for each relationship.
        descriptor.predicate = #Predicate { $0.slug == "film-4" || $0.year > 1000 }
        #expect(try trips(container) { _ = try ModelContext(container).fetch(descriptor) } == 2)
        // A few rows that refer to an object are found by an index, too; all of them may be many.
        let cast = try #require(shows.first { $0.castings.contains { $0.player != nil } }).persistentModelID
        var castings = FetchDescriptor<Casting>(predicate: #Predicate { $0.film?.persistentModelID == cast })
        castings.prefetch { $0.player.agent }
        #expect(try trips(container) { _ = try ModelContext(container).fetch(castings) } == 2)
        castings.fetchLimit = 3
        castings.sortBy = [SortDescriptor(\.place, order: .reverse)]
        #expect(try trips(container) { _ = try ModelContext(container).fetch(castings) } == 1)
        castings.fetchLimit = 100_000
        #expect(try trips(container) { _ = try ModelContext(container).fetch(castings) } == 2)
        // What the context has changed is known first.
        shows[0].year = 0
        descriptor.predicate = #Predicate { $0.persistentModelID == identifier }
        var again: [Show] = []
        #expect(try trips(container) { again = try context.fetch(descriptor) } <= 2)
        #expect(again == [shows[0]])
      }

      /// Others exchange members between the statements of one round trip: what was not read is not taken for empty.
      @Test func whatMovesMeanwhileIsNotTakenForEmpty() throws {
        let container = try container()
        let writer = ModelContext(container)
        let show = Show("only", 2000)
        writer.insert(show)
        for place in 0..<40 {
          let casting = Casting(place)
          writer.insert(casting)
          casting.player = Player("\(place)")
          // Half of them are of the show; their players change all the time.
          if place % 2 == 0 { casting.film = show }
        }
        try writer.save()
        let mover = try Exchange(container) { castings in
          (castings[0].player, castings[1].player) = (castings[1].player, castings[0].player)
        }
        defer { mover.stop() }
        var descriptor = FetchDescriptor<Show>(predicate: #Predicate { $0.slug == "only" })
        descriptor.prefetch { $0.castings.player.castings }
        let exchanges = mover.count
        for _ in 0..<300 {
          let show = try #require(try ModelContext(container).fetch(descriptor).first)
          // At each moment, each player has one casting.
          #expect(show.castings.allSatisfy { $0.player?.castings.isEmpty == false })
        }
        #expect(mover.count > exchanges)
      }

      /// A relationship of all owners is one statement, and so one snapshot; fetches that go together are one, too.
      @Test func membersAreOfOneSnapshot() throws {
        let schema = Schema(PrefetchedTrees.types)
        let configuration = try PostgresConfiguration.test(schema)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let writer = ModelContext(container)
        let shows = ["a", "b", "c"].map { Show($0, 2000) }
        for show in shows { writer.insert(show) }
        for place in 0..<30 {
          let casting = Casting(place)
          writer.insert(casting)
          casting.film = shows[place % 3]
        }
        try writer.save()
        // As another process: contexts of one container hear of each other at once.
        let other = try ModelContainer(for: schema, configurations: [configuration])
        let mover = try Exchange(other) { castings in
          (castings[0].film, castings[1].film) = (castings[1].film, castings[0].film)
        }
        defer { mover.stop() }
        var descriptor = FetchDescriptor<Show>()
        descriptor.relationshipKeyPathsForPrefetching = [\.castings]
        let exchanges = mover.count
        for _ in 0..<200 {
          let found = try ModelContext(container).fetch(descriptor)
          #expect(found.map(\.castings.count) == [10, 10, 10])
          #expect(Set(found.flatMap(\.castings).map(\.place)) == Set(0..<30))
          let (all, castings) = try ModelContext(container).fetchTogether(
            FetchDescriptor<Show>(), FetchDescriptor<Casting>())
          let films = castings.compactMap { $0.film?.slug }
          #expect(all.allSatisfy { show in films.count { $0 == show.slug } == 10 })
        }
        #expect(mover.count > exchanges)
      }
    }
  }

  /// Changes castings, two in each save, until it is stopped.
  private final class Exchange: Sendable {
    private let isDone = Atomic(false)
    private let saves = Atomic(0)
    private let end = DispatchSemaphore(value: 0)

    init(_ container: ModelContainer, _ change: @escaping @Sendable ([Casting]) -> Void) throws {
      let thread = Thread { [self] in
        var random = SeededGenerator(seed: 3)
        while !isDone.load(ordering: .acquiring) {
          do {
            let context = ModelContext(container)
            let castings = try context.fetch(FetchDescriptor<Casting>()).shuffled(using: &random)
            change(castings)
            try context.save()
            saves.wrappingAdd(1, ordering: .relaxed)
          } catch { Issue.record(error) }
        }
        end.signal()
      }
      thread.start()
    }

    var count: Int { saves.load(ordering: .relaxed) }

    func stop() {
      isDone.store(true, ordering: .releasing)
      end.wait()
    }
  }
#endif
