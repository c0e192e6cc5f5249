// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  /// Two versions of a program, of which the second adds a model, a relationship and a constraint.
  enum Rolling {
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }

      @Model final class Book {
        var title: String
        init(_ title: String) { self.title = title }
      }
    }

    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

      @Model final class Book {
        @Attribute(.unique) var title: String
        var writer: Writer?
        init(_ title: String) { self.title = title }
      }

      @Model final class Writer {
        var name: String
        @Relationship(inverse: \Book.writer) var books: [Book] = []
        init(_ name: String) { self.name = name }
      }
    }

    enum FirstPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self] }
      static var stages: [MigrationStage] { [] }
    }

    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [
          .custom(
            fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
            didMigrate: { _ in runs.withLock { $0 += 1 } })
        ]
      }
      static let runs = Mutex(0)
    }

    /// Without versions: a constraint comes.
    enum Plain {
      @Model final class User {
        var email: String
        init(_ email: String) { self.email = email }
      }
    }

    enum Unique {
      @Model final class User {
        @Attribute(.unique) var email: String
        init(_ email: String) { self.email = email }
      }
    }

    /// A column goes, and one comes that the first version does not have.
    enum Later {
      @Model final class User {
        @Attribute(originalName: "email") var address: String
        init(_ address: String) { self.address = address }
      }
    }

    enum Parent {
      @Model final class Book {
        var title: String
        init(_ title: String) { self.title = title }
      }

      @Model final class Memo {
        var text: String
        var book: Book?
        init(_ text: String, _ book: Book) {
          self.text = text
          self.book = book
        }
      }
    }

    enum Countries {
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model final class Trip {
          var name: String
          init(_ name: String) { self.name = name }
        }
      }

      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self, Country.self] }
        @Model final class Trip {
          var name: String
          init(_ name: String) { self.name = name }
        }
        @Model final class Country {
          var code: String
          var name: String
          init(_ code: String) {
            self.code = code
            name = code
          }
        }
      }

      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
      }
    }

    /// Of two tables, row security hides the rows of one.
    enum Hidden {
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Door.self, Vault.self] }
        @Model final class Door {
          var name: String
          init(_ name: String) { self.name = name }
        }
        @Model final class Vault {
          var name: String
          init(_ name: String) { self.name = name }
        }
      }

      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Door.self, Vault.self] }
        @Model final class Door {
          var name: String
          var code: String
          init(_ name: String) {
            self.name = name
            code = ""
          }
        }
        @Model final class Vault {
          var name: String
          init(_ name: String) { self.name = name }
        }
      }

      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [
            .custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
              didMigrate: { context in
                let count = try context.fetchCount(FetchDescriptor<V2.Vault>())
                for door in try context.fetch(FetchDescriptor<V2.Door>()) { door.code = "\(count)" }
                try context.save()
              })
          ]
        }
      }
    }

    /// Subclasses come and go.
    enum Zoo {
      enum Two {
        @Model class Animal {
          var name: String
          init(_ name: String) { self.name = name }
        }
        @Model final class Dog: Animal {
          var tricks: Int = 0
          override init(_ name: String) { super.init(name) }
        }
      }

      enum Three {
        @Model class Animal {
          var name: String
          init(_ name: String) { self.name = name }
        }
        @Model final class Dog: Animal {
          var tricks: Int = 0
          override init(_ name: String) { super.init(name) }
        }
        @Model final class Cat: Animal {
          var lives: Int = 9
          override init(_ name: String) { super.init(name) }
        }
      }

      enum One {
        @Model class Animal {
          var name: String
          init(_ name: String) { self.name = name }
        }
      }
    }

    /// Rows may refer to deleted rows; then no longer.
    enum Loose {
      @Model final class Shelf {
        var name: String
        init(_ name: String) { self.name = name }
      }
      @Model final class Jar {
        var label: String
        @Relationship(deleteRule: .noAction) var shelf: Shelf?
        init(_ label: String, _ shelf: Shelf?) {
          self.label = label
          self.shelf = shelf
        }
      }
    }

    enum Tight {
      @Model final class Shelf {
        var name: String
        init(_ name: String) { self.name = name }
      }
      @Model final class Jar {
        var label: String
        var shelf: Shelf?
        init(_ label: String) { self.label = label }
      }
    }
  }

  /// Servers of several versions at one store, in whatever order they start.
  extension PostgresTests {
    @Suite struct RollingTests {
      private let store = NamespaceStore()

      @Test(arguments: [true, false]) func aFormerServerThatStartsAgainChangesNothing(hasPlan: Bool) throws {
        let first: (any SchemaMigrationPlan.Type)? = hasPlan ? Rolling.FirstPlan.self : nil
        let before = try store.open(Rolling.V1.self, plan: first)
        before.insert(Rolling.V1.Book("Emma"))
        try before.save()
        Rolling.Plan.runs.withLock { $0 = 0 }
        let context = try store.open(Rolling.V2.self, plan: Rolling.Plan.self)
        let writer = Rolling.V2.Writer("Austen")
        context.insert(writer)
        try #require(try context.fetch(FetchDescriptor<Rolling.V2.Book>()).first).writer = writer
        try context.save()

        let again = try store.open(Rolling.V1.self, plan: first)
        #expect(try again.fetch(FetchDescriptor<Rolling.V1.Book>()).map(\.title) == ["Emma"])
        again.insert(Rolling.V1.Book("Persuasion"))
        try again.save()
        #expect(try store.rows("SELECT version FROM %.swiftdata_store") == ["2.0.0"])
        #expect(try store.count("book_writer_id_fkey") == "1")
        #expect(try store.count("book_title_key") == "1")

        let last = try store.open(Rolling.V2.self, plan: Rolling.Plan.self)
        #expect(Rolling.Plan.runs.withLock { $0 } == 1)
        #expect(try last.fetch(FetchDescriptor<Rolling.V2.Writer>()).first?.books.map(\.title) == ["Emma"])
        #expect(try last.fetchCount(FetchDescriptor<Rolling.V2.Book>()) == 2)
      }

      @Test func constraintsOutlastAFormerServerWithoutVersions() throws {
        try store.open(Rolling.Plain.User.self)
        let context = try store.open(Rolling.Unique.User.self)
        context.insert(Rolling.Unique.User("a"))
        try context.save()
        let again = try store.open(Rolling.Plain.User.self)
        #expect(try again.fetchCount(FetchDescriptor<Rolling.Plain.User>()) == 1)
        #expect(try store.count("user_email_key") == "1")
        // Whoever goes back for good says so by a higher version.
        try store.open(Rolling.Plain.User.self, version: .init(1, 1, 0))
        #expect(try store.count("user_email_key") == "0")
        #expect(try store.rows("SELECT version FROM %.swiftdata_store") == ["1.1.0"])
      }

      @Test func aFormerServerIsToldWhatItLacks() throws {
        try store.open(Rolling.Plain.User.self)
        try store.open(Rolling.Later.User.self)
        let error = #expect(throws: SwiftDataError.self) { try store.open(Rolling.Plain.User.self) }
        #expect(error == .backwardMigration)
        #expect(try store.columns("user").contains("email") == false)
      }

      /// What a newer server refers to, one of the former version does not take away: it would not know by which rule.
      @Test func formerServersDoNotDeleteWhatNewOnesReferTo() throws {
        let before = try store.open(Rolling.V1.Book.self)
        for title in ["Emma", "Persuasion"] { before.insert(Rolling.V1.Book(title)) }
        try before.save()
        let context = try store.open(Rolling.Parent.Book.self, Rolling.Parent.Memo.self)
        let emma = try #require(
          try context.fetch(FetchDescriptor<Rolling.Parent.Book>(predicate: #Predicate { $0.title == "Emma" })).first)
        context.insert(Rolling.Parent.Memo("note", emma))
        try context.save()
        for book in try before.fetch(FetchDescriptor<Rolling.V1.Book>()) {
          let isReferredTo = book.title == "Emma"
          before.delete(book)
          if isReferredTo {
            #expect(throws: SwiftDataError.deleteDenied) { try before.save() }
            before.rollback()
          } else {
            try before.save()
          }
        }
        let fresh = ModelContext(context.container)
        #expect(try fresh.fetch(FetchDescriptor<Rolling.Parent.Memo>()).map(\.book?.title) == ["Emma"])
        #expect(try fresh.fetchCount(FetchDescriptor<Rolling.Parent.Book>()) == 1)
      }

      @Test func aRemovedModelIsNotInTheWayOfDeletions() throws {
        let before = try store.open(Rolling.Parent.Book.self, Rolling.Parent.Memo.self)
        before.insert(Rolling.Parent.Memo("note", Rolling.Parent.Book("Emma")))
        try before.save()
        let context = try store.open(Rolling.V1.Book.self)
        for book in try context.fetch(FetchDescriptor<Rolling.V1.Book>()) { context.delete(book) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Rolling.V1.Book>()) == 0)
        #expect(try store.rows("SELECT text FROM %.memo") == ["note"])
        try context.container.erase()
        // What is gone is not referred to when the model is back.
        let back = try store.open(
          Rolling.Parent.Book.self, Rolling.Parent.Memo.self, version: .init(1, 1, 0))
        let memo = try #require(try back.fetch(FetchDescriptor<Rolling.Parent.Memo>()).first)
        #expect(memo.text == "note" && memo.book == nil)
        #expect(try store.count("memo_book_id_fkey") == "1")
      }

      @Test func tablesOfOthersAreNotDropped() throws {
        try store.open(Rolling.Countries.V1.self)
        try store.rows("CREATE TABLE %.country (code text, name text)")
        try store.rows("INSERT INTO %.country VALUES ('nl', 'Nederland')")
        let error = #expect(throws: SwiftDataError.self) {
          try store.open(Rolling.Countries.V2.self, plan: Rolling.Countries.Plan.self)
        }
        #expect(error == .unknownDataStoreSchema)
        #expect(try store.rows("SELECT name FROM %.country") == ["Nederland"])
        // Nor are columns added to them.
        #expect(throws: SwiftDataError.unknownDataStoreSchema) { try store.open(Rolling.Countries.V2.self) }
        #expect(try store.columns("country") == ["code", "name"])
        try store.rows("DROP TABLE %.country")
        try store.open(Rolling.Countries.V2.self, plan: Rolling.Countries.Plan.self)
      }

      @Test func theLastSubclassGoes() throws {
        let before = try store.open(Rolling.Zoo.Two.Animal.self, Rolling.Zoo.Two.Dog.self)
        before.insert(Rolling.Zoo.Two.Dog("Rex"))
        try before.save()
        // As former versions of the library made it.
        try store.rows("ALTER TABLE %.animal ALTER COLUMN entity DROP DEFAULT")
        let context = try store.open(Rolling.Zoo.One.Animal.self)
        context.insert(Rolling.Zoo.One.Animal("Tom"))
        try context.save()
        #expect(
          try context.fetch(FetchDescriptor<Rolling.Zoo.One.Animal>(sortBy: [SortDescriptor(\.name)])).map(\.name)
            == ["Rex", "Tom"])
        #expect(try store.rows("SELECT entity FROM %.animal ORDER BY name") == ["Dog", "Animal"])
      }

      @Test func aSubclassComesWhileFormerServersRun() throws {
        let running = try store.open(Rolling.Zoo.Two.Animal.self, Rolling.Zoo.Two.Dog.self)
        let context = try store.open(
          Rolling.Zoo.Three.Animal.self, Rolling.Zoo.Three.Dog.self, Rolling.Zoo.Three.Cat.self)
        context.insert(Rolling.Zoo.Three.Cat("Tom"))
        context.insert(Rolling.Zoo.Three.Dog("Rex"))
        try context.save()
        // One that runs already, and one that starts.
        for former in [running, try store.open(Rolling.Zoo.Two.Animal.self, Rolling.Zoo.Two.Dog.self)] {
          let animals = try former.fetch(
            FetchDescriptor<Rolling.Zoo.Two.Animal>(sortBy: [SortDescriptor(\.name)]))
          // The first one has changed the second animal.
          #expect(animals.map { $0.name.prefix(3) } == ["Rex", "Tom"])
          #expect(animals.map { $0 is Rolling.Zoo.Two.Dog } == [true, false])
          #expect(try former.fetch(FetchDescriptor<Rolling.Zoo.Two.Dog>()).map(\.name) == ["Rex"])
          animals[1].name += "!"
          try former.save()
        }
        #expect(try store.rows("SELECT name FROM %.animal WHERE entity = 'Cat'") == ["Tom!!"])
      }

      @Test func keysThatLeadNowhereDoNotEndAMigration() throws {
        let before = try store.open(Rolling.Loose.Shelf.self, Rolling.Loose.Jar.self)
        let shelf = Rolling.Loose.Shelf("top")
        before.insert(Rolling.Loose.Jar("salt", shelf))
        before.insert(Rolling.Loose.Jar("tea", Rolling.Loose.Shelf("low")))
        try before.save()
        try store.rows("DELETE FROM %.shelf WHERE name = 'top'")
        let context = try store.open(Rolling.Tight.Shelf.self, Rolling.Tight.Jar.self)
        let jars = try context.fetch(FetchDescriptor<Rolling.Tight.Jar>(sortBy: [SortDescriptor(\.label)]))
        #expect(jars.map { $0.shelf?.name } == [nil, "low"])
        #expect(
          try store.rows(
            "SELECT convalidated FROM pg_constraint WHERE conname = 'jar_shelf_id_fkey' "
              + "AND connamespace = '%'::regnamespace") == ["t"])
      }

      /// A store of somebody who has rights in the namespace only.
      private func asTenant(_ schema: Schema, plan: (any SchemaMigrationPlan.Type)? = nil) throws -> ModelContext {
        try store.rows("DO $$ BEGIN CREATE ROLE tenant_maker LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        try store.rows("CREATE SCHEMA IF NOT EXISTS %")
        try store.rows("GRANT ALL ON SCHEMA % TO tenant_maker")
        let address = try #require(TestServer.address).replacing("user=postgres", with: "user=tenant_maker")
        let configuration = PostgresConfiguration(url: address, schema: schema, namespace: store.namespace)
        return ModelContext(try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration]))
      }

      /// A stage that sees the rows of nobody would be recorded as done.
      @Test(.enabled(if: TestServer.address?.contains("user=postgres") == true, "the server is not private"))
      func aStageDoesNotRunOverHiddenRows() throws {
        let context = try asTenant(Schema(versionedSchema: Rolling.Hidden.V1.self))
        context.insert(Rolling.Hidden.V1.Door("front"))
        context.insert(Rolling.Hidden.V1.Vault("gold"))
        try context.save()
        try store.rows("ALTER TABLE %.vault ENABLE ROW LEVEL SECURITY")
        try store.rows("ALTER TABLE %.vault FORCE ROW LEVEL SECURITY")
        let second = Schema(versionedSchema: Rolling.Hidden.V2.self)
        #expect(throws: SwiftDataError.self) { try asTenant(second, plan: Rolling.Hidden.Plan.self) }
        #expect(try store.rows("SELECT version FROM %.swiftdata_store") == ["1.0.0"])
        try store.rows("ALTER TABLE %.vault NO FORCE ROW LEVEL SECURITY")
        let doors = try asTenant(second, plan: Rolling.Hidden.Plan.self).fetch(
          FetchDescriptor<Rolling.Hidden.V2.Door>())
        #expect(doors.map(\.code) == ["1"])
      }

      /// Who has rights in a namespace only need not have the right to make namespaces.
      @Test(.enabled(if: TestServer.address?.contains("user=postgres") == true, "the server is not private"))
      func theNamespaceMayBeSomebodyElses() throws {
        let context = try asTenant(Schema([Rolling.Plain.User.self]))
        context.insert(Rolling.Plain.User("a"))
        try context.save()
        #expect(try store.rows("SELECT email FROM %.user") == ["a"])
      }
    }
  }
#endif
