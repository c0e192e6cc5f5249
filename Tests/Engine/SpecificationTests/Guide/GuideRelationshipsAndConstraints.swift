import SwiftData
import Testing

/// “swiftdata”: *Model Definition*, the paragraphs “@Relationship”, “#Unique”
/// and “Inheritance”.
@Suite("swiftdata › Model Definition › @Relationship, #Unique, Inheritance")
struct GuideRelationshipsAndConstraints {
  @Model
  class Trip {
    var name: String
    // “Unidirectional (iOS 18+): inverse: nil”
    @Relationship(inverse: nil) var planner: Person?
    @Relationship(deleteRule: .noAction, inverse: nil) var guests: [Person] = []
    init(name: String) { self.name = name }
  }

  @Model
  final class Person {
    // “compound uniqueness”
    #Unique<Person>([\.firstName, \.lastName])
    var firstName: String
    var lastName: String
    var age: Int
    init(firstName: String, lastName: String, age: Int) {
      self.firstName = firstName
      self.lastName = lastName
      self.age = age
    }
  }

  @Model class BusinessTrip: Trip {
    var company: String
    // seed: no initializer, and `company` has no default value
    init(name: String, company: String) {
      self.company = company
      super.init(name: name)
    }
  }

  private let types: [any PersistentModel.Type] = [Trip.self, BusinessTrip.self, Person.self]

  @Test("“Unidirectional: inverse: nil”")
  func unidirectional() throws {
    let entity = try #require(Schema(types).entity(for: Trip.self))
    #expect(entity.relationshipsByName["planner"]?.inverseName == nil)
    #expect(entity.relationshipsByName["guests"]?.inverseName == nil)

    try withSeedStore(for: Trip.self, BusinessTrip.self, Person.self) { store in
      try store.session { modelContext in
        let ada = Person(firstName: "Ada", lastName: "Lovelace", age: 36)
        let trip = Trip(name: "Summer")
        modelContext.insert(trip)
        trip.planner = ada
        trip.guests = [ada, Person(firstName: "Alan", lastName: "Turing", age: 41)]
        let other = Trip(name: "Winter")
        modelContext.insert(other)
        other.planner = ada  // Nothing says that she may plan one trip only.
        try modelContext.save()
      }
      try store.session { modelContext in
        let trips = try modelContext.fetch(
          FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        try #require(trips.count == 2)
        #expect(trips.map { $0.planner?.firstName } == ["Ada", "Ada"])
        #expect(Set(trips[0].guests.map(\.firstName)) == ["Ada", "Alan"])
        #expect(trips[1].guests.isEmpty)
      }
    }
  }

  @Test("“#Unique<Person>([\\.firstName, \\.lastName]) -- compound uniqueness”")
  func compoundUniqueness() throws {
    let entity = try #require(Schema(types).entity(for: Person.self))
    #expect(entity.uniquenessConstraints == [["firstName", "lastName"]])

    try withSeedStore(for: Person.self) { store in
      try store.session { modelContext in
        modelContext.insert(Person(firstName: "Ada", lastName: "Lovelace", age: 1))
        modelContext.insert(Person(firstName: "Ada", lastName: "Yonath", age: 2))
        modelContext.insert(Person(firstName: "Byron", lastName: "Lovelace", age: 3))
        try modelContext.save()
      }
      try store.session { modelContext in
        modelContext.insert(Person(firstName: "Ada", lastName: "Lovelace", age: 4))
        try modelContext.save()
      }
      try store.session { modelContext in
        let people = try modelContext.fetch(
          FetchDescriptor<Person>(sortBy: [SortDescriptor(\.age)]))
        #expect(people.map(\.age) == [2, 3, 4])
        #expect(people.last?.firstName == "Ada" && people.last?.lastName == "Lovelace")
      }
    }
  }

  @Test("“Inheritance”: in the schema")
  func inheritanceInTheSchema() throws {
    let schema = Schema(types)
    let entity = try #require(schema.entity(for: BusinessTrip.self))
    #expect(entity.superentityName == "Trip")
    #expect(Set(entity.properties.map(\.name)) == ["name", "planner", "guests", "company"])
    #expect(entity.storedProperties.map(\.name) == ["company"])
  }

  @Test("“Inheritance”: fetched as what they are")
  func inheritance() throws {
    try withSeedStore(for: Trip.self, BusinessTrip.self, Person.self) { store in
      try store.session { modelContext in
        modelContext.insert(Trip(name: "Holiday"))
        let trip = BusinessTrip(name: "Fair", company: "Acme")
        modelContext.insert(trip)
        trip.planner = Person(firstName: "Ada", lastName: "Lovelace", age: 36)
        try modelContext.save()
      }
      try store.session { modelContext in
        let trips = try modelContext.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
        try #require(trips.map(\.name) == ["Fair", "Holiday"])
        #expect((trips[0] as? BusinessTrip)?.company == "Acme")
        #expect(!(trips[1] is BusinessTrip))
        #expect(trips[0].planner?.firstName == "Ada")

        let business = try modelContext.fetch(
          FetchDescriptor<BusinessTrip>(
            predicate: #Predicate { $0.company == "Acme" && $0.name == "Fair" }))
        #expect(business.count == 1)
        #expect(business.first === trips[0])
        business.first?.name = "Congress"
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(modelContext.fetch(FetchDescriptor<BusinessTrip>()).map(\.name) == ["Congress"])
        try #expect(modelContext.fetchCount(FetchDescriptor<Trip>()) == 2)
      }
    }
  }
}
