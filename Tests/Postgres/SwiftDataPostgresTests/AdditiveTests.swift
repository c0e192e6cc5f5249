// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Changes that servers of the former version go on with, and those that are refused.
  extension PostgresTests {
    @Suite struct AdditiveTests {
      private typealias One = Expanding.One
      private typealias Two = Expanding.Two

      private let store = NamespaceStore()

      @discardableResult
      private func open(
        _ types: [any PersistentModel.Type], _ changes: PostgresTableChanges = .additive,
        version: Schema.Version = .init(1, 0, 0)
      ) throws -> ModelContext {
        let schema = Schema(types, version: version)
        var configuration = try PostgresConfiguration.test(schema, namespace: store.namespace, connections: 2)
        configuration.tableChanges = changes
        return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
      }

      @discardableResult
      private func openOne() throws -> ModelContext { try open([One.Book.self, One.Page.self]) }

      @discardableResult
      private func openTwo() throws -> ModelContext {
        try open([Two.Book.self, Two.Page.self, Two.Shelf.self, Two.Tag.self], version: .init(2, 0, 0))
      }

      private func book(_ isbn: String, _ context: ModelContext) throws -> One.Book {
        try #require(
          try context.fetch(FetchDescriptor<One.Book>(predicate: #Predicate { $0.isbn == isbn })).first)
      }

      private func newBook(_ isbn: String, _ context: ModelContext) throws -> Two.Book {
        try #require(
          try context.fetch(FetchDescriptor<Two.Book>(predicate: #Predicate { $0.isbn == isbn })).first)
      }

      // MARK: The former version goes on

      @Test func formerServersInsertAndUpdate() throws {
        let old = try openOne()
        old.insert(One.Book("1", "Emma"))
        try old.save()
        let new = try openTwo()
        let emma = try newBook("1", new)
        emma.stars = 5
        emma.shelf = Two.Shelf("novels")
        try new.save()

        // The running server has not heard of it: it updates a row whose version has gone on.
        try book("1", old).title = "Emma!"
        let second = One.Book("2", "Persuasion")
        old.insert(second)
        second.pages = [One.Page("first")]
        try old.save()
        #expect(
          try old.insertRows(of: One.Page.self, from: ["copied"]) { text, row in row.set(\.text, text) } == 1)

        let fresh = ModelContext(new.container)
        let read = try newBook("1", fresh)
        #expect(read.title == "Emma!" && read.stars == 5 && read.shelf?.name == "novels")
        let inserted = try newBook("2", fresh)
        #expect(inserted.stars == 3 && inserted.subtitle == nil && inserted.shelf == nil && inserted.tags.isEmpty)
        #expect(inserted.pages.map(\.number) == [1])
        #expect(
          try fresh.fetch(FetchDescriptor<Two.Page>(sortBy: [SortDescriptor(\.text)])).map(\.number) == [1, 1])
      }

      /// An upsert keeps what the former version does not know.
      @Test func formerServersUpsert() throws {
        let old = try openOne()
        let new = try openTwo()
        let emma = Two.Book("1", "Emma")
        emma.stars = 5
        emma.subtitle = "a novel"
        emma.tags = [Two.Tag("classic")]
        new.insert(emma)
        try new.save()
        old.insert(One.Book("1", "Emma, again"))
        try old.save()
        let read = try newBook("1", ModelContext(new.container))
        #expect(read.title == "Emma, again" && read.stars == 5 && read.subtitle == "a novel")
        #expect(read.tags.map(\.name) == ["classic"])
        #expect(try new.fetchCount(FetchDescriptor<Two.Book>()) == 1)
      }

      @Test func formerServersDelete() throws {
        let old = try openOne()
        let new = try openTwo()
        let shelf = Two.Shelf("novels")
        new.insert(shelf)
        for isbn in ["1", "2", "3"] {
          let book = Two.Book(isbn, isbn)
          new.insert(book)
          book.pages = [Two.Page(isbn)]
          book.shelf = shelf
          if isbn == "3" { book.tags = [Two.Tag("classic")] }
        }
        try new.save()
        // A new reference of the object itself is in nobody's way, and known rules hold.
        old.delete(try book("1", old))
        try old.save()
        try old.delete(model: One.Page.self, where: #Predicate { $0.text == "2" })
        #expect(try ModelContext(new.container).fetchCount(FetchDescriptor<Two.Page>()) == 1)
        #expect(try ModelContext(new.container).fetchCount(FetchDescriptor<Two.Shelf>()) == 1)
        // What others refer to by a relationship that it does not know, it leaves.
        old.delete(try book("3", old))
        #expect(throws: SwiftDataError.deleteDenied) { try old.save() }
        old.rollback()
        #expect(try newBook("3", ModelContext(new.container)).tags.count == 1)
        // The new version deletes it, and what its rules say.
        let fresh = ModelContext(new.container)
        fresh.delete(try #require(try fresh.fetch(FetchDescriptor<Two.Shelf>()).first))
        try fresh.save()
        #expect(try ModelContext(old.container).fetchCount(FetchDescriptor<One.Book>()) == 0)
      }

      @Test func formerServersReadTheHistory() throws {
        let old = try openOne()
        old.insert(One.Book("1", "Emma"))
        try old.save()
        let new = try openTwo()
        let emma = try newBook("1", new)
        emma.stars = 4
        new.insert(Two.Shelf("novels"))
        try new.save()
        old.insert(One.Book("2", "Persuasion"))
        try old.save()
        try TestConnection().awaitHorizon()
        func entities(_ context: ModelContext) throws -> [Set<String>] {
          try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map { transaction in
            Set(transaction.changes.map { $0.changedPersistentIdentifier.entityName })
          }
        }
        #expect(try entities(old) == [["Book"], ["Book"], ["Book"]])
        #expect(try entities(new) == [["Book"], ["Book", "Shelf"], ["Book"]])
      }

      @Test func formerServersStartAgain() throws {
        try openOne()
        try openTwo()
        let again = try openOne()
        again.insert(One.Book("1", "Emma"))
        try again.save()
        #expect(try store.rows("SELECT version FROM %.swiftdata_store") == ["2.0.0"])
        #expect(try newBook("1", openTwo()).stars == 3)
      }

      // MARK: What is refused

      private static var breaking: [(types: [any PersistentModel.Type], text: String)] {
        [
          ([Contracting.Renamed.Account.self], "Account.title was called name"),
          ([Contracting.Retyped.Account.self], "Account.amount becomes bigint from smallint"),
          ([Contracting.Required.Account.self], "Account.note is no longer optional"),
          ([Contracting.Loosened.Account.self], "Account.name is optional now"),
          ([Contracting.Removed.Account.self], "Account.name is removed"),
          ([Contracting.Unique.Account.self], "Account.name becomes unique"),
          ([Contracting.Repeatable.Account.self], "The table account (code) is no longer unique"),
          ([Contracting.Lacking.Account.self], "Account.owner is neither optional nor has a default value"),
        ]
      }

      @Test(arguments: 0..<8) func whatIsNotAdditiveIsRefused(_ number: Int) throws {
        let (types, text) = Self.breaking[number]
        let before = try open([Contracting.Base.Account.self])
        let columns = try store.columns("account")
        let error = #expect(throws: SwiftDataError.self) { try open(types) }
        #expect(error == .migrationNotAdditive && error?.explanation.contains("(1) " + text) == true, "\(error as Any)")
        #expect(error?.explanation.contains("(2)") == false)
        // The former version goes on.
        #expect(try store.columns("account") == columns)
        before.insert(Contracting.Base.Account("a"))
        try before.save()
        try store.rows("DELETE FROM %.account")
        // The statements are not shown either.
        var configuration = try PostgresConfiguration.test(Schema(types), namespace: store.namespace)
        configuration.tableChanges = .additive
        #expect(throws: SwiftDataError.migrationNotAdditive) {
          try configuration.migrationStatements(for: Schema(types))
        }
        // What has been contracted once is no change any more.
        try open(types, .all)
        try open(types)
      }

      @Test func allChangesAreNamed() throws {
        try open([Contracting.Loosened.Account.self])
        let error = #expect(throws: SwiftDataError.self) {
          try open([Contracting.Renamed.Account.self])
        }
        let explanation = error?.explanation ?? ""
        #expect(explanation.contains("(1) ") && explanation.contains("(2) "), "\(explanation)")
        #expect(explanation.contains("Account.title was called name"))
        #expect(explanation.contains("Account.title is no longer optional"))
      }

      @Test func optionalPropertiesMayGoAndReturn() throws {
        try open([Contracting.Base.Account.self])
        let slim = try open([Contracting.Slim.Account.self])
        slim.insert(Contracting.Slim.Account("a"))
        try slim.save()
        let back = try open([Contracting.Base.Account.self], version: .init(1, 1, 0))
        #expect(try back.fetch(FetchDescriptor<Contracting.Base.Account>()).map(\.note) == [nil])
      }

      /// A plan's stages are changes, too.
      @Test func stagesAreLookedAt() throws {
        let first = Schema(versionedSchema: Rolling.V1.self)
        var configuration = try PostgresConfiguration.test(first, namespace: store.namespace, connections: 2)
        _ = try ModelContainer(for: first, migrationPlan: Rolling.FirstPlan.self, configurations: [configuration])
        let second = Schema(versionedSchema: Rolling.V2.self)
        configuration.schema = second
        configuration.tableChanges = .additive
        let error = #expect(throws: SwiftDataError.self) {
          try ModelContainer(for: second, migrationPlan: Rolling.Plan.self, configurations: [configuration])
        }
        #expect(error == .migrationNotAdditive && error?.explanation.contains("Book.title becomes unique") == true)
        #expect(try store.rows("SELECT version FROM %.swiftdata_store") == ["1.0.0"])
        #expect(try store.count("book_title_key") == "0")
      }
    }
  }
#endif
