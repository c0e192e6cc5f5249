// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@Suite struct ResultsObserverTests {
  typealias Note = Notebook.Note

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self, Notebook.Folder.self)
    context = ModelContext(container)
  }

  private func add(_ codes: String..., to context: ModelContext) throws {
    for code in codes { context.insert(Note(code: code)) }
    try context.save()
  }

  /// How often observers of `read` are told while `change` runs.
  private func announcements(of read: () -> Void, during change: () throws -> Void) rethrows -> Int {
    let calls = Mutex(0)
    withObservationTracking(read) { calls.withLock { $0 += 1 } }
    try change()
    return calls.withLock { $0 }
  }

  @Test func followsSavesOfAnyContext() throws {
    try add("b", to: context)
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.code)], modelContext: context)
    #expect(observer.results.map(\.code) == ["b"])
    let other = ModelContext(container)
    let calls = try announcements(of: { _ = observer.results }) {
      try add("a", to: other)
      try add("c", to: other)
    }
    #expect(calls == 1)
    #expect(observer.results.map(\.code) == ["a", "b", "c"])
    let note = try #require(try other.fetch(FetchDescriptor<Note>()).first { $0.code == "b" })
    note.code = "z"
    try other.save()
    #expect(observer.results.map(\.code) == ["a", "c", "z"])
    try other.delete(model: Note.self, where: #Predicate { $0.code == "a" })
    try other.save()
    #expect(observer.results.map(\.code) == ["c", "z"])
  }

  @Test func ignoresOtherContainers() throws {
    let observer = try ResultsObserver<Note, Never>(modelContext: context)
    let elsewhere = ModelContext(try memoryContainer(Note.self, Notebook.Folder.self))
    let calls = try announcements(of: { _ = observer.results }) { try add("a", to: elsewhere) }
    #expect(calls == 0)
  }

  @Test func followsUnsavedChangesOfItsContext() throws {
    let observer = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { $0.rank < 5 }, sortBy: [SortDescriptor(\.code)], modelContext: context)
    let note = Note(code: "b")
    #expect(announcements(of: { _ = observer.results }) { context.insert(note) } == 1)
    #expect(observer.results.map(\.code) == ["b"])
    #expect(announcements(of: { _ = observer.results }) { note.rank = 7 } == 1)
    #expect(observer.results.isEmpty)
    note.rank = 1
    #expect(observer.results.count == 1)
    context.insert(Note(code: "a"))
    #expect(observer.results.map(\.code) == ["a", "b"])
    note.code = "0"
    #expect(observer.results.map(\.code) == ["0", "a"])
    try context.save()
    context.delete(note)
    #expect(observer.results.map(\.code) == ["a"])
    context.rollback()
    #expect(observer.results.map(\.code) == ["0", "a"])
  }

  @Test func followsDeletionsByPredicateAndErasure() throws {
    try add("a", "b", to: context)
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.code)], modelContext: context)
    #expect(observer.results.count == 2)
    try context.delete(model: Note.self, where: #Predicate { $0.code == "a" })
    #expect(observer.results.map(\.code) == ["b"])
    try context.save()
    #expect(observer.results.map(\.code) == ["b"])
    #expect(try announcements(of: { _ = observer.results }) { try container.erase() } == 1)
    #expect(observer.results.isEmpty)
  }

  @Test func filterAndOrderCanBeChanged() throws {
    try add("a", "b", "c", to: context)
    let observer = try ResultsObserver<Note, Never>(modelContext: context)
    #expect(observer.filterBy == nil)
    let calls = announcements(of: { _ = observer.results }) {
      observer.filterBy = #Predicate { $0.code != "b" }
    }
    #expect(calls == 1)
    #expect(observer.results.map(\.code) == ["a", "c"])
    observer.sortBy = [SortDescriptor(\.code, order: .reverse)]
    #expect(observer.results.map(\.code) == ["c", "a"])
    #expect(observer.fetchDescriptor.sortBy.count == 1)
    #expect(observer.fetchDescriptor.predicate != nil)
  }

  @Test func aDescriptorsLimitHolds() throws {
    try add("a", "b", "c", to: context)
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code, order: .reverse)])
    descriptor.fetchLimit = 2
    let observer = try ResultsObserver<Note, Never>(
      fetchDescriptor: descriptor, modelContainer: container)
    #expect(observer.results.map(\.code) == ["c", "b"])
    #expect(observer.modelContext !== context)
    try add("d", to: context)
    #expect(observer.results.map(\.code) == ["d", "c"])
    #expect(observer.debugDescription.contains("2 of Note"))
  }

  @Test func theFirstFetchThrowsAndLaterOnesKeepTheResults() throws {
    try add("a", to: context)
    let broken = SortDescriptor(\Note.persistentModelID.entityName)
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try ResultsObserver<Note, Never>(sortBy: [broken], modelContext: context)
    }
    let observer = try ResultsObserver<Note, Never>(modelContext: context)
    observer.sortBy = [broken]
    #expect(observer.results.map(\.code) == ["a"])
    #expect(observer.fetchError != nil)
    observer.sortBy = []
    #expect(observer.fetchError == nil)
  }

  @Test @MainActor func worksOnTheMainActor() throws {
    let observer = try ResultsObserver<Note, Never>(modelContext: container.mainContext)
    container.mainContext.insert(Note(code: "m"))
    #expect(observer.results.map(\.code) == ["m"])
  }
}
