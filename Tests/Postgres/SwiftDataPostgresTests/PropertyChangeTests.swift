// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Properties that are renamed, change their types, or are declared elsewhere.
  enum Changing {
    enum Both {
      @Model class Owner {
        var name: String
        init(_ name: String) { self.name = name }
      }
      @Model final class Company: Owner {
        var age: Int
        init(_ name: String, _ age: Int) {
          self.age = age
          super.init(name)
        }
      }
      @Model final class Person: Owner {
        var age: Int
        init(_ name: String, _ age: Int) {
          self.age = age
          super.init(name)
        }
      }
    }

    /// The first class that has `age` loses it, and one that comes before the others by name gets it.
    enum Agencies {
      @Model class Owner {
        var name: String
        init(_ name: String) { self.name = name }
      }
      @Model final class Agency: Owner {
        var age: Int = 1
        override init(_ name: String) { super.init(name) }
      }
      @Model final class Company: Owner {
        override init(_ name: String) { super.init(name) }
      }
      @Model final class Person: Owner {
        var age: Int
        init(_ name: String, _ age: Int) {
          self.age = age
          super.init(name)
        }
      }
    }

    /// All have it.
    enum Above {
      @Model class Owner {
        var name: String
        var age: Int = 3
        init(_ name: String) { self.name = name }
      }
      @Model final class Company: Owner {
        override init(_ name: String) { super.init(name) }
      }
      @Model final class Person: Owner {
        override init(_ name: String) { super.init(name) }
      }
    }

    enum Text {
      @Model final class Card {
        var year: String
        var length: Double
        var left: String
        var right: String
        var note: String?
        init(_ year: String) {
          self.year = year
          length = 5
          left = "l"
          right = "r"
        }
      }
    }

    enum Typed {
      @Model final class Card {
        @Attribute(originalName: "year") var published: Int
        var length: Double
        init() {
          published = 0
          length = 0
        }
      }
    }

    enum Dated {
      @Model final class Card {
        var year: String
        var length: Date
        init() {
          year = ""
          length = .now
        }
      }
    }

    /// Two properties exchange their names, one takes another one's, and one must have a value.
    enum Exchanged {
      @Model final class Card {
        @Attribute(originalName: "year") var title: String = "none"
        var year: String
        @Attribute(originalName: "right") var left: String
        @Attribute(originalName: "left") var right: String
        var note: String = "empty"
        init(_ year: String) {
          self.year = year
          left = ""
          right = ""
        }
      }
    }

    enum Plain {
      @Model final class Valve {
        var name: String
        init(_ name: String) { self.name = name }
      }
    }

    enum Truth {
      @Model final class Valve {
        var name: String
        var state: Bool = true
        init(_ name: String, _ state: Bool) {
          self.name = name
          self.state = state
        }
      }
    }

    enum Number {
      @Model final class Valve {
        var name: String
        var state: Int = 7
        init(_ name: String) { self.name = name }
      }
    }

    enum Strict {
      @Model final class Card {
        var year: String
        var note: String
        init(_ year: String) {
          self.year = year
          note = ""
        }
      }
    }
  }

  extension PostgresTests {
    @Suite struct PropertyChangeTests {
      private let store = NamespaceStore()

      private func siblings() throws {
        let context = try store.open(
          Changing.Both.Owner.self, Changing.Both.Company.self, Changing.Both.Person.self)
        context.insert(Changing.Both.Company("c", 6))
        context.insert(Changing.Both.Person("p", 5))
        try context.save()
      }

      @Test func columnsOfEqualNamesStayWithTheirClasses() throws {
        try siblings()
        let context = try store.open(
          Changing.Agencies.Owner.self, Changing.Agencies.Agency.self, Changing.Agencies.Company.self,
          Changing.Agencies.Person.self)
        #expect(try context.fetch(FetchDescriptor<Changing.Agencies.Person>()).map(\.age) == [5])
        context.insert(Changing.Agencies.Agency("a"))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Changing.Agencies.Agency>()).map(\.age) == [1])
        // What was removed has its values when it is back.
        let back = try store.open(
          Changing.Both.Owner.self, Changing.Both.Company.self, Changing.Both.Person.self,
          version: .init(1, 1, 0))
        #expect(try back.fetch(FetchDescriptor<Changing.Both.Company>()).map(\.age) == [6])
        #expect(try back.fetch(FetchDescriptor<Changing.Both.Person>()).map(\.age) == [5])
        // The agency is read as what it was a subclass of.
        #expect(try back.fetchCount(FetchDescriptor<Changing.Both.Owner>()) == 3)
      }

      @Test func aPropertyMovesUpAndDown() throws {
        try siblings()
        let context = try store.open(
          Changing.Above.Owner.self, Changing.Above.Company.self, Changing.Above.Person.self)
        let owners = try context.fetch(FetchDescriptor<Changing.Above.Owner>(sortBy: [SortDescriptor(\.name)]))
        #expect(owners.map(\.age) == [6, 5])
        owners[0].age = 60
        context.insert(Changing.Above.Owner("o"))
        try context.save()
        let back = try store.open(
          Changing.Both.Owner.self, Changing.Both.Company.self, Changing.Both.Person.self,
          version: .init(1, 1, 0))
        #expect(try back.fetch(FetchDescriptor<Changing.Both.Company>()).map(\.age) == [60])
        #expect(try back.fetch(FetchDescriptor<Changing.Both.Person>()).map(\.age) == [5])
      }

      private func cards() throws {
        let context = try store.open(Changing.Text.Card.self)
        context.insert(Changing.Text.Card("1999"))
        try context.save()
      }

      @Test func changesOfMeaningAreRefused() throws {
        try cards()
        for type in [Changing.Typed.Card.self, Changing.Dated.Card.self] as [any PersistentModel.Type] {
          let error = #expect(throws: SwiftDataError.self) { try store.open(type) }
          #expect(error == .unknownDataStoreSchema)
          #expect(["published", "length"].contains(error?.property))
        }
        // Nothing was changed.
        #expect(try store.columns("card").contains("year"))
        let context = try store.open(Changing.Text.Card.self)
        #expect(try context.fetch(FetchDescriptor<Changing.Text.Card>()).map(\.year) == ["1999"])
      }

      /// The column has a default value, of its former type.
      @Test func truthsBecomeNumbers() throws {
        let plain = try store.open(Changing.Plain.Valve.self)
        plain.insert(Changing.Plain.Valve("a"))
        try plain.save()
        let truths = try store.open(Changing.Truth.Valve.self)
        truths.insert(Changing.Truth.Valve("b", false))
        try truths.save()
        let context = try store.open(Changing.Number.Valve.self)
        // As a program of the first version does.
        try store.rows("INSERT INTO %.valve (name) VALUES ('c')")
        let valves = try context.fetch(FetchDescriptor<Changing.Number.Valve>(sortBy: [SortDescriptor(\.name)]))
        #expect(valves.map(\.state) == [1, 0, 7])
      }

      @Test func namesAreExchanged() throws {
        try cards()
        for version in [Schema.Version(1, 0, 0), Schema.Version(1, 0, 1)] {
          let context = try store.open(Changing.Exchanged.Card.self, version: version)
          let card = try #require(try context.fetch(FetchDescriptor<Changing.Exchanged.Card>()).first)
          // A name that is still in use is left to its property, as in files.
          #expect(card.year == "1999" && card.title == "none")
          #expect(card.left == "r" && card.right == "l")
          #expect(card.note == "empty")
        }
        #expect(try store.rows("SELECT \"left\" || \"right\" FROM %.card") == ["rl"])
      }

      @Test func whatMustHaveAValueIsLookedAt() throws {
        try cards()
        let error = #expect(throws: SwiftDataError.self) { try store.open(Changing.Strict.Card.self) }
        #expect(error == .unknownDataStoreSchema && error?.property == "note")
        try store.rows("UPDATE %.card SET note = 'n'")
        let context = try store.open(Changing.Strict.Card.self)
        #expect(try context.fetch(FetchDescriptor<Changing.Strict.Card>()).map(\.note) == ["n"])
      }
    }
  }
#endif
