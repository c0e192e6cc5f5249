// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Testing

/// Observers of other contexts hear of a save when its turn has ended: what they do may wait for another save.
@Suite struct OpenGateTests {
  @Model final class Entry {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  enum Way: CaseIterable { case save, insertRows, update, deletion }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Entry.self)
    let context = ModelContext(container)
    context.insert(Entry(1))
    try context.save()
  }

  @Test(arguments: Way.allCases) func observersMayWaitForAnotherSave(way: Way) throws {
    let container = container
    let other = OtherSave()
    // Its numbers decide about the results: an update of them is news.
    let observer = try ResultsObserver<Entry, Never>(
      filterBy: #Predicate { $0.number > 0 }, sortBy: [SortDescriptor(\.number)], modelContext: ModelContext(container))
    withObservationTracking {
      #expect(observer.results.count == 1)
    } onChange: {
      other.run {
        let context = ModelContext(container)
        context.insert(Entry(9))
        try context.save()
      }
    }
    let context = ModelContext(container)
    switch way {
    case .save:
      context.insert(Entry(2))
      try context.save()
    case .insertRows:
      try context.insertRows(of: Entry.self, from: [2]) { number, row in row.set(\.number, number) }
    case .update: try context.update(Entry.self, .set(\.number, to: 2))
    case .deletion: try context.delete(model: Entry.self)
    }
    #expect(other.hasSaved == true)
    let numbers = observer.results.map(\.number).sorted()
    switch way {
    case .save, .insertRows: #expect(numbers == [1, 2, 9])
    case .update: #expect(numbers == [2, 9])
    case .deletion: #expect(numbers == [9])
    }
  }

  /// The context that deletes has observers, too.
  @Test func ownObserversMayWaitForAnotherSave() throws {
    let container = container
    let other = OtherSave()
    let context = ModelContext(container)
    let observer = try ResultsObserver<Entry, Never>(modelContext: context)
    withObservationTracking {
      #expect(observer.results.count == 1)
    } onChange: {
      other.run {
        let context = ModelContext(container)
        context.insert(Entry(9))
        try context.save()
      }
    }
    try context.insertRows(of: Entry.self, from: [2]) { number, row in row.set(\.number, number) }
    #expect(other.hasSaved == true)
    #expect(observer.results.map(\.number).sorted() == [1, 2, 9])
  }
}
