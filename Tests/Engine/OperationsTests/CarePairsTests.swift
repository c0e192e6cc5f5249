// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A store with everything that backups, restoring and compaction have to keep right, in one place: a search index, large
/// values in files, values of deleted rows in the history, subclasses, and columns of properties that the schema has no
/// more.
enum Everything {
  enum Now {
    @Model class Document {
      @Attribute(.spotlight) var text: String
      @Attribute(.unique, .preserveValueOnDeletion) var number: Int
      @Attribute(.externalStorage) var scan: Data?

      init(_ text: String, _ number: Int) {
        self.text = text
        self.number = number
      }
    }

    @Model final class Letter: Document {
      @Attribute(.spotlight) var addressee: String

      init(_ text: String, _ number: Int, to addressee: String) {
        self.addressee = addressee
        super.init(text, number)
      }
    }
  }

  /// Before some properties were taken out of the schema.
  enum Before {
    @Model final class Document {
      var text: String
      var number: Int
      @Attribute(.externalStorage) var scan: Data?
      @Attribute(.externalStorage) var draft: Data?
      var shelf: String?

      init(_ text: String, _ number: Int) {
        self.text = text
        self.number = number
      }
    }
  }
}

private typealias Document = Everything.Now.Document
private typealias Letter = Everything.Now.Letter

/// Another program that is reading.
private struct OpenReader {
  private let queue: DatabaseQueue

  init(_ file: URL) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
  }

  /// Takes a snapshot, and keeps it.
  func begin() throws -> Int? {
    try queue.inDatabase { try $0.execute(sql: "BEGIN") }
    return try count()
  }

  func count() throws -> Int? {
    try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM ZDOCUMENT") }
  }

  func end() throws { try queue.inDatabase { try $0.execute(sql: "COMMIT") } }
}

/// Each pair of what a store can have and what can be done to a whole store.
@Suite struct CarePairsTests {
  private static let large = Data(repeating: 5, count: 200_000)

  private func container(_ folder: TestFolder, _ name: String = "test.store") throws -> ModelContainer {
    try ModelContainer(
      for: Document.self, Letter.self, configurations: ModelConfiguration(url: folder.file(name)))
  }

  private func fill(_ context: ModelContext) throws {
    context.insert(Document("the river in winter", 1))
    let letter = Letter("the river in spring", 2, to: "Anna")
    letter.scan = Self.large
    context.insert(letter)
    context.insert(Document("a house", 3))
    try context.save()
  }

  private func found(_ text: SearchText, _ context: ModelContext) throws -> [Int] {
    try context.search(text, in: FetchDescriptor<Document>()).map(\.model.number).sorted()
  }

