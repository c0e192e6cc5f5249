// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Lists that may be `nil`. No store says whether an empty one is, but an object does as long as its list is loaded.
@Suite struct OptionalListTests {
  @Model final class Trip {
    var name: String
    @Relationship(deleteRule: .cascade) var stops: [Stop]?
    @Relationship(deleteRule: .cascade, inverse: \Leg.trip) var legs: [Leg]?
    init(_ name: String) { self.name = name }
  }

  @Model final class Stop {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Leg {
    var name: String
    var trip: Trip?
    init(_ name: String) { self.name = name }
  }

  enum Life: CaseIterable { case inserted, stored, fetched }

  private final class Flag: @unchecked Sendable { var isSet = false }

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(Trip.self, Stop.self, Leg.self)
    context = ModelContext(container)
  }

  private func trip(_ life: Life) throws -> Trip {
    let trip = Trip("t")
    if life == .fetched {
      let other = ModelContext(container)
      other.insert(trip)
      try other.save()
      return try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    }
    context.insert(trip)
    if life == .stored { try context.save() }
    return trip
  }

  @Test(arguments: Life.allCases) func emptyOnesBecomeNilAndBack(life: Life) throws {
    let trip = try trip(life)
    #expect((trip.stops == nil) == (life != .fetched))
    for _ in 0..<2 {
      trip.stops = nil
      trip.legs = nil
      #expect(trip.stops == nil && trip.legs == nil)
      trip.stops = []
      trip.legs = []
      #expect(trip.stops?.count == 0 && trip.legs?.count == 0)
    }
    // There is nothing to save.
    #expect(context.hasChanges == (life == .inserted))
  }

  @Test(arguments: Life.allCases) func whatIsAppendedThenIsSaved(life: Life) throws {
    let trip = try trip(life)
    trip.stops = nil
    trip.legs = nil
    if trip.stops == nil { trip.stops = [] }
    if trip.legs == nil { trip.legs = [] }
    trip.stops?.append(Stop("s"))
    trip.legs?.append(Leg("l"))
    #expect(trip.stops?.map(\.name) == ["s"] && trip.legs?.first?.trip === trip)
    try context.save()
    let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(found.stops?.map(\.name) == ["s"] && found.legs?.map(\.name) == ["l"])
  }

  @Test func observersHearOfIt() throws {
    let trip = try trip(.stored)
    let flag = Flag()
    withObservationTracking {
      _ = trip.stops
    } onChange: {
      flag.isSet = true
    }
    trip.stops = []
    #expect(flag.isSet)
  }

  /// A member joins from its own side.
  @Test func aMemberJoinsAListThatIsNil() throws {
    let trip = try trip(.fetched)
    trip.legs = nil
    let leg = Leg("l")
    leg.trip = trip
    #expect(trip.legs?.map(\.name) == ["l"])
    trip.legs = nil
    #expect(trip.legs == nil && leg.trip == nil)
  }

  /// What is read again is not `nil`.
  @Test func aRollbackReadsTheList() throws {
    let trip = try trip(.stored)
    #expect(trip.stops == nil)
    trip.name = "changed"
    context.rollback()
    #expect(trip.name == "t" && trip.stops?.count == 0)
  }
}
