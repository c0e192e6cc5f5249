// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Contact {
    #Unique<Contact>([\.mail], [\.phone])
    var mail: String
    var phone: Int
    var note: Int

    init(_ mail: String, _ phone: Int, note: Int = 0) {
      self.mail = mail
      self.phone = phone
      self.note = note
    }
  }

  /// New objects whose unique values rows have already, by several constraints: as in files, where they are written one
  /// after the other.
  extension PostgresTests {
    @Suite struct UpsertTests {
      /// A file, and databases with and without a history: without one, no save is sent whole.
      private func containers() throws -> [ModelContainer] {
        let file = ModelConfiguration("upserts", schema: Schema([Contact.self]), isStoredInMemoryOnly: true)
        return [
          try ModelContainer(for: Schema([Contact.self]), configurations: [file]),
          try postgresContainer(Contact.self), try postgresContainer(Contact.self, history: false),
        ]
      }

      private func rows(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Contact>()).map { "\($0.mail) \($0.phone)" }.sorted()
      }

      private func save(_ contacts: [(String, Int)], _ container: ModelContainer) throws {
        let context = ModelContext(container)
        for (mail, phone) in contacts { context.insert(Contact(mail, phone)) }
        try context.save()
      }

      /// The first takes the row over, and lets go of what the second has met.
      @Test func aRowThatHasMovedOnIsInNobodysWay() throws {
        for container in try containers() {
          try save([("a", 1)], container)
          try save([("a", 2), ("b", 1)], container)
          #expect(try rows(container) == ["a 2", "b 1"])
        }
      }

      /// The second takes the first one's place, and the third the second's, although nothing else has its values.
      @Test func newOnesTakeOneAnothersPlace() throws {
        for container in try containers() {
          try save([("1", 1), ("1", 2), ("3", 2)], container)
          #expect(try rows(container) == ["3 2"])
        }
      }

      /// The second meets nobody once the first has moved on; the third meets the second.
      @Test func aLaterOneIsNotMetFirst() throws {
        for container in try containers() {
          try save([("a", 1)], container)
          try save([("a", 2), ("b", 1), ("b", 5)], container)
          #expect(try rows(container) == ["a 2", "b 5"])
        }
      }

      @Test func twoRowsAreOneTooMany() throws {
        for container in try containers() {
          try save([("a", 1), ("b", 2)], container)
          #expect(throws: SwiftDataError.uniqueConflict) { try save([("a", 2), ("c", 3)], container) }
          #expect(try rows(container) == ["a 1", "b 2"])
        }
      }

      /// A few values, so that most objects meet rows and one another.
      @Test(arguments: UniqueConflictPolicy.allCases) func randomSaves(policy: UniqueConflictPolicy) throws {
        let containers = try containers()
        for seed in UInt64(1)...30 {
          var outcomes: [String] = []
          for container in containers {
            var random = SeededGenerator(seed: seed)
            let context = ModelContext(container)
            for note in 0..<Int.random(in: 1...6, using: &random) {
              let mail = Int.random(in: 0..<6, using: &random)
              context.insert(Contact("\(mail)", Int.random(in: 0..<6, using: &random), note: Int(seed) * 10 + note))
            }
            var outcome = "saved"
            do { try context.save(onConflict: policy) } catch {
              outcome = error as? SwiftDataError == .uniqueConflict ? "conflict" : "\(error)"
            }
            let stored = try ModelContext(container).fetch(FetchDescriptor<Contact>())
            outcomes.append(
              outcome + " " + stored.map { "\($0.mail) \($0.phone) \($0.note)" }.sorted().joined(separator: ", "))
          }
          #expect(Set(outcomes).count == 1, "seed \(seed): \(outcomes)")
          if seed.isMultiple(of: 6) { for container in containers { try clear(container) } }
        }
      }

      private func clear(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        try context.delete(model: Contact.self)
        try context.save()
      }
    }
  }
#endif
