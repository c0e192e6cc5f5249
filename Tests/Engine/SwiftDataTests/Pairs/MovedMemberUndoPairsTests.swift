// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Undoing what was not saved, while others have given members of lists without inverse to other owners.
@Suite struct MovedMemberUndoPairsTests {
  @Model final class Chest {
    var name: String
    @Relationship(deleteRule: .cascade) var parts: [Part] = []
    @Relationship(deleteRule: .nullify) var spares: [Part] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Part {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private static func chest(_ name: String, _ context: ModelContext) throws -> Chest {
    try #require(try context.fetch(FetchDescriptor<Chest>(predicate: #Predicate { $0.name == name })).first)
  }

  private static func lists(_ context: ModelContext) throws -> [[Int]] {
    try context.fetch(FetchDescriptor<Chest>(sortBy: [SortDescriptor(\.name)])).flatMap { chest in
      [chest.parts, chest.spares].map { $0.filter { !$0.isDeleted }.map(\.number).sorted() }
    }
  }

  /// - Parameters:
  ///   - deletes: Whether what is undone is a deletion, or else a move.
  ///   - isOther: Whether another container of the file has moved the member.
  @Test(arguments: [false, true], [false, true])
  func theStoreSaysWhoHasAMember(deletes: Bool, isOther: Bool) throws {
    for readsFirst in [false, true] {
      for processes in [false, true] {
        let folder = try TestFolder()
        let container = try folder.container(Chest.self, Part.self)
        let first = ModelContext(container)
        let chests = ["a", "b", "c"].map(Chest.init)
        for chest in chests { first.insert(chest) }
        chests[0].parts = [Part(1), Part(2)]
        chests[0].spares = [Part(3), Part(4)]
        try first.save()

        let context = ModelContext(container)
        context.mergePolicy = .memoryWins
        let manager = UndoManager()
        context.undoManager = manager
        let mine = try Self.chest("a", context)
        if readsFirst { #expect(try Self.lists(context) == [[1, 2], [3, 4], [], [], [], []]) }
        if deletes {
          context.delete(mine)
        } else {
          let third = try Self.chest("c", context)
          (third.parts, third.spares) = (mine.parts, mine.spares)
        }

        let other = ModelContext(isOther ? try folder.container(Chest.self, Part.self) : container)
        let (theirs, taker) = (try Self.chest("a", other), try Self.chest("b", other))
        taker.parts.append(try #require(theirs.parts.first { $0.number == 1 }))
        taker.spares.append(try #require(theirs.spares.first { $0.number == 3 }))
        try other.save()
        if processes { context.processPendingChanges() }

        // What another container has done is heard of with that.
        if isOther { context.processPendingChanges() }
        manager.undo()
        let expected = [[2], [4], [1], [3], [], []]
        #expect(try Self.lists(context) == expected, "\(readsFirst) \(processes)")
        try context.save()
        #expect(try Self.lists(context) == expected, "\(readsFirst) \(processes)")
        #expect(try Self.lists(ModelContext(container)) == expected, "\(readsFirst) \(processes)")
      }
    }
  }
}
