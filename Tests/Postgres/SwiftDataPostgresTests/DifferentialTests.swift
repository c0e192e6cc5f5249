// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// A predicate finds equal rows in a file and in PostgreSQL.
  extension PostgresTests {
    @Suite struct DifferentialTests {
      /// Two stores with the same models, in the same order.
      private struct Pair {
        let file: ModelContext
        let database: ModelContext
        let fileKeys: [PersistentIdentifier]
        let databaseKeys: [PersistentIdentifier]
        let filePositions: [PersistentIdentifier: Int]
        let databasePositions: [PersistentIdentifier: Int]

        init(seed: UInt64, count: Int) throws {
          let schema = Schema([Sample.self, Samples.Label.self])
          let file = try ModelContainer(
            for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
          let database = try ModelContainer(for: schema, configurations: [PostgresConfiguration.test(schema)])
          fileKeys = try Self.fill(ModelContext(file), seed, count)
          databaseKeys = try Self.fill(ModelContext(database), seed, count)
          filePositions = Self.positions(fileKeys)
          databasePositions = Self.positions(databaseKeys)
          self.file = ModelContext(file)
          self.database = ModelContext(database)
        }

        private static func positions(_ keys: [PersistentIdentifier]) -> [PersistentIdentifier: Int] {
          Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        }

        private static func fill(_ context: ModelContext, _ seed: UInt64, _ count: Int) throws -> [PersistentIdentifier]
        {
          var generator = SeededGenerator(seed: seed)
          // PostgreSQL's text has every character but one.
          func text(_ string: String) -> String { string.replacing("\0", with: "x") }
          let labels = (0..<6).map { Samples.Label(name: text(Odd.string(&generator)), weight: $0 % 4) }
          labels.forEach { context.insert($0) }
          var samples: [Sample] = []
          for _ in 0..<count {
            let sample = Sample(&generator)
            sample.string = text(sample.string)
            sample.optionalString = sample.optionalString.map(text)
            sample.place.city = text(sample.place.city)
            sample.optionalPlace?.city = text(sample.optionalPlace?.city ?? "")
            sample.words = sample.words.map(text)
            context.insert(sample)
            if Bool.random(using: &generator) { sample.parent = samples.randomElement(using: &generator) }
            sample.labels = labels.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
            samples.append(sample)
          }
          try context.save()
          return samples.map(\.persistentModelID)
        }

        /// Which of the models a predicate finds, by position; an error's kind if it finds none.
        ///
        /// - Parameter asModels: whether they are fetched as models, and counted. Else only their keys are fetched: the
        ///   condition is the same.
        func rows(
          _ predicate: Predicate<Sample>, _ context: ModelContext, _ positions: [PersistentIdentifier: Int],
          asModels: Bool = true
        ) throws -> [Int] {
          let descriptor = FetchDescriptor(predicate: predicate)
          let found =
            asModels
            ? try context.fetch(descriptor).map(\.persistentModelID) : try context.fetchIdentifiers(descriptor)
          if asModels { #expect(try context.fetchCount(descriptor) == found.count) }
          return found.compactMap { positions[$0] }.sorted()
        }
      }

      /// Whether PostgreSQL has refused what it is documented to refuse.
      private static func isRefused(_ error: any Error) -> Bool {
        guard let error = error as? SwiftDataError else { return false }
        return error == .unsupportedPredicate || error == .valueOutOfRange && error.explanation.contains("U+0000")
      }

      @Test(.needsICU, arguments: 1...12)
      func writtenPredicates(_ seed: UInt64) throws {
        let pair = try Pair(seed: seed, count: 60)
        var compared = 0
        var refused = 0
        for round in 0..<4 {
          // Both stores get equal random values, except for identifiers.
          func predicates(_ keys: [PersistentIdentifier]) -> [(String, Predicate<Sample>)] {
            var generator = SeededGenerator(seed: seed &* 100 &+ UInt64(round))
            return AttributePredicates.all(&generator) + RelationshipPredicates.all(&generator, identifiers: keys)
          }
          for (a, b) in zip(predicates(pair.fileKeys), predicates(pair.databaseKeys)) {
            do {
              let found = try pair.rows(b.1, pair.database, pair.databasePositions)
              let expected = try pair.rows(a.1, pair.file, pair.filePositions)
              if found != expected {
                Issue.record(
                  "seed \(seed): \(a.0): found \(found), expected \(expected): \(text(a.1, pair.file)) \(text(b.1, pair.database))"
                )
              }
              compared += 1
            } catch  where Self.isRefused(error) {
              refused += 1
            }
          }
        }
        print("Written predicates, seed \(seed): \(compared) compared, \(refused) refused")
        #expect(compared > 9 * refused)
      }

      private func text(_ predicate: Predicate<Sample>, _ context: ModelContext) -> String {
        (try? context.explain(FetchDescriptor(predicate: predicate)))
          .map { explanation in
            "\(explanation.sql.components(separatedBy: " WHERE ").dropFirst().joined(separator: " WHERE ")) \(explanation.parameters)"
          } ?? "(no SQL)"
      }

      @Test(.needsICU, arguments: 101...118)
      func randomPredicates(_ seed: UInt64) throws {
        let pair = try Pair(seed: seed, count: 30)
        var generator = SeededGenerator(seed: seed)
        var compared = 0
        var refused = 0
        var matches = 0
        for round in 0..<1000 {
          let next = generator.next()
          let own = RandomPredicates.make(seed: next, identifiers: Array(pair.fileKeys.prefix(7)))
          let other = RandomPredicates.make(seed: next, identifiers: Array(pair.databaseKeys.prefix(7)))
          do {
            let asModels = round % 10 == 0
            let found = try pair.rows(other, pair.database, pair.databasePositions, asModels: asModels)
            let expected = try pair.rows(own, pair.file, pair.filePositions, asModels: asModels)
            if found != expected {
              Issue.record(
                "seed \(seed): found \(found), expected \(expected): \(text(own, pair.file)) \(text(other, pair.database))"
              )
            }
            compared += 1
            matches += found.count
          } catch  where Self.isRefused(error) {
            refused += 1
          } catch {
            Issue.record("seed \(seed): \(error): \(text(own, pair.file))")
          }
        }
        print("Random predicates, seed \(seed): \(compared) compared, \(refused) refused, \(matches) objects matched")
        #expect(compared > 4 * refused)
      }
    }
  }
#endif
