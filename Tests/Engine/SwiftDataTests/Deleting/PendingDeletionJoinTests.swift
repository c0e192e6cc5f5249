// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates and orders that follow relationships to what a deletion by predicate is going to remove: within the
/// transaction they have the results that they have after it.
@Suite struct PendingDeletionJoinTests {
  @Model final class Trip {
    var name: String
    var price = 0
    var guide: Guide?
    @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
    @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
    var photos: [Photo] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Stop {
    var name: String
    var trip: Trip?
    init(_ name: String) { self.name = name }
  }
  @Model final class Guide {
    var name: String
    var home: Town?
    init(_ name: String) { self.name = name }
  }
  @Model final class Town {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Tag {
    var name: String
    var trips: [Trip] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Photo {
    var name: String
    init(_ name: String) { self.name = name }
  }

  static let types: [any PersistentModel.Type] = [
    Trip.self, Stop.self, Guide.self, Town.self, Tag.self, Photo.self,
  ]

  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Schema(Self.types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let context = ModelContext(container)
    let tags = ["x", "y"].map { Tag($0) }
    for (index, name) in ["Bern", "Oslo", "Rome"].enumerated() {
      let trip = Trip(name)
      context.insert(trip)
      trip.price = index
      trip.guide = Guide(["Ada", "Bo", "Cy"][index])
      trip.guide?.home = Town(["k", "l", "m"][index])
      trip.stops = (0...index).map { Stop("\(name) \($0)") }
      trip.photos = (0...index).map { Photo("\($0)") }
      trip.tags = Array(tags[..<min(index, 2)])
    }
    context.insert(Trip("Ulm"))
    try context.save()
  }