  /// What the index has is what the rows have, word by word.
  private func expectSoundIndex(_ file: URL, _ line: Int = #line) throws {
    let queue = try DatabaseQueue(path: file.path)
    let indexes = try queue.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
    }
    #expect(indexes.count == 1, "line \(line)")
    try queue.write { database in
      for index in indexes {
        try database.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
      }
    }
  }

  @Test(arguments: [false, true]) func restoringBringsTheWordsBack(isInMemory: Bool) async throws {
    let folder = try TestFolder()
    let container =
      isInMemory
      ? try ModelContainer(
        for: Document.self, Letter.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      : try container(folder)
    let context = ModelContext(container)
    try fill(context)
    let other = ModelContext(container)
    #expect(try found("river", other) == [1, 2])
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)

    for document in try context.fetch(FetchDescriptor<Document>()) where document.number != 3 {
      context.delete(document)
    }
    context.insert(Document("the river in autumn", 4))
    try context.save()
    #expect(try found("river", other) == [4])

    try await container.restore(from: target)
    #expect(try found("river", context) == [1, 2])
    #expect(try found("river", other) == [1, 2])
    #expect(try found("anna", other) == [2])
    #expect(try found("autumn", context) == [])
    let restored = try context.fetch(FetchDescriptor<Letter>())
    #expect(restored.map(\.scan) == [Self.large])

    // The index follows what is saved from now on, as the rows do.
    restored.first?.text = "the sea"
    context.insert(Letter("a river", 5, to: "Bert"))
    try context.save()
    #expect(try found("river", other) == [1, 5])
    #expect(try found("sea", other) == [2])
    #expect(try await container.integrityCheck().problems == [])
    guard !isInMemory else { return }
    try expectSoundIndex(folder.file())
    #expect(try found("bert", ModelContext(try self.container(folder))) == [5])
  }

  @Test func aBackupCanBeRestoredAgainAndAgain() async throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    try fill(context)
    for round in 1...3 {
      let target = folder.url.appendingPathComponent("copy\(round)", isDirectory: true)
      try await container.backup(to: target)
      context.insert(Document("extra river", 10 + round))
      try context.save()
      try await container.restore(from: target)
      try await container.vacuum()
      #expect(try found("river", context) == [1, 2])
      #expect(try await container.integrityCheck().problems == [])
    }
    try expectSoundIndex(folder.file())
    let support = folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    #expect(try context.fetch(FetchDescriptor<Letter>()).map(\.scan) == [Self.large])
    #expect(try !FileManager.default.contentsOfDirectory(atPath: support.path).isEmpty)
  }

  /// Readers of this process and of another one, in the middle of it.
  @Test func readersGoOnWhileAStoreWithAnIndexIsRestored() async throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    try fill(context)
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    let reader = try OpenReader(folder.file())
    let program = ModelContext(try self.container(folder))
    #expect(try found("river", program) == [1, 2])
    context.insert(Document("second river", 7))
    try context.save()
    #expect(try reader.begin() == 4)
    #expect(try found("river", program) == [1, 2, 7])
    try await container.restore(from: target)
    #expect(try reader.count() == 4)
    try reader.end()
    #expect(try reader.count() == 3)
    #expect(try found("river", program) == [1, 2])
    program.insert(Document("third river", 8))
    try program.save()
    #expect(try found("river", context) == [1, 2, 8])
  }

  @Test func theHistoryAndThePreservedValuesComeBack() async throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    context.author = "archivist"
    try fill(context)
    let third = try #require(
      try context.fetch(FetchDescriptor<Document>(predicate: #Predicate { $0.number == 3 })).first)
    context.delete(third)
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    // The history is in the table of the latest saves: nothing has closed the store yet.
    try await container.backup(to: target)
    context.insert(Document("later", 9))
    try context.save()
    let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
    try await container.restore(from: target)

    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.map(\.author) == ["archivist", "archivist"])
    let numbers = history.flatMap(\.changes).compactMap { change -> Int? in
      guard case .delete(let deletion) = change else { return nil }
      return (deletion as? DefaultHistoryDelete<Document>)?.tombstone[\.number] as? Int
    }
    #expect(numbers == [3])
    // No token is that of two transactions.
    context.insert(Document("after", 10))
    try context.save()
    let newest = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
    #expect(newest > last)
    #expect(try await container.integrityCheck().problems == [])
  }

  @Test func columnsThatTheSchemaHasNoMoreComeBack() async throws {
    let folder = try TestFolder()
    do {
      let old = ModelContext(
        try ModelContainer(
          for: Everything.Before.Document.self, configurations: ModelConfiguration(url: folder.file())))
      let document = Everything.Before.Document("the river", 1)
      document.draft = Self.large
      document.shelf = "left"
      old.insert(document)
      try old.save()
    }
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    do {
      let container = try container(folder)
      let context = ModelContext(container)
      #expect(try found("river", context) == [1])
      try await container.backup(to: target)
      for document in try context.fetch(FetchDescriptor<Document>()) { context.delete(document) }
      try context.save()
      try await container.vacuum()
      try await container.restore(from: target)
      #expect(try found("river", context) == [1])
      #expect(try await container.integrityCheck().problems == [])
    }
    let old = ModelContext(
      try ModelContainer(
        for: Everything.Before.Document.self, configurations: ModelConfiguration(url: folder.file())))
    let document = try #require(try old.fetch(FetchDescriptor<Everything.Before.Document>()).first)
    #expect(document.shelf == "left")
    #expect(document.draft == Self.large)
  }

  /// The store has kept a column for large values that the backup lacks: deletions do not look for it.
  @Test func aBackupWithoutTheColumnsThatAreKept() async throws {
    let folder = try TestFolder()
    do {
      let old = ModelContext(
        try ModelContainer(
          for: Everything.Before.Document.self, configurations: ModelConfiguration(url: folder.file())))
      let document = Everything.Before.Document("the river", 1)
      document.draft = Self.large
      old.insert(document)
      try old.save()
    }
    do { try fill(ModelContext(container(folder, "fresh.store"))) }
    let container = try container(folder)
    let context = ModelContext(container)
    #expect(try found("river", context) == [1])
    try await container.restore(from: folder.file("fresh.store"))
    #expect(try found("river", context) == [1, 2])
    for document in try context.fetch(FetchDescriptor<Document>()) { context.delete(document) }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Document>()) == 0)
    #expect(try await container.integrityCheck().problems == [])
  }

  @Test func severalStoresComeBackTogether() async throws {
    let folder = try TestFolder()
    let container = try ModelContainer(
      for: Document.self, Letter.self, Concert.self,
      configurations: ModelConfiguration(
        "documents", schema: Schema([Document.self, Letter.self]), url: folder.file("documents.store")),
      ModelConfiguration("concerts", schema: Schema([Concert.self]), url: folder.file("concerts.store")))
    let context = ModelContext(container)
    try fill(context)
    context.insert(Concert("Rome"))
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    context.insert(Concert("Oslo"))
    context.insert(Document("one more river", 11))
    try context.save()
    try await container.restore(from: target)
    #expect(try found("river", context) == [1, 2])
    #expect(try context.fetch(FetchDescriptor<Concert>()).map(\.city) == ["Rome"])
    #expect(try await container.integrityCheck().problems == [])
  }
}
