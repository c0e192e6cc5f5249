import SwiftData
import Testing

/// “swiftdata”: *Common Mistakes*: the lines marked “CORRECT”.
///
/// Those marked “WRONG” must not compile, or concern SwiftUI; number 6 does
/// compile here, which the text does not forbid.
@Suite("swiftdata › Common Mistakes")
struct GuideCommonMistakes {
  typealias Trip = GuidePredicate.Trip
  typealias Tag = GuidePredicate.Tag
  typealias DataHandler = GuideModelActor.DataHandler

  private func probe() throws -> PredicateProbe<Trip> {
    try PredicateProbe(for: Trip.self, by: \.destination) { context in
      let trip = Trip("Paris", "one")
      context.insert(trip)
      trip.tags = [Tag(name: "x"), Tag(name: "y")]
      let other = Trip("PARISIAN", "two")
      context.insert(other)
      other.tags = [Tag(name: "z")]
      context.insert(Trip("Rome", "three"))
    }
  }

  @Test("2. @Transient without default: “Always provide default”")
  func transientDefault() throws {
    let context = try inMemoryContext(for: Flagged.self)
    context.insert(Flagged())
    try context.save()
    let fetched = try ModelContext(context.container).fetch(FetchDescriptor<Flagged>())
    #expect(fetched.map(\.x) == [false])
  }

  @Model final class Flagged {
    @Transient var x: Bool = false
    var name: String = ""
    init() {}
  }

  @Test("4. Passing model objects across actors: pass the identifier")
  func passingIdentifiers() async throws {
    let context = try inMemoryContext(for: GuideModelActor.Trip.self)
    let trip = GuideModelActor.Trip(
      name: "Summer", destination: "Paris", startDate: .now, endDate: .now)
    context.insert(trip)
    try context.save()
    let handler = DataHandler(modelContainer: context.container)

    // CORRECT:
    try await handler.process(tripID: trip.persistentModelID)  // seed: no `try`

    context.processPendingChanges()
    #expect(trip.isProcessed)
  }

  @Test("6. Unsupported #Predicate expressions")
  func unsupportedExpressions() throws {
    let probe = try probe()
    // CORRECT:
    try probe.expect(
      #Predicate<Trip> { $0.name.localizedStandardContains("paris") }, ["one", "two"])
    // “WRONG”, which is supported here:
    try probe.expect(#Predicate<Trip> { $0.name.uppercased() == "PARIS" }, ["one"])
  }

  @Test("7. Flow control in #Predicate")
  func flowControl() throws {
    // CORRECT:
    try probe().expect(#Predicate<Trip> { $0.tags.contains { $0.name == "x" } }, ["one"])
  }

  @Test("8. No save in @ModelActor: an actor that goes away without a save has stored nothing")
  func noSave() async throws {
    let context = try inMemoryContext(for: Flagged.self)
    do {
      let handler = Forgetful(modelContainer: context.container)
      try await handler.add(saves: false)
    }
    #expect(try context.fetchCount(FetchDescriptor<Flagged>()) == 0)
    try await Forgetful(modelContainer: context.container).add(saves: true)
    #expect(try context.fetchCount(FetchDescriptor<Flagged>()) == 1)
  }

  @ModelActor actor Forgetful {
    func add(saves: Bool) throws {
      modelContext.insert(Flagged())
      if saves { try modelContext.save() }
    }
  }

  @Test("10. Non-optional relationship without default: the optional one is read back")
  func optionalRelationship() throws {
    typealias Trip = GuideModelDefinition.Trip  // var accommodation: LivingAccommodation?
    let context = try inMemoryContext(for: Trip.self)
    context.insert(Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now))
    try context.save()
    let trips = try ModelContext(context.container).fetch(FetchDescriptor<Trip>())
    #expect(trips.count == 1)
    #expect(trips.first?.accommodation == nil)
  }

  // CORRECT: (seed: `{ ... }` for the body)
  @ModelActor actor Handler {
    func fetch() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Flagged>()) }
  }

  @Test("12. DispatchQueue for background data work: an actor instead")
  func background() async throws {
    let context = try inMemoryContext(for: Flagged.self)
    context.insert(Flagged())
    try context.save()
    #expect(try await Handler(modelContainer: context.container).fetch() == 1)
  }
}