  /// What the store has been asked, as text.
  private func answers(_ context: ModelContext) throws -> [String] {
    let predicates: [Predicate<Trip>] = [
      #Predicate { $0.guide?.name == "Ada" },
      #Predicate { $0.guide?.name != "Ada" },
      #Predicate { $0.guide == nil },
      #Predicate { $0.guide != nil },
      #Predicate { $0.guide?.home?.name == "l" },
      #Predicate { $0.guide?.home == nil },
      #Predicate { $0.stops.isEmpty },
      #Predicate { $0.stops.count == 2 },
      #Predicate { $0.stops.contains { $0.name == "Rome 1" } },
      #Predicate { $0.stops.allSatisfy { $0.name != "Oslo 0" } },
      #Predicate { $0.stops.filter { $0.name > "O" }.count == 1 },
      #Predicate { $0.tags.count == 1 },
      #Predicate { $0.tags.contains { $0.name == "x" } },
      #Predicate { $0.photos.count == 1 },
      #Predicate { $0.photos.contains { $0.name == "0" } },
    ]
    var answers: [String] = []
    for (index, predicate) in predicates.enumerated() {
      let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
      let names = try context.fetch(descriptor).map(\.name)
      #expect(try context.fetchCount(descriptor) == names.count)
      #expect(try context.fetchIdentifiers(descriptor).count == names.count)
      answers.append("\(index): \(names)")
    }
    let orders: [[SortDescriptor<Trip>]] = [
      [SortDescriptor(\.guide?.name), SortDescriptor(\.name)],
      [SortDescriptor(\.guide?.home?.name, order: .reverse), SortDescriptor(\.name)],
    ]
    for order in orders {
      answers.append("\(try context.fetch(FetchDescriptor(sortBy: order)).map(\.name))")
      var window = FetchDescriptor(sortBy: order)
      window.fetchOffset = 1
      window.fetchLimit = 2
      answers.append("\(try context.fetch(window).map(\.name))")
    }
    let stops = try context.fetch(
      FetchDescriptor<Stop>(
        predicate: #Predicate { $0.trip?.guide?.name == "Cy" }, sortBy: [SortDescriptor(\.name)]))
    answers.append("\(stops.map(\.name))")
    let homeless = try context.fetch(
      FetchDescriptor<Stop>(predicate: #Predicate { $0.trip == nil }, sortBy: [SortDescriptor(\.name)]))
    answers.append("\(homeless.map(\.name))")
    return answers
  }

  enum Victim: CaseIterable { case guides, towns, stops, tags, photos, trips, all }
  enum Memory: CaseIterable { case nothing, victims, everything }

  private func delete(_ victim: Victim, _ context: ModelContext) throws {
    switch victim {
    case .guides: try context.delete(model: Guide.self, where: #Predicate { $0.name == "Ada" || $0.name == "Cy" })
    case .towns: try context.delete(model: Town.self, where: #Predicate { $0.name > "k" })
    case .stops: try context.delete(model: Stop.self, where: #Predicate { $0.name.contains("1") })
    case .tags: try context.delete(model: Tag.self, where: #Predicate { $0.name == "x" })
    case .photos: try context.delete(model: Photo.self, where: #Predicate { $0.name == "0" })
    case .trips: try context.delete(model: Trip.self, where: #Predicate { $0.name == "Rome" })
    case .all: try context.delete(model: Guide.self)
    }
  }

  /// Reads all that there is, and keeps it.
  private func load(_ memory: Memory, _ victim: Victim, _ context: ModelContext) throws -> [any PersistentModel] {
    var models: [any PersistentModel] = []
    if memory == .nothing { return models }
    models += try context.fetch(FetchDescriptor<Guide>()) as [any PersistentModel]
    models += try context.fetch(FetchDescriptor<Town>()) as [any PersistentModel]
    models += try context.fetch(FetchDescriptor<Stop>()) as [any PersistentModel]
    models += try context.fetch(FetchDescriptor<Tag>()) as [any PersistentModel]
    models += try context.fetch(FetchDescriptor<Photo>()) as [any PersistentModel]
    if memory == .victims { return models }
    for trip in try context.fetch(FetchDescriptor<Trip>()) {
      models.append(trip)
      models += (trip.stops as [any PersistentModel]) + trip.tags + trip.photos
      if let guide = trip.guide { models.append(guide) }
      if let town = trip.guide?.home { models.append(town) }
    }
    return models
  }

  @Test(arguments: Victim.allCases, Memory.allCases)
  func theAnswersAreThoseAfterTheTransaction(victim: Victim, memory: Memory) throws {
    let context = ModelContext(container)
    let models = try load(memory, victim, context)
    var within: [String] = []
    try context.transaction {
      try delete(victim, context)
      within = try answers(context)
      // Nothing has been done to the models by asking.
      #expect(try answers(context) == within)
    }
    #expect(try answers(ModelContext(container)) == within)
    #expect(try answers(context) == within)
    withExtendedLifetime(models) {}
  }

  /// Models that are changed in the same transaction are judged in memory.
  @Test(arguments: Victim.allCases, Memory.allCases)
  func changedModelsAreJudgedAlike(victim: Victim, memory: Memory) throws {
    let context = ModelContext(container)
    let models = try load(memory, victim, context)
    var within: [String] = []
    try context.transaction {
      for trip in try context.fetch(FetchDescriptor<Trip>()) where trip.name != "Oslo" { trip.price += 10 }
      try delete(victim, context)
      within = try answers(context)
    }
    #expect(try answers(ModelContext(container)) == within)
    #expect(try answers(context) == within)
    withExtendedLifetime(models) {}
  }

  /// A transaction that falls leaves everything as it was, whatever was asked within.
  @Test(arguments: Victim.allCases, Memory.allCases)
  func nothingRemainsOfAFailedTransaction(victim: Victim, memory: Memory) throws {
    struct Failure: Error {}
    let context = ModelContext(container)
    let models = try load(memory, victim, context)
    let before = try answers(context)
    #expect(throws: Failure.self) {
      try context.transaction {
        try delete(victim, context)
        _ = try answers(context)
        throw Failure()
      }
    }
    #expect(try answers(context) == before)
    #expect(!context.hasChanges)
    for trip in try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).prefix(3) {
      #expect(trip.guide?.home != nil && trip.stops.count == trip.photos.count && !trip.stops.isEmpty)
    }
    withExtendedLifetime(models) {}
  }

  /// What only the store could answer is refused.
  @Test func aggregatesAreRefused() throws {
    let context = ModelContext(container)
    try context.transaction {
      try context.delete(model: Guide.self, where: #Predicate { $0.name == "Ada" })
      let led = FetchDescriptor<Trip>(predicate: #Predicate { $0.guide?.name == "Ada" })
      #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) { try context.aggregate(led, .count) }
      #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
        try context.fetchGroups(FetchDescriptor<Trip>(), by: \.guide?.name, .count)
      }
      #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
        try context.fetchValues(FetchDescriptor<Trip>(), \.guide?.name)
      }
      #expect(try context.aggregate(FetchDescriptor<Guide>(), .count) == 2)
      #expect(try context.aggregate(FetchDescriptor<Trip>(), .count) == 4)
    }
  }
}
