// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

@Suite struct HistoryObserverTests {
  typealias Note = Notebook.Note
  typealias Folder = Notebook.Folder

  let folder: TestFolder
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Folder.self, Note.self)
    context = ModelContext(container)
  }

  private func save(_ model: any PersistentModel, author: String? = nil) throws {
    context.author = author
    context.insert(model)
    try context.save()
  }

  @Test func countsSavesFromNowOn() throws {
    try save(Note(code: "before"))
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.eventCounter == 0)
    let calls = Mutex(0)
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    try save(Note(code: "a"))
    #expect(calls.withLock { $0 } == 1)
    #expect(observer.eventCounter == 1)
    try save(Note(code: "b"))
    #expect(observer.eventCounter == 2)
  }

  /// Nobody can refer to the context any more that has saved.
  @Test func countsTheSaveOfAContextThatGoes() throws {
    let observer = try HistoryObserver(authors: ["me"], modelContainer: container)
    let others = try HistoryObserver(authors: ["you"], modelContainer: container)
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.author = "me"
      context.insert(Note(code: "a"))
    }
    #expect(observer.eventCounter == 1)
    #expect(others.eventCounter == 0)
  }

  @Test func countsOnlyWhatWasAskedFor() throws {
    let notes = try HistoryObserver(observedModels: [Note.self], modelContainer: container)
    let mine = try HistoryObserver(authors: ["me"], modelContainer: container)
    let both = try HistoryObserver(
      observedModels: [Note.self], authors: ["me"], modelContainer: container)
    try save(Folder(name: "f"), author: "me")
    #expect([notes, mine, both].map(\.eventCounter) == [0, 1, 0])
    try save(Note(code: "a"), author: "you")
    #expect([notes, mine, both].map(\.eventCounter) == [1, 1, 0])
    try save(Note(code: "b"), author: "me")
    #expect([notes, mine, both].map(\.eventCounter) == [2, 2, 1])
    #expect(both.authors == ["me"])
    #expect(both.observedModels.count == 1)
  }

  @Test func goesOnFromTokens() throws {
    for code in ["a", "b"] { try save(Note(code: code)) }
    let transactions = try context.transactions()
    let store = transactions[0].storeIdentifier
    let behind = try HistoryObserver(
      historyTokens: [store: transactions[0].token], modelContainer: container)
    #expect(behind.eventCounter == 1)
    let current = try HistoryObserver(
      historyTokens: [store: transactions[1].token], modelContainer: container)
    #expect(current.eventCounter == 0)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(
        historyTokens: [store: transactions[0].token], modelContainer: container)
    }
  }

  @Test func seesSavesThroughAnotherContainer() throws {
    let observer = try HistoryObserver(modelContainer: container)
    let other = ModelContext(try folder.container(Folder.self, Note.self))
    other.insert(Note(code: "a"))
    try other.save()
    #expect(observer.eventCounter == 1)
    try observer.checkForChanges()
    #expect(observer.eventCounter == 1)
    let elsewhere = ModelContext(try memoryContainer(Folder.self, Note.self))
    elsewhere.insert(Note(code: "a"))
    try elsewhere.save()
    #expect(observer.eventCounter == 1)
  }

  @Test func refusesModelsOfOtherSchemas() throws {
    #expect(throws: SwiftDataError.unknownSchema) {
      try HistoryObserver(observedModels: [Notebook.Shape.self], modelContainer: container)
    }
  }

  @Test func isReleased() throws {
    weak var released: HistoryObserver?
    do {
      let observer = try HistoryObserver(modelContainer: container)
      released = observer
    }
    #expect(released == nil)
  }

  /// Whoever is told may save at once: the announcement holds no lock.
  @Test func anObserverMaySave() throws {
    let observer = try HistoryObserver(modelContainer: container)
    let isFirst = Mutex(true)
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: { [container] in
      let mayAnswer = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard mayAnswer else { return }
      let context = ModelContext(container)
      context.insert(Note(code: "answer"))
      do { try context.save() } catch { Issue.record(error) }
    }
    try save(Note(code: "question"))
    #expect(observer.eventCounter == 2)
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 2)
  }

  @Test func savesOfManyThreadsAreAllSeen() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { [container] in
          for index in 0..<10 {
            let context = ModelContext(container)
            context.insert(Note(code: "\(task) \(index)"))
            do { try context.save() } catch { Issue.record(error) }
          }
        }
      }
    }
    // Some of the forty were found together.
    #expect((1...40).contains(observer.eventCounter))
    let before = observer.eventCounter
    try observer.checkForChanges()
    #expect(observer.eventCounter == before)
    #expect(try context.transactions().map(\.id) == Array(1...40))
  }
}
