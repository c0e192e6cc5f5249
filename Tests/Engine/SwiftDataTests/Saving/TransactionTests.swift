// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// `transaction(block:)` and `attempt(_:)`: what fails is undone, what was there before stays.
struct TransactionTests {
  @Model final class Trip {
    var name: String
    var price = 0
    @Relationship(deleteRule: .deny, inverse: \Stop.trip) var stops: [Stop] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Stop {
    var name: String
    var trip: Trip?
    init(_ name: String) { self.name = name }
  }
  struct Failure: Error {}

  private let folder: TestFolder
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    context = ModelContext(try folder.container(Trip.self))
    let trip = Trip("Rome")
    trip.stops = [Stop("Forum")]
    context.insert(trip)
    context.insert(Trip("Oslo"))
    try context.save()
  }

  private func trip(_ name: String) throws -> Trip {
    try #require(try context.fetch(FetchDescriptor<Trip>()).first { $0.name == name })
  }

  private func stored() throws -> [String] {
    try ModelContext(context.container).fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      .map { "\($0.name) \($0.price) \($0.stops.map(\.name).sorted())" }
  }

  private func changeAll() throws {
    let (rome, oslo) = (try trip("Rome"), try trip("Oslo"))
    rome.price = 9
    oslo.stops = rome.stops
    context.insert(Trip("Bern"))
    context.delete(oslo)
    try context.delete(model: Stop.self)
  }

