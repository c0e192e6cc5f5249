// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions by predicate that fall with their transaction: what they had marked is as it was, whatever has become of it
/// meanwhile, here and elsewhere.
@Suite struct TakenBackBatchTests {
  @Model final class Trip {
    var name: String
    var price = 0
    var guide: Guide?
    @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Stop {
    var name: String
    var trip: Trip?
    init(_ name: String) { self.name = name }
  }
  @Model final class Guide {
    var name: String
    @Relationship(inverse: \Trip.guide) var trip: Trip?
    init(_ name: String) { self.name = name }
  }
  private struct Failure: Error {}

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Trip.self, Stop.self, Guide.self)
    context = ModelContext(container)
    for (name, guide) in [("Rome", "Ada"), ("Oslo", "Bo")] {
      let trip = Trip(name)
      context.insert(trip)
      trip.price = 7
      trip.guide = Guide(guide)
      trip.stops = [Stop("\(name) 1"), Stop("\(name) 2")]
    }
    try context.save()
  }

  private func trip(_ name: String, _ context: ModelContext) throws -> Trip {
    try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first)
  }

  /// A transaction that fails: with a step, since something is unsaved before, or by a rollback.
  private func failing(withWorkBefore: Bool, isNested: Bool = false, _ body: () throws -> Void) {
    if withWorkBefore { context.insert(Guide("unsaved")) }
    try? context.transaction {
      guard isNested else {
        try body()
        throw Failure()
      }
      try? context.transaction {
        try body()
        throw Failure()
      }
      throw Failure()
    }
  }

  private func stored() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name) \($0.price) \($0.guide?.name ?? "-") \($0.stops.map(\.name).sorted())"
    }
  }

  private static let asBefore = ["Oslo 7 Bo [\"Oslo 1\", \"Oslo 2\"]", "Rome 7 Ada [\"Rome 1\", \"Rome 2\"]"]

  @Test(arguments: [false, true], [false, true])
  func whatIsAssignedMeanwhileIsTakenBack(withWorkBefore: Bool, isNested: Bool) throws {
    let (rome, oslo) = (try trip("Rome", context), try trip("Oslo", context))
    let stop = try #require(rome.stops.first { $0.name == "Rome 1" })
    failing(withWorkBefore: withWorkBefore, isNested: isNested) {
      try context.delete(model: Trip.self, where: #Predicate { $0.name == "Rome" })
      try context.delete(model: Stop.self, where: #Predicate { $0.name == "Rome 1" })
      #expect(rome.isDeleted && stop.isDeleted)
      rome.name = "X"
      rome.guide = oslo.guide
      rome.stops = []
      stop.trip = oslo
      stop.name = "Y"
    }
    #expect(!rome.isDeleted && rome.name == "Rome" && rome.guide?.name == "Ada" && oslo.guide?.name == "Bo")
    #expect(!stop.isDeleted && stop.name == "Rome 1" && stop.trip === rome)
    #expect(rome.stops.map(\.name).sorted() == ["Rome 1", "Rome 2"])
    #expect(oslo.stops.map(\.name).sorted() == ["Oslo 1", "Oslo 2"])
    #expect(!rome.hasChanges && !stop.hasChanges && !oslo.hasChanges)
    #expect(context.hasChanges == withWorkBefore)
    try context.save()
    #expect(try stored() == Self.asBefore)
  }

  /// Of what had been changed before, the unsaved values come back.
  @Test func unsavedValuesComeBack() throws {
    let rome = try trip("Rome", context)
    rome.price = 9
    failing(withWorkBefore: true) {
      rome.price = 10
      try context.delete(model: Trip.self)
      rome.price = 11
      rome.name = "X"
    }
    #expect(!rome.isDeleted && rome.price == 9 && rome.name == "Rome" && rome.hasChanges)
    try context.save()
    #expect(try stored()[1].hasPrefix("Rome 9 "))
  }

  /// A row that is to be deleted can still be read.
  @Test(arguments: [false, true]) func partlyReadModelsHaveTheirValues(withWorkBefore: Bool) throws {
    let context = context
    var descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Rome" })
    descriptor.propertiesToFetch = [\.name]
    let other = ModelContext(container)
    if withWorkBefore { other.insert(Guide("unsaved")) }
    let rome = try #require(try other.fetch(descriptor).first)
    let identifier = try trip("Oslo", context).persistentModelID
    let oslo = try #require(other.model(for: identifier) as? Trip)
    try? other.transaction {
      try other.delete(model: Trip.self)
      #expect(rome.price == 7 && oslo.price == 7 && rome.isDeleted && oslo.isDeleted)
      throw Failure()
    }
    #expect(rome.price == 7 && oslo.name == "Oslo" && !rome.isDeleted && !oslo.isDeleted)
    rome.name = "Roma"
    try other.save()
    #expect(try stored()[1] == "Roma 7 Ada [\"Rome 1\", \"Rome 2\"]")
  }

  /// Others have deleted the row meanwhile.
  @Test(arguments: [false, true], [false, true])
  func rowsThatAreGoneStayGone(withWorkBefore: Bool, isChanged: Bool) throws {
    context.mergePolicy = .storeWins
    let (rome, oslo) = (try trip("Rome", context), try trip("Oslo", context))
    if isChanged { rome.price = 8 }
    try failingWith(withWorkBefore) {
      let other = ModelContext(container)
      other.delete(try trip("Rome", other))
      try other.save()
    }
    #expect(rome.isDeleted && !oslo.isDeleted)
    try context.save()
    #expect(try stored() == [Self.asBefore[0]])
  }

  /// Others have changed the row meanwhile: that is merged, and the model is still to be deleted.
  @Test(arguments: [false, true], [false, true])
  func arrivalsDoNotBringBack(withWorkBefore: Bool, isChanged: Bool) throws {
    context.mergePolicy = .memoryWins
    let rome = try trip("Rome", context)
    if isChanged { rome.name = "Roma" }
    try failingWith(withWorkBefore) {
      let other = ModelContext(container)
      try trip("Rome", other).price = 8
      try other.save()
      #expect(try context.fetch(FetchDescriptor<Trip>()).isEmpty)
      #expect(rome.isDeleted)
    }
    #expect(!rome.isDeleted && rome.price == 8 && rome.name == (isChanged ? "Roma" : "Rome"))
    try context.save()
    #expect(try stored()[1].hasPrefix(isChanged ? "Roma 8 " : "Rome 8 "))
  }

  /// Deletes all trips, lets others do something that arrives, and fails.
  private func failingWith(_ withWorkBefore: Bool, _ others: () throws -> Void) throws {
    var failure: (any Error)?
    failing(withWorkBefore: withWorkBefore) {
      try context.delete(model: Trip.self)
      do {
        try others()
        context.processPendingChanges()
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// What is arrived at the end of the transaction is deleted.
  @Test func arrivalsDoNotHinderTheDeletion() throws {
    let rome = try trip("Rome", context)
    try context.transaction {
      try context.delete(model: Trip.self)
      let other = ModelContext(container)
      try trip("Rome", other).price = 8
      try other.save()
      context.processPendingChanges()
      #expect(rome.isDeleted)
    }
    #expect(rome.isDeleted && !context.hasChanges)
    #expect(try stored().isEmpty)
  }

  /// Without unsaved changes, a fetch has what is stored.
  @Test func fetchesOfWhatIsStoredHaveTheRows() throws {
    try context.transaction {
      try context.delete(model: Trip.self, where: #Predicate { $0.name == "Rome" })
      var descriptor = FetchDescriptor<Trip>()
      #expect(try context.fetchCount(descriptor) == 1)
      descriptor.includePendingChanges = false
      #expect(try context.fetchCount(descriptor) == 2)
      #expect(try context.fetchIdentifiers(descriptor).count == 2)
    }
    #expect(try stored() == [Self.asBefore[0]])
  }

  /// A row that leads to a changed model is evaluated in memory, unless it is to be deleted.
  @Test func rowsThatLeadToChangesAreNotFetched() throws {
    let guide = try #require(try context.fetch(FetchDescriptor<Guide>()).first { $0.name == "Ada" })
    try context.transaction {
      guide.name = "Eve"
      try context.delete(model: Trip.self)
      let found = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.guide?.name == "Eve" }))
      #expect(found.isEmpty)
    }
  }
}
