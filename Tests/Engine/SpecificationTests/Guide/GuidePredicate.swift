import SwiftData
import Testing

/// “swiftdata”: *#Predicate*. The block's bare predicates, and one for each
/// thing in the list “Supported”, followed by what they find.
@Suite("swiftdata › #Predicate")
struct GuidePredicate {
  @Model
  class Trip {
    var name: String
    var destination: String
    var startDate: Date = Date.distantPast
    var isFavorite: Bool = false
    var days: Int = 1
    var budget: Double = 0
    var nickname: String?
    var accommodation: LivingAccommodation?
    var tags: [Tag] = []

    init(_ name: String, _ destination: String) {
      self.name = name
      self.destination = destination
    }
  }

  @Model
  final class BusinessTrip: Trip {
    var company: String
    init(_ name: String, _ destination: String, company: String) {
      self.company = company
      super.init(name, destination)
    }
  }

  @Model
  final class LivingAccommodation {
    var name: String?
    @Relationship(inverse: \Trip.accommodation) var trips: [Trip] = []
    init(name: String?) { self.name = name }
  }

  @Model
  final class Tag {
    var name: String
    @Relationship(inverse: \Trip.tags) var trips: [Trip] = []
    init(name: String) { self.name = name }
  }

  private func fill(_ context: ModelContext) {
    let adventure = Tag(name: "adventure")
    let beach = Tag(name: "beach")
    let a = Trip("a", "Paris")
    (a.startDate, a.isFavorite, a.days, a.budget, a.nickname) = (
      .distantFuture, true, 3, 100, "Ace"
    )
    let b = Trip("b", "PARIS-Orly")
    (b.days, b.budget) = (10, 250.5)
    let c = Trip("c", "Unknown")
    (c.startDate, c.isFavorite, c.days) = (.distantFuture, true, 5)
    let d = BusinessTrip("d", "Oslo", company: "Acme")
    (d.days, d.nickname) = (1, "Dee")
    for trip in [a, b, c, d] { context.insert(trip) }
    a.accommodation = LivingAccommodation(name: "Ritz")
    b.accommodation = LivingAccommodation(name: nil)
    a.tags = [adventure, beach]
    b.tags = [beach]
    d.tags = [adventure]
  }

  private func probe() throws -> PredicateProbe<Trip> {
    try PredicateProbe(
      for: Trip.self, BusinessTrip.self, LivingAccommodation.self, Tag.self, by: \.name
    ) { fill($0) }
  }

  @Test("the block")
  func block() throws {
    let probe = try probe()
    try probe.expect(
      #Predicate<Trip> { $0.destination.localizedStandardContains("paris") },  // String
      ["a", "b"])
    try probe.expect(
      #Predicate<Trip> { $0.startDate > Date.now },  // Date
      ["a", "c"])
    try probe.expect(
      #Predicate<Trip> { $0.isFavorite && $0.destination != "Unknown" },  // Compound
      ["a"])
    try probe.expect(
      #Predicate<Trip> { $0.accommodation?.name != nil },  // Optional
      ["a"])
    try probe.expect(
      #Predicate<Trip> { $0.tags.contains { $0.name == "adventure" } },  // Collection
      ["a", "d"])
  }

  @Test("Supported: ==, !=, <, <=, >, >=")
  func comparisons() throws {
    let probe = try probe()
    try probe.expect(#Predicate<Trip> { $0.days == 3 }, ["a"])
    try probe.expect(#Predicate<Trip> { $0.days != 3 }, ["b", "c", "d"])
    try probe.expect(#Predicate<Trip> { $0.days < 3 }, ["d"])
    try probe.expect(#Predicate<Trip> { $0.days <= 3 }, ["a", "d"])
    try probe.expect(#Predicate<Trip> { $0.days > 3 }, ["b", "c"])
    try probe.expect(#Predicate<Trip> { $0.days >= 3 }, ["a", "b", "c"])
  }

  @Test("Supported: &&, ||, !")
  func logic() throws {
    let probe = try probe()
    try probe.expect(#Predicate<Trip> { $0.isFavorite && $0.days > 3 }, ["c"])
    try probe.expect(#Predicate<Trip> { $0.isFavorite || $0.days > 3 }, ["a", "b", "c"])
    try probe.expect(#Predicate<Trip> { !$0.isFavorite }, ["b", "d"])
    try probe.expect(#Predicate<Trip> { !($0.isFavorite && $0.days > 3) }, ["a", "b", "d"])
  }

  @Test("Supported: contains(), allSatisfy(), filter(), starts(with:)")
  func collections() throws {
    let probe = try probe()
    let cities = ["Paris", "Oslo"]
    try probe.expect(#Predicate<Trip> { cities.contains($0.destination) }, ["a", "d"])
    try probe.expect(#Predicate<Trip> { $0.destination.contains("o") }, ["c", "d"])
    try probe.expect(#Predicate<Trip> { $0.tags.contains { $0.name == "beach" } }, ["a", "b"])
    try probe.expect(
      #Predicate<Trip> { $0.tags.allSatisfy { $0.name == "beach" } }, ["b", "c"])
    try probe.expect(
      #Predicate<Trip> { $0.tags.filter { $0.name != "beach" }.count == 1 }, ["a", "d"])
    try probe.expect(#Predicate<Trip> { $0.destination.starts(with: "Par") }, ["a"])
  }

  @Test("Supported: localizedStandardContains(), caseInsensitiveCompare()")
  func strings() throws {
    let probe = try probe()
    try probe.expect(
      #Predicate<Trip> { $0.destination.localizedStandardContains("pâris") }, ["a", "b"])
    try probe.expect(
      #Predicate<Trip> { $0.destination.caseInsensitiveCompare("pARIS") == .orderedSame }, ["a"])
  }

  @Test("Supported: arithmetic, ternary")
  func arithmetic() throws {
    let probe = try probe()
    try probe.expect(#Predicate<Trip> { $0.days * 2 + 1 > 10 }, ["b", "c"])
    try probe.expect(#Predicate<Trip> { $0.days - 1 == 0 }, ["d"])
    try probe.expect(#Predicate<Trip> { $0.budget / 2 > 50 }, ["b"])
    try probe.expect(#Predicate<Trip> { ($0.isFavorite ? 10 : $0.days) >= 10 }, ["a", "b", "c"])
  }

  @Test("Supported: optional chaining, nil coalescing, type casting")
  func optionalsAndCasts() throws {
    let probe = try probe()
    try probe.expect(#Predicate<Trip> { $0.accommodation?.name == "Ritz" }, ["a"])
    try probe.expect(#Predicate<Trip> { $0.accommodation?.name == nil }, ["b", "c", "d"])
    try probe.expect(#Predicate<Trip> { ($0.nickname ?? "none") == "none" }, ["b", "c"])
    try probe.expect(#Predicate<Trip> { $0.nickname?.contains("e") ?? false }, ["a", "d"])
    try probe.expect(#Predicate<Trip> { $0 is BusinessTrip }, ["d"])
    try probe.expect(#Predicate<Trip> { ($0 as? BusinessTrip)?.company == "Acme" }, ["d"])
  }
}
