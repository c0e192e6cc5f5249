// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataStore
  import Foundation
  import SwiftData
  import Testing
  import ToolSupport

  @testable import SwiftDataStudio
  @testable import SwiftDataTool

  /// Changes of rows of a database in Studio, beside the same changes of a file.
  @Suite(.enabled(if: DatabaseServer.address != nil, "There is no PostgreSQL server.")) struct DatabaseEditingTests {
    private func studio(_ stores: Stores) throws -> StudioStore {
      let url = try #require(DatabaseServer.address)
      let address = try #require(DatabaseAddress(url, namespace: stores.namespace))
      return StudioStore(try DatabaseStudio(address), isWritable: true)
    }

    /// The same objects with the same keys in a file and in a database.
    private func pair(_ stores: Stores) throws -> (file: StudioStore, database: StudioStore) {
      try Stores.fill(stores.file("first.store"))
      _ = try stores.database()
      _ = try stores.file("second.store")
      let exported = try Tool.run("export", stores.path("first.store"), "--to", "json", "-o", stores.path("1.json"))
      try #require(exported.code == 0, "\(exported.errors)")
      for target in [[stores.path("second.store")], [DatabaseServer.address ?? "", "--namespace", stores.namespace]] {
        let imported = try Tool.run(
          ["import", target[0], stores.path("1.json"), "--from", "json"] + target.dropFirst())
        try #require(imported.code == 0, "\(imported.errors)")
      }
      return (StudioStore(URL(fileURLWithPath: stores.path("second.store")), isWritable: true), try studio(stores))
    }

    private func contents(_ studio: StudioStore) async throws -> String {
      let exported = try await studio.export(ExportRequest(.json))
      defer { exported.remove() }
      return Stores.anonymous(try Data(contentsOf: exported.url))
    }

    private func outline(_ report: EditReport) -> [String] {
      report.rows.map { row in
        let properties = row.properties.map { "\($0.name): \($0.before) -> \($0.after)" }
        // A sequence does not give a key out again.
        let name = row.kind == .insert ? row.reference.entity : "\(row.reference)"
        return "\(row.kind) \(name) \(properties)"
      }.sorted() + ["\(report.insertedPairs.count) made, \(report.deletedPairs.count) removed"]
    }

    private func first(_ entity: String, _ studio: StudioStore, order: String? = nil) async throws -> ObjectReference {
      var request = GridRequest(entity: entity)
      request.order = order
      return try #require(try await studio.references(request, limit: 1).first)
    }

    // MARK: The same as in a file

    /// The same numbers for the same seed.
    private struct SeededRandom: RandomNumberGenerator {
      var state: UInt64

      mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
      }
    }

    /// Changes of a person, by chance.
    private struct Chance {
      var random: SeededRandom
      var made = 0

      mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      mutating func reference(_ entity: String, _ count: Int) -> ObjectReference {
        .init(entity: entity, key: Int64(number(1...count)))
      }
      mutating func specimen() -> ObjectReference { reference("Specimen", Stores.count) }
      mutating func keeper() -> ObjectReference {
        let key = number(1...5)
        return .init(entity: key < 4 ? "Keeper" : "Curator", key: Int64(key))
      }

      mutating func value() -> JSONValue.Member {
        switch number(0...15) {
        case 0: .init("note", .string("ü \"quoted\" \(number(0...99))\n"))
        case 1: .init("note", .null)
        case 2: .init("rank", number(0...2) == 0 ? .null : .number("\(number(-9...9))"))
        case 3: .init("weight", .number("\(number(0...99)).125"))
        case 4: .init("price", .number("\(number(0...99)).05"))
        case 5: .init("found", .string("20\(number(10...24))-03-0\(number(1...9))T10:00:00Z"))
        case 6: .init("isRare", .bool(number(0...1) == 0))
        case 7: .init("bytes", .string(Data(repeating: 7, count: number(0...40)).base64EncodedString()))
        case 8:
          .init(
            "image",
            .string(Data(repeating: UInt8(number(0...9)), count: number(0...1) * 250_000 + 9).base64EncodedString()))
        case 9: .init("token", .string("0000000\(number(0...9))-1111-4222-8333-444444444444"))
        case 10: .init("drawer", number(0...3) == 0 ? .null : .string("\(reference("Drawer", 4))"))
        case 11: .init("certificate", number(0...3) == 0 ? .null : .string("\(reference("Certificate", 30))"))
        case 12: .init("parent", number(0...3) == 0 ? .null : .string("\(specimen())"))
        case 13: .init("labels", .array([.string("a"), .string("b \(number(0...9))")]))
        case 14: .init("phase", .string(number(0...1) == 0 ? "new" : "done"))
        default: .init("large", .number("\(number(0...9))00000000001"))
        }
      }

      mutating func edit() -> StoreEdit {
        switch number(0...9) {
        case 0: return .update(keeper(), [.init("name", .string("renamed \(number(0...99))"))])
        case 1:
          return .update(
            .init(entity: "Curator", key: Int64(number(4...5))), [.init("favourite", .string("\(keeper())"))])
        case 2:
          return .relate(
            specimen(), relationship: "keepers", adding: [keeper()], removing: [keeper()])
        case 3:
          return .relate(
            keeper(), relationship: "specimens", adding: [specimen(), specimen()], removing: [specimen()])
        case 4:
          return .relate(
            reference("Drawer", 4), relationship: "specimens", adding: [specimen()], removing: [specimen()])
        case 5:
          return .relate(
            specimen(), relationship: "visitors", adding: [reference("Visitor", 20)],
            removing: [reference("Visitor", 20)])
        case 6:
          let entities = ["Specimen", "Specimen", "Visitor", "Certificate", "Keeper"]
          let entity = entities[number(0...4)]
          return .delete(entity == "Keeper" ? keeper() : reference(entity, entity == "Specimen" ? 60 : 20))
        case 7:
          made += 1
          return .insert(
            entity: "Visitor", [.init("name", .string("new \(made)"))])
        default: return .update(specimen(), (0..<number(1...2)).map { _ in value() })
        }
      }
    }

    @Test(arguments: [2, 3]) func theSameChangesAreTheSameRows(seed: UInt64) async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let (file, database) = try pair(stores)
      var chance = Chance(random: SeededRandom(state: seed))
      var saved: [(EditReport, EditReport)] = []
      var done = 0
      for step in 0..<16 {
        let place = "seed \(seed), step \(step)"
        if step % 5 == 4, let last = saved.popLast() {
          // Both can be undone, or neither.
          let results = (await result { try await file.undo(last.0) }, await result { try await database.undo(last.1) })
          #expect((try? results.0.get()).map(outline) == (try? results.1.get()).map(outline), "\(place): \(results)")
        } else {
          let edits = (0..<chance.number(1...3)).map { _ in chance.edit() }
          let previews = (
            await result { try await file.preview(edits) }, await result { try await database.preview(edits) }
          )
          guard let first = try? previews.0.get() else {
            #expect(throws: (any Error).self, "\(place) \(edits)") { try previews.1.get() }
            continue
          }
          let second = try previews.1.get()
          #expect(outline(first) == outline(second), "\(place) \(edits)")
          let outcomes = (
            try await file.save(edits, previewed: first), try await database.save(edits, previewed: second)
          )
          guard case .written(let one) = outcomes.0, case .written(let other) = outcomes.1 else {
            Issue.record("\(place): \(outcomes)")
            return
          }
          #expect(outline(one) == outline(other), "\(place) \(edits)")
          if !one.isEmpty { saved.append((one, other)) }
          done += 1
        }
        let texts = (try await contents(file), try await contents(database))
        guard texts.0 == texts.1 else {
          let lines = zip(texts.0.split(separator: "\n"), texts.1.split(separator: "\n")).first { $0 != $1 }
          Issue.record("\(place): \(String(describing: lines))")
          return
        }
      }
      #expect(done > 5)
      #expect(try await database.check().isEmpty)
    }

    private func result<T: Sendable>(_ body: () async throws -> T) async -> Result<T, any Error> {
      do { return .success(try await body()) } catch { return .failure(error) }
    }

    // MARK: With other programs

    @Test func othersHearOfItAndGoOn() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let container = try stores.database()
      let context = ModelContext(container)
      let drawer = Drawer("drawer")
      let visitor = Visitor("gone")
      for model in [drawer, visitor] as [any PersistentModel] { context.insert(model) }
      try context.save()
      let studio = try studio(stores)
      let (drawers, visitors) = (try await first("Drawer", studio), try await first("Visitor", studio))
      let report = try await studio.save([
        .update(drawers, [.init("name", .string("renamed"))]), .delete(visitors),
        .insert(entity: "Keeper", [.init("name", .string("new"))]),
      ])
      #expect(report.rows.count == 3)
      // What the program has read before is out of date, and it notices.
      drawer.name = "late"
      #expect(throws: (any Error).self) { try context.save() }
      context.rollback()
      let fresh = ModelContext(container)
      #expect(try fresh.fetch(FetchDescriptor<Drawer>()).map(\.name) == ["renamed"])
      // Keys that Studio has taken are nobody else's.
      for number in 0..<200 { fresh.insert(Keeper("keeper \(number)")) }
      try fresh.save()
      #expect(try fresh.fetchCount(FetchDescriptor<Keeper>()) == 201)
      // A transaction of anybody on the server holds the history back for as long as it takes.
      var found: DefaultHistoryTransaction?
      let end = ContinuousClock.now + .seconds(60)
      while found == nil, ContinuousClock.now < end {
        let history = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        found = history.first { $0.author == "swiftdata studio" }
        await Task.yield()
      }
      let transaction = try #require(found)
      let names = transaction.changes.map { "\($0)".prefix { $0 != "(" } }
      #expect(names == ["delete", "update", "insert"], "\(transaction.changes)")
      if case .delete(let deletion as DefaultHistoryDelete<Visitor>)? = transaction.changes.first {
        #expect(deletion.tombstone[\.name] as? String == "gone")
      } else {
        Issue.record("\(transaction.changes)")
      }
      if case .update(let update as DefaultHistoryUpdate<Drawer>) = transaction.changes[1] {
        #expect(update.updatedAttributes == [\Drawer.name])
      } else {
        Issue.record("\(transaction.changes)")
      }
    }

    @Test func whatOthersChangeMeanwhileIsShownAgain() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let context = ModelContext(try stores.database())
      let drawer = Drawer("drawer")
      context.insert(drawer)
      try context.save()
      let studio = try studio(stores)
      let reference = try await first("Drawer", studio)
      let rename = [StoreEdit.update(reference, [.init("name", .string("mine"))])]
      let previewed = try await studio.preview(rename)
      drawer.name = "theirs"
      try context.save()
      guard case .changed(let now) = try await studio.save(rename, previewed: previewed) else {
        Issue.record("It was written.")
        return
      }
      #expect(now.rows.first?.properties.first?.before == .string("theirs"))
      // A cascade that has grown.
      let deletion = [StoreEdit.delete(reference)]
      let plain = try await studio.preview(deletion)
      let specimen = Specimen("code", 1)
      specimen.drawer = drawer
      try context.save()
      guard case .changed(let grown) = try await studio.save(deletion, previewed: plain) else {
        Issue.record("It was written.")
        return
      }
      #expect(grown.rows.map(\.kind) == [.delete, .delete])
      guard case .written(let report) = try await studio.save(deletion, previewed: grown) else {
        Issue.record("It was not written.")
        return
      }
      #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Specimen>()) == 0)
      _ = try await studio.undo(report)
      let restored = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Specimen>()).first)
      #expect(restored.drawer?.name == "theirs" && restored.shape == .circle(radius: 1.5))
      await #expect { try await studio.undo(report) } throws: { "\($0)".contains("changed since") }
    }

    @Test func whatCannotBeWrittenIsSaid() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let context = ModelContext(try stores.database())
      for number in 0..<2 { context.insert(Specimen("code \(number)", number)) }
      try context.save()
      let studio = try studio(stores)
      let reference = try await first("Specimen", studio, order: "code")
      for (value, words) in [
        ("code 1", "unique"), ("a\u{0}b", "U+0000"),
      ] {
        await #expect("\(value)") {
          try await studio.save([.update(reference, [.init("code", .string(value))])])
        } throws: {
          "\($0)".contains(words)
        }
      }
      await #expect { try await studio.save([.update(reference, [.init("small", .number("1.5"))])]) } throws: {
        "\($0)".contains("small")
      }
      await #expect { try await studio.save([.delete(.init(entity: "Specimen", key: 99))]) } throws: {
        "\($0)".contains("no such row")
      }
      #expect(
        try ModelContext(context.container).fetch(FetchDescriptor<Specimen>()).map(\.code).sorted() == [
          "code 0", "code 1",
        ])
      // Without the permission nothing is tried.
      let reading = StudioStore(studio.access)
      await #expect { try await reading.save([.delete(reference)]) } throws: { "\($0)".contains("--write") }
    }

    /// An owner is changed without its members, however many there are; so is a member.
    @Test func ownersOfManyRowsAreChangedWithoutThem() async throws {
      let stores = try Stores()
      defer { stores.remove() }
      let context = ModelContext(try stores.database())
      context.insert(Keeper("keeper"))
      context.insert(Drawer("drawer"))
      context.insert(Specimen("code", 1))
      try context.save()
      let studio = try studio(stores)
      let (keeper, drawer) = (try await first("Keeper", studio), try await first("Drawer", studio))
      let specimen = try await first("Specimen", studio)
      let column = try #require(
        try await studio.run(
          "SELECT attname FROM pg_attribute WHERE attrelid = 'specimen'::regclass AND attname LIKE 'drawer%'"
        ).rows.first?.first?.text)
      let names = try #require(
        try await studio.run(
          "SELECT string_agg(quote_ident(attname), ',') FROM pg_attribute WHERE attrelid = 'specimen'::regclass "
            + "AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('pk', 'code', '\(column)')"
        ).rows.first?.first?.text)
      try DatabaseServer.run(
        sql:
          "INSERT INTO \(stores.namespace).specimen (pk, code, \(column), \(names)) SELECT 100 + n, 'other ' || n, \(drawer.key), "
          + "\(names) FROM \(stores.namespace).specimen, generate_series(1, 20000) AS n WHERE pk = \(specimen.key)")
      _ = try await studio.save([.update(drawer, [.init("name", .string("renamed"))])])
      _ = try await studio.save([.update(keeper, [.init("name", .string("renamed"))])])
      _ = try await studio.save([.update(specimen, [.init("drawer", .string("\(drawer)"))])])
      let fresh = ModelContext(context.container)
      #expect(try fresh.fetch(FetchDescriptor<Drawer>()).first?.name == "renamed")
      #expect(
        try fresh.fetchCount(FetchDescriptor<Specimen>(predicate: #Predicate { $0.drawer?.name == "renamed" }))
          == 20_001)
      // Their deletion is too much for one step.
      await #expect { try await studio.preview([.delete(drawer)]) } throws: {
        "\($0)".contains("too much for one step")
      }
    }
  }
#endif
