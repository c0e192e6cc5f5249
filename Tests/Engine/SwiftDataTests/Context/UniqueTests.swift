// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

enum Uniques {
  @Model final class Person {
    #Unique<Person>([\.first, \.last])
    @Attribute(.unique) var email: String
    var first: String
    var last: String
    var age: Int
    var team: Team?
    @Relationship(deleteRule: .cascade, inverse: \Phone.owner) var phones: [Phone] = []
    init(email: String, first: String, last: String, age: Int) {
      self.email = email
      self.first = first
      self.last = last
      self.age = age
    }
  }
  @Model final class Team {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Person.team) var members: [Person] = []
    init(name: String) { self.name = name }
  }
  @Model final class Phone {
    var number: String
    var owner: Person?
    init(number: String) { self.number = number }
  }
}

/// Equal unique values at a save: the row survives, with its identifier, and
/// takes over the new values.
@Suite struct UniqueTests {
  typealias Person = Uniques.Person
  typealias Team = Uniques.Team
  typealias Phone = Uniques.Phone

  private func container() throws -> ModelContainer {
    try memoryContainer(Person.self, Team.self, Phone.self)
  }

  @Test func theExistingRowTakesTheNewValues() throws {
    let context = ModelContext(try container())
    let old = Person(email: "a@b", first: "A", last: "B", age: 1)
    context.insert(old)
    try context.save()
    let id = old.persistentModelID
    let new = Person(email: "a@b", first: "C", last: "D", age: 2)
    context.insert(new)
    try context.save()
    let all = try context.fetch(FetchDescriptor<Person>())
    #expect(all.count == 1)
    #expect(all.first === old)
    #expect(old.persistentModelID == id)
    #expect(old.first == "C" && old.age == 2)
    #expect(new.modelContext == nil)
    #expect(new.persistentModelID == id)
  }

  @Test func withoutTheOldObjectTheNewOneIsTheRow() throws {
    let container = try container()
    do {
      let setup = ModelContext(container)
      setup.insert(Person(email: "a@b", first: "A", last: "B", age: 1))
      try setup.save()
    }
    let context = ModelContext(container)
    let new = Person(email: "a@b", first: "A", last: "B", age: 5)
    context.insert(new)
    try context.save()
    #expect(new.modelContext === context)
    new.age = 6
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Person>()).map(\.age) == [6])
  }

  @Test func aGroupIsUniqueAsAWhole() throws {
    let context = ModelContext(try container())
    context.insert(Person(email: "1", first: "A", last: "B", age: 1))
    context.insert(Person(email: "2", first: "A", last: "C", age: 2))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 2)
    context.insert(Person(email: "3", first: "A", last: "B", age: 3))
    try context.save()
    let all = try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)]))
    #expect(all.map(\.email) == ["2", "3"])
  }

  @Test func twoPendingInsertsCollapse() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Person(email: "x", first: "A", last: "1", age: 1))
    context.insert(Person(email: "x", first: "B", last: "2", age: 2))
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Person>())
    #expect(stored.map(\.first) == ["B"])
  }

  @Test func relationshipsFollowTheSurvivor() throws {
    let container = try container()
    let context = ModelContext(container)
    let team = Team(name: "T")
    let old = Person(email: "x", first: "A", last: "1", age: 1)
    old.team = team
    old.phones = [Phone(number: "1")]
    context.insert(old)
    try context.save()
    // A second graph that names the same team and person again.
    let sameTeam = Team(name: "T")
    let new = Person(email: "x", first: "A", last: "1", age: 2)
    new.team = sameTeam
    new.phones = [Phone(number: "2")]
    context.insert(new)
    try context.save()
    let check = ModelContext(container)
    #expect(try check.fetchCount(FetchDescriptor<Team>()) == 1)
    let stored = try #require(try check.fetch(FetchDescriptor<Person>()).first)
    #expect(stored.age == 2)
    #expect(stored.team?.name == "T")
    #expect(Set(stored.phones.map(\.number)) == ["1", "2"])
    #expect(Set(old.phones.map(\.number)) == ["1", "2"])
    #expect(old.team?.members.count == 1)
  }

  @Test func deleteAndInsertTheSameValueInOneSave() throws {
    let context = ModelContext(try container())
    let old = Person(email: "x", first: "A", last: "1", age: 1)
    context.insert(old)
    try context.save()
    context.delete(old)
    let new = Person(email: "x", first: "A", last: "1", age: 9)
    context.insert(new)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Person>()).map(\.age) == [9])
    #expect(new.modelContext === context)
  }
}

/// What cannot be unique, where the macro does not see that it is a list: otherwise it is an error of the compiler's.
@Suite struct UnfitConstraintTests {
  enum Marked {
    typealias Stops = [Stop]

    @Model final class Trip {
      @Attribute(.unique) var stops: Stops = []
      init() {}
    }

    @Model final class Stop {
      var trip: Trip?
      init() {}
    }
  }

  enum Grouped {
    typealias Stops = [Stop]

    @Model final class Trip {
      #Unique<Trip>([\.name, \.stops])
      var name = ""
      var stops: Stops = []
      init() {}
    }

    @Model final class Stop {
      var trip: Trip?
      init() {}
    }
  }

  @Test func listsAreRefused() {
    for type in [Marked.Trip.self, Grouped.Trip.self] as [any PersistentModel.Type] {
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer(
          for: Schema([type]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
      }
      #expect(error == .loadIssueModelContainer)
      #expect(error?.property == "stops" && error?.entity == "Trip")
    }
  }
}
