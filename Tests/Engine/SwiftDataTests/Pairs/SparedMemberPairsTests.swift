// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions that wait for a save, and what others have moved away from the deleted objects, or to them, meanwhile: where
/// no column of a member says who owns it.
@Suite struct SparedMemberPairsTests {
  @Model final class Thing {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Box {
    var name: String
    /// Without an inverse.
    @Relationship(deleteRule: .cascade) var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Sailor {
    var name: String
    var crews: [Crew] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Crew {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Sailor.crews) var members: [Sailor] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Engine {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Car {
    var name: String
    /// Without an inverse.
    @Relationship(deleteRule: .cascade) var engine: Engine?
    init(_ name: String) { self.name = name }
  }

  @Model final class Bolt {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Door {
    var name: String
    @Relationship(deleteRule: .deny) var bolt: Bolt?
    init(_ name: String) { self.name = name }
  }

  @Model final class Rack {
    var name: String
    /// Without an inverse.
    @Relationship(deleteRule: .deny) var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Fan {
    var name: String
    var clubs: [Club] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Club {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Fan.clubs) var members: [Fan] = []
    init(_ name: String) { self.name = name }
  }

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try Self.container(folder)
    context = ModelContext(container)
  }

  private static func container(_ folder: TestFolder) throws -> ModelContainer {
    try folder.container(
      Thing.self, Box.self, Sailor.self, Crew.self, Engine.self, Car.self, Bolt.self, Door.self, Rack.self,
      Fan.self, Club.self)
  }

  /// A context of the same container, or of another process.
  private func others(_ processes: Bool) throws -> ModelContext {
    ModelContext(processes ? try Self.container(folder) : container)
  }

  private func one<T: PersistentModel>(_ context: ModelContext, _ predicate: Predicate<T>) throws -> T {
    try #require(try context.fetch(FetchDescriptor<T>(predicate: predicate)).first)
  }

  private func all<T: PersistentModel>(_: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  @Test(arguments: [false, true], [false, true])
  func aMemberOfAListWithoutInverse(processes: Bool, moves: Bool) throws {
    // Of what another process has changed, only the row is known.
    if processes { context.mergePolicy = .memoryWins }
    let (old, new, thing) = (Box("old"), Box("new"), Thing("stays"))
    old.things = [thing, Thing("goes")]
    context.insert(old)
    context.insert(new)
    try context.save()
    context.delete(old)
    #expect(thing.isDeleted)
    let theirs = try others(processes)
    let theirOld = try one(theirs, #Predicate<Box> { $0.name == "old" })
    let moved = try one(theirs, #Predicate<Thing> { $0.name == "stays" })
    theirOld.things.removeAll { $0 === moved }
    if moves { try one(theirs, #Predicate<Box> { $0.name == "new" }).things.append(moved) }
    try theirs.save()
    try context.save()
    context.processPendingChanges()
    #expect(!thing.isDeleted && thing.modelContext === context && !context.hasChanges)
    #expect(new.things == (moves ? [thing] : []))
    #expect(try all(Thing.self).map(\.name) == ["stays"])
    let boxes = try all(Box.self)
    #expect(boxes.map(\.name) == ["new"] && boxes.first?.things.map(\.name) == (moves ? ["stays"] : []))
  }

  /// It has got another owner with what is unsaved, which is deleted then: the store has never had it there.
  @Test func aMemberThatWasMovedHereAndChangedElsewhere() throws {
    context.mergePolicy = .memoryWins
    let (old, new, thing) = (Box("old"), Box("new"), Thing("t"))
    old.things = [thing]
    context.insert(old)
    context.insert(new)
    try context.save()
    new.things = [thing]
    context.delete(new)
    #expect(thing.isDeleted)
    let theirs = try others(false)
    try one(theirs, #Predicate<Thing> { $0.name == "t" }).name = "changed"
    try theirs.save()
    try context.save()
    #expect(try all(Thing.self).isEmpty)
    #expect(try all(Box.self).map(\.name) == ["old"])
  }

  @Test(arguments: [false, true], [false, true])
  func aMemberOfAManyToMany(processes: Bool, moves: Bool) throws {
    if processes { context.mergePolicy = .memoryWins }
    let (old, new, sailor) = (Crew("old"), Crew("new"), Sailor("stays"))
    old.members = [sailor, Sailor("goes")]
    context.insert(old)
    context.insert(new)
    try context.save()
    context.delete(old)
    #expect(sailor.isDeleted)
    let theirs = try others(processes)
    let moved = try one(theirs, #Predicate<Sailor> { $0.name == "stays" })
    let theirNew = try one(theirs, #Predicate<Crew> { $0.name == "new" })
    moved.crews = moves ? [theirNew] : []
    try theirs.save()
    try context.save()
    context.processPendingChanges()
    #expect(!sailor.isDeleted && sailor.modelContext === context)
    #expect(sailor.crews == (moves ? [new] : []) && new.members == (moves ? [sailor] : []))
    let sailors = try all(Sailor.self)
    #expect(sailors.map(\.name) == ["stays"] && sailors.first?.crews.map(\.name) == (moves ? ["new"] : []))
    #expect(try all(Crew.self).map(\.name) == ["new"])
  }

  @Test(arguments: [false, true], [false, true])
  func theDestinationOfOneObject(processes: Bool, moves: Bool) throws {
    context.mergePolicy = .memoryWins
    let (old, new, engine) = (Car("old"), Car("new"), Engine("e"))
    old.engine = engine
    context.insert(old)
    context.insert(new)
    try context.save()
    context.delete(old)
    #expect(engine.isDeleted)
    let theirs = try others(processes)
    let moved = try one(theirs, #Predicate<Engine> { $0.name == "e" })
    try one(theirs, #Predicate<Car> { $0.name == "old" }).engine = nil
    if moves { try one(theirs, #Predicate<Car> { $0.name == "new" }).engine = moved }
    try theirs.save()
    try context.save()
    context.processPendingChanges()
    #expect(!engine.isDeleted && engine.modelContext === context)
    #expect(new.engine === (moves ? engine : nil))
    #expect(try all(Engine.self).map(\.name) == ["e"])
    let cars = try all(Car.self)
    #expect(cars.map(\.name) == ["new"] && cars.first?.engine?.name == (moves ? "e" : nil))
  }

  /// What others have related to the object forbids its deletion.
  @Test(arguments: [false, true]) func aDestinationThatDenies(processes: Bool) throws {
    context.mergePolicy = .memoryWins
    let door = Door("d")
    context.insert(door)
    context.insert(Bolt("b"))
    try context.save()
    context.delete(door)
    let theirs = try others(processes)
    let bolt = try one(theirs, #Predicate<Bolt> { $0.name == "b" })
    let theirDoor = try one(theirs, #Predicate<Door> { $0.name == "d" })
    theirDoor.bolt = bolt
    try theirs.save()
    #expect(throws: SwiftDataError.deleteDenied) { try context.save() }
    #expect(try all(Door.self).first?.bolt?.name == "b")
    // They take it away again.
    theirDoor.bolt = nil
    try theirs.save()
    if processes { context.processPendingChanges() }
    try context.save()
    #expect(try all(Door.self).isEmpty && all(Bolt.self).count == 1)
  }

  /// Others take out what denies.
  @Test func aMemberOfADenyingListWithoutInverse() throws {
    let (old, new, thing) = (Rack("old"), Rack("new"), Thing("t"))
    old.things = [thing]
    context.insert(old)
    context.insert(new)
    try context.save()
    context.delete(old)
    let theirs = try others(false)
    let moved = try one(theirs, #Predicate<Thing> { $0.name == "t" })
    try one(theirs, #Predicate<Rack> { $0.name == "new" }).things.append(moved)
    try theirs.save()
    try context.save()
    #expect(new.things == [thing])
    let racks = try all(Rack.self)
    #expect(racks.map(\.name) == ["new"] && racks.first?.things.map(\.name) == ["t"])
  }

  @Test(arguments: [false, true]) func aMemberOfADenyingManyToMany(processes: Bool) throws {
    if processes { context.mergePolicy = .memoryWins }
    let (club, fan) = (Club("c"), Fan("f"))
    club.members = [fan]
    context.insert(club)
    try context.save()
    context.delete(club)
    let theirs = try others(processes)
    try one(theirs, #Predicate<Club> { $0.name == "c" }).members = []
    try theirs.save()
    // Until it is noticed, the member forbids the deletion.
    if processes { context.processPendingChanges() }
    try context.save()
    #expect(try all(Club.self).isEmpty && all(Fan.self).count == 1)
    #expect(fan.clubs.isEmpty && !fan.isDeleted)
  }

  // MARK: What was never saved

  /// The deletion of a new object is taken back whole, too.
  @Test func aNewObjectIsDeletedAndInsertedAgain() throws {
    let (car, engine) = (Car("c"), Engine("e"))
    car.engine = engine
    context.insert(car)
    context.delete(car)
    #expect(car.modelContext == nil && engine.modelContext == nil && !context.hasChanges)
    context.insert(car)
    #expect(engine.modelContext === context)
    try context.save()
    #expect(try all(Car.self).first?.engine?.name == "e")
  }
}
