// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

// Everything here belongs to the main actor, as in a new app: so do the conformances of these types to `Codable`.

enum Kind: Codable { case walk, ride }
enum Grade: String, Codable { case easy, hard }

struct Place: Codable, Equatable {
  var latitude = 1.0
  var grade = Grade.easy
}

@Model final class Trail {
  var kind: Kind
  var grade = Grade.hard
  var inferred = Kind.ride
  var start: Place
  var end: Place?
  var places: [Place] = []
  var made = Place()
  let origin: Place
  var camps: [Camp] = []

  init(kind: Kind, start: Place) {
    self.kind = kind
    self.start = start
    origin = start
  }
}

@Model final class Camp {
  var place: Place?
  @Relationship(inverse: \Trail.camps) var trail: Trail?

  init() {}
}

/// Used on no actor only, so that its description is made there.
@Model final class Pass {
  var kind = Kind.walk
  var place = Place()
  var places = [Place()]

  nonisolated init() {}
}

@ModelActor actor Surveyor {
  func latitudes() throws -> [Double] {
    try modelContext.fetch(FetchDescriptor<Trail>()).map { $0.start.latitude + $0.made.latitude }
  }
}

/// Values whose conformances an actor isolates are stored and read, on whatever actor the context lives.
struct IsolatedValueTests {
  private func container() throws -> ModelContainer {
    try ModelContainer(for: Trail.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func valuesComeBack() throws {
    let container = try container()
    let context = ModelContext(container)
    let trail = Trail(kind: .walk, start: Place(latitude: 7, grade: .hard))
    trail.places = [Place(), Place(latitude: 3)]
    let camp = Camp()
    camp.place = Place(latitude: 9)
    trail.camps = [camp]
    context.insert(trail)
    try context.save()

    let hard = Grade.hard
    let read = try #require(
      try ModelContext(container).fetch(
        FetchDescriptor<Trail>(predicate: #Predicate { $0.grade == hard && $0.start.latitude == 7 })
      ).first)
    #expect(read.kind == .walk && read.inferred == .ride && read.grade == .hard)
    #expect(read.start == Place(latitude: 7, grade: .hard) && read.origin == read.start)
    #expect(read.end == nil && read.made == Place() && read.places.map(\.latitude) == [1, 3])
    #expect(read.camps.first?.place?.latitude == 9)
  }

  @Test func anotherActorReadsThem() async throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Trail(kind: .ride, start: Place(latitude: 4)))
    try context.save()
    #expect(try await Surveyor(modelContainer: container).latitudes() == [5])
  }

  @Test func aContainerIsMadeOnNoActor() async throws {
    let latitudes = try await Task.detached {
      let container = try ModelContainer(
        for: Pass.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      let context = ModelContext(container)
      context.insert(Pass())
      try context.save()
      let read = try ModelContext(container).fetch(FetchDescriptor<Pass>())
      return read.flatMap { [$0.place.latitude] + $0.places.map(\.latitude) }
    }.value
    #expect(latitudes == [1, 1])
  }
}
