// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Between `delete(_:)` and the save, lists that are loaded keep their deleted members.
@Suite struct ListsBeforeTheSaveTests {
  @Model final class Trip {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    @Relationship(inverse: \Guest.trips) var guests: [Guest] = []
    @Relationship(deleteRule: .nullify, maximumModelCount: 3) var bags: [Bag] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Stop {
    var name: String
    var trip: Trip?
    init(_ name: String) { self.name = name }
  }
  @Model final class Guest {
    var name: String
    var trips: [Trip] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Bag {
    var name: String
    init(_ name: String) { self.name = name }
  }

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func container() throws -> ModelContainer { try folder.container(Trip.self, Bag.self) }

  private func trip(_ context: ModelContext, saved: Bool = true) throws -> Trip {
    let trip = Trip("Summer")
    context.insert(trip)
    trip.stops = ["a", "b", "c", "d"].map { Stop($0) }
    trip.guests = ["x", "y"].map { Guest($0) }
    if saved { try context.save() }
    return trip
  }

  @Test(arguments: [true, false])
  func indicesStayTheSame(saved: Bool) throws {
    let context = ModelContext(try container())
    let trip = try trip(context, saved: saved)
    for index in [0, 1] { context.delete(trip.stops[index]) }
    #expect(trip.stops.map(\.name) == ["a", "b", "c", "d"])
    #expect(trip.stops.map(\.isDeleted) == [true, true, false, false])
    try context.save()
    #expect(trip.stops.map(\.name) == ["c", "d"])
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Stop>())
    #expect(Set(stored.map(\.name)) == ["c", "d"])
  }

  @Test(arguments: [true, false])
  func aDeletedMemberCanBeTakenOut(saved: Bool) throws {
    let context = ModelContext(try container())
    let trip = try trip(context, saved: saved)
    context.delete(trip.stops[1])
    trip.stops.remove(at: 1)
    #expect(trip.stops.map(\.name) == ["a", "c", "d"])
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 3)
  }

  /// Assigning the list, which still has it, does not bring it back.
  @Test(arguments: [true, false])
  func aDeletedMemberStaysDeletedIfTheListChanges(saved: Bool) throws {
    let context = ModelContext(try container())
    let trip = try trip(context, saved: saved)
    let first = trip.stops[0]
    context.delete(first)
    trip.stops.append(Stop("e"))
    trip.stops.swapAt(1, 2)
    #expect(first.isDeleted)
    try context.save()
    #expect(Set(trip.stops.map(\.name)) == ["b", "c", "d", "e"])
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 4)
  }

  @Test func pairsOfManyToMany() throws {
    let context = ModelContext(try container())
    let trip = try trip(context)
    let guest = trip.guests[0]
    context.delete(guest)
    #expect(trip.guests.count == 2)
    context.processPendingChanges()
    #expect(trip.guests.map(\.name) == ["y"])
    try context.save()
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Trip>())[0].guests.map(\.name) == ["y"])
  }

  @Test func predicatesAndCountsTreatThemAsGone() throws {
    let context = ModelContext(try container())
    let trip = try trip(context)
    trip.name = "Winter"
    for stop in trip.stops { context.delete(stop) }
    let withStops = #Predicate<Trip> { !$0.stops.isEmpty }
    #expect(try context.fetch(FetchDescriptor(predicate: withStops)).isEmpty)
    #expect(try context.fetchCount(FetchDescriptor(predicate: withStops)) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    // A fetch does not change what the list shows.
    #expect(trip.stops.count == 4)
  }

  @Test func undoPutsThemBackInTheirPlaces() throws {
    let context = ModelContext(try container())
    context.undoManager = UndoManager()
    let trip = try trip(context)
    context.processPendingChanges()
    context.delete(trip.stops[1])
    context.undoManager?.undo()
    #expect(trip.stops.map(\.name) == ["a", "b", "c", "d"])
    #expect(!trip.stops[1].isDeleted)
    context.delete(trip.stops[2])
    context.processPendingChanges()
    #expect(trip.stops.map(\.name) == ["a", "b", "d"])
    context.undoManager?.undo()
    #expect(trip.stops.map(\.name) == ["a", "b", "c", "d"])
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 4)
  }

  @Test(arguments: [true, false])
  func rollbackBringsThemBack(saved: Bool) throws {
    let context = ModelContext(try container())
    let trip = try trip(context)
    if !saved { trip.stops.append(Stop("new")) }
    let member = try #require(trip.stops.last)
    context.delete(member)
    context.rollback()
    #expect(trip.stops.map(\.name) == ["a", "b", "c", "d"])
    #expect(!trip.stops.contains { $0.isDeleted })
    #expect(member.modelContext === (saved ? context : nil))
  }

  @Test func aCountLimitIsJudgedWithoutThem() throws {
    let context = ModelContext(try container())
    let trip = try trip(context)
    trip.bags = ["1", "2", "3"].map { Bag($0) }
    try context.save()
    context.delete(trip.bags[0])
    trip.bags.append(Bag("4"))
    try context.save()
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Trip>())[0].bags.count == 3)
  }

  @Test func theOwnersCascadeSeesThem() throws {
    let context = ModelContext(try container())
    let trip = try trip(context)
    let first = trip.stops[0]
    context.delete(first)
    context.delete(trip)
    context.insert(trip)
    #expect(first.isDeleted)
    try context.save()
    #expect(Set(trip.stops.map(\.name)) == ["b", "c", "d"])
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 3)
  }

  @Test func otherContextsSeeTheSave() throws {
    let container = try container()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let trip = try trip(context)
    let theirs = try other.fetch(FetchDescriptor<Trip>())[0]
    #expect(theirs.stops.count == 4)
    context.delete(trip.stops[0])
    try context.save()
    other.processPendingChanges()
    #expect(theirs.stops.count == 3)
  }
}