  @Test(arguments: [true, false])
  func aBlockThatThrowsLeavesNothing(withWorkBefore: Bool) throws {
    let rome = try trip("Rome")
    if withWorkBefore {
      rome.price = 5
      context.insert(Trip("Paris"))
    }
    #expect(throws: Failure.self) {
      try context.transaction {
        try changeAll()
        throw Failure()
      }
    }
    #expect(context.hasChanges == withWorkBefore)
    #expect(rome.price == (withWorkBefore ? 5 : 0))
    #expect(rome.stops.map(\.name) == ["Forum"])
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 1)
    try context.save()
    let before = ["Oslo 0 []", "Rome 0 [\"Forum\"]"]
    let after = ["Oslo 0 []", "Paris 0 []", "Rome 5 [\"Forum\"]"]
    #expect(try stored() == (withWorkBefore ? after : before))
  }

  /// A deletion by predicate is a part of the transaction around it.
  @Test func aDeletionByPredicateFallsWithTheTransaction() throws {
    try? context.transaction {
      try context.delete(model: Stop.self)
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
      #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 1)
      throw Failure()
    }
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 1)
    try context.transaction { try context.delete(model: Stop.self) }
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 0)
  }

  /// A refused change would be refused again with every later save.
  @Test(arguments: [true, false])
  func anAttemptThatIsRefusedLeavesNothing(withWorkBefore: Bool) throws {
    let rome = try trip("Rome")
    if withWorkBefore { rome.price = 5 }
    #expect(throws: SwiftDataError.deleteDenied) { try context.attempt { context.delete(rome) } }
    #expect(!rome.isDeleted)
    try context.attempt { context.insert(Trip("Bern")) }
    #expect(try stored().count == 3)
    #expect(try stored().last == "Rome \(withWorkBefore ? 5 : 0) [\"Forum\"]")
  }

  /// Beside older work, what was undone is not written with it: it would overwrite what others save.
  @Test func whatIsTakenBackIsNotUnsaved() throws {
    let (rome, oslo) = (try trip("Rome"), try trip("Oslo"))
    rome.price = 5
    let stop = try #require(rome.stops.first)
    #expect(throws: Failure.self) {
      try context.attempt {
        rome.name = "Roma"
        oslo.price = 9
        oslo.stops = [stop]
        throw Failure()
      }
    }
    #expect(context.changedModelsArray.map(\.persistentModelID) == [rome.persistentModelID])
    #expect((rome.name, rome.price, oslo.price) == ("Rome", 5, 0))
    #expect(rome.stops == [stop] && oslo.stops.isEmpty && stop.trip === rome)
    let other = ModelContext(context.container)
    for trip in try other.fetch(FetchDescriptor<Trip>()) {
      trip.name += "!"
      if trip.name == "Oslo!" { trip.price = 7 }
    }
    try other.save()
    try context.save()
    #expect(try stored() == ["Oslo! 7 []", "Rome! 5 [\"Forum\"]"])
  }

  @Test func anAttemptReturnsWhatItsBlockDoes() throws {
    let trip = try context.attempt {
      let trip = Trip("Bern")
      context.insert(trip)
      return trip
    }
    #expect(trip.name == "Bern" && !context.hasChanges)
  }

  /// Made before an attempt that fails, and inserted again by the next one: nothing of it is lost, whether or not there
  /// was other work.
  @Test(arguments: [true, false])
  func whatAnAttemptHasInsertedCanBeInsertedAgain(withWorkBefore: Bool) throws {
    if withWorkBefore { try trip("Rome").price = 5 }
    let (bern, zoo) = (Trip("Bern"), Stop("Zoo"))
    zoo.trip = bern
    #expect(throws: Failure.self) {
      try context.attempt {
        context.insert(zoo)
        throw Failure()
      }
    }
    #expect(zoo.modelContext == nil && bern.modelContext == nil)
    #expect(zoo.trip === bern && bern.stops == [zoo])
    try context.attempt { context.insert(zoo) }
    #expect(bern.modelContext === context && bern.stops == [zoo])
    #expect(try stored() == ["Bern 0 [\"Zoo\"]", "Oslo 0 []", "Rome \(withWorkBefore ? 5 : 0) [\"Forum\"]"])
  }

  /// The outer one saves; what fails within is undone by itself.
  @Test func transactionsWithinTransactions() throws {
    let rome = try trip("Rome")
    try context.transaction {
      rome.price = 1
      try? context.transaction {
        rome.price = 2
        context.insert(Trip("Bern"))
        throw Failure()
      }
      #expect(rome.price == 1)
      try context.transaction { rome.name = "Roma" }
      #expect(try stored() == ["Oslo 0 []", "Rome 0 [\"Forum\"]"])
    }
    #expect(try stored() == ["Oslo 0 []", "Roma 1 [\"Forum\"]"])
  }

  /// What a block has saved itself stays, whatever becomes of the rest.
  @Test(arguments: [true, false])
  func aSaveWithinABlockThatThrows(withWorkBefore: Bool) throws {
    let rome = try trip("Rome")
    if withWorkBefore { rome.price = 5 }
    try? context.transaction {
      rome.name = "Roma"
      try context.save()
      rome.name = "Rom"
      context.insert(Trip("Bern"))
      throw Failure()
    }
    #expect(rome.name == "Roma" && !context.hasChanges)
    #expect(try stored() == ["Oslo 0 []", "Roma \(withWorkBefore ? 5 : 0) [\"Forum\"]"])
  }

  /// Undoing knows nothing of what was undone, and everything of what was not.
  @Test func undoAroundATransactionThatFails() throws {
    context.undoManager = UndoManager()
    let rome = try trip("Rome")
    rome.price = 3
    context.processPendingChanges()
    try? context.transaction {
      rome.price = 4
      throw Failure()
    }
    context.processPendingChanges()
    #expect(rome.price == 3)
    while context.undoManager?.canUndo == true, rome.price == 3 { context.undoManager?.undo() }
    #expect(rome.price == 0)
  }

  /// An action that was left would write the former values over what others have saved since.
  @Test(arguments: [false, true], [false, true])
  func whatFailsLeavesNothingToUndo(withWorkBefore: Bool, isNested: Bool) throws {
    let manager = UndoManager()
    let (rome, oslo) = (try trip("Rome"), try trip("Oslo"))
    if withWorkBefore { oslo.price = 5 }
    context.undoManager = manager
    try? context.transaction {
      rome.name = "Roma"
      context.insert(Trip("Bern"))
      if isNested { try? context.attempt { context.delete(rome) } }
      throw Failure()
    }
    #expect(!manager.canUndo && !manager.canRedo)
    let other = ModelContext(context.container)
    try #require(try other.fetch(FetchDescriptor<Trip>()).first { $0.name == "Rome" }).name = "Rom"
    try other.save()
    context.processPendingChanges()
    manager.undo()
    #expect(rome.name == "Rom" && rome.stops.map(\.name) == ["Forum"])
    #expect(context.hasChanges == withWorkBefore)
    #expect(oslo.price == (withWorkBefore ? 5 : 0))
  }

  /// A deletion that was undone took its pairs along, and brought them back.
  @Test func redoingAfterADeletionThatFailed() throws {
    let manager = UndoManager()
    context.undoManager = manager
    let rome = try trip("Rome")
    try? context.transaction {
      try context.fetch(FetchDescriptor<Stop>()).forEach { context.delete($0) }
      context.delete(rome)
      throw Failure()
    }
    manager.undo()
    manager.redo()
    #expect(rome.stops.map(\.name) == ["Forum"] && !context.hasChanges)
    try context.save()
    #expect(try stored() == ["Oslo 0 []", "Rome 0 [\"Forum\"]"])
  }

  /// Earlier actions can be undone, those of transactions that were saved too; a rollback removes all.
  @Test func otherActionsStayUndoable() throws {
    let manager = UndoManager()
    context.undoManager = manager
    let rome = try trip("Rome")
    rome.price = 1
    context.processPendingChanges()
    try context.transaction {
      rome.price = 2
      try? context.transaction {
        rome.price = 3
        throw Failure()
      }
      #expect(rome.price == 2)
    }
    try? context.attempt {
      rome.price = 4
      throw Failure()
    }
    #expect(rome.price == 2)
    manager.undo()
    #expect(rome.price == 1)
    manager.undo()
    #expect(rome.price == 0 && !manager.canUndo)
    manager.redo()
    manager.redo()
    #expect(rome.price == 2 && !manager.canRedo)
    context.rollback()
    #expect(!manager.canUndo)
    try context.transaction { rome.price = 6 }
    #expect(manager.canUndo)
    context.rollback()
    #expect(!manager.canUndo)
  }
}
