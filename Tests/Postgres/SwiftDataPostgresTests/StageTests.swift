// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Migration plans in a database end as they do in a file.
  extension PostgresTests {
    @Suite struct StageTests {
      /// A store of the first version, in a file or in a database.
      private enum Place {
        case file(URL)
        case database(PostgresConfiguration)

        func open(_ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil) throws
          -> ModelContainer
        {
          let schema = Schema(versionedSchema: version)
          switch self {
          case .file(let url):
            return try ModelContainer(
              for: schema, migrationPlan: plan, configurations: [ModelConfiguration(schema: schema, url: url)])
          case .database(var configuration):
            configuration.schema = schema
            return try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration])
          }
        }
      }

      private func database() throws -> PostgresConfiguration { try PostgresConfiguration.test() }

      private func fill(_ place: Place) throws {
        let context = ModelContext(try place.open(Library.V1.self))
        let books = [
          Library.V1.Book("1", "Persuasion", "Austen", 249), Library.V1.Book("2", "Emma", "Austen", 474),
          Library.V1.Book("1", "Persuasion, 2nd", "Austen", 300), Library.V1.Book("3", "Middlemarch", "Eliot", 880),
        ]
        for book in books { context.insert(book) }
        for (number, book) in books.enumerated() { context.insert(Library.V1.Memo("memo \(number)", book)) }
        context.insert(Library.V1.Memo("alone", nil))
        try context.save()
      }

      private func describe(_ container: ModelContainer) throws -> [String] {
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Library.V5.Book>()).map {
          "\($0.code) \($0.name) \($0.sortName) \($0.stars) \($0.pages) \($0.writer?.name ?? "-") \($0.author ?? "-")"
        }
        let writers = try context.fetch(FetchDescriptor<Library.V5.Writer>()).map { "\($0.name) \($0.books.count)" }
        let memos = try context.fetch(FetchDescriptor<Library.V5.Memo>()).map { "memo \($0.number)" }
        return (books + writers + memos).sorted()
      }

      @Test(arguments: [0, 1, 2, 3])
      func aPlanEndsInTheSameObjects(_ stops: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let places = [Place.file(folder.appending(path: "library.store")), .database(try database())]
        var ends: [[String]] = []
        for place in places {
          try fill(place)
          // All at once, or with a program of a version in between.
          let between: [any VersionedSchema.Type] = [Library.V2.self, Library.V3.self, Library.V4.self]
          if stops > 0 { _ = try place.open(between[stops - 1], plan: Library.Plan.self) }
          let container = try place.open(Library.V5.self, plan: Library.Plan.self)
          ends.append(try describe(container))
          // Values may be equal where they could not be before, and rows go that others led to.
          let context = ModelContext(container)
          context.insert(Library.V5.Book("1", "A copy"))
          for book in try context.fetch(FetchDescriptor<Library.V5.Book>()) where book.code == "2" {
            context.delete(book)
          }
          try context.save()
          ends[ends.count - 1] += try describe(place.open(Library.V5.self, plan: Library.Plan.self))
        }
        #expect(ends[0] == ends[1])
        // Three books, their writers and a memo; then without a book, and with another one.
        #expect(ends[1].count == 14, "\(ends[1])")
        #expect(ends[1].contains("3 Middlemarch middlemarch 3 ? Eliot -"), "\(ends[1])")
      }

      private struct Stop: Error {}

      enum FailingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Library.V1.self, Library.V2.self, Library.V3.self] }
        static var stages: [MigrationStage] {
          [
            Library.Plan.unique,
            .custom(
              fromVersion: Library.V2.self, toVersion: Library.V3.self, willMigrate: nil,
              didMigrate: { _ in throw Stop() }),
          ]
        }
      }

      enum ForgetfulPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Library.V1.self, Library.V2.self, Library.V3.self] }
        static var stages: [MigrationStage] {
          [
            Library.Plan.unique,
            .custom(fromVersion: Library.V2.self, toVersion: Library.V3.self, willMigrate: nil, didMigrate: { _ in }),
          ]
        }
      }

      @Test func aStageThatFailsLeavesTheStoreAsItWas() throws {
        let place = Place.database(try database())
        try fill(place)
        #expect(throws: Stop.self) { _ = try place.open(Library.V3.self, plan: FailingPlan.self) }
        #expect(try ModelContext(place.open(Library.V1.self)).fetchCount(FetchDescriptor<Library.V1.Book>()) == 4)
        let error = #expect(throws: SwiftDataError.self) {
          _ = try place.open(Library.V3.self, plan: ForgetfulPlan.self)
        }
        #expect(error == .unknownDataStoreSchema)
        #expect(error?.property == "sortName")
        #expect(try ModelContext(place.open(Library.V1.self)).fetchCount(FetchDescriptor<Library.V1.Book>()) == 4)
      }

      @Test func oneOfManyServersMigrates() async throws {
        let place = Place.database(try database())
        try fill(place)
        Library.Plan.runs.withLock { $0 = 0 }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<6 { group.addThread { _ = try place.open(Library.V5.self, plan: Library.Plan.self) } }
          try await group.waitForAll()
        }
        #expect(Library.Plan.runs.withLock { $0 } == 1)
        #expect(try describe(place.open(Library.V5.self, plan: Library.Plan.self)).count == 7)
      }

      @Test func stagesAreRecordedAsOneTransaction() throws {
        let configuration = try database()
        let place = Place.database(configuration)
        try fill(place)
        let container = try place.open(Library.V3.self, plan: Library.Plan.self)
        try TestConnection().awaitHorizon()
        // The plan saves three times.
        let history = try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count == 2)
        #expect(history.last?.changes.isEmpty == false)
        #expect(throws: SwiftDataError.backwardMigration) {
          _ = try place.open(Library.V1.self, plan: Library.Plan.self)
        }
      }

      @Test func aNewColumnWritesNoRow() throws {
        let configuration = try database()
        let place = Place.database(configuration)
        try fill(place)
        _ = try place.open(Library.V3.self, plan: Library.Plan.self)
        let control = try TestConnection()
        let file = "SELECT relfilenode FROM pg_class WHERE oid = '\(configuration.namespace).book'::regclass"
        let before = try control.run(file)
        _ = try place.open(Library.V4.self, plan: Library.Plan.self)
        #expect(try control.run(file) == before)
        #expect(
          try control.run(
            "SELECT count(*) FROM pg_index WHERE indisunique AND NOT indisprimary "
              + "AND indrelid = '\(configuration.namespace).book'::regclass") == [["0"]])
      }
    }
  }
#endif
