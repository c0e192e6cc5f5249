// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Models over tables whose keys are UUIDs, texts or bytes, by `Schemas/named.sql`.
  extension PostgresTests {
    @Suite(.needsICU) struct NamedRowTests {
      private let fleet: NamedFleet
      static let schema = Schema([
        SeaCrier.self, SeaDigest.self, SeaFlag.self, SeaHarbour.self, SeaPaper.self, SeaSailor.self, SeaTicket.self,
        SeaVessel.self, SeaVoyage.self,
      ])

      init() throws { fleet = try NamedFleet() }

      private func container() throws -> ModelContainer { try fleet.container(Self.schema) }
      private func context() throws -> ModelContext { ModelContext(try container()) }

      private func vessel(_ name: String, _ context: ModelContext) throws -> SeaVessel {
        try #require(try context.fetch(FetchDescriptor<SeaVessel>(predicate: #Predicate { $0.name == name })).first)
      }

      private func harbour(_ code: String, _ context: ModelContext) throws -> SeaHarbour {
        try #require(try context.fetch(FetchDescriptor<SeaHarbour>(predicate: #Predicate { $0.code == code })).first)
      }

      // MARK: Reading

      @Test func rowsAndReferencesAreRead() throws {
        let context = try context()
        // By key, as the server orders UUIDs and texts.
        #expect(try context.fetch(FetchDescriptor<SeaVessel>()).map(\.name) == ["Anna", "Berta", "Clara"])
        #expect(try context.fetch(FetchDescriptor<SeaHarbour>()).map(\.code) == ["CPH", "HAM", "KIE"])
        let anna = try vessel("Anna", context)
        #expect(anna.id == UUID(uuidString: NamedFleet.anna))
        #expect(anna.home?.name == "Hamburg")
        #expect(anna.home?.flagCode?.name == "Germany")
        // A code of fixed length is read without the spaces that fill it.
        #expect(anna.home?.flagCode?.code == "DE")
        #expect(anna.seaSailors.map(\.name).sorted() == ["Ole", "Pia"])
        #expect(anna.seaHarbours.map(\.code).sorted() == ["CPH", "HAM"])
        #expect(anna.seaVessels.map(\.name) == ["Berta"])
        #expect(anna.seaVoyages.map(\.to?.name) == ["Copenhagen"])
        #expect(try harbour("CPH", context).seaHarbourSeaVessels.map(\.name).sorted() == ["Anna", "Berta"])
        #expect(try vessel("Clara", context).home == nil)
        let digest = try #require(try context.fetch(FetchDescriptor<SeaDigest>()).first)
        #expect(digest.seaDigestHash == Data([0, 1, 255]))
        let again = context.model(for: anna.persistentModelID)
        #expect(again === anna)
        let fresh = ModelContext(context.container)
        let fault = try #require(fresh.model(for: anna.persistentModelID) as? SeaVessel)
        #expect(fault.name == "Anna")
        let nobody = try id("SeaVessel", UUID(), context)
        #expect(
          try fresh.fetch(FetchDescriptor<SeaVessel>(predicate: #Predicate { $0.persistentModelID == nobody })).isEmpty)
        let none = try #require(fresh.model(for: nobody) as? SeaVessel)
        _ = none.name
        #expect(none.isDeleted)
      }

      private func id<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        _ entity: String, _ key: T, _ context: ModelContext
      ) throws -> PersistentIdentifier {
        let store = try #require(try vessel("Anna", context).persistentModelID.storeIdentifier)
        return try .identifier(for: store, entityName: entity, primaryKey: key)
      }

      @Test func predicatesAndOrders() throws {
        let context = try context()
        func names(_ predicate: Predicate<SeaVessel>) throws -> [String] {
          let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
          let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name)
          #expect(count == found.count)
          return found
        }
        let anna = try vessel("Anna", context)
        let (annaID, id) = (anna.persistentModelID, anna.id)
        let ids = [annaID, try vessel("Clara", context).persistentModelID]
        let hamburg = try harbour("HAM", context)
        let code = hamburg.persistentModelID
        #expect(try names(#Predicate { $0.persistentModelID == annaID }) == ["Anna"])
        #expect(try names(#Predicate { $0.persistentModelID != annaID }) == ["Berta", "Clara"])
        #expect(try names(#Predicate { ids.contains($0.persistentModelID) }) == ["Anna", "Clara"])
        #expect(try names(#Predicate { $0.id == id }) == ["Anna"])
        #expect(try names(#Predicate { $0.home?.persistentModelID == code }) == ["Anna"])
        #expect(try names(#Predicate { $0.home?.flagCode?.name == "Germany" }) == ["Anna", "Berta"])
        #expect(try names(#Predicate { $0.home == nil }) == ["Clara"])
        #expect(try names(#Predicate { $0.sister?.persistentModelID == annaID }) == ["Berta"])
        #expect(try names(#Predicate { $0.seaSailors.contains { $0.rank == 2 } }) == ["Anna"])
        #expect(try names(#Predicate { $0.seaSailors.isEmpty }) == ["Clara"])
        #expect(try names(#Predicate { $0.seaSailors.count > 1 }) == ["Anna"])
        #expect(try names(#Predicate { $0.seaHarbours.contains { $0.code == "CPH" } }) == ["Anna", "Berta"])
        #expect(try names(#Predicate { $0.seaHarbours.contains { $0.persistentModelID == code } }) == ["Anna"])
        let other = try ModelContainer(
          for: Self.schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
        let foreign = SeaVessel(name: "x")
        let elsewhere = ModelContext(other)
        elsewhere.insert(foreign)
        try elsewhere.save()
        let foreignID = foreign.persistentModelID
        #expect(try names(#Predicate { $0.persistentModelID == foreignID }).isEmpty)
        // By the index of the key.
        let sql = try context.explain(
          FetchDescriptor<SeaVessel>(predicate: #Predicate { $0.persistentModelID == annaID }))
        #expect(sql.sql.contains("t0.id = $1"), "\(sql.sql)")
        let plan = try fleet.psql.run(
          "SET enable_seqscan = off; EXPLAIN SELECT * FROM sea_vessel WHERE id = ANY(ARRAY['\(NamedFleet.anna)'::uuid])"
        )
        #expect(plan.contains { $0[0]?.contains("sea_vessel_pkey") == true })
        let backwards = try context.fetch(
          FetchDescriptor<SeaVessel>(sortBy: [SortDescriptor(\.persistentModelID, order: .reverse)]))
        #expect(backwards.map(\.name) == ["Clara", "Berta", "Anna"])
        let byHome = FetchDescriptor<SeaVessel>(sortBy: [SortDescriptor(\.home?.name)])
        #expect(try context.fetch(byHome).map(\.name) == ["Clara", "Anna", "Berta"])
        // With unsaved changes, rows come in the same order.
        anna.tonnage += 1
        #expect(try context.fetch(FetchDescriptor<SeaVessel>()).map(\.name) == ["Anna", "Berta", "Clara"])
        #expect(try names(#Predicate { $0.seaSailors.contains { $0.rank == 2 } }) == ["Anna"])
        let rows = try context.query(
          "SELECT \(\SeaVessel.name) FROM \(SeaVessel.self) WHERE \(\SeaVessel.id) = \(annaID)", as: String.self)
        #expect(rows == ["Anna"])
      }

      @Test func pagesFollowEachOther() throws {
        let context = try context()
        for number in 0..<57 {
          context.insert(SeaSailor(name: "s\(number % 7)", rank: number % 3 == 0 ? nil : number % 5))
        }
        try context.save()
        let orders: [[SortDescriptor<SeaSailor>]] = [
          [], [SortDescriptor(\.name, comparator: .lexical)], [SortDescriptor(\.rank), SortDescriptor(\.name)],
          [SortDescriptor(\.rank, order: .reverse)], [SortDescriptor(\.persistentModelID, order: .reverse)],
        ]
        for order in orders {
          let descriptor = FetchDescriptor<SeaSailor>(sortBy: order)
          let all = try context.fetch(descriptor).map(\.sailorId)
          var page = try context.fetchPage(descriptor, size: 8)
          var found = page.models.map(\.sailorId)
          while let next = page.next {
            page = try context.fetchPage(descriptor, size: 8, after: next)
            found += page.models.map(\.sailorId)
          }
          #expect(found == all)
          #expect(Set(found).count == 61)
        }
        // Texts too, in the order of their bytes.
        var page = try context.fetchPage(FetchDescriptor<SeaFlag>(), size: 1)
        var codes = page.models.map(\.code)
        while let next = page.next {
          page = try context.fetchPage(FetchDescriptor<SeaFlag>(), size: 1, after: next)
          codes += page.models.map(\.code)
        }
        #expect(codes == ["DE", "DK", "p12"])
      }

      // MARK: Identifiers

      @Test func identifiersHaveTheKeys() throws {
        let context = try context()
        let anna = try vessel("Anna", context)
        let text = anna.persistentModelID.stringRepresentation
        #expect(text.hasPrefix("SeaVessel~\(NamedFleet.anna.uppercased())~"))
        let flags = try context.fetch(FetchDescriptor<SeaFlag>())
        let digest = try #require(try context.fetch(FetchDescriptor<SeaDigest>()).first)
        let all: [any PersistentModel] = flags + [anna, digest, try harbour("KIE", context)]
        // Another container has given out other numbers.
        let other = try self.context()
        _ = try other.fetch(FetchDescriptor<SeaSailor>())
        for model in all {
          let identifier = model.persistentModelID
          let coded = try JSONDecoder().decode(
            PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
          let short = try PersistentIdentifier(stringRepresentation: identifier.stringRepresentation)
          #expect(coded == identifier)
          #expect(short == identifier)
          #expect(coded.hashValue == identifier.hashValue)
          let found = other.model(for: coded)
          #expect(!found.isDeleted)
          #expect(found.persistentModelID == identifier)
          #expect(other.model(for: short) === found)
        }
        // "p12" is a code here, and no number.
        let pirates = try #require(other.model(for: try id("SeaFlag", "p12", context)) as? SeaFlag)
        #expect(pirates.name == "Pirates")
        let pirateID = pirates.persistentModelID
        #expect(
          try other.fetch(FetchDescriptor<SeaFlag>(predicate: #Predicate { $0.persistentModelID == pirateID })).count
            == 1)
        #expect(
          (other.model(for: try id("SeaVessel", UUID(uuidString: NamedFleet.anna)!, context)) as? SeaVessel)?.name
            == "Anna")
        #expect(other.model(for: try id("SeaVessel", "nonsense", context)).isDeleted)
        #expect(other.model(for: try id("SeaVessel", 1, context)).isDeleted)
        // Both containers have the same identifiers.
        #expect(
          try Set(context.fetchIdentifiers(FetchDescriptor<SeaSailor>()))
            == Set(other.fetchIdentifiers(FetchDescriptor<SeaSailor>())))
        // A temporary one becomes the row's.
        let new = SeaVessel(name: "Dora")
        context.insert(new)
        let temporary = new.persistentModelID
        #expect(temporary.isTemporary)
        try context.save()
        #expect(new.persistentModelID.stringRepresentation.contains(new.id.uuidString))
        #expect(context.model(for: temporary) === new)
        #expect((ModelContext(context.container).model(for: temporary) as? SeaVessel)?.name == "Dora")
      }
    }
  }
#endif
