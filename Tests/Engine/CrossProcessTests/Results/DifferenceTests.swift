// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// What leads from one list to the next.
@Suite struct DifferenceTests {
  private func identifiers(_ count: Int) throws -> [PersistentIdentifier] {
    let container = try ModelContainer(
      for: Schema(Live.types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let context = ModelContext(container)
    for number in 0..<count { context.insert(Book(number)) }
    try context.save()
    return try context.fetchIdentifiers(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
  }

  @Test func randomListsLeadToEachOther() throws {
    let all = try identifiers(60)
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var old: [PersistentIdentifier] = []
    for _ in 0..<500 {
      let new = Array(
        all.shuffled(using: &generator).prefix(Int.random(in: 0...all.count, using: &generator)))
      let difference = ResultsDifference(from: old, to: new)
      #expect(difference.applied(to: old) == new, "seed \(seed)")
      #expect(Set(difference.deletions.map(\.identifier)) == Set(old).subtracting(new), "seed \(seed)")
      #expect(Set(difference.insertions.map(\.identifier)) == Set(new).subtracting(old), "seed \(seed)")
      old = new
    }
  }

  @Test func onlyWhatHasMovedIsMoved() throws {
    let all = try identifiers(6)
    var moved = all
    moved.append(moved.removeFirst())
    let difference = ResultsDifference(from: all, to: moved)
    #expect(difference.moves.map(\.from) == [0] && difference.moves.map(\.to) == [5])
    #expect(difference.moves.map(\.identifier) == [all[0]])
    #expect(difference.insertions.isEmpty && difference.deletions.isEmpty)
    #expect(ResultsDifference(from: all, to: all).isEmpty)
    #expect(ResultsDifference(from: all, to: all) { $0 == all[2] }.updates.map(\.offset) == [2])
    #expect(difference.applied(to: []) == nil)
  }
}
