// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import ProcessSupport
import SwiftData
import Testing

/// A program with a newer schema brings the store to it while an older one has it open.
@MainActor
@Suite(.serialized) struct LaterSchemaTests {
  @Test func theOlderProgramIsToldAndWritesNothing() async throws {
    let folder = try LiveFolder()
    let container = try folder.container()
    let context = container.mainContext
    context.autosaveEnabled = false
    for number in 1...3 { context.insert(Book(number, title: "old")) }
    try context.save()
    let held = try context.fetch(FetchDescriptor<Book>())
    let results = try ResultsObserver<Book, Never>(modelContext: context)
    let values = try HistoryObserver(modelContainer: container)
    let later = try SecondProcess("CrossProcessWorker", "later", folder.file().path)
    #expect(later.line() == "3")
    later.finish()

    // The observer says so, and keeps what it has.
    try await eventually("the observer has the error") { results.fetchError != nil }
    #expect((results.fetchError as? SwiftDataError) == .unknownDataStoreSchema)
    #expect(results.results.count == 3)
    try await eventually("the history's observer has the error") { values.lastError != nil }
    #expect((values.lastError as? SwiftDataError) == .unknownDataStoreSchema)
    // So do a fetch,
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try books(ModelContext(container)) }
    // a save of something new,
    let fresh = ModelContext(container)
    fresh.insert(Book(4))
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try fresh.save() }
    // and one of something that was read before.
    held[0].title = "never"
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try context.save() }
    let again = try SecondProcess("CrossProcessWorker", "later", folder.file().path)
    #expect(again.line() == "3")
    again.finish()
    let count = try SecondProcess(
      "CrossProcessWorker", "sql", folder.file().path,
      "CREATE TABLE IF NOT EXISTS CHECKED AS SELECT 1 FROM ZBOOK WHERE ZHEADING <> 'old'")
    #expect(count.line() == "done")
  }
}
