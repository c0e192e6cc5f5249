// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What was noted of a store's history before it was restored says nothing of the restored contents.
@Suite struct RestoredHistoryTests {
  private func token(_ context: ModelContext) throws -> DefaultHistoryToken {
    try #require(try context.latestHistoryToken())
  }

  private func news(_ context: ModelContext, after token: DefaultHistoryToken) throws -> Int {
    try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
      .count
  }

  @Test(arguments: [false, true]) func tokensFromBeforeHaveExpired(isInMemory: Bool) async throws {
    let folder = try TestFolder()
    let container = try isInMemory ? memoryContainer() : folder.container()
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    try context.save()
    let early = try token(context)
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    let atBackup = try token(context)
    for title in ["Green", "Red"] {
      context.insert(Album(title))
      try context.save()
    }
    let late = try token(context)

    try await container.restore(from: target)
    for former in [early, atBackup, late] {
      #expect(failure { _ = try news(context, after: former) } == .historyTokenExpired)
    }
    let restored = try token(context)
    #expect(restored > late)
    #expect(try news(context, after: restored) == 0)
    // The history itself came back.
    #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)

    context.insert(Album("Yellow"))
    try context.save()
    #expect(try news(context, after: restored) == 1)
    for former in [early, atBackup, late] {
      #expect(failure { _ = try news(context, after: former) } == .historyTokenExpired)
    }

    // Once more, from the same backup.
    let second = try token(context)
    try await container.restore(from: target)
    #expect(failure { _ = try news(context, after: restored) } == .historyTokenExpired)
    #expect(failure { _ = try news(context, after: second) } == .historyTokenExpired)
    #expect(try news(context, after: token(context)) == 0)
    #expect(try await container.integrityCheck().problems == [])
  }

  @Test(arguments: [false, true]) func tokensFromBeforeAnErasureHaveExpired(isInMemory: Bool) throws {
    let folder = try TestFolder()
    let container = try isInMemory ? memoryContainer() : folder.container()
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    try context.save()
    let former = try token(context)
    try container.erase()
    #expect(failure { _ = try news(context, after: former) } == .historyTokenExpired)
    let erased = try token(context)
    #expect(try erased > former && news(context, after: erased) == 0)
    context.insert(Album("Green"))
    try context.save()
    #expect(try news(context, after: erased) == 1)
    #expect(failure { _ = try news(context, after: former) } == .historyTokenExpired)
    try container.erase()
    #expect(failure { _ = try news(context, after: erased) } == .historyTokenExpired)
  }

  @Test func aStoreWithoutTransactionsKeepsItsFirstToken() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    try context.save()
    let former = try token(context)
    try await container.restore(from: target)
    #expect(failure { _ = try news(context, after: former) } == .historyTokenExpired)
    #expect(try news(context, after: token(context)) == 0)
  }

  /// Another container of the process stands for another program.
  @Test func whoHasTheStoreOpenReadsOn() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    context.insert(Album("Green"))
    try context.save()
    let program = try folder.container()
    let theirs = ModelContext(program)
    let former = try token(theirs)
    let observer = try HistoryObserver(modelContainer: program)
    try await container.restore(from: target)
    #expect(failure { _ = try news(theirs, after: former) } == .historyTokenExpired)
    #expect(try theirs.titles() == ["Blue"])
    let start = try token(theirs)
    theirs.insert(Album("Red"))
    try theirs.save()
    try observer.checkForChanges()
    #expect(observer.eventCounter > 0)
    #expect(try news(context, after: start) == 1)
    #expect(try context.titles() == ["Blue", "Red"])
  }

  /// A link beside nothing: log and large values are beside the file that it leads to.
  @Test func aLinkLeadsToTheLogAsWell() async throws {
    let folder = try TestFolder()
    let elsewhere = folder.url.appendingPathComponent("elsewhere", isDirectory: true)
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    let source = try ModelContainer(
      for: Album.self, Tag.self,
      configurations: ModelConfiguration(url: elsewhere.appendingPathComponent("source.store")))
    let theirs = ModelContext(source)
    let blue = Album("Blue")
    blue.cover = Data(repeating: 4, count: 200_000)
    theirs.insert(blue)
    // It stays in the log, since the store is open.
    try theirs.save()
    let link = folder.file("latest.store")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: elsewhere.appendingPathComponent("source.store"))
    let container = try folder.container()
    try await container.restore(from: link)
    let restored = try ModelContext(container).fetch(FetchDescriptor<Album>())
    #expect(restored.map(\.title) == ["Blue"])
    #expect(restored.first?.cover?.count == 200_000)
    withExtendedLifetime(source) {}
  }
}
